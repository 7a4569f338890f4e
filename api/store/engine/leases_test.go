package engine_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/store"
	"transom/api/store/engine"
)

// countedGateway counts its requests, and answers late enough for the other instances to ask as well.
type countedGateway struct {
	payment.Provider
	created, fetched atomic.Int64
}

const thinking = 20 * time.Millisecond

func (g *countedGateway) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	g.created.Add(1)
	time.Sleep(thinking)
	return g.Provider.CreateCheckout(ctx, r)
}

func (g *countedGateway) Fetch(ctx context.Context, providerID, ref string) (payment.State, error) {
	g.fetched.Add(1)
	time.Sleep(thinking)
	return g.Provider.Fetch(ctx, providerID, ref)
}

type leaseless struct{ payment.Store }

func (leaseless) HoldAttempt(context.Context, string, string, time.Time, time.Time) (bool, error) {
	return true, nil
}

// `hurry` lets one person register and request the payment's status on all instances at once, and returns how many
// times the gateway was asked.
func (c *cluster) hurry() (created, fetched int64) {
	c.t.Helper()
	form := c.person()
	c.everywhere(copies*atOnce, func(copy, _ int) {
		if _, err := c.desks[copy].Register(c.t.Context(), form, registration.Submission{}); err != nil {
			c.t.Error(err)
		}
	})
	created = c.calls.created.Swap(0)
	out, err := c.desks[0].Register(c.t.Context(), form, registration.Submission{})
	c.must(err)
	view, err := c.stores[0].FindPaymentView(c.t.Context(), out.Booking.ID)
	c.must(err)
	_, err = c.gateway.Pay(c.t.Context(), view.Attempt.ProviderID)
	c.must(err)
	c.clock.Add(payment.FetchInterval)
	c.calls.fetched.Store(0)
	c.everywhere(copies*atOnce, func(copy, _ int) {
		if view, err := c.tills[copy].Status(c.t.Context(), out.Booking.ID); err != nil || view.Status != booking.Success {
			c.t.Errorf("%s, %v", view.Status, err)
		}
	})
	return created, c.calls.fetched.Swap(0)
}

func TestThreeInstancesAskTheGatewayOnce(t *testing.T) {
	c := newCluster(t, 0, without{})
	for range size(5, 100) {
		if created, fetched := c.hurry(); created != 1 || fetched != 1 {
			t.Errorf("asked for a link %d times, for its state %d times", created, fetched)
		}
	}
}

func TestThreeInstancesWithoutLeasesAskTwice(t *testing.T) {
	c := newCluster(t, 0, without{leases: true})
	var created, fetched int64
	for range 100 {
		moreCreated, moreFetched := c.hurry()
		created, fetched = max(created, moreCreated), max(fetched, moreFetched)
		if created > 1 && fetched > 1 {
			return
		}
	}
	t.Errorf("asked for a link %d times, for its state %d times: the test above proves nothing", created, fetched)
}

// A dead instance keeps its lease until the lease expires; a lease whose end is too far ahead is ignored.
func TestALeaseEnds(t *testing.T) {
	c := newCluster(t, 0, without{})
	out, err := c.desks[0].Register(t.Context(), c.person(), registration.Submission{})
	c.must(err)
	view, err := c.stores[0].FindPaymentView(t.Context(), out.Booking.ID)
	c.must(err)
	ref, began := view.Attempt.Ref, c.clock.Now()
	for _, step := range []struct {
		what, holder string
		copy         int
		after        time.Duration
		want         bool
	}{
		{"the first", "a", 0, 0, true},
		{"another", "b", 1, 9 * time.Second, false},
		{"the same again", "a", 0, 9 * time.Second, true},
		{"another instance when its time is over", "b", 1, 19 * time.Second, true},
		{"an instance whose clock was set back", "c", 2, -time.Hour, true},
	} {
		now := began.Add(step.after)
		held, err := c.stores[step.copy].HoldAttempt(t.Context(), ref, step.holder, now, now.Add(10*time.Second))
		if err != nil || held != step.want {
			t.Errorf("%s: %v, %v", step.what, held, err)
		}
	}
	c.must(c.stores[0].ReleaseAttempt(t.Context(), ref, "a"))
	now := began.Add(-time.Hour)
	if held, err := c.stores[0].HoldAttempt(t.Context(), ref, "a", now, now.Add(10*time.Second)); err != nil || held {
		t.Errorf("released by another instance: %v, %v", held, err)
	}
	c.must(c.stores[2].ReleaseAttempt(t.Context(), ref, "c"))
	if held, err := c.stores[0].HoldAttempt(t.Context(), ref, "a", now, now.Add(10*time.Second)); err != nil || !held {
		t.Errorf("after it was released: %v, %v", held, err)
	}
}

// If the leader loses its connection, its workers are stopped and another instance leads.
func TestOneInstanceLeads(t *testing.T) {
	first, address := postgres(t)
	copies := []*store.Store{first}
	for range 2 {
		s, err := store.Open(t.Context(), address)
		must(t, err)
		t.Cleanup(func() { s.Close() })
		copies = append(copies, s)
	}
	ctx, stop := context.WithCancel(t.Context())
	began, ended := make(chan int, 10), make(chan int, 10)
	var all sync.WaitGroup
	for i, s := range copies {
		all.Go(func() {
			err := s.Lead(ctx, func(ctx context.Context) error {
				began <- i
				<-ctx.Done()
				ended <- i
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range 3 {
		leader := <-began
		_, err := copies[leader].WritePool().Exec(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
				AND objid = 3 AND granted`)
		must(t, err)
		check.Equal(t, <-ended, leader, "the instance that was stopped")
	}
	last := <-began
	select {
	case other := <-began:
		t.Errorf("%d leads as well as %d", other, last)
	case <-time.After(3 * engine.LeaderPause): // long enough for several attempts to lead
	}
	stop()
	all.Wait()
}

// A code has the same age for all instances; an instance with different keys does not start.
func TestInstancesAgree(t *testing.T) {
	a, address := postgres(t)
	b, err := store.Open(t.Context(), address)
	must(t, err)
	defer b.Close()
	made := a.Uptime().Now()
	if age, known := b.Uptime().Now().AgeOf(made); !known || age < 0 {
		t.Errorf("age %v, known %v", age, known)
	}
	must(t, a.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "two"}))
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "two"}); err != nil {
		t.Error(err)
	}
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "other", "ticket.key": "two"}); err == nil ||
		!strings.Contains(err.Error(), "signin.pepper") {
		t.Errorf("another pepper: %v", err)
	}
	// After a key was changed on purpose, only the new key is accepted.
	must(t, a.KeyFingerprint(t.Context(), "ticket.key", "three"))
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "three"}); err != nil {
		t.Error(err)
	}
}
