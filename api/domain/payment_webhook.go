package domain

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
)

// Receive takes a webhook's message: the signature is verified over the raw bytes, the event stored, and that is all.
// Acting on it is the worker's business, so that the gateway gets its answer at once. A repeated event is not stored
// again. A wrong signature is a CodeMalformed error and leaves no trace but a count.
func (p *Payments) Receive(ctx context.Context, provider string, h http.Header, raw []byte) error {
	if provider != p.Provider.Name() {
		return &Error{Code: CodeNotFound, Message: "This payment provider is not in use here."}
	}
	now := p.Clock.Now()
	event, err := p.Provider.ParseWebhook(h, raw, now)
	if err != nil {
		p.Counters.BadSignatures.Add(1)
		return &Error{Code: CodeMalformed, Message: "This message is not accepted."} // counted, not logged: anybody can send one
	}
	sum := sha256.Sum256(raw)
	err = p.Store.WritePayment(ctx, func(tx PaymentTx) error {
		isNew, err := tx.InsertEvent(ctx, PaymentEvent{
			Provider: provider, EventID: event.EventID, Kind: event.Kind,
			ProviderID: event.ProviderID, AttemptRef: event.AttemptRef,
			ReceivedAt: now, BodySHA256: hex.EncodeToString(sum[:]), BodyRedacted: event.Redacted,
		})
		if isNew {
			p.Counters.Events.Add(1)
		}
		return err
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

// actOn lets an event cause a fetch. The event is done when the gateway was asked after it came.
func (p *Payments) actOn(ctx context.Context, e PaymentEvent) error {
	a, err := p.Store.FindAttemptOfEvent(ctx, e)
	if errors.Is(err, ErrNotFound) {
		p.Counters.UnknownEvents.Add(1)
		p.Log.WarnContext(ctx, "payment event about an unknown reference", "provider", e.Provider, "event", e.EventID, "kind", e.Kind)
		return p.finishEvent(ctx, e)
	}
	if err != nil {
		return err
	}
	if !a.LastCheckedAt.After(e.ReceivedAt) {
		if err := p.check(ctx, a.Ref); err != nil {
			return err
		}
		if a, err = p.Store.FindAttempt(ctx, a.Ref); err != nil {
			return err
		}
		if a.LastCheckedAt.Before(e.ReceivedAt) {
			return nil // asked too recently; the next round does it
		}
	}
	return p.finishEvent(ctx, e)
}

func (p *Payments) finishEvent(ctx context.Context, e PaymentEvent) error {
	return p.Store.WritePayment(ctx, func(tx PaymentTx) error { return tx.FinishEvent(ctx, e, p.Clock.Now()) })
}
