package website

import (
	"strings"
	"testing"
	"time"
)

// A page shows open sales until its script has read the rehearsal's clock. An archived page has no script.
func TestRehearsalKeepsAnArchivedPageOver(t *testing.T) {
	for page, want := range map[string]string{
		`<html data-phase="over">`:                          `data-phase="open"`,
		`<html data-phase="over" data-edition="fern-2027">`: `data-phase="over"`,
	} {
		if have := string(rehearse([]byte(page), time.Now())); !strings.Contains(have, want) {
			t.Errorf("%s became %s", page, have)
		}
	}
}
