package payment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Receive takes a webhook's message: the signature is verified over the raw bytes, the event stored, and that is all.
// Acting on it is the worker's business, so that the gateway gets its answer at once. A repeated event is not stored
// again. A wrong signature is a CodeMalformed error and leaves no trace but a count; a wrong time is one too, and a
// task.
func (p *Service) Receive(ctx context.Context, provider string, h http.Header, raw []byte) error {
	if provider != p.Provider.Name() {
		return &domain.Error{Code: domain.CodeNotFound, Message: "This payment provider is not in use here."}
	}
	now := p.Clock.Now()
	event, err := p.Provider.ParseWebhook(h, raw, now)
	if err != nil {
		if errors.Is(err, ErrMessageTime) {
			p.noteClock(ctx, now)
		} else {
			p.noteForged(ctx, now)
		}
		// counted, not logged: anybody can send one
		return &domain.Error{Code: domain.CodeMalformed, Message: "This message is not accepted."}
	}
	sum := sha256.Sum256(raw)
	err = p.Store.WritePayment(ctx, func(tx Tx) error {
		isNew, err := tx.InsertEvent(ctx, booking.PaymentEvent{
			Provider: provider, EventID: event.EventID, Kind: event.Kind,
			ProviderID: event.ProviderID, AttemptRef: event.AttemptRef, ProviderPaymentID: event.ProviderPaymentID,
			DisputeID:  event.DisputeID,
			ReceivedAt: now, BodySHA256: hex.EncodeToString(sum[:]), BodyRedacted: event.Redacted,
		})
		if err != nil || !isNew {
			return err
		}
		p.Counters.Events.Add(1)
		// Its time and its signature are right: what was the matter with those of others is over.
		return errors.Join(tx.FinishTasks(ctx, booking.TaskClock, now), tx.FinishTasks(ctx, booking.TaskSignatures, now))
	})
	if err != nil {
		return fmt.Errorf("store payment event: %w", err)
	}
	select {
	case p.wake <- struct{}{}:
	default:
	}
	return nil
}

// manyForged messages in a minute are no accident: somebody forges them, or the secret of the settings is not the one
// of the provider's dashboard.
const manyForged = 10

// forgeries counts the messages of one minute whose signature is wrong.
type forgeries struct {
	mu    sync.Mutex
	since time.Time
	n     int
}

// add counts one and reports whether it is the one too many of its minute.
func (f *forgeries) add(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if age := now.Sub(f.since); age < 0 || age >= time.Minute {
		f.since, f.n = now, 0
	}
	f.n++
	return f.n == manyForged+1
}

// noteForged counts a message that is not the gateway's. When there are many, a task is for a person, once an hour.
func (p *Service) noteForged(ctx context.Context, now time.Time) {
	p.Counters.BadSignatures.Add(1)
	if !p.forged.add(now) {
		return
	}
	p.Log.WarnContext(ctx, "many webhook messages with a wrong signature", "provider", p.Provider.Name())
	err := p.Store.WritePayment(ctx, func(tx Tx) error {
		return tx.AddTask(ctx, booking.Task{
			Kind: booking.TaskSignatures, DedupeKey: "signatures:" + now.Format("2006010215"),
			Text: "More than 10 webhook messages in a minute had a wrong signature. When payments stay unconfirmed, compare " +
				"the webhook's secret with the provider's dashboard; else somebody tries to forge payments, which harms nothing.",
		}, now)
	})
	if err != nil {
		p.Log.ErrorContext(ctx, "note forged messages", "error", err)
	}
}

// noteClock tells a person, once an hour, that messages of the gateway are refused because of this machine's clock.
func (p *Service) noteClock(ctx context.Context, now time.Time) {
	err := p.Store.WritePayment(ctx, func(tx Tx) error {
		return tx.AddTask(ctx, booking.Task{
			Kind: booking.TaskClock, DedupeKey: "clock:" + now.Format("2006010215"),
			Text: "A webhook message was refused because its signed time is more than an hour from this machine's clock. Is " +
				"the clock right (timedatectl set-ntp true)? Payments are found all the same, up to half an hour later. When " +
				"the clock is right, an old message was sent again, which harms nothing.",
		}, now)
	})
	if err != nil {
		p.Log.ErrorContext(ctx, "note a message of another time", "error", err)
	}
}
