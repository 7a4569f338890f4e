package cashfree

import (
	"context"
	"net/http"

	"transom/api/gateway"
	"transom/api/payment"
)

// order is one attempt to pay a link.
type order struct {
	OrderID   string         `json:"order_id"`
	Status    string         `json:"order_status"`
	Amount    gateway.Rupees `json:"order_amount"`
	Currency  string         `json:"order_currency"`
	CreatedAt string         `json:"created_at"`
	Tags      orderTags      `json:"order_tags"`
}

// paidOrder returns the id of the order that paid a link, or "" if the gateway does not report one now.
func (p *Cashfree) paidOrder(ctx context.Context, reference string) (id string) {
	var found []order
	_ = p.client.Get(ctx, "list orders", gateway.PathOf("links", reference, "orders")+"?status=PAID", &found)
	for _, o := range found {
		if o.Status == "PAID" && (id == "" || o.OrderID < id) {
			id = o.OrderID
		}
	}
	return id
}

type refund struct {
	RefundID string         `json:"refund_id"`
	Status   string         `json:"refund_status"`
	Amount   gateway.Rupees `json:"refund_amount"`
}

func (r refund) hasFailed() bool { return r.Status == "CANCELLED" || r.Status == "FAILED" }

// Refund makes the key the refund's id: a second call with the key returns the first refund, even if it failed.
func (p *Cashfree) Refund(ctx context.Context, orderID string, amountPaise int64, key string) error {
	var made refund
	err := p.client.Post(ctx, gateway.Call{
		What: "refund", Path: gateway.PathOf("orders", orderID, "refunds"),
		Body: map[string]any{"refund_id": key, "refund_amount": gateway.Rupees(amountPaise),
			"refund_note": "Duplicate or late payment"},
		Header: http.Header{"X-Idempotency-Key": {key}}, Repeatable: true,
	}, &made)
	if err == nil && made.hasFailed() {
		err = payment.ErrRefundFailed
	}
	return err
}

// Refunded returns how much of an order has been refunded.
func (p *Cashfree) Refunded(ctx context.Context, orderID string) (total int64, err error) {
	var refunds []refund
	err = p.client.Get(ctx, "fetch refunds", gateway.PathOf("orders", orderID, "refunds"), &refunds)
	for _, r := range refunds {
		if r.Amount < 0 {
			return 0, gateway.ErrUnreadable
		}
		if !r.hasFailed() {
			total += int64(r.Amount)
		}
	}
	return total, err
}
