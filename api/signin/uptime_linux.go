package signin

import (
	"syscall"
	"time"
)

// sinceBoot includes suspension. It uses a system call, because a sandbox hides /proc/uptime.
func sinceBoot() (time.Duration, bool) {
	var info syscall.Sysinfo_t
	err := syscall.Sysinfo(&info)
	return time.Duration(info.Uptime) * time.Second, err == nil
}
