package sandbox

import (
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"transom/api/domain"
	"transom/api/gateway"
	"transom/api/payment"
)

const (
	signatureHeader = "X-Sandbox-Signature"
	messagePause    = time.Second
)

// message is a webhook message about a link, without the link's state, so that the receiver has to fetch it.
type message struct {
	ID        string `json:"id"`
	Event     string `json:"event"`
	Link      string `json:"link"`
	Reference string `json:"reference"`
}

// Receiver handles a message like a webhook; if it returns an error, the message is sent again.
type Receiver func(ctx context.Context, provider string, h http.Header, raw []byte) error

// Run sends the messages about payments; they stay in the file until they have been received.
func (s *Sandbox) Run(ctx context.Context, receive Receiver) error {
	return domain.Every(ctx, messagePause, s.wake, func() {
		_ = s.Deliver(ctx, receive) // a message that fails now is sent again in the next round
	})
}

// Deliver sends up to 100 waiting messages, each once, and stops at the first failure.
func (s *Sandbox) Deliver(ctx context.Context, receive Receiver) error {
	links, err := s.undelivered(ctx)
	if err != nil {
		return err
	}
	for _, l := range links {
		status := l.StatusAt(s.clock.Now())
		event := "link." + status
		raw, err := json.Marshal(message{ID: l.ID + "." + event, Event: event, Link: l.ID, Reference: l.Reference})
		if err != nil {
			return err
		}
		h := http.Header{}
		h.Set(signatureHeader, hex.EncodeToString(gateway.Sum(string(s.secret), raw)))
		if err := receive(ctx, Name, h, raw); err != nil {
			return err
		}
		// A delivered message is not sent again, even if a rehearsal is restarted with an earlier clock.
		if _, err := s.db.ExecContext(ctx, `UPDATE links SET told_at = ?, status = ? WHERE id = ?`,
			s.clock.Now().UnixMilli(), status, l.ID); err != nil {
			return err
		}
	}
	return nil
}

// undelivered returns the links with a waiting message. A late payment's message waits until the payment is due.
func (s *Sandbox) undelivered(ctx context.Context) ([]Link, error) {
	rows, err := s.db.QueryContext(ctx, `
		SELECT `+linkColumns+` FROM links WHERE told_at IS NULL AND pays_at <= ? ORDER BY pays_at LIMIT 100`,
		s.clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var links []Link
	for rows.Next() {
		l, err := scanLink(rows)
		if err != nil {
			return nil, err
		}
		links = append(links, l)
	}
	return links, rows.Err()
}

// ParseWebhook verifies the signature on a message from Run before it reads anything.
func (s *Sandbox) ParseWebhook(h http.Header, raw []byte, _ time.Time) (payment.WebhookEvent, error) {
	if !gateway.Signed(h.Get(signatureHeader), []string{string(s.secret)}, hex.EncodeToString, raw) {
		return payment.WebhookEvent{}, payment.ErrBadSignature
	}
	var m message
	if err := json.Unmarshal(raw, &m); err != nil {
		return payment.WebhookEvent{}, fmt.Errorf("sandbox message: %w", err)
	}
	return payment.WebhookEvent{EventID: m.ID, Kind: m.Event, ProviderID: m.Link, AttemptRef: m.Reference, Redacted: raw},
		nil
}
