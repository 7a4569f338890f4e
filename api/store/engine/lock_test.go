package engine_test

import (
	"strings"
	"testing"
	"time"

	"transom/api/store/engine"
)

func TestOneServerPerFolder(t *testing.T) {
	folder := t.TempDir()
	serving := func(want bool) {
		t.Helper()
		since, running, err := engine.Serving(folder)
		if running != want || err != nil || running && time.Since(since) > time.Minute {
			t.Errorf("serving: %v since %v, %v", running, since, err)
		}
	}
	serving(false)
	unlock, err := engine.Lock(folder)
	must(t, err)
	serving(true)
	if _, err := engine.Lock(folder); err == nil || !strings.Contains(err.Error(), folder) {
		t.Fatalf("a second server may start: %v", err)
	}
	must(t, unlock())
	serving(false)
	if unlock, err = engine.Lock(folder); err != nil {
		t.Fatalf("nobody holds it: %v", err)
	}
	unlock()
}
