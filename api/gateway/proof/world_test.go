// Package proof tests payments as a whole: the real rules, the real database and the real clients against gateways
// that misbehave. Only the gateway's ledger decides what was paid. Source: payments reference, section 11.
package proof_test

import (
	"context"
	"io"
	"log/slog"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/fakecashfree"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/api/gateway/razorpay"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/store"
)

const siteURL = "https://natcon.example"

type fake interface {
	http.Handler
	Pay(reference string) bool
	Fail(reference string) bool
	PayLate(reference string) bool
	MaybePayLate(reference string) bool
	Chance(p float64) bool
	Ledger() []fakegateway.Money
	Links() []fakegateway.Link
	FetchTimes(linkID string) []time.Time
	RefundInDashboard(paymentID string, amount int64) bool
	RefuseRefunds(refusing bool)
	FailRefund(paymentID string) bool
	Dispute(paymentID, state string, respondBy time.Time) fakegateway.Dispute
	CaptureAgain(reference string) bool
	CaptureUnsaid(reference string, amount int64) bool
	PayAmount(reference string, amount int64) bool
	SetKnobs(fakegateway.Knobs)
	SetDown(bool)
	Render(fakegateway.Delivery) (http.Header, []byte)
}

type world struct {
	t        testing.TB
	dir      string
	clock    *apitest.Clock
	content  *domain.Content
	fake     fake
	queue    *fakegateway.Queue
	provider payment.Provider
	store    *store.Store
	payments *payment.Service
	register *registration.Service
	fuse     *fuse
	people   int
	tampered bool // a test has changed rows without the program
}

// options change the default world, which is Razorpay without faults.
type options struct {
	provider string
	knobs    fakegateway.Knobs
	seed     uint64
	content  func(*domain.Content)
	rewrite  func(answer []byte) []byte
	both     bool // the test runs on PostgreSQL too: histories, races and crashes; other tests are about rules above it
}

// seedOf returns a random test's seed and prints it; TRANSOM_SEED sets it, to repeat a run.
func seedOf(t testing.TB) uint64 {
	seed := uint64(time.Now().UnixNano())
	if text := os.Getenv("TRANSOM_SEED"); text != "" {
		given, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			t.Fatal(err)
		}
		seed = given
	}
	t.Logf("seed %d (repeat with TRANSOM_SEED=%d)", seed, seed)
	return seed
}

func size(ci, full int) int {
	switch {
	case os.Getenv("TRANSOM_SOAK") == "1":
		return full
	case os.Getenv(testdb.Setting) == "postgres":
		return max(1, ci/3)
	}
	return ci
}

func newWorld(t testing.TB, o options) *world {
	t.Helper()
	if !o.both {
		testdb.Once(t)
	}
	w := &world{t: t, dir: t.TempDir(), clock: apitest.NewClock(time.Time{}), content: apitest.Edition(), fuse: new(fuse)}
	w.content.Registration.IDDocument.Mode = "off"
	if o.content != nil {
		o.content(w.content)
	}
	if o.provider == cashfree.Name {
		f := fakecashfree.New(w.clock, o.seed, o.knobs)
		w.fake, w.queue = f, &f.Webhooks
	} else {
		f := fakerazorpay.New(w.clock, o.seed, o.knobs)
		w.fake, w.queue = f, &f.Webhooks
	}
	var handler http.Handler = w.fake
	if o.rewrite != nil {
		handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			answer := httptest.NewRecorder()
			w.fake.ServeHTTP(answer, r)
			rw.WriteHeader(answer.Code)
			rw.Write(o.rewrite(answer.Body.Bytes()))
		})
	}
	server := httptest.NewUnstartedServer(handler)
	server.Config.ErrorLog = slog.NewLogLogger(slog.NewTextHandler(io.Discard, nil), slog.LevelError)
	server.Start()
	t.Cleanup(server.Close)
	w.provider = newProvider(o.provider, server.URL)
	w.start()
	t.Cleanup(func() {
		if !w.tampered {
			w.checkDocuments()
		}
		testdb.End(t, w.store)
	})
	return w
}

func onProviders(t *testing.T, o options, f func(t *testing.T, w *world)) {
	t.Helper()
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			o := o
			o.provider = provider
			f(t, newWorld(t, o))
		})
	}
}

func newProvider(name, address string) payment.Provider {
	if name == cashfree.Name {
		return cashfree.New(cashfree.Config{
			BaseURL: address, ClientID: fakecashfree.ClientID, ClientSecrets: []string{fakecashfree.ClientSecret},
			MinPause: time.Millisecond,
		})
	}
	return razorpay.New(razorpay.Config{
		BaseURL: address, KeyID: fakerazorpay.KeyID, KeySecret: fakerazorpay.KeySecret,
		WebhookSecrets: []string{fakerazorpay.WebhookSecret}, MinPause: time.Millisecond,
	})
}

