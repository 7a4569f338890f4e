package engine_test

import (
	"context"
	"io"
	"log/slog"
	"os"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/pgtest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/store"
	"transom/api/store/engine"
)

// These tests check the rules that need exclusive writes, with three instances on one PostgreSQL database. Tests with
// "Without" in their names are controls. api/server and api/gateway/proof test the same rules with SQLite.

const (
	copies  = 3
	atOnce  = 16 // simultaneous calls in each instance
	someURL = "https://natcon.example"
)

// cluster is several instances of the registration service that share one database and one gateway.
type cluster struct {
	t       *testing.T
	content *domain.Content
	clock   *apitest.Clock
	gateway *sandbox.Sandbox
	calls   *countedGateway
	stores  []*store.Store
	desks   []*registration.Service
	tills   []*payment.Service
}

// The struct `without` lists the protections that a control removes.
type without struct {
	locks, leases bool
}

func newCluster(t *testing.T, capacity int, o without) *cluster {
	t.Helper()
	c := &cluster{t: t, content: apitest.Edition(), clock: apitest.NewClock(time.Time{})}
	c.content.Registration.IDDocument.Mode = "off"
	c.content.Tickets.Categories[1].Capacity = capacity
	box, err := sandbox.Open(t.Context(), t.TempDir(), someURL, c.clock)
	c.must(err)
	t.Cleanup(func() { box.Close() })
	c.gateway, c.calls = box, &countedGateway{Provider: box}
	address := pgtest.Database(t, func(address string) error {
		s, err := store.Open(context.Background(), address)
		if err != nil {
			return err
		}
		return s.Close()
	})
	for range copies {
		s, err := store.Open(t.Context(), address)
		c.must(err)
		t.Cleanup(func() { s.Close() })
		if o.locks {
			s.WithoutLocks()
		}
		var ledger payment.Store = store.For[payment.Tx](s)
		if o.leases {
			ledger = leaseless{ledger}
		}
		till := payment.New(payment.Setup{
			Store: ledger, Provider: c.calls, Clock: c.clock, Tickets: plainTickets{}, Content: c.content, SiteURL: someURL,
			Log: slog.New(slog.NewTextHandler(io.Discard, nil)),
		})
		form, err := registration.NewForm(c.content)
		c.must(err)
		desk := registration.New(form, store.For[registration.Tx](s), till, c.clock, false)
		c.stores, c.desks, c.tills = append(c.stores, s), append(c.desks, desk), append(c.tills, till)
	}
	return c
}

func (c *cluster) must(err error) {
	c.t.Helper()
	must(c.t, err)
}

type plainTickets struct{}

func (plainTickets) Issue(b booking.Booking, now time.Time) (booking.Ticket, error) {
	return booking.Ticket{
		ID: domain.NewID(128), BookingID: b.ID, HolderName: b.Name(), CategoryType: b.CategoryType, Seats: b.Seats,
		EntriesTotal: 3, EntriesRemaining: 3, Status: "valid", Signature: "-", IssuedAt: now,
	}, nil
}

var registrants atomic.Int64

