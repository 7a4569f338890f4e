package signin

import (
	"os"
	"strings"
	"time"

	"transom/api/domain"
)

// MachineUptime is the machine's uptime as Linux reports it. On other systems it is the uptime of this process, so that
// the age of every code is unknown after a restart.
type MachineUptime struct {
	boot    string
	started time.Time // when this process started; zero if Now returns the machine's uptime
}

const bootIDFile = "/proc/sys/kernel/random/boot_id"

// NewMachineUptime uses bootID if a sandbox hides the file with the machine's boot id (decision 0014).
func NewMachineUptime(bootID string) *MachineUptime {
	if raw, err := os.ReadFile(bootIDFile); err == nil {
		bootID = string(raw)
	}
	boot := strings.ReplaceAll(strings.TrimSpace(bootID), "-", "") // systemd writes the boot id without hyphens
	if _, ok := sinceBoot(); ok && boot != "" {
		return &MachineUptime{boot: boot}
	}
	return &MachineUptime{boot: "process " + domain.NewID(128), started: time.Now()}
}

// Now returns the current boot id and uptime.
func (u *MachineUptime) Now() domain.Running {
	if !u.started.IsZero() {
		return domain.Running{Boot: u.boot, Since: time.Since(u.started)}
	}
	since, ok := sinceBoot()
	if !ok {
		return domain.Running{} // without a boot id, the age of every code is unknown
	}
	return domain.Running{Boot: u.boot, Since: since}
}
