package engine_test

import (
	"context"
	"testing"
	"time"

	"transom/api/store"
	"transom/api/store/engine"
)

// An instance that starts while another one migrates waits for it, however long that takes and despite its usual time
// limits.
func TestAnInstanceWaitsForALongMigration(t *testing.T) {
	s, address := postgres(t)
	usual := engine.SessionSettings["lock_timeout"]
	t.Cleanup(func() { engine.SessionSettings["lock_timeout"] = usual })
	engine.SessionSettings["lock_timeout"] = "200ms"
	other, err := s.WritePool().BeginTx(t.Context(), nil)
	must(t, err)
	defer other.Rollback()
	if _, err := other.ExecContext(t.Context(), `SELECT pg_advisory_xact_lock(`+engine.LockSpace+`, 2)`); err != nil {
		t.Fatal(err)
	}
	opened := make(chan error, 1)
	go func() {
		second, err := store.Open(context.Background(), address)
		if err == nil {
			err = second.Close()
		}
		opened <- err
	}()
	select {
	case err := <-opened:
		t.Fatalf("it did not wait: %v", err)
	case <-time.After(time.Second): // for as long as the other one migrates
	}
	other.Rollback()
	if err := <-opened; err != nil {
		t.Error(err)
	}
}
