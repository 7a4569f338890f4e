package engine_test

import (
	"context"
	"database/sql"
	"errors"
	"testing"
	"time"

	"transom/api/store"
)

// Staff can read even if visitors use all read connections. The control: a visitor waits.
func TestVisitorsCannotStarveTheDesk(t *testing.T) {
	sqlite, _ := open(t)
	pg, _ := postgres(t)
	for _, s := range []*store.Store{sqlite, pg} {
		var held []*sql.Conn
		for range s.ReadPool().Stats().MaxOpenConnections {
			conn, err := s.ReadPool().Conn(t.Context())
			must(t, err)
			held = append(held, conn)
		}
		if _, err := s.Desk().Members(t.Context(), time.Now()); err != nil {
			t.Errorf("staff: %v", err)
		}
		if _, err := s.Desk().AuditLog(t.Context(), store.AuditFilter{}); err != nil {
			t.Errorf("acts: %v", err)
		}
		soon, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		if _, err := s.Members(soon, time.Now()); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the control was answered: %v", err)
		}
		cancel()
		for _, conn := range held {
			conn.Close()
		}
	}
}
