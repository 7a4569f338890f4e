//go:build !linux

package domain

import "time"

// sinceBoot is not known here.
func sinceBoot() (time.Duration, bool) { return 0, false }
