package razorpay

import (
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

const ownBody = `{"entity":"event","event":"payment_link.paid","contains":["payment_link","order","payment"],` +
	`"created_at":1775000000,"payload":{"payment_link":{"entity":{"id":"plink_TEST0000000001",` +
	`"reference_id":"TN25-7Q2M9K4D-1","amount":354000,"amount_paid":354000,"currency":"INR","status":"paid"}}}}`

const ownSignature = "5dbec8c7f79b96f3b8f0ee60d402e7128c85e1ecd42730dd971e5ff5bb832285"

func provider(webhookSecrets ...string) *Razorpay {
	return New(Config{BaseURL: "https://api.razorpay.com", KeyID: "rzp_test_x", KeySecret: "key_secret_test",
		WebhookSecrets: webhookSecrets})
}

func header(signature, eventID string) http.Header {
	h := http.Header{}
	h.Set("X-Razorpay-Signature", signature)
	if eventID != "" {
		h.Set("X-Razorpay-Event-Id", eventID)
	}
	return h
}

func TestWebhookVector(t *testing.T) {
	event, err := provider("whsec_test_secret").ParseWebhook(header(ownSignature, "evt_1"), []byte(ownBody), time.Time{})
	if err != nil {
		t.Fatal(err)
	}
	if event.EventID != "evt_1" || event.Kind != "payment_link.paid" || event.ProviderID != "plink_TEST0000000001" ||
		event.AttemptRef != "TN25-7Q2M9K4D-1" {
		t.Errorf("%+v", event)
	}
}

func TestTwoSecretsDuringRotation(t *testing.T) {
	if _, err := provider("new_secret", "whsec_test_secret").ParseWebhook(header(ownSignature, ""), []byte(ownBody),
		time.Time{}); err != nil {
		t.Error(err)
	}
}

func TestEventWithoutIDIsNamedByItsBody(t *testing.T) {
	event, err := provider("whsec_test_secret").ParseWebhook(header(ownSignature, ""), []byte(ownBody), time.Time{})
	if err != nil || !strings.HasPrefix(event.EventID, "sha256-") {
		t.Errorf("%q, %v", event.EventID, err)
	}
}

func TestForgedWebhooksAreRefused(t *testing.T) {
	p := provider("whsec_test_secret")
	tried := 0
	refuse := func(what, signature string, body []byte) {
		tried++
		event, err := p.ParseWebhook(header(signature, "evt_forged"), body, time.Time{})
		if !errors.Is(err, payment.ErrBadSignature) || event.EventID != "" {
			t.Errorf("%s was accepted", what)
		}
	}
	for bit := range 8 * len(ownBody) {
		forged := []byte(ownBody)
		forged[bit/8] ^= 1 << (bit % 8)
		refuse(fmt.Sprint("bit of the body ", bit), ownSignature, forged)
	}
	for bit := range 8 * len(ownSignature) {
		forged := []byte(ownSignature)
		forged[bit/8] ^= 1 << (bit % 8)
		refuse(fmt.Sprint("bit of the signature ", bit), string(forged), []byte(ownBody))
	}
	for n := range len(ownSignature) {
		refuse(fmt.Sprint("first characters ", n), ownSignature[:n], []byte(ownBody))
	}
	for n := range len(ownBody) {
		refuse(fmt.Sprint("first bytes ", n), ownSignature, []byte(ownBody)[:n])
	}
	sum := gateway.Sum("whsec_test_secret", []byte(ownBody))
	refuse("upper case", strings.ToUpper(ownSignature), []byte(ownBody))
	refuse("base64", base64.StdEncoding.EncodeToString(sum), []byte(ownBody))
	refuse("prefix", "sha256="+ownSignature, []byte(ownBody))
	refuse("space", " "+ownSignature, []byte(ownBody))
	for _, secret := range []string{"", "wrong", "key_secret_test", "WHSEC_TEST_SECRET"} {
		refuse("secret "+secret, hex.EncodeToString(gateway.Sum(secret, []byte(ownBody))), []byte(ownBody))
	}
	if tried < 3000 {
		t.Errorf("only %d forgeries", tried)
	}
	if _, err := provider().ParseWebhook(header(hex.EncodeToString(gateway.Sum("", []byte(ownBody))), ""), []byte(ownBody),
		time.Time{}); err == nil {
		t.Error("without a secret any signature is accepted")
	}
}

func TestRewrittenBodiesAreRefused(t *testing.T) {
	p := provider("whsec_test_secret")
	var value map[string]any
	if err := json.Unmarshal([]byte(ownBody), &value); err != nil {
		t.Fatal(err)
	}
	sorted, _ := json.Marshal(value)
	for i := range 100 {
		variant := [][]byte{
			sorted, []byte(ownBody + strings.Repeat(" ", i+1)), []byte(strings.Replace(ownBody, ":", ": ", i%20+1)),
			[]byte(strings.Replace(ownBody, "e", `\u0065`, i%15+1)), []byte(strings.Repeat("\n", i+1) + ownBody),
		}[i%5]
		if _, err := p.ParseWebhook(header(ownSignature, "evt"), variant, time.Time{}); err == nil {
			t.Errorf("accepted: %s", variant)
		}
	}
}

func TestPersonalDataIsNotStored(t *testing.T) {
	body := `{"event":"payment.captured","payload":{"payment":{"entity":{"id":"pay_1","email":"a@example.org",` +
		`"contact":"+919876543210","vpa":"a@bank","card":{"last4":"1111"},"acquirer_data":{"rrn":"0123"},` +
		`"notes":{"reference_id":"TN25-X-1"}}}}}`
	event, err := provider("s").ParseWebhook(header(hex.EncodeToString(gateway.Sum("s", []byte(body))), "evt"),
		[]byte(body), time.Time{})
	if err != nil || event.AttemptRef != "TN25-X-1" {
		t.Fatalf("%+v %v", event, err)
	}
	for _, secret := range []string{"a@example.org", "9876543210", "a@bank", "1111"} {
		if strings.Contains(string(event.Redacted), secret) {
			t.Errorf("%s is stored: %s", secret, event.Redacted)
		}
	}
	if !strings.Contains(string(event.Redacted), "0123") {
		t.Error("the bank's reference is lost")
	}
}
