package proof_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/razorpay"
	"transom/api/payment"
)

// happening returns the webhook for an event on a link, whatever state the link is in now.
func (w *world) happening(ref, kind string) fakegateway.Delivery {
	w.t.Helper()
	for _, l := range w.fake.Links() {
		if l.Reference != ref {
			continue
		}
		about := fakegateway.Happening{Kind: kind, Link: l, At: w.clock.Now()}
		if len(l.Payments) > 0 && kind != fakegateway.Expired {
			about.Payment = l.Payments[len(l.Payments)-1]
		}
		return fakegateway.Delivery{EventID: "evt_" + ref + kind, About: about}
	}
	w.t.Fatalf("no link %s", ref)
	return fakegateway.Delivery{}
}

func (w *world) receive(d fakegateway.Delivery) error {
	h, raw := w.fake.Render(d)
	return w.payments.Receive(context.Background(), w.provider.Name(), h, raw)
}

func TestDuplicateStorm(t *testing.T) {
	onProviders(t, options{both: true}, func(t *testing.T, w *world) {
		_, ref := w.book()
		w.fake.Pay(ref)
		event := w.happening(ref, fakegateway.Paid)
		w.clock.Add(10 * time.Second)
		ctx, stop := context.WithCancel(context.Background())
		done := make(chan error, 1)
		go func() { done <- w.payments.Run(ctx) }()
		var refused atomic.Int64
		inParallel(1000, 50, func(int) {
			if err := w.receive(event); err != nil {
				refused.Add(1)
			}
		})
		stop()
		w.must(<-done)
		w.payments.Reconcile(context.Background())
		check.Equal(t, refused.Load(), 0, "refused deliveries")
		w.want(1, `SELECT COUNT(*) FROM payment_events`)
		w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'applied'`)
		w.want(1, `SELECT COUNT(*) FROM tickets`)
		w.want(1, `SELECT COUNT(*) FROM outbox`)
	})
}

// manyChecks settles one payment from many goroutines at once, without the in-memory limits, and counts the tickets and
// emails that result.
func manyChecks(t *testing.T, wrap func(payment.Store) payment.Store) (tickets, mails, failures int) {
	w := newWorld(t, options{both: true})
	_, ref := w.book()
	w.fake.Pay(ref)
	w.clock.Add(time.Minute)
	const checks = 50
	_, w.tampered = wrap(nil).(forgetful) // the control issues an invoice for every check
	var failed atomic.Int64
	var gate sync.WaitGroup
	gate.Add(checks)
	inParallel(checks, checks, func(int) {
		// The services share no memory, like separate processes, and no lease prevents simultaneous checks.
		setup := w.payments.Setup
		held := &together{Store: leaseless{setup.Store}, gate: &gate}
		defer held.arrived() // a failed check must not block the others
		setup.Store = wrap(held)
		view, err := w.store.FindPaymentView(context.Background(), w.bookingOf(ref))
		if err == nil {
			_, err = payment.New(setup).Status(context.Background(), view.BookingID)
		}
		if err != nil {
			failed.Add(1)
		}
	})
	return w.count(`SELECT COUNT(*) FROM tickets`), w.count(`SELECT COUNT(*) FROM outbox WHERE template = 'confirmation'`),
		int(failed.Load())
}

// together delays every write until all goroutines have read that nothing has been paid.
type together struct {
	payment.Store
	gate *sync.WaitGroup
	once sync.Once
}

func (s *together) arrived() { s.once.Do(s.gate.Done) }

func (s *together) Write(ctx context.Context, f func(payment.Tx) error) error {
	s.arrived()
	s.gate.Wait()
	return s.Store.Write(ctx, f)
}

type leaseless struct{ payment.Store }

func (leaseless) HoldAttempt(context.Context, string, string, time.Time, time.Time) (bool, error) {
	return true, nil
}

func (w *world) bookingOf(ref string) string {
	a, err := w.store.FindAttempt(context.Background(), ref)
	w.must(err)
	return a.BookingID
}

func TestManyProcessesSettleOnce(t *testing.T) {
	tickets, mails, failures := manyChecks(t, func(s payment.Store) payment.Store { return s })
	if tickets != 1 || mails != 1 || failures != 0 {
		t.Errorf("%d tickets, %d emails, %d failures", tickets, mails, failures)
	}
}

// The control: without the check for a stored payment inside the transaction, the payment is settled twice.
func TestControlForgetfulStoreSettlesTwice(t *testing.T) {
	_, mails, _ := manyChecks(t, func(s payment.Store) payment.Store { return forgetful{s} })
	if mails < 2 {
		t.Errorf("%d emails: the race that is tested did not happen", mails)
	}
}

// forgetful is a store in which no payment is ever known and nothing is ever paid.
type forgetful struct{ payment.Store }

func (s forgetful) Write(ctx context.Context, f func(payment.Tx) error) error {
	return s.Store.Write(ctx, func(tx payment.Tx) error { return f(forgetfulTx{tx}) })
}

type forgetfulTx struct{ payment.Tx }

func (tx forgetfulTx) FindPaymentOfAttempt(context.Context, string) (booking.Payment, error) {
	return booking.Payment{}, domain.ErrNotFound
}

func (tx forgetfulTx) InsertPayment(context.Context, booking.Payment) error { return nil }

func (tx forgetfulTx) FindBooking(ctx context.Context, id string) (booking.Booking, error) {
	b, err := tx.Tx.FindBooking(ctx, id)
	b.Status = booking.Initiated
	return b, err
}

func (tx forgetfulTx) EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error {
	m.DedupeKey += domain.NewID(64)
	return tx.Tx.EnqueueMail(ctx, m, now)
}

func TestEveryOrderOfEvents(t *testing.T) {
	kinds := []string{"failed", "authorized", "captured", fakegateway.Paid, fakegateway.Expired}
	w := newWorld(t, options{})
	orders := 0
	permute(kinds, func(order []string) {
		orders++
		id, ref := w.book()
		w.fake.Fail(ref)
		for i, kind := range order {
			if kind == "captured" {
				w.fake.Pay(ref)
			}
			event := w.happening(ref, kind)
			event.EventID += fmt.Sprint(i)
			w.must(w.receive(event))
			w.clock.Add(6 * time.Second)
			w.payments.Reconcile(context.Background())
		}
		w.wantStatus(id, booking.Success)
	})
	if orders != 120 {
		t.Fatalf("%d orders", orders)
	}
	w.want(120, `SELECT COUNT(*) FROM tickets`)
	w.want(120, `SELECT COUNT(*) FROM outbox WHERE template = 'confirmation'`)
	w.want(0, `SELECT COUNT(*) FROM tasks`)
	w.checkMoney()
}

func permute(items []string, visit func([]string)) {
	var step func(int)
	step = func(k int) {
		if k == len(items) {
			visit(items)
			return
		}
		for i := k; i < len(items); i++ {
			items[k], items[i] = items[i], items[k]
			step(k + 1)
			items[k], items[i] = items[i], items[k]
		}
	}
	step(0)
}

func TestMessagesAboutForeignPayments(t *testing.T) {
	w := newWorld(t, options{})
	_, ref := w.book()
	event := w.happening(ref, fakegateway.Expired)
	event.About.Link.Reference, event.About.Link.ID = "SOMEBODY-ELSE-1", "plink_elsewhere"
	w.must(w.receive(event))
	w.payments.Reconcile(context.Background())
	check.Equal(t, w.payments.Counters.UnknownEvents.Load(), 1, "unknown events")
	w.want(0, `SELECT COUNT(*) FROM payment_events WHERE processed_at IS NULL`)
	var refused *domain.Error
	if err := w.payments.Receive(context.Background(), "phonepe", nil, nil); !errors.As(err, &refused) ||
		refused.Code != domain.CodeNotFound {
		t.Errorf("a provider that is not in use: %v", err)
	}
}

// The control for TestLostAnswersMakeOneLink: a client that repeats the request under a new reference, as many do.
func TestControlNewReferenceMakesSecondLinks(t *testing.T) {
	w := newWorld(t, options{seed: seedOf(t), knobs: fakegateway.Knobs{LostCreate: 0.3}})
	const visitors = 60
	for range visitors {
		for range 20 { // the client tries again until a response arrives
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
		if recover() != nil { // the gateway has closed the connection
			status = 0
		}
	}()
	// expire_by is an hour and a half after the clock's time
	body := `{"amount":354000,"currency":"INR","reference_id":"` + reference + `","expire_by":1741680000}`
	request := httptest.NewRequest(http.MethodPost, "/v1/payment_links", strings.NewReader(body))
	request.SetBasicAuth("rzp_test_fake", "key_secret_test")
	answer := httptest.NewRecorder()
	l.gateway.ServeHTTP(answer, request)
	return answer.Code
}

func TestWebhookBeforeTheAnswer(t *testing.T) {
	w := newWorld(t, options{})
	w.provider = eager{w.provider, w}
	w.restart()
	id, _ := w.book()
	w.clock.Add(6 * time.Second)
	w.payments.Reconcile(context.Background())
	w.wantStatus(id, booking.Success)
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
