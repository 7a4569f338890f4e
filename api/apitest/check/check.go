// Package check has what the tests of every package check. It imports nothing of the product.
package check

import (
	"fmt"
	"testing"
)

// Must ends the test if there is an error.
func Must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Equal reports two values that differ. The rest says what they are: a format and its arguments, or nothing.
func Equal[T comparable](t testing.TB, got, want T, what ...any) {
	t.Helper()
	if got == want {
		return
	}
	label := ""
	if len(what) > 0 {
		label = fmt.Sprintf(what[0].(string), what[1:]...) + ": "
	}
	t.Errorf("%s%v, want %v", label, got, want)
}
