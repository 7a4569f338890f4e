// Package lazy delays initialisation until first use, because a short run does not need everything.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp compiles a regular expression on first use, and panics if it is invalid.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