func (w *world) start() {
	w.t.Helper()
	db, err := store.Open(context.Background(), testdb.Place(w.t, w.dir))
	w.must(err)
	w.store = db
	w.payments = payment.New(payment.Setup{
		Store: guardedStore[payment.Tx]{db, w.fuse}, Provider: guardedProvider{w.provider, w.fuse}, Clock: w.clock,
		Tickets: issuer{}, Content: w.content, SiteURL: siteURL, Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
	})
	rules, err := registration.NewForm(w.content)
	w.must(err)
	w.register = registration.New(rules, guardedStore[registration.Tx]{db, w.fuse}, w.payments, w.clock, false)
}

func (w *world) restart() {
	w.t.Helper()
	w.store.Close()
	w.fuse.replace()
	w.start()
}

func (w *world) must(err error) {
	w.t.Helper()
	if err != nil {
		w.t.Fatal(err)
	}
}

type issuer struct{}

func (issuer) Issue(b booking.Booking, now time.Time) (booking.Ticket, error) {
	return booking.Ticket{
		ID: domain.NewID(128), BookingID: b.ID, HolderName: b.Name(), CategoryType: b.CategoryType, Seats: b.Seats,
		EntriesTotal: 3 * b.Seats, EntriesRemaining: 3 * b.Seats, Gate: "—", Row: "—", Seat: "—", Status: "valid",
		Signature: "-", IssuedAt: now,
	}, nil
}

func (w *world) person() registration.Application {
	w.t.Helper()
	w.people++
	name := letters(w.people)
	photo := domain.NewAssetID()
	w.must(w.store.Write(context.Background(), func(tx *store.Tx) error {
		return tx.InsertAsset(context.Background(), domain.Asset{ID: photo, Kind: "photo", CreatedAt: w.clock.Now(),
			SizeBytes: 1, Width: 1, Height: 1})
	}))
	return registration.Application{
		Person: booking.Person{
			FirstName: "Asha", LastName: name, Email: "asha." + name + "@example.org", Mobile: "9876543210",
			DOB: "1990-05-17", Gender: "female", MembershipNo: "A" + name, InstituteName: "Indian Institute of Architects",
			City: "Bhopal", State: "Madhya Pradesh", Country: "India",
		},
		TicketCategory: "IIA_MEMBER_25_ABOVE", PhotoHandle: domain.AssetHandle(photo), Consent: true, AmountPaise: 354000,
	}
}

func letters(n int) string {
	out := []byte{}
	for ; n > 0; n /= 26 {
		out = append(out, byte('a'+n%26))
	}
	return string(out)
}

func (w *world) book() (bookingID, ref string) {
	w.t.Helper()
	out, err := w.register.Register(context.Background(), w.person(), registration.Submission{})
	w.must(err)
	return out.Booking.ID, w.ref(out.Booking.ID)
}

func (w *world) ref(bookingID string) string {
	w.t.Helper()
	view, err := w.store.FindPaymentView(context.Background(), bookingID)
	w.must(err)
	return view.Attempt.Ref
}

func (w *world) status(bookingID string) booking.PaymentStatus {
	w.t.Helper()
	view, err := w.store.FindPaymentView(context.Background(), bookingID)
	w.must(err)
	return view.Status
}

func (w *world) wantStatus(bookingID string, want booking.PaymentStatus) {
	w.t.Helper()
	check.Equal(w.t, w.status(bookingID), want, "%s", bookingID)
}

// wantPaid checks how many bookings are paid, and whether the money of every booking is right.
func (w *world) wantPaid(want int) {
	w.t.Helper()
	check.Equal(w.t, w.checkMoney(), want, "paid")
}

func (w *world) deliver() {
	w.queue.Send(w.clock.Now(), func(d fakegateway.Delivery) int {
		h, raw := w.fake.Render(d)
		if err := w.payments.Receive(context.Background(), w.provider.Name(), h, raw); err != nil {
			return http.StatusServiceUnavailable
		}
		return http.StatusOK
	})
}

func (w *world) pass(d, step time.Duration) {
	for passed := time.Duration(0); passed < d; passed += step {
		w.clock.Add(step)
		w.deliver()
		w.payments.Reconcile(context.Background())
	}
}

// settleAll advances the clock by four days; after that, nothing is pending any more.
func (w *world) settleAll() {
	w.fake.SetKnobs(fakegateway.Kind())
	w.pass(time.Minute, 10*time.Second)
	w.pass(2*time.Hour, 5*time.Minute)
	w.pass(4*24*time.Hour, 3*time.Hour)
}

func (w *world) count(query string, args ...any) int {
	w.t.Helper()
	var n int
	w.must(w.store.Write(context.Background(), func(tx *store.Tx) error {
		return tx.QueryRowContext(context.Background(), query, args...).Scan(&n)
	}))
	return n
}

