package proof_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/razorpay"
	"transom/api/payment"
)

// This is the control of TestLostAnswersMakeOneLink: a client that repeats the request under a new reference, as
// many do, creates second links in the same conditions.
func TestControlNewReferenceMakesSecondLinks(t *testing.T) {
	w := newWorld(t, options{seed: seedOf(t), knobs: fakegateway.Knobs{LostCreate: 0.3}})
	const visitors = 60
	for range visitors {
		for range 20 { // until one answer arrives
			lost := lostAnswer{w.fake}
			if lost.create(domain.NewID(60)) == http.StatusOK {
				break
			}
		}
	}
	if links := len(w.fake.Links()); links <= visitors {
		t.Errorf("%d links for %d visitors: no answer was lost", links, visitors)
	}
}

// lostAnswer calls the gateway without the client's precautions.
type lostAnswer struct{ gateway http.Handler }

func (l lostAnswer) create(reference string) (status int) {
	defer func() {
		if recover() != nil { // the gateway has cut the connection
			status = 0
		}
	}()
	// an hour and a half ahead of the clock
	body := `{"amount":354000,"currency":"INR","reference_id":"` + reference + `","expire_by":1741680000}`
	request := httptest.NewRequest(http.MethodPost, "/v1/payment_links", strings.NewReader(body))
	request.SetBasicAuth("rzp_test_fake", "key_secret_test")
	answer := httptest.NewRecorder()
	l.gateway.ServeHTTP(answer, request)
	return answer.Code
}

// A gateway that is sometimes slow, so that webhooks arrive before the answer to the request that caused them.
func TestWebhookBeforeTheAnswer(t *testing.T) {
	w := newWorld(t, options{})
	w.provider = eager{w.provider, w}
	w.restart()
	id, _ := w.book()
	w.clock.Add(6 * time.Second)
	w.payments.Reconcile(context.Background())
	if got := w.status(id); got != booking.Success {
		t.Errorf("status %s", got)
	}
	w.checkMoney()
}

// eager pays every link before the program knows that it exists; the webhook arrives at once.
type eager struct {
	payment.Provider
	w *world
}

func (e eager) Name() string { return razorpay.Name }

func (e eager) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	link, err := e.Provider.CreateCheckout(ctx, r)
	if err == nil {
		e.w.fake.Pay(r.AttemptRef)
		e.w.deliver()
	}
	return link, err
}
