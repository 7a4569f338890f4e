package fakecashfree

import (
	"encoding/base64"
	"encoding/json"
	"hash/fnv"
	"net/http"
	"strconv"
	"time"

	"transom/api/gateway"
	"transom/api/gateway/fakegateway"
)

var statuses = map[string]string{
	fakegateway.Created: "ACTIVE", fakegateway.Paid: "PAID", fakegateway.Expired: "EXPIRED",
	fakegateway.Cancelled: "CANCELLED",
}

// entity is a link as the gateway writes it: amounts are rupees, as numbers.
func (f *Fake) entity(l fakegateway.Link, mayTamper bool) map[string]any {
	e := map[string]any{
		"cf_link_id": "cf-" + l.ID, "link_id": l.Reference, "link_status": statuses[l.Status], "link_currency": l.Currency,
		"link_amount": gateway.Rupees(l.Amount), "link_amount_paid": gateway.Rupees(l.AmountPaid), "link_url": l.URL,
		"link_expiry_time": l.ExpiresAt.Format(time.RFC3339), "link_created_at": l.CreatedAt.Format(time.RFC3339),
		"link_meta": map[string]any{"return_url": l.CallbackURL}, "link_notes": l.Notes, "link_qrcode": "",
		"customer_details": map[string]any{"customer_phone": "9876543210"},
	}
	if f.IsOdd() {
		e["new_member"] = []any{nil, map[string]any{"a": 1}}
		if f.Pick(2) == 0 {
			e["link_amount"] = rupeeText(l.Amount)
		}
	}
	if mayTamper && f.Tampers() {
		switch f.Pick(3) {
		case 0:
			e["link_amount"] = gateway.Rupees(l.Amount + 1)
		case 1:
			e["link_amount"] = "1e3"
		case 2:
			e["link_currency"] = "USD"
		}
	}
	return e
}

// rupeeText is an amount as a text, the way webhooks write it.
func rupeeText(paise int64) string {
	raw, err := gateway.Rupees(paise).MarshalJSON()
	if err != nil {
		return "-1"
	}
	return string(raw)
}

// Render makes the webhook's message and its header. The gateway tells of tries and of the link in one kind of event.
func (f *Fake) Render(d fakegateway.Delivery) (http.Header, []byte) {
	l := d.About.Link
	order := map[string]any{}
	if p := d.About.Payment; p != nil {
		status := map[string]string{"failed": "FAILED", "authorized": "PENDING"}[d.About.Kind]
		if status == "" {
			status = "SUCCESS"
		}
		order = map[string]any{"order_id": p.ID, "order_amount": rupeeText(p.Amount), "transaction_id": transaction(p.ID),
			"transaction_status": status}
	}
	if d.About.Kind == "refunded" || d.About.Kind == "refund failed" || d.About.Dispute != nil {
		raw := afterwards(d.About)
		return Sign(raw, f.clock.Now()), raw
	}
	raw, err := json.Marshal(map[string]any{
		"data": map[string]any{
			"link_id": l.Reference, "link_status": statuses[l.Status], "link_currency": l.Currency,
			"link_amount": rupeeText(l.Amount), "link_amount_paid": rupeeText(l.AmountPaid), "order": order,
		},
		"type": "PAYMENT_LINK_EVENT", "version": 1, "event_time": d.About.At.Format(time.RFC3339),
	})
	if err != nil {
		panic(err) // numbers, texts and lists only
	}
	return Sign(raw, f.clock.Now()), raw
}

// afterwards is the message about a refund or a dispute; it names the order and no link.
func afterwards(h fakegateway.Happening) []byte {
	status := map[string]string{"refunded": "SUCCESS", "refund failed": "CANCELLED"}[h.Kind]
	kind, data := "REFUND_STATUS_WEBHOOK", map[string]any{"refund": map[string]any{
		"order_id": h.Payment.ID, "refund_amount": gateway.Rupees(h.Payment.Refunded), "refund_status": status,
		"refund_type": "MERCHANT_INITIATED"}}
	if h.Dispute != nil {
		kind, data = map[string]string{"open": "DISPUTE_CREATED"}[h.Dispute.State], map[string]any{
			"dispute": disputeEntity(*h.Dispute), "order_details": map[string]any{"order_id": h.Payment.ID}}
		if kind == "" {
			kind = "DISPUTE_CLOSED"
		}
	}
	raw, err := json.Marshal(map[string]any{"data": data, "type": kind, "event_time": h.At.Format(time.RFC3339)})
	if err != nil {
		panic(err) // numbers, texts and lists only
	}
	return raw
}

// transaction is a number, as the gateway's are.
func transaction(id string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()
}

// Sign makes the header of a webhook's message sent at an instant.
func Sign(raw []byte, at time.Time) http.Header {
	timestamp := strconv.FormatInt(at.UnixMilli(), 10)
	signature := base64.StdEncoding.EncodeToString(gateway.Sum(ClientSecret, []byte(timestamp), raw))
	return fakegateway.Header("Content-Type", "application/json", "X-Webhook-Signature", signature, "X-Webhook-Timestamp",
		timestamp, "X-Webhook-Version", "2025-01-01")
}
