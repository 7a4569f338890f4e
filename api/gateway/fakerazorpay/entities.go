package fakerazorpay

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"transom/api/gateway"
	"transom/api/gateway/fakegateway"
)

func unix(t time.Time) int64 {
	if t.IsZero() {
		return 0 // a time that is not set is 0, not null
	}
	return t.Unix()
}

func (f *Fake) entity(l fakegateway.Link, mayTamper bool) map[string]any {
	captured := []any{}
	for _, p := range l.Payments {
		// a fully refunded payment is no longer listed
		if p.Status == fakegateway.Captured && p.Refunded < p.Amount && !p.Unsaid {
			captured = append(captured, map[string]any{
				"amount": p.Amount, "created_at": p.CreatedAt.Unix(), "method": "upi", "payment_id": p.ID, "plink_id": l.ID,
				"status": p.Status, "updated_at": p.CreatedAt.Unix(),
			})
		}
	}
	var payments any = captured
	if len(captured) == 0 && f.IsOdd() && f.Pick(2) == 0 {
		payments = nil
	}
	e := map[string]any{
		"id": l.ID, "reference_id": l.Reference, "status": l.Status, "short_url": l.URL, "amount": l.Amount,
		"amount_paid": l.AmountPaid, "currency": l.Currency, "accept_partial": false, "first_min_partial_amount": 0,
		"created_at": l.CreatedAt.Unix(), "updated_at": l.CreatedAt.Unix(), "expire_by": l.ExpiresAt.Unix(),
		"expired_at": unix(l.ExpiredAt), "cancelled_at": unix(l.CancelledAt), "callback_url": l.CallbackURL,
		"callback_method": "get", "customer": map[string]any{"contact": "+919876543210", "email": "payer@example.org"},
		"notes": f.notes(l), "notify": map[string]any{"email": false, "sms": false, "whatsapp": false},
		"payments": payments, "reminder_enable": false, "reminders": []any{}, "upi_link": false, "whatsapp_link": false,
		"user_id": "",
	}
	if l.OrderID != "" {
		e["order_id"] = l.OrderID
	}
	if f.IsOdd() {
		e["reminders"] = [...]any{[]any{}, map[string]any{"status": "failed"}}[f.Pick(2)]
		e["new_member"] = map[string]any{"nested": []any{1, "two", nil}}
	}
	if mayTamper && f.Tampers() {
		f.tamper(e)
	}
	return e
}

func (f *Fake) notes(l fakegateway.Link) any {
	if !f.IsOdd() {
		return l.Notes
	}
	return [...]any{l.Notes, nil, []any{}}[f.Pick(3)]
}

func (f *Fake) tamper(e map[string]any) {
	amount, _ := e["amount"].(int64)
	switch f.Pick(4) {
	case 0:
		e["amount"] = amount + 1
	case 1:
		e["amount"], e["amount_paid"] = amount*100, amount*100
	case 2:
		e["currency"] = "USD"
	case 3:
		e["amount"] = amount - 1
	}
}

func paymentEntity(p fakegateway.Payment, orderID string) map[string]any {
	refundStatus, status := any(nil), p.Status
	switch {
	case p.Refunded == p.Amount && p.Status == fakegateway.Captured:
		refundStatus, status = "full", "refunded"
	case p.Refunded > 0:
		refundStatus = "partial"
	}
	return map[string]any{
		"id": p.ID, "entity": "payment", "amount": p.Amount, "currency": "INR", "status": status, "order_id": orderID,
		"captured": p.Status == fakegateway.Captured, "amount_refunded": p.Refunded, "refund_status": refundStatus,
		"method": "upi", "email": nil, "contact": "+919876543210", "vpa": "payer@bank", "fee": 24, "tax": 4,
		"error_code": nil, "acquirer_data": map[string]any{"rrn": "012345678901"}, "created_at": p.CreatedAt.Unix(),
	}
}

// orderEntity returns an order whose id lacks the prefix that the payment's order_id has.
func orderEntity(l fakegateway.Link) map[string]any {
	return map[string]any{
		"id": strings.TrimPrefix(l.OrderID, "order_"), "status": "attempted", "amount": l.Amount, "amount_paid": l.AmountPaid,
		"amount_due": l.Amount - l.AmountPaid, "attempts": len(l.Payments), "receipt": l.Reference,
		"product_type": "payment_link_v2",
	}
}

func disputeEntity(d fakegateway.Dispute) map[string]any {
	deducted := int64(0)
	if d.State == "lost" {
		deducted = d.Amount
	}
	return map[string]any{
		"id": d.ID, "entity": "dispute", "payment_id": d.PaymentID, "amount": d.Amount, "currency": "INR",
		"amount_deducted": deducted, "reason_code": "goods_or_services_not_received", "respond_by": d.RespondBy.Unix(),
		"status": d.State, "phase": "chargeback",
	}
}

var eventNames = map[string]string{
	"failed": "payment.failed", "authorized": "payment.authorized", "captured": "payment.captured",
	"refunded": "refund.processed", "refund failed": "refund.failed", fakegateway.Paid: "payment_link.paid",
	fakegateway.Expired: "payment_link.expired", fakegateway.Cancelled: "payment_link.cancelled",
}

// Render returns a webhook's header and body.
func (f *Fake) Render(d fakegateway.Delivery) (http.Header, []byte) {
	l := d.About.Link
	payload := map[string]any{}
	name := eventNames[d.About.Kind]
	if dispute := d.About.Dispute; dispute != nil {
		name = map[string]string{"open": "payment.dispute.created"}[dispute.State]
		if name == "" {
			name = "payment.dispute." + dispute.State
		}
		payload["dispute"] = map[string]any{"entity": disputeEntity(*dispute)}
	}
	if d.About.Payment == nil || name == "payment_link.paid" {
		payload["payment_link"] = map[string]any{"entity": f.entity(l, true)}
	}
	if p := d.About.Payment; p != nil {
		entity := paymentEntity(*p, l.OrderID)
		entity["notes"] = l.Notes
		payload["payment"] = map[string]any{"entity": entity}
		isRefund := d.About.Kind == "refunded" || d.About.Kind == "refund failed"
		if isRefund || d.About.Dispute != nil { // these messages contain neither the order nor the notes
			entity["notes"] = []any{}
		} else {
			payload["order"] = map[string]any{"entity": orderEntity(l)}
		}
		if isRefund {
			payload["refund"] = map[string]any{"entity": map[string]any{"id": "rfnd_" + d.EventID, "entity": "refund",
				"amount": p.Refunded, "payment_id": p.ID, "status": strings.TrimPrefix(name, "refund.")}}
		}
	}
	raw, err := json.Marshal(map[string]any{
		"entity": "event", "account_id": "acc_fake", "event": name, "contains": slices.Collect(maps.Keys(payload)),
		"created_at": l.CreatedAt.Unix(), // the link's time, not the event's: a quirk of the gateway
		"payload":    payload,
	})
	if err != nil {
		panic(err) // impossible: the message contains only numbers, strings and lists
	}
	return fakegateway.Header("Content-Type", "application/json", "X-Razorpay-Event-Id", d.EventID,
		"X-Razorpay-Signature", hex.EncodeToString(gateway.Sum(WebhookSecret, raw))), raw
}
