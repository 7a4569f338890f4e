package razorpay

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

const (
	signatureHeader = "X-Razorpay-Signature"
	eventIDHeader   = "X-Razorpay-Event-Id"
	maxEventID      = 128
)

// event is what we read of a webhook's message. Its order id comes without prefix and its time may be the link's, so
// neither is used.
type event struct {
	Event   string `json:"event"`
	Payload struct {
		PaymentLink struct {
			Entity struct {
				ID          string `json:"id"`
				ReferenceID string `json:"reference_id"`
			} `json:"entity"`
		} `json:"payment_link"`
		Order struct {
			Entity struct {
				Receipt string `json:"receipt"`
			} `json:"entity"`
		} `json:"order"`
		Payment struct {
			Entity struct {
				ID    string          `json:"id"`
				Notes json.RawMessage `json:"notes"` // an object, null or []
			} `json:"entity"`
		} `json:"payment"`
		Refund struct {
			Entity struct {
				PaymentID string `json:"payment_id"`
			} `json:"entity"`
		} `json:"refund"`
		Dispute struct {
			Entity struct {
				ID        string `json:"id"`
				PaymentID string `json:"payment_id"`
			} `json:"entity"`
		} `json:"dispute"`
	} `json:"payload"`
}

// ParseWebhook verifies the signature over the raw bytes before it reads anything. The event's id is not signed: it
// saves work and protects from nothing. Source: payments reference, section 3.6.
func (p *Razorpay) ParseWebhook(h http.Header, raw []byte, _ time.Time) (payment.WebhookEvent, error) {
	if !gateway.Signed(h.Get(signatureHeader), p.config.WebhookSecrets, hex.EncodeToString, raw) {
		return payment.WebhookEvent{}, payment.ErrBadSignature
	}
	out := payment.WebhookEvent{EventID: h.Get(eventIDHeader), Redacted: gateway.Redact(raw)}
	if out.EventID == "" || len(out.EventID) > maxEventID {
		sum := sha256.Sum256(raw)
		out.EventID = "sha256-" + hex.EncodeToString(sum[:])
	}
	var e event
	if json.Unmarshal(raw, &e) != nil {
		return out, nil // it is the gateway's, though we cannot read it: repeating it would not help
	}
	out.Kind, out.ProviderID, out.AttemptRef = e.Event, e.Payload.PaymentLink.Entity.ID, e.reference()
	out.DisputeID = e.Payload.Dispute.Entity.ID
	out.ProviderPaymentID = cmp.Or(e.Payload.Refund.Entity.PaymentID, e.Payload.Dispute.Entity.PaymentID,
		e.Payload.Payment.Entity.ID)
	return out, nil
}

// reference is our reference, wherever the message carries it.
func (e event) reference() string {
	if ref := e.Payload.PaymentLink.Entity.ReferenceID; ref != "" {
		return ref
	}
	if ref := e.Payload.Order.Entity.Receipt; ref != "" {
		return ref
	}
	return notedReference(e.Payload.Payment.Entity.Notes)
}

// notedReference is our reference in the notes of a payment, which are an object, null or [].
func notedReference(notes json.RawMessage) string {
	var ours struct {
		ReferenceID string `json:"reference_id"`
	}
	_ = json.Unmarshal(notes, &ours)
	return ours.ReferenceID
}
