package domain

import "time"

// Clock tells the time. Everything that depends on the time takes one, so that tests and rehearsals can set it.
type Clock interface {
	Now() time.Time
}

// SystemClock is the machine's clock in UTC.
type SystemClock struct{}

// Now returns the current instant in UTC.
func (SystemClock) Now() time.Time { return time.Now().UTC() }

// RehearsalClock starts at an instant of the content and runs from there at the machine's pace.
type RehearsalClock struct {
	start time.Time
	began time.Time
}

// NewRehearsalClock returns a clock that shows start now.
func NewRehearsalClock(start time.Time) *RehearsalClock {
	return &RehearsalClock{start: start.UTC(), began: time.Now()}
}

// rehearsalWeek is how far a rehearsal may get from where it began; then it begins anew, because after the deadline
// nothing could be tried any more.
const rehearsalWeek = 7 * 24 * time.Hour

// ContinueAfter lets a rehearsal go on where it stopped: latest is the latest instant that it has stored, zero for
// none. It is called before anybody asks for the time.
func (c *RehearsalClock) ContinueAfter(latest time.Time) {
	if latest.After(c.start) && latest.Before(c.start.Add(rehearsalWeek)) {
		c.start = latest.UTC().Add(time.Millisecond)
	}
}

// Now returns the rehearsal's instant in UTC.
func (c *RehearsalClock) Now() time.Time { return c.start.Add(time.Since(c.began)) }

// Uptime measures how old something is where nobody may help by setting the clock. Unlike Go's monotonic time it goes
// on when this program starts again.
type Uptime interface {
	Now() Running
}

// Running is how long a machine has been running since a start that has a name.
type Running struct {
	Boot  string
	Since time.Duration
}

// AgeOf returns how long ago earlier was; false when nobody can tell, because the machine started again since.
func (r Running) AgeOf(earlier Running) (time.Duration, bool) {
	age := r.Since - earlier.Since
	return age, r.Boot == earlier.Boot && r.Boot != "" && age >= 0
}