func (c *cluster) person() registration.Application {
	c.t.Helper()
	photo, name := domain.NewAssetID(), apitest.Letters(registrants.Add(1))
	c.must(c.stores[0].Write(c.t.Context(), func(tx *store.Tx) error {
		return tx.InsertAsset(c.t.Context(), domain.Asset{ID: photo, Kind: "photo", CreatedAt: c.clock.Now(), SizeBytes: 1,
			Width: 1, Height: 1})
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

func (c *cluster) count(query string, args ...any) (n int) {
	c.t.Helper()
	c.must(c.stores[0].QueryOne(c.t.Context(), &n, query, args...))
	return n
}

// everywhere calls f once for each number from 0 to times-1. The calls are divided among the instances, `atOnce` at a
// time on each instance.
func (c *cluster) everywhere(times int, f func(copy, i int)) {
	var all sync.WaitGroup
	for worker := range copies * atOnce {
		all.Go(func() {
			for i := worker; i < times; i += copies * atOnce {
				f(worker%copies, i)
			}
		})
	}
	all.Wait()
}

// patiently repeats a call while the database is too busy to answer it, as a visitor does. Such a call changed nothing.
func patiently[Answer any](call func() (Answer, error)) (Answer, error) {
	for {
		if answer, err := call(); !domain.IsCode(err, domain.CodeUnavailable) {
			return answer, err
		}
	}
}

// size returns the size of a test: `full` in a soak test, otherwise `ci`.
func size(ci, full int) int {
	if os.Getenv("TRANSOM_SOAK") != "" {
		return full
	}
	return ci
}

// sell lets ten times as many people try to buy a ticket as there are seats, and returns how many seats were sold.
func (c *cluster) sell(seats int) int {
	c.t.Helper()
	forms := make([]registration.Application, 10*seats)
	for i := range forms {
		forms[i] = c.person()
	}
	c.everywhere(len(forms), func(copy, i int) {
		_, err := patiently(func() (registration.Registered, error) {
			return c.desks[copy].Register(c.t.Context(), forms[i], registration.Submission{})
		})
		if err != nil && !domain.IsCode(err, domain.CodeSoldOut) {
			c.t.Error(err)
		}
	})
	return c.count(`SELECT COALESCE(SUM(seats), 0) FROM bookings WHERE holds_seat = 1`)
}

func TestThreeInstancesSellEachSeatOnce(t *testing.T) {
	seats := size(50, 500)
	c := newCluster(t, seats, without{})
	check.Equal(t, c.sell(seats), seats, "seats sold")
	check.Equal(t, c.count(`SELECT COUNT(*) FROM assets WHERE claimed_at IS NOT NULL`), seats, "pictures are taken")
}

func TestThreeInstancesWithoutLocksSellTooMany(t *testing.T) {
	for range 20 {
		if c := newCluster(t, 5, without{locks: true}); c.sell(5) > 5 {
			return
		}
	}
	t.Error("nothing was sold twice: the test above proves nothing")
}

func TestThreeInstancesAcceptAPersonOnce(t *testing.T) {
	c := newCluster(t, 0, without{})
	for _, key := range []string{"", "a key of one submission"} {
		before := c.count(`SELECT COUNT(*) FROM payment_attempts`)
		form := c.person()
		var mu sync.Mutex
		links := map[string]bool{}
		c.everywhere(copies*atOnce, func(copy, _ int) {
			out, err := patiently(func() (registration.Registered, error) {
				return c.desks[copy].Register(c.t.Context(), form,
					registration.Submission{IdempotencyKey: key, BodyHash: "same"})
			})
			if err != nil {
				t.Errorf("key %q: %v", key, err)
			}
			mu.Lock()
			defer mu.Unlock()
			links[out.Booking.ID+" "+out.PaymentURL] = true
		})
		if attempts := c.count(`SELECT COUNT(*) FROM payment_attempts`) - before; attempts != 1 || len(links) != 1 {
			t.Errorf("key %q: %d attempts, links %v", key, attempts, links)
		}
	}
}

// payTwice pays two bookings by one member, notifies two instances at once, and returns how many payments count.
func (c *cluster) payTwice() (applied int) {
	c.t.Helper()
	ctx := c.t.Context()
	var refs, bookings []string
	first := c.person()
	for n := range 2 {
		form := c.person()
		form.MembershipNo = first.MembershipNo
		out, err := c.desks[n].Register(ctx, form, registration.Submission{})
		c.must(err)
		view, err := c.stores[n].FindPaymentView(ctx, out.Booking.ID)
		c.must(err)
		_, err = c.gateway.Pay(ctx, view.Attempt.ProviderID)
		c.must(err)
		refs, bookings = append(refs, view.Attempt.Ref), append(bookings, out.Booking.ID)
	}
	c.clock.Add(time.Minute)
	var all sync.WaitGroup
	for n := range copies { // the third instance also handles the first booking
		all.Go(func() {
			if _, err := c.tills[n].Status(ctx, bookings[n%2]); err != nil {
				c.t.Error(err)
			}
		})
	}
	all.Wait()
	check.Equal(c.t, c.count(`SELECT COUNT(*) FROM payments WHERE attempt_ref IN (?, ?)`, refs[0], refs[1]), 2,
		"payments are known")
	return c.count(`SELECT COUNT(*) FROM payments WHERE disposition = 'applied' AND attempt_ref IN (?, ?)`, refs[0],
		refs[1])
}

func TestThreeInstancesRecordAPaymentOnce(t *testing.T) {
	c := newCluster(t, 0, without{})
	rounds := size(20, 500)
	for range rounds {
		if applied := c.payTwice(); applied != 1 {
			t.Fatalf("%d payments of one member count", applied)
		}
	}
	check.Equal(t, c.count(`SELECT COUNT(*) FROM tickets`), rounds, "tickets for members")
}

func TestThreeInstancesWithoutLocksRecordItTwice(t *testing.T) {
	c := newCluster(t, 0, without{locks: true})
	for range 200 {
		if c.payTwice() == 2 {
			return
		}
	}
	t.Error("nothing ever went wrong: the test above proves nothing")
}

// payMany pays many bookings, notifies all instances at once, and returns how many document numbers are missing or used
// twice.
func (c *cluster) payMany(times int) (wrong int) {
	c.t.Helper()
	ids := make([]string, times)
	for i := range ids {
		out, err := c.desks[0].Register(c.t.Context(), c.person(), registration.Submission{})
		c.must(err)
		view, err := c.stores[0].FindPaymentView(c.t.Context(), out.Booking.ID)
		c.must(err)
		_, err = c.gateway.Pay(c.t.Context(), view.Attempt.ProviderID)
		c.must(err)
		ids[i] = out.Booking.ID
	}
	c.clock.Add(time.Minute)
	c.everywhere(times, func(copy, i int) { _, _ = c.tills[copy].Status(c.t.Context(), ids[i]) })
	paid := c.count(`SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
	return c.count(`SELECT COUNT(*) FROM invoices WHERE n > ?`, paid) + paid -
		c.count(`SELECT COUNT(DISTINCT n) FROM invoices`)
}

// The lock on the series' row is sufficient, even without the lock on all writers.
func TestThreeInstancesNumberWithoutGaps(t *testing.T) {
	for _, o := range []without{{}, {locks: true}} {
		times := size(60, 1000)
		c := newCluster(t, 0, o)
		if wrong := c.payMany(times); wrong != 0 || c.count(`SELECT COUNT(*) FROM invoices`) != times {
			t.Errorf("%+v: %d numbers are wrong", o, wrong)
		}
	}
}

func TestThreeInstancesWithoutLockUseANumberTwice(t *testing.T) {
	c := newCluster(t, 0, without{locks: true})
	for _, statement := range []string{
		`ALTER TABLE invoices DROP CONSTRAINT invoices_number_key`,
		`ALTER TABLE invoices DROP CONSTRAINT invoices_series_year_n_key`,
	} {
		_, err := c.stores[0].Exec(t.Context(), statement)
		c.must(err)
	}
	var readers sync.WaitGroup
	readers.Add(2)
	// The first transaction that has read a number waits until a second one has read it, too.
	var reads atomic.Int32
	meet := func() {
		if reads.Add(1) <= 2 {
			readers.Done()
			readers.Wait()
		}
	}
	for i := range c.tills {
		c.tills[i].Store = unlockedNumbers{c.tills[i].Store, meet}
	}
	if c.payMany(60) == 0 {
		t.Error("no number was used twice: the test above proves nothing")
	}
}

type unlockedNumbers struct {
	payment.Store
	meet func()
}

func (u unlockedNumbers) Write(ctx context.Context, f func(payment.Tx) error) error {
	return u.Store.Write(ctx, func(tx payment.Tx) error { return f(unlockedTx{tx, u.meet}) })
}

type unlockedTx struct {
	payment.Tx
	meet func()
}

func (u unlockedTx) NextNumber(ctx context.Context, series, year string) (int64, error) {
	defer u.meet()
	return engine.Value[int64](ctx, u.Tx.(*store.Tx), "read number", `
		SELECT COALESCE(MAX(n), 0) + 1 FROM invoices WHERE series = ? AND year = ?`, series, year)
}
