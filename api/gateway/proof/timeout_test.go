package proof_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/gateway/razorpay"
	"transom/api/payment"
	"transom/api/registration"
)

// A gateway accepts the request and does not answer: nobody waits longer than ten seconds, including those who wait
// for the same link, and the booking remains.
func TestSilentGateway(t *testing.T) {
	t.Parallel()
	w := newWorld(t, options{})
	silence := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-silence }))
	defer web.Close()
	defer close(silence)
	patient := &patience{Provider: newProvider(razorpay.Name, web.URL)}
	w.provider = patient
	w.restart()
	person := w.person()
	inParallel(8, 8, func(i int) {
		_, err := w.register.Register(context.Background(), person, registration.Submission{IdempotencyKey: person.Email})
		if !domain.IsCode(err, domain.CodeUnavailable) {
			t.Errorf("visitor %d was answered %v", i, err)
		}
	})
	if longest := time.Duration(patient.longest.Load()); longest <= 0 || longest > 10*time.Second {
		t.Errorf("a call to the gateway may take %v", longest)
	}
	w.want(1, `SELECT COUNT(*) FROM bookings WHERE status = 'INITIATED'`)
	w.want(1, `SELECT COUNT(*) FROM payment_attempts`)

	// The reconciler also schedules its next request later instead of repeating it at once.
	w.clock.Add(time.Minute)
	w.payments.Reconcile(context.Background())
	w.want(1, `SELECT COUNT(*) FROM payment_attempts WHERE next_check_at > ?`, w.clock.Now().UnixMilli())
}

// patience records the time limit of a visitor's calls to the gateway.
type patience struct {
	payment.Provider
	longest atomic.Int64
}

func (p *patience) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	end, ends := ctx.Deadline()
	left := time.Until(end)
	if !ends {
		left = time.Hour
	}
	for old := p.longest.Load(); int64(left) > old && !p.longest.CompareAndSwap(old,
		int64(left)); old = p.longest.Load() {
	}
	return p.Provider.CreateCheckout(ctx, r)
}
