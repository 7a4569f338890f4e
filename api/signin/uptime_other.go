//go:build !linux

package signin

import "time"

func sinceBoot() (time.Duration, bool) { return 0, false }
