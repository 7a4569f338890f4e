package razorpay

import (
	"cmp"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

const maxEventID = 128

// event leaves out a message's order id, which lacks its prefix, and its time, which may be the link's.
type event struct {
	Event   string `json:"event"`
	Payload struct {
		PaymentLink part `json:"payment_link"`
		Order       part `json:"order"`
		Payment     part `json:"payment"`
		Refund      part `json:"refund"`
		Dispute     part `json:"dispute"`
	} `json:"payload"`
}

// part is a link, order, payment, refund or dispute in a message.
type part struct {
	Entity struct {
		ID          string          `json:"id"`
		ReferenceID string          `json:"reference_id"`
		Receipt     string          `json:"receipt"`
		PaymentID   string          `json:"payment_id"`
		Notes       json.RawMessage `json:"notes"` // the notes: an object, null or []
	} `json:"entity"`
}

// ParseWebhook verifies the signature over the raw bytes before it reads anything. The event id is not signed, so it
// only serves to skip repeated messages. Source: payments reference, section 3.6.
func (p *Razorpay) ParseWebhook(h http.Header, raw []byte, _ time.Time) (payment.WebhookEvent, error) {
	if !gateway.Signed(h.Get("X-Razorpay-Signature"), p.config.WebhookSecrets, hex.EncodeToString, raw) {
		return payment.WebhookEvent{}, payment.ErrBadSignature
	}
	out := payment.WebhookEvent{EventID: h.Get("X-Razorpay-Event-Id"), Redacted: gateway.Redact(raw)}
	if out.EventID == "" || len(out.EventID) > maxEventID {
		out.EventID = gateway.BodyID(raw)
	}
	var e event
	if json.Unmarshal(raw, &e) != nil {
		return out, nil // the gateway sent the message, but we cannot read it: asking for it again would not help
	}
	out.Kind, out.ProviderID, out.AttemptRef = e.Event, e.Payload.PaymentLink.Entity.ID, e.reference()
	out.DisputeID = e.Payload.Dispute.Entity.ID
	out.ProviderPaymentID = cmp.Or(e.Payload.Refund.Entity.PaymentID, e.Payload.Dispute.Entity.PaymentID,
		e.Payload.Payment.Entity.ID)
	return out, nil
}

func (e event) reference() string {
	return cmp.Or(e.Payload.PaymentLink.Entity.ReferenceID, e.Payload.Order.Entity.Receipt,
		notedReference(e.Payload.Payment.Entity.Notes))
}

// notedReference returns our reference from a payment's notes, which are an object, null or [].
func notedReference(notes json.RawMessage) string {
	var ours struct {
		ReferenceID string `json:"reference_id"`
	}
	_ = json.Unmarshal(notes, &ours)
	return ours.ReferenceID
}
