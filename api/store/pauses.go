package store

import (
	"context"

	"transom/api/domain"
)

// Pauses lists what is not sold for the time being.
func (s *Store) Pauses(ctx context.Context) ([]domain.SalesPause, error) {
	rows, err := s.read.QueryContext(ctx, `
		SELECT category, sentence, paused_at, actor
		FROM sales_pauses
		ORDER BY category`)
	return collect(rows, err, "list pauses", func(row oneRow) (p domain.SalesPause, err error) {
		var at int64
		err = row.Scan(&p.Category, &p.Sentence, &at, &p.Actor)
		p.PausedAt = fromMillis(at)
		return p, err
	})
}

// SavePause begins a pause, or gives one that there is another sentence.
func (tx *Tx) SavePause(ctx context.Context, p domain.SalesPause) error {
	return tx.exec(ctx, "pause sales", `
		INSERT INTO sales_pauses (category, sentence, paused_at, actor)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (category) DO UPDATE SET sentence = excluded.sentence, paused_at = excluded.paused_at,
			actor = excluded.actor`,
		p.Category, p.Sentence, toMillis(p.PausedAt), p.Actor)
}

// DeletePause ends a pause; false when there was none.
func (tx *Tx) DeletePause(ctx context.Context, category string) (bool, error) {
	return tx.execOne(ctx, "resume sales", `DELETE FROM sales_pauses WHERE category = ?`, category)
}
