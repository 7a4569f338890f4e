package cashfree

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

type orderTags struct {
	LinkID string `json:"link_id"`
}

// UnmarshalJSON never fails: if the tags are not an object, the link's id stays empty.
func (t *orderTags) UnmarshalJSON(raw []byte) error {
	var tags map[string]any
	_ = json.Unmarshal(raw, &tags)
	t.LinkID, _ = tags["link_id"].(string)
	return nil
}

// reconEvent is a line in the account's reconciliation. Source: Cashfree's "PG Reconciliation".
type reconEvent struct {
	Event struct {
		Type   string         `json:"event_type"`
		Status string         `json:"event_status"`
		Amount gateway.Rupees `json:"event_amount"`
		Time   string         `json:"event_time"`
	} `json:"event_details"`
	Order struct {
		OrderID string    `json:"order_id"`
		Tags    orderTags `json:"order_tags"`
	} `json:"order_details"`
}

const reconPage = 100

// Captured lists the payments and refunds in a time span, with the refunds added up per order.
func (p *Cashfree) Captured(ctx context.Context, from, to time.Time) ([]payment.CapturedPayment, error) {
	var out []payment.CapturedPayment
	seen, refunded := map[string]bool{}, map[string]int64{}
	for cursor := ""; ; {
		var page struct {
			Cursor string       `json:"cursor"`
			Data   []reconEvent `json:"data"`
		}
		if err := p.client.Post(ctx, gateway.Call{What: "list payments", Path: "/recon",
			Body: reconRequest(cursor, from, to), Repeatable: true}, &page); err != nil {
			return nil, err
		}
		for _, e := range page.Data {
			id := e.Order.OrderID
			if id == "" || e.Event.Status == "FAILED" || e.Event.Status == "CANCELLED" {
				continue
			}
			switch e.Event.Type {
			case "REFUND":
				refunded[id] += int64(e.Event.Amount)
			case "PAYMENT":
				if seen[id] || e.Event.Status != "SUCCESS" {
					continue
				}
				seen[id] = true
				out = append(out, payment.CapturedPayment{ProviderPaymentID: id, AttemptRef: e.Order.Tags.LinkID,
					AmountPaise: int64(e.Event.Amount), At: instant(e.Event.Time)})
			}
		}
		if page.Cursor == "" || page.Cursor == cursor || len(page.Data) == 0 {
			break
		}
		cursor = page.Cursor
	}
	for i := range out {
		out[i].RefundedPaise = refunded[out[i].ProviderPaymentID]
	}
	return out, nil
}

func reconRequest(cursor string, from, to time.Time) map[string]any {
	pages := map[string]any{"limit": reconPage, "cursor": nil}
	if cursor != "" {
		pages["cursor"] = cursor
	}
	return map[string]any{
		"pagination": pages,
		"filters": map[string]string{"start_date": from.UTC().Format(time.RFC3339),
			"end_date": to.UTC().Format(time.RFC3339)},
	}
}

// ReferenceOf reads the link's id, which is our reference, from an order's tags.
func (p *Cashfree) ReferenceOf(ctx context.Context, orderID string) (string, error) {
	o, err := p.findOrder(ctx, orderID)
	if errors.Is(err, payment.ErrProviderNotFound) {
		return "", nil
	}
	return o.Tags.LinkID, err
}

// FetchPayment looks up a paid order and its refunds.
func (p *Cashfree) FetchPayment(ctx context.Context, orderID string) (payment.CapturedPayment, error) {
	o, err := p.findOrder(ctx, orderID)
	if err == nil && o.Status != "PAID" {
		err = payment.ErrProviderNotFound
	}
	if err != nil {
		return payment.CapturedPayment{}, err
	}
	given, err := p.Refunded(ctx, orderID)
	return payment.CapturedPayment{
		ProviderPaymentID: orderID, AttemptRef: o.Tags.LinkID, AmountPaise: int64(o.Amount), RefundedPaise: given,
		Currency: o.Currency, At: instant(o.CreatedAt),
	}, err
}

func (p *Cashfree) findOrder(ctx context.Context, id string) (o order, err error) {
	err = p.client.Get(ctx, "fetch order", gateway.PathOf("orders", id), &o)
	if gateway.StatusOf(err) == http.StatusNotFound {
		err = payment.ErrProviderNotFound
	}
	return o, err
}

// FetchDispute looks up a dispute. Source: Cashfree's "Get Disputes by Dispute ID" and its table of states.
func (p *Cashfree) FetchDispute(ctx context.Context, id string) (payment.Dispute, error) {
	var d struct {
		Amount    gateway.Rupees  `json:"dispute_amount"`
		RespondBy string          `json:"respond_by"`
		Status    string          `json:"dispute_status"`
		ID        json.RawMessage `json:"dispute_id"`
		Order     struct {
			OrderID string `json:"order_id"`
		} `json:"order_details"`
	}
	err := p.client.Get(ctx, "fetch dispute", gateway.PathOf("disputes", id), &d)
	if gateway.IsUnknown(err) {
		err = payment.ErrProviderNotFound
	}
	out := payment.Dispute{ID: unquoted(d.ID), ProviderPaymentID: d.Order.OrderID, AmountPaise: int64(d.Amount),
		Outcome: outcome(d.Status)}
	if out.Outcome == payment.DisputeOpen {
		out.RespondBy = instant(d.RespondBy)
	}
	return out, err
}

// instant parses a time with or without a time zone; Cashfree writes both. It returns the zero time for anything else.
func instant(text string) time.Time {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04:05"} {
		if at, err := time.ParseInLocation(layout, text, indianTime); err == nil {
			return at.UTC()
		}
	}
	return time.Time{}
}

// outcome reads a state's end (CHARGEBACK_MERCHANT_LOST). An unknown state stays open, for a person to check.
func outcome(status string) payment.DisputeOutcome {
	switch {
	case strings.HasSuffix(status, "_LOST"), strings.HasSuffix(status, "_ACCEPTED"):
		return payment.DisputeLost
	case strings.HasSuffix(status, "_WON"), strings.HasSuffix(status, "_CLOSED"), strings.HasSuffix(status, "_CANCELLED"):
		return payment.DisputeEnded
	}
	return payment.DisputeOpen
}

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
