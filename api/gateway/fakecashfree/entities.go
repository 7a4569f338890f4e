package fakecashfree

import (
	"cmp"
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

func rupeeText(paise int64) string {
	raw, _ := gateway.Rupees(paise).MarshalJSON() // no amount here is negative
	return string(raw)
}

// Render returns a webhook. A message about a refund or a dispute names the order but no link.
func (f *Fake) Render(d fakegateway.Delivery) (http.Header, []byte) {
	about, kind := d.About, "PAYMENT_LINK_EVENT"
	var data map[string]any
	switch l := about.Link; {
	case about.Dispute != nil:
		kind = "DISPUTE_CLOSED"
		if about.Dispute.State == "open" {
			kind = "DISPUTE_CREATED"
		}
		data = map[string]any{"dispute": disputeEntity(*about.Dispute),
			"order_details": map[string]any{"order_id": about.Payment.ID}}
	case about.Kind == "refunded" || about.Kind == "refund failed":
		kind = "REFUND_STATUS_WEBHOOK"
		data = map[string]any{"refund": map[string]any{
			"order_id": about.Payment.ID, "refund_amount": gateway.Rupees(about.Payment.Refunded),
			"refund_status": map[string]string{"refunded": "SUCCESS", "refund failed": "CANCELLED"}[about.Kind],
			"refund_type":   "MERCHANT_INITIATED"}}
	default:
		order := map[string]any{}
		if p := about.Payment; p != nil {
			order = map[string]any{"order_id": p.ID, "order_amount": rupeeText(p.Amount), "transaction_id": transaction(p.ID),
				"transaction_status": cmp.Or(map[string]string{"failed": "FAILED", "authorized": "PENDING"}[about.Kind], "SUCCESS")}
		}
		data = map[string]any{
			"link_id": l.Reference, "link_status": statuses[l.Status], "link_currency": l.Currency,
			"link_amount": rupeeText(l.Amount), "link_amount_paid": rupeeText(l.AmountPaid), "order": order,
		}
	}
	raw, err := json.Marshal(map[string]any{"data": data, "type": kind, "version": 1,
		"event_time": about.At.Format(time.RFC3339)})
	if err != nil {
		panic(err) // impossible: the message contains only numbers, strings and lists
	}
	timestamp := strconv.FormatInt(f.clock.Now().UnixMilli(), 10)
	signature := base64.StdEncoding.EncodeToString(gateway.Sum(ClientSecret, []byte(timestamp), raw))
	return fakegateway.Header("Content-Type", "application/json", "X-Webhook-Signature", signature, "X-Webhook-Timestamp",
		timestamp, "X-Webhook-Version", "2025-01-01"), raw
}

// transaction returns a numeric id, as the gateway does.
func transaction(id string) uint32 {
	h := fnv.New32a()
	h.Write([]byte(id))
	return h.Sum32()
}

// disputeEntity returns a dispute with a numeric id, and with Indian times without a time zone.
func disputeEntity(d fakegateway.Dispute) map[string]any {
	return map[string]any{
		"dispute_id": json.RawMessage(d.ID), "dispute_type": "CHARGEBACK", "dispute_amount": gateway.Rupees(d.Amount),
		"respond_by": d.RespondBy.In(time.FixedZone("", 19800)).Format("2006-01-02T15:04:05"),
		"dispute_status": map[string]string{"open": "CHARGEBACK_CREATED", "won": "CHARGEBACK_MERCHANT_WON",
			"lost": "CHARGEBACK_MERCHANT_LOST"}[d.State],
	}
}
