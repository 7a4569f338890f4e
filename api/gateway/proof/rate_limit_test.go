package proof_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/payment"
)

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
			equal(t, w.payments.Counters.Fetches.Load()-fetched, int64(d/(5*time.Second)),
				"requests about the link in %v", d)
			return list.asked.Load() - before
		}
		equal(t, wait(time.Minute), 1, "readings of the list in a minute")
		equal(t, wait(5*time.Minute), 5, "readings of the list in five minutes")
		before := list.asked.Load()
		w.audit()
		if list.asked.Load() == before {
			t.Error("the audit gets an old list")
		}
	})
}
