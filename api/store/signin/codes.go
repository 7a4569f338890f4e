package signin

import (
	"context"
	"fmt"
	"time"

	"transom/api/domain"
	"transom/api/store/engine"
)

// The codes of visitors (code_challenges) and of staff (staff_codes) are two tables with the same columns.

func ScanCodeCounts(row engine.Row) (c domain.CodeCounts, err error) {
	if err := row.Scan((*engine.Instant)(&c.LastAt), &c.InHour, (*engine.Instant)(&c.OldestInHour), &c.InDay,
		(*engine.Instant)(&c.OldestInDay), &c.Live, (*engine.Instant)(&c.FirstEnds), &c.InDayOfAll); err != nil {
		return c, fmt.Errorf("count codes: %w", err)
	}
	return c, nil
}

// NetworkOf finds the network that requested a code.
func NetworkOf(ctx context.Context, tx *engine.Tx, query, id string) (network string, err error) {
	if err := tx.QueryRowContext(ctx, query, id).Scan(&network); err != nil {
		return "", fmt.Errorf("find network of code: %w", err)
	}
	return network, nil
}

func ScanTryCounts(row engine.Row) (c domain.TryCounts, err error) {
	if err := row.Scan(&c.InHour, (*engine.Instant)(&c.OldestInHour), &c.InDay,
		(*engine.Instant)(&c.OldestInDay)); err != nil {
		return c, fmt.Errorf("count tries: %w", err)
	}
	return c, nil
}

// ScanCode reads a code that had an attempt left; domain.ErrNotFound if there was none.
func ScanCode(row engine.Row) (c domain.Challenge, err error) {
	var made int64
	err = row.Scan(&c.ID, &c.EmailKey, &c.CodeHash, &c.Salt, (*engine.Instant)(&c.CreatedAt),
		(*engine.Instant)(&c.ExpiresAt), &c.MadeAt.Boot, &made, &c.DeviceHash)
	c.MadeAt.Since = time.Duration(made) * time.Millisecond
	return c, engine.Found(err, "take try")
}