func (w *world) want(n int, query string, args ...any) {
	w.t.Helper()
	check.Equal(w.t, w.count(query, args...), n, "%s %v", query, args)
}

// history is a run of random visits. A short run continues until each kind of event has happened, because otherwise
// it would prove little; a power failure is the kind "crash".
type history struct {
	visits, steps int           // on one visit in eight, the power fails within this many steps
	pause         time.Duration // the longest time between two visits
	kinds         []string
}

// happen runs a history and counts its crashes in `done`; `visit` counts the other kinds of events.
func (w *world) happen(dice *rand.Rand, h history, done map[string]int, visit func(i int)) {
	w.t.Helper()
	missing := func(kind string) bool { return done[kind] == 0 }
	for i := 0; i < h.visits || slices.ContainsFunc(h.kinds, missing) && i < 10*h.visits; i++ {
		if i < 3 { // at least the first visit crashes; later, all seats may be sold, so that nothing is written
			w.fuse.burnAfter(i)
		} else if dice.IntN(8) == 0 {
			w.fuse.burnAfter(dice.IntN(h.steps))
		}
		visit(i)
		if w.fuse.burnt() {
			done["crash"]++
			w.restart()
		}
		w.fuse.replace()
		w.clock.Add(time.Duration(dice.Int64N(int64(h.pause))))
		w.deliver()
		w.payments.Reconcile(context.Background())
	}
	w.t.Logf("what happened: %v", done)
	if slices.ContainsFunc(h.kinds, missing) {
		w.t.Errorf("one of %v did not happen: %v", h.kinds, done)
	}
}

func inParallel(n, workers int, f func(int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range workers {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// checkMoney compares our data with the gateway's ledger: for each booking with a payment, we kept the exact price and
// issued one ticket, refunded everything, or have an open task. It returns how many bookings were paid.
func (w *world) checkMoney() (paid int) {
	w.t.Helper()
	kept := map[string]int64{} // by booking, in paise
	unexplained := 0
	for _, money := range w.fake.Ledger() {
		a, err := w.store.FindAttempt(context.Background(), money.Reference)
		if err != nil {
			w.t.Errorf("captured money for the unknown reference %s", money.Reference)
			continue
		}
		kept[a.BookingID] += money.Captured - money.Refunded
		if w.count(`SELECT (SELECT COUNT(*) FROM payments WHERE attempt_ref = ?) + (SELECT COUNT(*) FROM tasks
				WHERE attempt_ref = ? AND done_at IS NULL)`,
			money.Reference, money.Reference) == 0 {
			unexplained++
			w.t.Errorf("%d paise of %s are neither a payment nor a task", money.Captured, money.Reference)
		}
	}
	for id, rest := range kept {
		b, err := w.store.FindBooking(context.Background(), id)
		w.must(err)
		tickets := w.count(`SELECT COUNT(*) FROM tickets WHERE booking_id = ?`, id)
		tasks := w.count(`SELECT COUNT(*) FROM tasks WHERE booking_id = ? AND done_at IS NULL`, id)
		switch {
		case rest == b.AmountPaise && b.Status == booking.Success && tickets == 1:
			paid++
		case rest == 0 && b.Status != booking.Success && tickets == 0:
		case tasks > 0 && tickets <= 1:
		default:
			w.t.Errorf("booking %s: %d of %d paise, status %s, %d tickets", id, rest, b.AmountPaise, b.Status,
				tickets)
		}
	}
	w.want(0, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS' AND id NOT IN (SELECT booking_id FROM tickets)`)
	w.want(0, `SELECT COUNT(*) FROM tickets WHERE booking_id NOT IN (SELECT id FROM bookings WHERE status = 'SUCCESS')`)
	w.want(w.count(`SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`), `SELECT COUNT(*) FROM outbox
			WHERE template = 'confirmation'`)
	w.want(0, `SELECT COUNT(*) FROM bookings b WHERE NOT EXISTS (SELECT 1 FROM payment_attempts a
			WHERE a.booking_id = b.id)`)
	return paid
}

func (w *world) checkLinks() {
	w.t.Helper()
	payable := map[string]int{}
	for _, l := range w.fake.Links() {
		if l.Status == fakegateway.Created {
			a, err := w.store.FindAttempt(context.Background(), l.Reference)
			w.must(err)
			if payable[a.BookingID]++; payable[a.BookingID] > 1 {
				w.t.Errorf("booking %s has two payable links", a.BookingID)
			}
		}
	}
}

func (w *world) sync(id string) (booking.Payment, error) {
	known := func() booking.Payment {
		all, err := w.store.PaymentsOfBooking(context.Background(), id)
		w.must(err)
		return all[len(all)-1]
	}
	err := w.payments.Refunds.Sync(context.Background(), known())
	return known(), err
}
