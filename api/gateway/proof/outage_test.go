package proof_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest/check"
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
		check.Equal(t, len(w.fake.Links()), n, "links")
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

// poll lets the given number of visitors ask once a second for the given time, and returns the shortest time between
// two requests to the gateway about one link.
func poll(t *testing.T, visitors, seconds int, ask func(w *world, id string)) (shortest time.Duration) {
	w := newWorld(t, options{})
	const bookings = 10
	ids := make([]string, bookings)
	for i := range ids {
		ids[i], _ = w.book()
	}
	for range seconds {
		inParallel(visitors, 32, func(i int) { ask(w, ids[i%bookings]) })
		w.clock.Add(time.Second)
	}
	shortest = time.Hour
	for _, l := range w.fake.Links() {
		times := w.fake.FetchTimes(l.ID)
		for i := 1; i < len(times); i++ {
			shortest = min(shortest, times[i].Sub(times[i-1]))
		}
	}
	return shortest
}

func TestPollingIsLimited(t *testing.T) {
	shortest := poll(t, size(100, 500), size(60, 300), func(w *world, id string) {
		if _, err := w.payments.Status(context.Background(), id); err != nil {
			t.Error(err)
		}
	})
	if shortest < 5*time.Second {
		t.Errorf("the gateway got two requests within %s", shortest)
	}
}

// Without the limit, the same visitors must cause two requests within five seconds.
func TestControlImpatientPolling(t *testing.T) {
	shortest := poll(t, 100, 10, func(w *world, id string) {
		if _, err := w.provider.Fetch(context.Background(), "", w.ref(id)); err != nil {
			t.Error(err)
		}
	})
	if shortest >= 5*time.Second {
		t.Errorf("shortest time %s: the visitors do not poll fast enough", shortest)
	}
}

type listing struct {
	payment.Provider
	asked *atomic.Int32
}

func (l listing) Captured(ctx context.Context, from, to time.Time) ([]payment.CapturedPayment, error) {
	l.asked.Add(1)
	return l.Provider.Captured(ctx, from, to)
}

// Looking up a mismatched payment needs the gateway's whole list, which is slow. The list is requested once a minute,
// however many pages wait for the link, but at once if another payment is made or a person runs the audit.
func TestPollingAMismatchedLinkIsLimited(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		list := listing{w.provider, new(atomic.Int32)}
		w.provider = list
		w.restart()
		w.fake.Pay(ref)
		w.exec(`UPDATE payment_attempts SET amount_paise = 100 WHERE attempt_ref = ?`, ref)
		wait := func(d time.Duration) int32 {
			before, fetched := list.asked.Load(), w.payments.Counters.Fetches.Load()
			for range int(d / (5 * time.Second)) {
				if _, err := w.payments.Status(context.Background(), id); err != nil {
					t.Fatal(err)
				}
				w.clock.Add(5 * time.Second)
			}
			check.Equal(t, w.payments.Counters.Fetches.Load()-fetched, int64(d/(5*time.Second)),
				"requests about the link in %v", d)
			return list.asked.Load() - before
		}
		check.Equal(t, wait(time.Minute), 1, "readings of the list in a minute")
		check.Equal(t, wait(5*time.Minute), 5, "readings of the list in five minutes")
		before := list.asked.Load()
		w.audit()
		if list.asked.Load() == before {
			t.Error("the audit gets an old list")
		}
	})
}
