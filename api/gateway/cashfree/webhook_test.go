package cashfree

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

// Source: payments reference, section 4.
const (
	ownBody = `{"data":{"link_id":"TN25-7Q2M9K4D-1","link_status":"PAID","link_currency":"INR",` +
		`"link_amount":"3540.00","link_amount_paid":"3540.00","order":{"order_id":"CFPay_x","transaction_id":1021206,` +
		`"transaction_status":"SUCCESS"}},"type":"PAYMENT_LINK_EVENT","version":1,"event_time":"2025-03-10T12:55:06+05:30"}`
	ownTimestamp = "1741591506000"
	ownSignature = "je7r4s+cnv2E152kKEquQiyPGS9v6i99/pJjKAxneKk="
)

var (
	sent     = time.UnixMilli(1741591506000)
	provider = New(Config{BaseURL: "https://api.cashfree.com", ClientID: "id", ClientSecrets: []string{"cf_secret_test"}})
)

func header(signature, timestamp string) http.Header {
	h := http.Header{}
	h.Set("x-webhook-signature", signature)
	h.Set("x-webhook-timestamp", timestamp)
	return h
}

func TestWebhookVector(t *testing.T) {
	event, err := provider.ParseWebhook(header(ownSignature, ownTimestamp), []byte(ownBody), sent.Add(time.Minute))
	if err != nil {
		t.Fatal(err)
	}
	if event.EventID != "TN25-7Q2M9K4D-1:1021206:SUCCESS:PAID" || event.AttemptRef != "TN25-7Q2M9K4D-1" {
		t.Errorf("%+v", event)
	}
}

func TestRetriesAreAcceptedForAnHour(t *testing.T) {
	for age, good := range map[time.Duration]bool{-2 * time.Hour: false, 0: true, 42 * time.Minute: true,
		61 * time.Minute: false} {
		_, err := provider.ParseWebhook(header(ownSignature, ownTimestamp), []byte(ownBody), sent.Add(age))
		if (err == nil) != good || err != nil && !errors.Is(err, payment.ErrMessageTime) {
			t.Errorf("%s: %v", age, err)
		}
	}
}

func TestTwoSecretsDuringRotation(t *testing.T) {
	p := New(Config{ClientSecrets: []string{"new_secret", "cf_secret_test"}})
	if _, err := p.ParseWebhook(header(ownSignature, ownTimestamp), []byte(ownBody), sent); err != nil {
		t.Error(err)
	}
}

// Package razorpay tests changed bits; this test covers the time, which Cashfree signs as well.
func TestForgedWebhooksAreRefused(t *testing.T) {
	sum := func(secret, message string) []byte { return gateway.Sum(secret, []byte(message)) }
	text := base64.StdEncoding.EncodeToString
	type message struct{ signature, timestamp, body string }
	forged := map[string]message{
		"body":           {ownSignature, ownTimestamp, strings.Replace(ownBody, "3540", "3541", 1)},
		"trailing space": {ownSignature, ownTimestamp, ownBody + " "},
		"same JSON":      {ownSignature, ownTimestamp, strings.Replace(ownBody, "a", `\u0061`, 1)},
		"time":           {ownSignature, "1741591506001", ownBody},
		"no time":        {ownSignature, "", ownBody},
		"moved to time":  {ownSignature, ownTimestamp + "{", ownBody[1:]},
		"hex":            {hex.EncodeToString(sum("cf_secret_test", ownTimestamp+ownBody)), ownTimestamp, ownBody},
		"no padding":     {strings.TrimRight(ownSignature, "="), ownTimestamp, ownBody},
		"with a dot":     {text(sum("cf_secret_test", ownTimestamp+"."+ownBody)), ownTimestamp, ownBody},
		"body only":      {text(sum("cf_secret_test", ownBody)), ownTimestamp, ownBody},
		"empty secret":   {text(sum("", ownTimestamp+ownBody)), ownTimestamp, ownBody},
		"another secret": {text(sum("CF_SECRET_TEST", ownTimestamp+ownBody)), ownTimestamp, ownBody},
	}
	// Time and body are joined without a separator, so a message in which a byte moved between them must be refused.
	for n := 1; n <= len(ownTimestamp); n++ {
		cut := len(ownTimestamp) - n
		forged[fmt.Sprint("moved ", n)] = message{ownSignature, ownTimestamp[:cut], ownTimestamp[cut:] + ownBody}
	}
	for what, m := range forged {
		if _, err := provider.ParseWebhook(header(m.signature, m.timestamp), []byte(m.body), sent); !errors.Is(err,
			payment.ErrBadSignature) {
			t.Errorf("%s was accepted", what)
		}
	}
}
