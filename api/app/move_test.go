package app

import (
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/store"
	"transom/api/store/engine"
)

// The database that remains after a move would sell the same seats a second time.
func TestDataThatHasMovedIsNotUsed(t *testing.T) {
	folder := settle(t)
	db, err := store.Open(t.Context(), folder)
	must(t, err)
	must(t, db.SetMark(t.Context(), engine.MarkMoved, "PostgreSQL", time.Date(2025, 3, 10, 12, 30, 0, 0, time.UTC)))
	must(t, db.Close())
	for _, command := range []string{"serve", "list", "reconcile", "backup " + t.TempDir(), "check-settings"} {
		out, err := runPrinting(t, strings.Fields(command)...)
		if err == nil {
			t.Errorf("%s: went on", command)
			continue
		}
		apitest.Says(t, out+err.Error(), "the data was moved from here to PostgreSQL (2025-03-10 12:30Z)",
			"set TRANSOM_DATABASE to that place", "first move this folder's transom.db away")
	}
}
