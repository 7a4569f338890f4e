package cashfree

import (
	"encoding/base64"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"strconv"
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

func TestForgedWebhooksAreRefused(t *testing.T) {
	tried := 0
	refuse := func(what, signature, timestamp string, body []byte) {
		tried++
		if _, err := provider.ParseWebhook(header(signature, timestamp), body, sent); !errors.Is(err,
			payment.ErrBadSignature) {
			t.Errorf("%s was accepted", what)
		}
	}
	for bit := range 8 * len(ownBody) {
		forged := []byte(ownBody)
		forged[bit/8] ^= 1 << (bit % 8)
		refuse(fmt.Sprint("bit of the body ", bit), ownSignature, ownTimestamp, forged)
	}
	for bit := range 8 * len(ownSignature) {
		forged := []byte(ownSignature)
		forged[bit/8] ^= 1 << (bit % 8)
		refuse(fmt.Sprint("bit of the signature ", bit), string(forged), ownTimestamp, []byte(ownBody))
	}
	for bit := range 8 * len(ownTimestamp) {
		forged := []byte(ownTimestamp)
		forged[bit/8] ^= 1 << (bit % 8)
		refuse(fmt.Sprint("bit of the time ", bit), ownSignature, string(forged), []byte(ownBody))
	}
	for n := range len(ownBody) {
		refuse(fmt.Sprint("first bytes ", n), ownSignature, ownTimestamp, []byte(ownBody)[:n])
	}
	// The time and the body are joined without a mark, so a byte may not move from one to the other.
	for n := 1; n <= len(ownTimestamp); n++ {
		cut := len(ownTimestamp) - n
		refuse(fmt.Sprint("moved ", n), ownSignature, ownTimestamp[:cut], []byte(ownTimestamp[cut:]+ownBody))
	}
	refuse("moved into the time", ownSignature, ownTimestamp+"{", []byte(ownBody[1:]))
	sum := gateway.Sum("cf_secret_test", []byte(ownTimestamp+ownBody))
	refuse("hex", hex.EncodeToString(sum), ownTimestamp, []byte(ownBody))
	refuse("url base64", base64.URLEncoding.EncodeToString(sum), ownTimestamp, []byte(ownBody))
	refuse("no padding", base64.RawStdEncoding.EncodeToString(sum), ownTimestamp, []byte(ownBody))
	refuse("with a dot", base64.StdEncoding.EncodeToString(gateway.Sum("cf_secret_test",
		[]byte(ownTimestamp+"."+ownBody))), ownTimestamp, []byte(ownBody))
	refuse("body only", base64.StdEncoding.EncodeToString(gateway.Sum("cf_secret_test", []byte(ownBody))), ownTimestamp,
		[]byte(ownBody))
	for _, secret := range []string{"", "wrong", "CF_SECRET_TEST"} {
		refuse("secret "+secret, base64.StdEncoding.EncodeToString(gateway.Sum(secret, []byte(ownTimestamp+ownBody))),
			ownTimestamp, []byte(ownBody))
	}
	if tried < 3000 {
		t.Errorf("only %d forgeries", tried)
	}
}

func TestRewrittenBodiesAreRefused(t *testing.T) {
	for i := range 100 {
		variant := []string{
			ownBody + strings.Repeat(" ", i+1), strings.Replace(ownBody, ":", ": ", i%20+1),
			strings.Replace(ownBody, "a", `\u0061`, i%15+1), strings.Repeat("\n", i+1) + ownBody,
			strings.Replace(ownBody, `"3540.00"`, `3540.0`+strconv.Itoa(i), 1),
		}[i%5]
		if _, err := provider.ParseWebhook(header(ownSignature, ownTimestamp), []byte(variant), sent); err == nil {
			t.Errorf("accepted: %s", variant)
		}
	}
}
