package proof_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/gateway/razorpay"
)

// A gateway that takes the request and says nothing: everybody who waits for it gets an answer within ten seconds, also
// those who wait for the same link, and the booking stays.
func TestSilentGateway(t *testing.T) {
	t.Parallel()
	w := newWorld(t, options{})
	silence := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-silence }))
	defer web.Close()
	defer close(silence)
	w.provider = newProvider(razorpay.Name, web.URL)
	w.restart()
	person := w.person()
	inParallel(8, 8, func(i int) {
		began := time.Now()
		_, err := w.register.Register(context.Background(), person, domain.Submission{IdempotencyKey: person.Email})
		if took := time.Since(began); took > 10*time.Second {
			t.Errorf("visitor %d was answered after %s", i, took)
		}
		if !domain.IsCode(err, domain.CodeUnavailable) {
			t.Errorf("visitor %d was answered %v", i, err)
		}
	})
	w.want(1, `SELECT COUNT(*) FROM bookings WHERE status = 'INITIATED'`)
	w.want(1, `SELECT COUNT(*) FROM payment_attempts`)

	// The reconciler learns from the silence, too: it plans its next question instead of asking at once again.
	w.clock.Add(time.Minute)
	w.payments.Reconcile(context.Background())
	w.want(1, `SELECT COUNT(*) FROM payment_attempts WHERE next_check_at > ?`, w.clock.Now().UnixMilli())
}
