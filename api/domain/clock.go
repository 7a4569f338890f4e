package domain

import (
	"context"
	"time"
)

// All code that depends on the time uses a Clock, so that tests and rehearsals can set the time.
type Clock interface {
	Now() time.Time
}

// SystemClock is the machine's clock in UTC.
type SystemClock struct{}

// Now returns the current time in UTC.
func (SystemClock) Now() time.Time { return time.Now().UTC() }

// RehearsalClock starts at a time from the content and runs at normal speed.
type RehearsalClock struct {
	start time.Time
	began time.Time
}

// NewRehearsalClock returns a clock whose current time is start.
func NewRehearsalClock(start time.Time) *RehearsalClock {
	return &RehearsalClock{start: start.UTC(), began: time.Now()}
}

// rehearsalWeek limits how long a rehearsal runs across restarts; a later restart sets its clock back to the start.
// Without this limit the clock would pass all deadlines, and nothing could be tried out.
const rehearsalWeek = 7 * 24 * time.Hour

// ContinueAfter, called before all use, continues a rehearsal's clock after the database's latest time.
func (c *RehearsalClock) ContinueAfter(latest time.Time) {
	if latest.After(c.start) && latest.Before(c.start.Add(rehearsalWeek)) {
		c.start = latest.UTC().Add(time.Millisecond)
	}
}

// Now returns the rehearsal's current time in UTC.
func (c *RehearsalClock) Now() time.Time { return c.start.Add(time.Since(c.began)) }

// Every calls `do` at once, after each interval, and whenever `wake` (which may be nil) fires, until the context ends.
func Every(ctx context.Context, interval time.Duration, wake <-chan struct{}, do func()) error {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		do()
		select {
		case <-ctx.Done():
			return nil
		case <-wake:
		case <-ticker.C:
		}
	}
}

// Uptime measures time although somebody sets the clock and, unlike Go's monotonic time, over restarts.
type Uptime interface {
	Now() Running
}

// Running is how long a machine has been running since its last boot, which Boot identifies.
type Running struct {
	Boot  string
	Since time.Duration
}

// AgeOf returns the time since `earlier`, or false if that time is unknown because the machine has been restarted.
func (r Running) AgeOf(earlier Running) (time.Duration, bool) {
	age := r.Since - earlier.Since
	return age, r.Boot == earlier.Boot && r.Boot != "" && age >= 0
}
