package desk

import (
	"slices"
	"testing"

	"transom/api/domain"
)

// The kinds stand in two lists: what may be written down, and what the desk says about it and to whom.
func TestEveryKindOfTaskHasItsWords(t *testing.T) {
	for _, kind := range domain.TaskKinds {
		if taskWords[kind].title == "" {
			t.Errorf("%s has no title in taskWords", kind)
		}
	}
	for kind := range taskWords {
		if !slices.Contains(domain.TaskKinds, kind) {
			t.Errorf("%s of taskWords is not in domain.TaskKinds: nobody can write it", kind)
		}
	}
}
