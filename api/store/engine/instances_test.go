package engine_test

import (
	"context"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/store"
	"transom/api/store/engine"
)

// One of three instances leads. If it loses its connection, its workers are stopped and another instance leads.
func TestOneInstanceLeads(t *testing.T) {
	first, address := postgres(t)
	copies := []*store.Store{first}
	for range 2 {
		s, err := store.Open(t.Context(), address)
		must(t, err)
		t.Cleanup(func() { s.Close() })
		copies = append(copies, s)
	}
	ctx, stop := context.WithCancel(t.Context())
	began, ended := make(chan int, 10), make(chan int, 10)
	var all sync.WaitGroup
	for i, s := range copies {
		all.Go(func() {
			err := s.Lead(ctx, func(ctx context.Context) error {
				began <- i
				<-ctx.Done()
				ended <- i
				return nil
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	for range 3 {
		leader := <-began
		_, err := copies[leader].WritePool().Exec(`SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory'
				AND objid = 3 AND granted`)
		must(t, err)
		if was := <-ended; was != leader {
			t.Errorf("%d was told to stop instead of %d", was, leader)
		}
	}
	last := <-began
	select {
	case other := <-began:
		t.Errorf("%d leads beside %d", other, last)
	case <-time.After(3 * engine.LeaderPause): // several attempts of the others
	}
	stop()
	all.Wait()
}

// A code has the same age for all instances; an instance with different keys does not start.
func TestInstancesAgree(t *testing.T) {
	a, address := postgres(t)
	b, err := store.Open(t.Context(), address)
	must(t, err)
	defer b.Close()
	made := a.Uptime().Now()
	if age, known := b.Uptime().Now().AgeOf(made); !known || age < 0 {
		t.Errorf("age %v, known %v", age, known)
	}
	must(t, a.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "two"}))
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "two"}); err != nil {
		t.Error(err)
	}
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "other", "ticket.key": "two"}); err == nil ||
		!strings.Contains(err.Error(), "signin.pepper") {
		t.Errorf("another pepper: %v", err)
	}
	// After a key was changed on purpose, only the new key is accepted.
	must(t, a.KeyFingerprint(t.Context(), "ticket.key", "three"))
	if err := b.SameKeys(t.Context(), map[string]string{"signin.pepper": "one", "ticket.key": "three"}); err != nil {
		t.Error(err)
	}
}
