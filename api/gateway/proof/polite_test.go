package proof_test

import (
	"context"
	"testing"
	"time"
)

// poll lets so many visitors ask once a second for so many seconds, and returns the shortest time between two
// questions to the gateway about one link.
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

func TestPollingIsPolite(t *testing.T) {
	shortest := poll(t, size(100, 500), size(60, 300), func(w *world, id string) {
		if _, err := w.payments.Status(context.Background(), id); err != nil {
			t.Error(err)
		}
	})
	if shortest < 5*time.Second {
		t.Errorf("the gateway was asked twice within %s", shortest)
	}
}

// Without the gate the same visitors do ask twice within five seconds: else the test above proves nothing.
func TestControlImpatientPolling(t *testing.T) {
	shortest := poll(t, 100, 10, func(w *world, id string) {
		if _, err := w.provider.Fetch(context.Background(), "", w.ref(id)); err != nil {
			t.Error(err)
		}
	})
	if shortest >= 5*time.Second {
		t.Errorf("shortest time %s: the visitors are not impatient", shortest)
	}
}
