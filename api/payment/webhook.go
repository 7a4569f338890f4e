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
	"transom/api/texts"
)

// Receive verifies a webhook message's signature over its raw bytes and stores the event once; a worker handles it
// later. A wrong signature or time is CodeMalformed; a wrong time, or many wrong signatures, also add a task.
func (p *Service) Receive(ctx context.Context, provider string, h http.Header, raw []byte) error {
	if provider != p.Provider.Name() {
		return domain.Refuse(domain.CodeNotFound, texts.ProviderNotUsed)
	}
	now := p.Clock.Now()
	event, err := p.Provider.ParseWebhook(h, raw, now)
	if err != nil {
		if errors.Is(err, ErrMessageTime) {
			p.addHourlyTask(ctx, booking.TaskClock, "clock:", texts.TaskClock, now)
		} else {
			p.noteForged(ctx, now)
		}
		// The message is counted, not logged: anybody can send one.
		return domain.Refuse(domain.CodeMalformed, texts.WebhookRefused)
	}
	sum := sha256.Sum256(raw)
	err = p.Store.Write(ctx, func(tx Tx) error {
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
		// The message's time is valid, so any problem with the clock is over.
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

// maxForged is the largest number of wrongly signed messages per minute that may be accidental. If there are more, they
// are forged, or the secret in our settings is wrong.
const maxForged = 10

type forgeries struct {
	mu    sync.Mutex
	since time.Time
	n     int
}

// add reports whether this message is the first over the limit in the current minute.
func (f *forgeries) add(now time.Time) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if age := now.Sub(f.since); age < 0 || age >= time.Minute {
		f.since, f.n = now, 0
	}
	f.n++
	return f.n == maxForged+1
}

func (p *Service) noteForged(ctx context.Context, now time.Time) {
	p.Counters.BadSignatures.Add(1)
	if !p.forged.add(now) {
		return
	}
	p.Log.WarnContext(ctx, "many webhook messages with an invalid signature", "provider", p.Provider.Name())
	p.addHourlyTask(ctx, booking.TaskSignatures, "signatures:", texts.TaskSignatures(maxForged), now)
}

func (p *Service) addHourlyTask(ctx context.Context, kind, key, text string, now time.Time) {
	err := p.addTask(ctx, booking.Task{Kind: kind, DedupeKey: key + now.Format("2006010215"), Text: text})
	if err != nil {
		p.Log.ErrorContext(ctx, "record refused messages", "error", err)
	}
}
