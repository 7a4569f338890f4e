package engine_test

import (
	"context"
	"testing"

	"transom/api/store"
)

func write(t *testing.T, s *store.Store, f func(ctx context.Context, tx *store.Tx) error) {
	t.Helper()
	must(t, s.Write(t.Context(), func(tx *store.Tx) error { return f(t.Context(), tx) }))
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
