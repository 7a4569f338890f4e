package domain

import "time"

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
