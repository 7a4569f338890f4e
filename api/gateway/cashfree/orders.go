package cashfree

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"slices"

	"transom/api/gateway"
	"transom/api/payment"
)

// order is one try to pay a link.
type order struct {
	OrderID   string         `json:"order_id"`
	Status    string         `json:"order_status"`
	Amount    gateway.Rupees `json:"order_amount"`
	Currency  string         `json:"order_currency"`
	CreatedAt string         `json:"created_at"`
	Tags      orderTags      `json:"order_tags"`
}

// orders are the answer to a question about a link's orders: a list, bare or wrapped.
type orders []order

// UnmarshalJSON reads either form.
func (o *orders) UnmarshalJSON(raw []byte) error {
	var bare []order
	if json.Unmarshal(raw, &bare) == nil {
		*o = bare
		return nil
	}
	var wrapped struct {
		Orders []order `json:"orders"`
	}
	err := json.Unmarshal(raw, &wrapped)
	*o = wrapped.Orders
	return err
}

// paidOrder is the id of the order by which a link was paid, "" when the gateway does not tell now.
func (p *Cashfree) paidOrder(ctx context.Context, reference string) string {
	var found orders
	err := p.client.Do(ctx, gateway.Call{
		Method: http.MethodGet, Path: "/links/" + url.PathEscape(reference) + "/orders?status=PAID", Repeatable: true,
	}, &found)
	if err != nil {
		return ""
	}
	slices.SortFunc(found, func(a, b order) int { return cmp.Compare(a.OrderID, b.OrderID) })
	for _, o := range found {
		if o.Status == "PAID" && o.OrderID != "" {
			return o.OrderID
		}
	}
	return ""
}

// refund is one refund of an order.
type refund struct {
	RefundID string         `json:"refund_id"`
	Status   string         `json:"refund_status"`
	Amount   gateway.Rupees `json:"refund_amount"`
}

func (r refund) hasFailed() bool { return r.Status == "CANCELLED" || r.Status == "FAILED" }

// Refund gives an order's money back. The refund's id is the key: the same key is the same refund, also one that has
// failed.
func (p *Cashfree) Refund(ctx context.Context, orderID string, amountPaise int64, key string) error {
	var made refund
	err := p.client.Do(ctx, gateway.Call{
		Method: http.MethodPost, Path: "/orders/" + url.PathEscape(orderID) + "/refunds",
		Body: map[string]any{"refund_id": key, "refund_amount": gateway.Rupees(amountPaise),
			"refund_note": "Duplicate or late payment"},
		Header: http.Header{"X-Idempotency-Key": {key}}, Repeatable: true,
	}, &made)
	if err == nil && made.hasFailed() {
		err = payment.ErrRefundFailed
	}
	if err != nil {
		return fmt.Errorf("cashfree: refund: %w", err)
	}
	return nil
}

// Refunded tells how much of an order was given back.
func (p *Cashfree) Refunded(ctx context.Context, orderID string) (int64, error) {
	var refunds []refund
	err := p.client.Do(ctx, gateway.Call{Method: http.MethodGet, Path: "/orders/" + url.PathEscape(orderID) + "/refunds",
		Repeatable: true}, &refunds)
	if err != nil {
		return 0, fmt.Errorf("cashfree: fetch refunds: %w", err)
	}
	var total int64
	for _, r := range refunds {
		if r.Amount < 0 {
			return 0, fmt.Errorf("cashfree: fetch refunds: %w", gateway.ErrUnreadable)
		}
		if !r.hasFailed() {
			total += int64(r.Amount)
		}
	}
	return total, nil
}
