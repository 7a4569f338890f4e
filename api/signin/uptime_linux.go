package signin

import (
	"syscall"
	"time"
)

// sinceBoot is how long the machine has been running, in whole seconds; time in suspension counts. It is a call of the
// kernel, because a sandbox hides /proc/uptime.
func sinceBoot() (time.Duration, bool) {
	var info syscall.Sysinfo_t
	err := syscall.Sysinfo(&info)
	return time.Duration(info.Uptime) * time.Second, err == nil
}
