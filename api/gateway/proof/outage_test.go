package proof_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/razorpay"
	"transom/api/payment"
	"transom/api/registration"
)

func TestLostAnswersMakeOneLink(t *testing.T) {
	n := size(150, 1000)
	lossy := fakegateway.Knobs{LostCreate: 0.3, Odd: true}
	onProviders(t, options{both: true, seed: seedOf(t), knobs: lossy}, func(t *testing.T, w *world) {
		people := make([]registration.Application, n)
		for i := range people {
			people[i] = w.person()
		}
		failed := make(chan int, n)
		inParallel(n, 16, func(i int) {
			if _, err := w.register.Register(context.Background(), people[i],
				registration.Submission{IdempotencyKey: people[i].Email}); err != nil {
				failed <- i
			}
		})
		close(failed)
		w.fake.SetKnobs(fakegateway.Kind())
		for i := range failed { // the page repeats the request with the same key
			_, err := w.register.Register(context.Background(), people[i],
				registration.Submission{IdempotencyKey: people[i].Email})
			w.must(err)
		}
		w.pass(time.Minute, 30*time.Second)
		w.checkLinks()
		equal(t, len(w.fake.Links()), n, "links")
		w.want(n, `SELECT COUNT(*) FROM bookings`)
		w.want(n, `SELECT COUNT(*) FROM payment_attempts WHERE state = 'OPEN' AND url <> ''`)
	})
}

func TestGatewayDownForTenMinutes(t *testing.T) {
	n := size(40, 200)
	w := newWorld(t, options{})
	w.fake.SetDown(true)
	people := make([]registration.Application, n)
	for i := range people {
		people[i] = w.person()
	}
	inParallel(n, 16, func(i int) {
		_, err := w.register.Register(context.Background(), people[i],
			registration.Submission{IdempotencyKey: people[i].Email})
		if !domain.IsCode(err, domain.CodeUnavailable) {
			t.Errorf("answered %v", err)
		}
	})
	w.want(n, `SELECT COUNT(*) FROM bookings`)
	w.pass(10*time.Minute, time.Minute)
	w.fake.SetDown(false)
	w.pass(2*time.Minute, 30*time.Second)
	w.want(n, `SELECT COUNT(*) FROM payment_attempts WHERE state = 'OPEN' AND n = 1`)
	w.want(n, `SELECT COUNT(*) FROM outbox WHERE template = 'pending'`)
	for i := range people {
		out, err := w.register.Register(context.Background(), people[i],
			registration.Submission{IdempotencyKey: people[i].Email})
		w.must(err)
		if !w.fake.Pay(w.ref(out.Booking.ID)) {
			t.Errorf("booking %s cannot be paid", out.Booking.ID)
		}
	}
	w.want(n, `SELECT COUNT(*) FROM bookings`)
	w.settleAll()
	w.wantPaid(n)
}

func TestFalsifiedAnswersPayForNothing(t *testing.T) {
	n := size(60, 500)
	onProviders(t, options{seed: seedOf(t)}, func(t *testing.T, w *world) {
		for range n {
			_, ref := w.book()
			w.fake.Pay(ref)
		}
		w.fake.SetKnobs(fakegateway.Knobs{Tamper: 1})
		w.pass(3*time.Minute, 30*time.Second)
		w.want(0, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
		w.want(n, `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch'`)
		w.settleAll() // now the gateway reports correct amounts
		w.wantPaid(n)
		w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
	})
}

// The webhook is processed seconds after the gateway is back, even for a closed link.
func TestWebhookSurvivesASilentGateway(t *testing.T) {
	for _, provider := range providers {
		for _, late := range []bool{false, true} {
			t.Run(provider+map[bool]string{false: " open", true: " closed"}[late], func(t *testing.T) {
				t.Parallel()
				w := newWorld(t, options{provider: provider})
				id, ref := w.book()
				pay := w.fake.Pay
				if late {
					w.pass(40*time.Minute, time.Minute)
					w.wantStatus(id, booking.Failed)
					pay = w.fake.PayLate
				}
				w.queue.Drop()
				if !pay(ref) {
					t.Fatal("it cannot be paid")
				}
				w.clock.Add(time.Second)
				w.fake.SetDown(true)
				w.deliver()
				for range 4 {
					w.payments.Reconcile(context.Background())
					w.clock.Add(time.Second)
				}
				// the gateway did not respond, so the event is not processed
				w.want(1, `SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL AND tries > 0`)
				w.fake.SetDown(false)
				for range 10 { // during these seconds only the waiting webhooks prompt requests to the gateway
					w.payments.Reconcile(context.Background())
					w.clock.Add(time.Second)
				}
				w.wantStatus(id, booking.Success)
				w.pass(5*time.Minute, time.Second*10)
				w.want(0, `SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL`)
			})
		}
	}
}

func TestEventsWaitLongerForAnUnavailableGateway(t *testing.T) {
	w := newWorld(t, options{})
	_, ref := w.book()
	w.fake.Pay(ref)
	w.clock.Add(time.Second)
	w.fake.SetDown(true)
	w.deliver()
	before := w.payments.Counters.FetchErrors.Load()
	for range 10 * 60 {
		w.payments.Reconcile(context.Background())
		w.clock.Add(time.Second)
	}
	if asked := w.payments.Counters.FetchErrors.Load() - before; asked > 60 {
		t.Errorf("%d requests in ten minutes", asked)
	}
	w.fake.SetDown(false)
	w.pass(3*time.Minute, 10*time.Second)
	w.want(1, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
}

// Nobody waits longer than ten seconds, not even other visitors who wait for the same link.
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

	// After a failed request, the reconciler waits before it repeats the request.
	w.clock.Add(time.Minute)
	w.payments.Reconcile(context.Background())
	w.want(1, `SELECT COUNT(*) FROM payment_attempts WHERE next_check_at > ?`, w.clock.Now().UnixMilli())
}

// patience records the longest time limit of any gateway call that a visitor waits for.
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
