package store_test

import (
	"testing"
	"time"

	"transom/api/registration"
)

// mostTrips are the questions of one registration, its payment link included, each of which waits for the network: what is paused,
// the rules, everything that is written, the link. Source: postgres reference, section 8.
const mostTrips = 4

// A database next door costs its round trips: nobody adds some unseen.
func TestTripsOfARegistration(t *testing.T) {
	for what, one := range map[string]struct{ capacity, most int }{
		"with room":      {100_000, mostTrips},
		"the last seats": {600, mostTrips + 1}, // which are counted before the commit
	} {
		c := newCluster(t, one.capacity, without{far: true})
		trips := func() int64 {
			t.Helper()
			form := c.person()
			before := c.network.Trips.Load()
			_, err := c.desks[1].Register(t.Context(), form, registration.Submission{IdempotencyKey: form.Email, BodyHash: "x", NetworkHash: form.Email})
			c.must(err)
			return c.network.Trips.Load() - before
		}
		if trips() == 0 { // every question is prepared by then
			t.Fatal("no trip was counted")
		}
		trips() // one more, with the statements of the second way
		for range 3 {
			if n := trips(); n > int64(one.most) {
				t.Errorf("%s a registration takes %d trips, more than %d", what, n, one.most)
			}
		}
	}
}

// Far from the database registrations of one ticket overlap, because the lock that all of them want is taken last: a ratio. The
// slower the machine is just now, the farther the database must be, or its own work is all that is measured.
func TestRegistrationsOverlap(t *testing.T) {
	c := newCluster(t, 100_000, without{far: true})
	round := func(people int, oneByOne bool, distance time.Duration) time.Duration {
		t.Helper()
		forms := make([]registration.Application, people)
		for i := range forms {
			forms[i] = c.person()
		}
		c.network.Delay.Store(int64(distance))
		defer c.network.Delay.Store(0)
		began := time.Now()
		register := func(copy, i int) {
			if _, err := c.desks[copy].Register(t.Context(), forms[i], registration.Submission{}); err != nil {
				t.Error(err)
			}
		}
		if oneByOne {
			for i := range forms {
				register(0, i)
			}
		} else {
			c.everywhere(people, register)
		}
		return time.Since(began)
	}
	round(copies*atOnce, false, 0) // every connection is open and has prepared its questions
	distance := max(2*time.Millisecond, round(12, true, 0)/12/2)
	alone := round(12, true, distance) / 12
	together := round(4*copies*atOnce, false, distance) / time.Duration(4*copies*atOnce)
	t.Logf("%v away: one registration takes %v alone, and one comes every %v together", distance, alone, together)
	if together*3 > alone {
		t.Errorf("registrations wait for each other: %v alone, one every %v together", alone, together)
	}
}
