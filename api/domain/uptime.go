package domain

import (
	"os"
	"strconv"
	"strings"
	"time"
)

// Uptime measures how old something is where nobody may help by setting the clock. Unlike Go's monotonic time it goes on
// when this program starts again.
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

// MachineUptime is what Linux tells. Elsewhere it is that of this process, so that a restart makes every age unknown.
type MachineUptime struct {
	boot    string
	started time.Time
}

const (
	bootIDFile = "/proc/sys/kernel/random/boot_id"
	uptimeFile = "/proc/uptime"
)

// NewMachineUptime returns the uptime of this machine.
func NewMachineUptime() *MachineUptime {
	u := &MachineUptime{boot: "process " + NewID(128), started: time.Now()}
	if boot, err := os.ReadFile(bootIDFile); err == nil {
		if _, ok := readUptime(); ok {
			u.boot = strings.TrimSpace(string(boot))
			u.started = time.Time{}
		}
	}
	return u
}

// Now returns where the machine is in its run.
func (u *MachineUptime) Now() Running {
	if !u.started.IsZero() {
		return Running{u.boot, time.Since(u.started)}
	}
	since, ok := readUptime()
	if !ok {
		return Running{} // of no known age
	}
	return Running{u.boot, since}
}

// readUptime reads seconds with two decimals; time in suspension counts.
func readUptime() (time.Duration, bool) {
	raw, err := os.ReadFile(uptimeFile)
	if err != nil {
		return 0, false
	}
	first, _, _ := strings.Cut(string(raw), " ")
	seconds, err := strconv.ParseFloat(first, 64)
	return time.Duration(seconds * float64(time.Second)), err == nil && seconds >= 0
}
