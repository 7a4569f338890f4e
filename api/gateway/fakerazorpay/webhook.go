package fakerazorpay

import (
	"encoding/hex"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strings"

	"transom/api/gateway"
	"transom/api/gateway/fakegateway"
)

// eventNames are the gateway's names of the events.
var eventNames = map[string]string{
	"failed": "payment.failed", "authorized": "payment.authorized", "captured": "payment.captured",
	"refunded": "refund.processed", "refund failed": "refund.failed",
	fakegateway.Paid: "payment_link.paid", fakegateway.Expired: "payment_link.expired",
	fakegateway.Cancelled: "payment_link.cancelled",
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
		if isRefund || d.About.Dispute != nil { // these contain neither link nor order, and the notes may be missing
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
		panic(err) // numbers, texts and lists only
	}
	return fakegateway.Header("Content-Type", "application/json", "X-Razorpay-Event-Id", d.EventID,
		"X-Razorpay-Signature", hex.EncodeToString(gateway.Sum(WebhookSecret, raw))), raw
}
