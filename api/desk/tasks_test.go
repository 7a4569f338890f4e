package desk

import (
	"slices"
	"testing"

	"transom/api/booking"
)

// The kinds stand in two lists: what may be written down, and what the desk says about it and to whom.
func TestEveryKindOfTaskHasItsWords(t *testing.T) {
	for _, kind := range booking.TaskKinds {
		if taskWords[kind].title == "" {
			t.Errorf("%s has no title in taskWords", kind)
		}
	}
	for kind := range taskWords {
		if !slices.Contains(booking.TaskKinds, kind) {
			t.Errorf("%s of taskWords is not in booking.TaskKinds: nobody can write it", kind)
		}
	}
}
