package signin

import (
	"os"
	"strings"
	"time"

	"transom/api/domain"
)

// MachineUptime is what Linux tells. Elsewhere it is that of this process, so that a restart makes every age unknown.
type MachineUptime struct {
	boot    string
	started time.Time // the zero time when the machine is asked
}

const bootIDFile = "/proc/sys/kernel/random/boot_id"

// NewMachineUptime returns the uptime of this machine. A sandbox may hide the file that names the machine's start:
// bootID is that name as whoever made the sandbox tells it, "" when nobody does. The running time itself is asked of
// the kernel, which no sandbox hides.
func NewMachineUptime(bootID string) *MachineUptime {
	if raw, err := os.ReadFile(bootIDFile); err == nil {
		bootID = string(raw)
	}
	boot := strings.ReplaceAll(strings.TrimSpace(bootID), "-", "") // systemd writes it without
	if _, ok := sinceBoot(); ok && boot != "" {
		return &MachineUptime{boot: boot}
	}
	return &MachineUptime{boot: "process " + domain.NewID(128), started: time.Now()}
}

// Now returns where the machine is in its run.
func (u *MachineUptime) Now() domain.Running {
	if !u.started.IsZero() {
		return domain.Running{Boot: u.boot, Since: time.Since(u.started)}
	}
	since, ok := sinceBoot()
	if !ok {
		return domain.Running{} // of no known age
	}
	return domain.Running{Boot: u.boot, Since: since}
}
