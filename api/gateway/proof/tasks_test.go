package proof_test

import (
	"context"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/store"
)

func (w *world) exec(query string, args ...any) {
	w.t.Helper()
	w.must(w.store.Write(context.Background(), func(tx *store.Tx) error {
		_, err := tx.ExecContext(context.Background(), query, args...)
		return err
	}))
}

// A task that somebody has called done stays done while nothing else is wrong, opens again when another sum is wrong on the
// same link, and closes by itself when all is right.
func TestDoneTaskHidesNothing(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			w := newWorld(t, options{provider: provider})
			id, ref := w.book()
			price := func(paise int) {
				w.exec(`UPDATE payment_attempts SET amount_paise = ? WHERE attempt_ref = ?`, paise, ref)
				w.pass(10*time.Minute, 10*time.Second)
			}
			const open = `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch' AND done_at IS NULL`
			w.fake.Pay(ref)
			price(100)
			w.want(1, open)
			w.exec(`UPDATE tasks SET done_at = 1`)
			price(100)
			w.want(0, open)
			price(200)
			w.want(1, open)
			price(354000)
			w.want(0, open)
			w.want(1, `SELECT COUNT(*) FROM tasks`)
			if got := w.status(id); got != domain.Success {
				t.Errorf("status %s", got)
			}
		})
	}
}

// Messages that are refused because of a clock or a secret are a task until one is right again.
func TestRefusedMessagesAreOverWhenOneIsRight(t *testing.T) {
	w := newWorld(t, options{})
	_, ref := w.book()
	w.exec(`INSERT INTO tasks (dedupe_key, kind, booking_id, attempt_ref, text, created_at) VALUES
		('clock:1', 'clock', '', '', 't', 1), ('signatures:1', 'webhook_signatures', '', '', 't', 1), ('other', 'other', '', '', 't', 1)`)
	w.fake.Pay(ref)
	w.deliver()
	w.want(1, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
}

// The server walks the gateway's list as soon as it starts, because it may have been restored.
func TestServerWalksWhenItStarts(t *testing.T) {
	w := newWorld(t, options{})
	id, ref := w.book()
	w.fake.Pay(ref)
	w.queue.Drop()
	w.lose(id)
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan error, 1)
	go func() { ended <- w.payments.RunWalks(ctx) }()
	for deadline := time.Now().Add(time.Minute); w.count(strays) == 0 && time.Now().Before(deadline); {
		time.Sleep(10 * time.Millisecond)
	}
	w.want(1, strays)
	cancel()
	w.must(<-ended)
}
