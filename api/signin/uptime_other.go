//go:build !linux

package signin

import "time"

// sinceBoot is not known here.
func sinceBoot() (time.Duration, bool) { return 0, false }
