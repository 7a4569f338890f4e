// Package version names the release that this program was built from.
package version

// Release is the output of `git describe` when the program was built (Makefile), or "unknown" outside a repository.
var Release = "unknown"
