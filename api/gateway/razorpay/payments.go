package razorpay

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

// paymentEntity holds the members that we read from a payment. Source: payments reference, section 3.3.
type paymentEntity struct {
	ID             string          `json:"id"`
	Status         string          `json:"status"`
	Amount         gateway.Paise   `json:"amount"`
	AmountRefunded gateway.Paise   `json:"amount_refunded"`
	Currency       string          `json:"currency"`
	Notes          json.RawMessage `json:"notes"` // the link's notes: an object, null or []
	CreatedAt      int64           `json:"created_at"`
}

// hasMoney reports whether the payment was captured, even if it was refunded later.
func (p paymentEntity) hasMoney() bool { return p.Status == "captured" || p.Status == "refunded" }

func (p paymentEntity) captured() payment.CapturedPayment {
	return payment.CapturedPayment{
		ProviderPaymentID: p.ID, AttemptRef: notedReference(p.Notes), Currency: p.Currency,
		AmountPaise: int64(p.Amount), RefundedPaise: int64(p.AmountRefunded), At: time.Unix(p.CreatedAt, 0).UTC(),
	}
}

// pageSize is the maximum number of payments that Razorpay lists at once.
const pageSize = 100

// Captured drops duplicates: a payment made in the meantime shifts the pages, so another payment may be read twice.
func (p *Razorpay) Captured(ctx context.Context, from, to time.Time) ([]payment.CapturedPayment, error) {
	var out []payment.CapturedPayment
	seen := map[string]bool{}
	for skip := 0; ; skip += pageSize {
		var page struct {
			Items []paymentEntity `json:"items"`
		}
		path := fmt.Sprintf("/payments?from=%d&to=%d&count=%d&skip=%d", from.Unix(), to.Unix(), pageSize, skip)
		if err := p.client.Get(ctx, "list payments", path, &page); err != nil {
			return nil, err
		}
		for _, e := range page.Items {
			if e.hasMoney() && !seen[e.ID] {
				seen[e.ID] = true
				out = append(out, e.captured())
			}
		}
		if len(page.Items) < pageSize {
			return out, nil
		}
	}
}

// ReferenceOf returns the reference of the link through which a payment was made, or "".
func (p *Razorpay) ReferenceOf(ctx context.Context, providerPaymentID string) (string, error) {
	links, err := p.listLinks(ctx, "payment_id", providerPaymentID)
	if len(links) == 0 { // the payment was not made through a link
		return "", err
	}
	return links[0].ReferenceID, err
}

// FetchDispute looks up a dispute. Source: razorpay.com/docs/api/disputes.
func (p *Razorpay) FetchDispute(ctx context.Context, id string) (payment.Dispute, error) {
	var d struct {
		ID        string        `json:"id"`
		PaymentID string        `json:"payment_id"`
		Amount    gateway.Paise `json:"amount"`
		Deducted  gateway.Paise `json:"amount_deducted"`
		RespondBy int64         `json:"respond_by"`
		Status    string        `json:"status"` // one of open, action_required, under_review, won, lost and closed
	}
	err := p.client.Get(ctx, "fetch dispute", gateway.PathOf("disputes", id), &d)
	if gateway.IsUnknown(err) {
		err = payment.ErrProviderNotFound
	}
	out := payment.Dispute{ID: d.ID, ProviderPaymentID: d.PaymentID, AmountPaise: int64(d.Amount),
		Outcome: payment.DisputeOpen}
	switch d.Status {
	case "won", "closed":
		out.Outcome = payment.DisputeEnded
	case "lost":
		out.Outcome, out.AmountPaise = payment.DisputeLost, int64(d.Deducted)
	case "open", "action_required":
		out.RespondBy = time.Unix(d.RespondBy, 0).UTC()
	}
	return out, err
}

// Refund never refunds twice with the same key: Razorpay returns the first refund, even if it failed.
func (p *Razorpay) Refund(ctx context.Context, providerPaymentID string, amountPaise int64, key string) error {
	var made struct {
		Status string `json:"status"` // pending, processed, failed
	}
	err := p.client.Post(ctx, gateway.Call{
		What: "refund", Path: gateway.PathOf("payments", providerPaymentID, "refund"),
		Body: map[string]int64{"amount": amountPaise}, Header: http.Header{"X-Refund-Idempotency": {key}}, Repeatable: true,
	}, &made)
	if err == nil && made.Status == "failed" {
		err = payment.ErrRefundFailed
	}
	return err
}

// Refunded returns how much of a payment has been refunded.
func (p *Razorpay) Refunded(ctx context.Context, providerPaymentID string) (int64, error) {
	entity, err := p.fetchPayment(ctx, providerPaymentID)
	if err == nil && entity.AmountRefunded < 0 {
		err = gateway.ErrUnreadable
	}
	return int64(entity.AmountRefunded), err
}

// FetchPayment looks up a captured payment. Razorpay refuses an unknown id with status 400.
func (p *Razorpay) FetchPayment(ctx context.Context, providerPaymentID string) (payment.CapturedPayment, error) {
	entity, err := p.fetchPayment(ctx, providerPaymentID)
	if gateway.IsUnknown(err) || err == nil && !entity.hasMoney() {
		return payment.CapturedPayment{}, payment.ErrProviderNotFound
	}
	return entity.captured(), err
}

func (p *Razorpay) fetchPayment(ctx context.Context, id string) (entity paymentEntity, err error) {
	err = p.client.Get(ctx, "fetch payment", gateway.PathOf("payments", id), &entity)
	return entity, err
}
