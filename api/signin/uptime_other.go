//go:build !linux

package signin

import "time"

// sinceBoot is not available on this system.
func sinceBoot() (time.Duration, bool) { return 0, false }
