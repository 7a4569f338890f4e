package razorpay

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/payment"
)

// script answers each "METHOD path" with its responses ("200 {}", for example) in turn, and repeats the last one.
type script struct {
	answers map[string][]string
	calls   []string
}

func (s *script) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	key := r.Method + " " + r.URL.RequestURI()
	s.calls = append(s.calls, key)
	list := s.answers[key]
	if len(list) == 0 {
		w.WriteHeader(http.StatusTeapot)
		return
	}
	if len(list) > 1 {
		s.answers[key] = list[1:]
	}
	var status int
	fmt.Sscan(list[0], &status)
	w.WriteHeader(status)
	w.Write([]byte(list[0][4:]))
}

func against(t *testing.T, answers map[string][]string) (*Razorpay, *script) {
	t.Helper()
	s := &script{answers: answers}
	web := httptest.NewServer(s)
	t.Cleanup(web.Close)
	return New(Config{BaseURL: web.URL, KeyID: "k", KeySecret: "s", MinPause: time.Millisecond}), s
}

func entity(id, reference, status string, amount int64, createdAt int) string {
	return fmt.Sprintf(
		`{"id":%q,"reference_id":%q,"status":%q,"short_url":"https://rzp.io/rzp/%s","amount":%d,"amount_paid":0,`+
			`"currency":"INR","created_at":%d,"payments":null,"notes":[]}`,
		id, reference, status, id, amount, createdAt)
}

var request = payment.CheckoutRequest{AttemptRef: "R-1", AmountPaise: 354000, Currency: "INR",
	ExpiresAt: time.Now().Add(time.Hour)}

const (
	post   = "POST /v1/payment_links"
	lookup = "GET /v1/payment_links?reference_id=R-1"
)

func TestARepeatedCreateSearchesTheReferenceFirst(t *testing.T) {
	p, s := against(t, map[string][]string{lookup: {`200 {"payment_links":[` +
		entity("plink_1", "R-1", "created", 354000, 1) + `]}`}})
	again := request
	again.Again = true
	link, err := p.CreateCheckout(context.Background(), again)
	if err != nil || !link.Adopted || link.ProviderID != "plink_1" {
		t.Errorf("%+v, %v", link, err)
	}
	if strings.Contains(strings.Join(s.calls, ","), post) {
		t.Errorf("calls %v", s.calls)
	}
}

func TestTakenReferenceIsAdopted(t *testing.T) {
	p, _ := against(t, map[string][]string{
		post:   {`400 {"error":{"code":"BAD_REQUEST_ERROR","description":"whatever they say today"}}`},
		lookup: {`200 {"items":[` + entity("plink_1", "R-1", "created", 354000, 1) + `]}`},
	})
	if link, err := p.CreateCheckout(context.Background(), request); err != nil || !link.Adopted {
		t.Errorf("%+v, %v", link, err)
	}
}

func TestPermanentRefusalIsNotRepeated(t *testing.T) {
	p, s := against(t, map[string][]string{post: {`400 {"error":{"code":"BAD_REQUEST_ERROR","field":"amount"}}`},
		lookup: {`200 {"payment_links":[]}`}})
	var failure *payment.ProviderError
	if _, err := p.CreateCheckout(context.Background(), request); !errors.As(err, &failure) || failure.HTTPStatus != 400 ||
		len(s.calls) != 2 {
		t.Errorf("%v after %v", err, s.calls)
	}
}

func TestSecondLinkOfAReferenceIsCancelled(t *testing.T) {
	p, s := against(t, map[string][]string{
		lookup: {`200 {"payment_links":[` + entity("plink_other", "R-2", "created", 354000, 0) + `,` +
			entity("plink_2", "R-1", "created", 354000, 2) + `,` +
			entity("plink_1", "R-1", "created", 354000, 1) + `]}`},
		"POST /v1/payment_links/plink_2/cancel": {"200 " + entity("plink_2", "R-1", "cancelled", 354000, 2)},
	})
	again := request
	again.Again = true
	link, err := p.CreateCheckout(context.Background(), again)
	if err != nil || link.ProviderID != "plink_1" || len(s.calls) != 2 {
		t.Errorf("%+v, %v, %v", link, err, s.calls)
	}
}

func TestLinkThatWasNotAskedForIsRefused(t *testing.T) {
	for name, body := range map[string]string{
		"another amount":    entity("plink_1", "R-1", "created", 1, 1),
		"another reference": entity("plink_1", "R-9", "created", 354000, 1),
		"another place": strings.Replace(entity("plink_1", "R-1", "created", 354000, 1), "https://rzp.io",
			"https://evil.example", 1),
		"amount as text":   strings.Replace(entity("plink_1", "R-1", "created", 354000, 1), "354000", `"354000"`, 1),
		"another currency": strings.Replace(entity("plink_1", "R-1", "created", 354000, 1), "INR", "USD", 1),
	} {
		p, _ := against(t, map[string][]string{post: {"200 " + body}})
		if _, err := p.CreateCheckout(context.Background(), request); !errors.Is(err, payment.ErrMismatch) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestUnknownLinkIsNotFound(t *testing.T) {
	p, _ := against(t, map[string][]string{
		"GET /v1/payment_links/plink_1": {`400 {"error":{"code":"BAD_REQUEST_ERROR"}}`}, lookup: {`200 {"payment_links":[]}`},
	})
	if _, err := p.Fetch(context.Background(), "plink_1", "R-1"); !errors.Is(err, payment.ErrProviderNotFound) {
		t.Errorf("%v", err)
	}
}

func TestPaidLinkCannotBeCancelledAndIsReported(t *testing.T) {
	paid := strings.Replace(entity("plink_1", "R-1", "paid", 354000, 1), `"amount_paid":0`, `"amount_paid":354000`, 1)
	paid = strings.Replace(paid, `"payments":null`,
		`"payments":[{"payment_id":"pay_2","status":"captured","created_at":2},{"payment_id":"pay_1","status":"captured",`+
			`"created_at":1}]`, 1)
	p, _ := against(t, map[string][]string{
		"POST /v1/payment_links/plink_1/cancel": {`400 {"error":{"description":"cannot cancel or expire an already ` +
			`paid/partially paid link"}}`},
		"GET /v1/payment_links/plink_1": {"200 " + paid},
	})
	state, err := p.Cancel(context.Background(), "plink_1")
	if err != nil || state.Status != booking.Success || state.ProviderPaymentID != "pay_1" ||
		state.AmountPaidPaise != 354000 {
		t.Errorf("%+v, %v", state, err)
	}
}

// A refund is an error if the gateway refuses it, or if it was accepted under the key before but then failed.
func TestARefusedRefundIsAnError(t *testing.T) {
	const call = "POST /v1/payments/pay_1/refund"
	p, _ := against(t, map[string][]string{call: {`400 {"error":{"description":"The balance is too low"}}`},
		"GET /v1/payments/pay_1": {`200 {"id":"pay_1","amount_refunded":354000}`}})
	var refusal *payment.ProviderError
	if err := p.Refund(context.Background(), "pay_1", 354000, "refund-key-1"); !errors.As(err, &refusal) ||
		!refusal.IsRefusal() {
		t.Errorf("refused: %v", err)
	}
	for status, want := range map[string]error{"pending": nil, "processed": nil, "failed": payment.ErrRefundFailed} {
		p, _ := against(t, map[string][]string{call: {`200 {"id":"rfnd_1","status":"` + status + `"}`}})
		if err := p.Refund(context.Background(), "pay_1", 354000, "refund-key-1"); !errors.Is(err, want) {
			t.Errorf("%s: %v", status, err)
		}
	}
}
