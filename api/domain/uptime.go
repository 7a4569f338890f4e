package domain

import (
	"os"
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
	started time.Time // the zero time when the machine is asked
}

const bootIDFile = "/proc/sys/kernel/random/boot_id"

// NewMachineUptime returns the uptime of this machine. A sandbox may hide the file that names the machine's start: bootID is
// that name as whoever made the sandbox tells it, "" when nobody does. The running time itself is asked of the kernel, which
// no sandbox hides.
func NewMachineUptime(bootID string) *MachineUptime {
	if raw, err := os.ReadFile(bootIDFile); err == nil {
		bootID = string(raw)
	}
	boot := strings.ReplaceAll(strings.TrimSpace(bootID), "-", "") // systemd writes it without
	if _, ok := sinceBoot(); ok && boot != "" {
		return &MachineUptime{boot: boot}
	}
	return &MachineUptime{boot: "process " + NewID(128), started: time.Now()}
}

// Now returns where the machine is in its run.
func (u *MachineUptime) Now() Running {
	if !u.started.IsZero() {
		return Running{u.boot, time.Since(u.started)}
	}
	since, ok := sinceBoot()
	if !ok {
		return Running{} // of no known age
	}
	return Running{u.boot, since}
}
