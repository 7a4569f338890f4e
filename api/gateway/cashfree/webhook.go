package cashfree

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/gateway"
)

const (
	signatureHeader = "X-Webhook-Signature"
	timestampHeader = "X-Webhook-Timestamp"
	// maxAge is wide because retries come after 30 minutes and may carry the first try's time.
	maxAge = time.Hour
	// timestampDigits are those of a time in milliseconds, from 2001 to 2286.
	timestampDigits = 13
)

// event is what we read of a webhook's message.
type event struct {
	Type string `json:"type"`
	Data struct {
		LinkID     string `json:"link_id"`
		LinkStatus string `json:"link_status"`
		Order      struct {
			OrderID       string          `json:"order_id"`
			TransactionID json.RawMessage `json:"transaction_id"` // a number or a string
			Status        string          `json:"transaction_status"`
		} `json:"order"`
	} `json:"data"`
}

// ParseWebhook verifies the signature over time and raw bytes before it reads anything. Cashfree names no event, so
// the name is made of what the message is about.
func (p *Cashfree) ParseWebhook(h http.Header, raw []byte, now time.Time) (domain.WebhookEvent, error) {
	timestamp := h.Get(timestampHeader)
	if !gateway.Signed(h.Get(signatureHeader), p.config.ClientSecrets, base64.StdEncoding.EncodeToString, []byte(timestamp), raw) {
		return domain.WebhookEvent{}, domain.ErrBadSignature
	}
	millis, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || len(timestamp) != timestampDigits { // where the time ends and the body begins is not signed
		return domain.WebhookEvent{}, domain.ErrBadSignature
	}
	if now.Sub(time.UnixMilli(millis)).Abs() > maxAge {
		return domain.WebhookEvent{}, domain.ErrMessageTime
	}
	out := domain.WebhookEvent{Redacted: gateway.Redact(raw)}
	var e event
	if json.Unmarshal(raw, &e) == nil {
		out.Kind, out.ProviderID, out.AttemptRef = e.Type+"."+e.Data.LinkStatus, e.Data.LinkID, e.Data.LinkID
		out.EventID = strings.Join([]string{
			e.Data.LinkID, strings.Trim(string(e.Data.Order.TransactionID), `"`), e.Data.Order.Status, e.Data.LinkStatus}, ":")
	}
	if e.Data.LinkID == "" || len(out.EventID) > 200 {
		sum := sha256.Sum256(raw)
		out.EventID = "sha256-" + hex.EncodeToString(sum[:])
	}
	return out, nil
}
