// Package lazy delays initialisation until the first use, because most runs of a short program do not need everything.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp compiles a regular expression on its first use, and panics if it is invalid.
func Regexp(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
