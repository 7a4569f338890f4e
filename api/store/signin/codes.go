package signin

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// Codes of visitors (code_challenges) and of staff (staff_codes) are two tables with one shape of row.

func ScanCodeCounts(row engine.Row) (c domain.CodeCounts, err error) {
	var last, oldestHour, oldestDay, end sql.NullInt64
	if err := row.Scan(&last, &c.InHour, &oldestHour, &c.InDay, &oldestDay, &c.Live, &end, &c.InDayOfAll); err != nil {
		return c, fmt.Errorf("count codes: %w", err)
	}
	c.LastAt, c.FirstEnds = engine.FromMillis(last.Int64), engine.FromMillis(end.Int64)
	c.OldestInHour, c.OldestInDay = engine.FromMillis(oldestHour.Int64), engine.FromMillis(oldestDay.Int64)
	return c, nil
}

// NetworkOf finds the network that asked for a code.
func NetworkOf(ctx context.Context, tx *engine.Tx, query, id string) (network string, err error) {
	if err := tx.QueryRowContext(ctx, query, id).Scan(&network); err != nil {
		return "", fmt.Errorf("find network of code: %w", err)
	}
	return network, nil
}

func ScanTryCounts(row engine.Row) (c domain.TryCounts, err error) {
	var oldestHour, oldestDay sql.NullInt64
	if err := row.Scan(&c.InHour, &oldestHour, &c.InDay, &oldestDay); err != nil {
		return c, fmt.Errorf("count tries: %w", err)
	}
	c.OldestInHour, c.OldestInDay = engine.FromMillis(oldestHour.Int64), engine.FromMillis(oldestDay.Int64)
	return c, nil
}

// ScanCode reads a code that had a try left; domain.ErrNotFound when there was none.
func ScanCode(row engine.Row) (c domain.Challenge, err error) {
	var created, expires, made int64
	err = row.Scan(&c.ID, &c.EmailKey, &c.CodeHash, &c.Salt, &created, &expires, &c.MadeAt.Boot, &made, &c.DeviceHash)
	if errors.Is(err, sql.ErrNoRows) {
		return c, domain.ErrNotFound
	}
	if err != nil {
		return c, fmt.Errorf("take try: %w", err)
	}
	c.CreatedAt, c.ExpiresAt = engine.FromMillis(created), engine.FromMillis(expires)
	c.MadeAt.Since = time.Duration(made) * time.Millisecond
	return c, nil
}
