package cashfree

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

const (
	// maxAge is long because Cashfree repeats a webhook after 30 minutes, perhaps with the time of the first attempt.
	maxAge = time.Hour
	// timestampDigits is the number of digits in a time in milliseconds between 2001 and 2286.
	timestampDigits = 13
)

type event struct {
	Type string `json:"type"`
	Data struct {
		LinkID     string `json:"link_id"`
		LinkStatus string `json:"link_status"`
		Order      struct {
			OrderID       string          `json:"order_id"`
			TransactionID json.RawMessage `json:"transaction_id"` // a number or a string
			Status        string          `json:"transaction_status"`
			Tags          orderTags       `json:"order_tags"`
		} `json:"order"`
		Refund     orderOf `json:"refund"`
		AutoRefund orderOf `json:"auto_refund"`
		Dispute    struct {
			ID json.RawMessage `json:"dispute_id"` // a number or a string
		} `json:"dispute"`
		OrderDetails orderOf `json:"order_details"`
	} `json:"data"`
}

// ParseWebhook verifies the signature over the time and the raw bytes before it reads anything. Cashfree's events have
// no id, so one is made from the link, the transaction and their states, or from the body.
func (p *Cashfree) ParseWebhook(h http.Header, raw []byte, now time.Time) (payment.WebhookEvent, error) {
	timestamp := h.Get("X-Webhook-Timestamp")
	if !gateway.Signed(h.Get("X-Webhook-Signature"), p.config.ClientSecrets, base64.StdEncoding.EncodeToString,
		[]byte(timestamp), raw) {
		return payment.WebhookEvent{}, payment.ErrBadSignature
	}
	millis, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || len(timestamp) != timestampDigits { // the signed text has no separator between time and body
		return payment.WebhookEvent{}, payment.ErrBadSignature
	}
	if now.Sub(time.UnixMilli(millis)).Abs() > maxAge {
		return payment.WebhookEvent{}, payment.ErrMessageTime
	}
	out := payment.WebhookEvent{Redacted: gateway.Redact(raw)}
	var e event
	if json.Unmarshal(raw, &e) == nil {
		link := cmp.Or(e.Data.LinkID, e.Data.Order.Tags.LinkID)
		out.Kind, out.ProviderID, out.AttemptRef = e.Type+"."+e.Data.LinkStatus, link, link
		out.DisputeID = unquoted(e.Data.Dispute.ID)
		out.ProviderPaymentID = cmp.Or(e.Data.Refund.OrderID, e.Data.AutoRefund.OrderID, e.Data.OrderDetails.OrderID,
			e.Data.Order.OrderID)
		out.EventID = strings.Join([]string{e.Data.LinkID, unquoted(e.Data.Order.TransactionID), e.Data.Order.Status,
			e.Data.LinkStatus}, ":")
	}
	if e.Data.LinkID == "" || len(out.EventID) > 200 { // the message is not about a link, or its id is too long
		out.EventID = gateway.BodyID(raw)
	}
	return out, nil
}

type orderOf struct {
	OrderID string `json:"order_id"`
}

// unquoted returns an id that the message writes as a number or a string.
func unquoted(raw json.RawMessage) string {
	if text := strings.Trim(string(raw), `"`); text != "null" {
		return text
	}
	return ""
}
