package bookings

import (
	"context"

	"transom/api/domain"
	"transom/api/store/engine"
)

// Pauses lists the current pauses of sales.
func (s Store) Pauses(ctx context.Context) ([]domain.SalesPause, error) {
	rows, err := s.QueryContext(ctx, `
		SELECT category, sentence, paused_at, actor
		FROM sales_pauses
		ORDER BY category`)
	return engine.Collect(rows, err, "list pauses", func(row engine.Scanner) (p domain.SalesPause, err error) {
		err = row.Scan(&p.Category, &p.Sentence, (*engine.Instant)(&p.PausedAt), &p.Actor)
		return p, err
	})
}

// SavePause starts a pause, or changes the sentence of an existing one.
func (tx Tx) SavePause(ctx context.Context, p domain.SalesPause) error {
	return tx.Exec(ctx, "pause sales", `
		INSERT INTO sales_pauses (category, sentence, paused_at, actor)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (category) DO UPDATE SET sentence = excluded.sentence, paused_at = excluded.paused_at,
			actor = excluded.actor`,
		p.Category, p.Sentence, engine.ToMillis(p.PausedAt), p.Actor)
}

// DeletePause ends a pause; it returns false if there was none.
func (tx Tx) DeletePause(ctx context.Context, category string) (bool, error) {
	return tx.ExecOne(ctx, "resume sales", `DELETE FROM sales_pauses WHERE category = ?`, category)
}
