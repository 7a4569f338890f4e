package server_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/server"
)

const firstDay, secondDay = "2025-04-11", "2025-04-12"

// Security reference, row 8: the same ticket at many gates at once.
func TestTicketAdmitsExactlyItsSeats(t *testing.T) {
	t.Parallel()
	rounds := scaled(10, 100)
	s := apitest.Start(t, apitest.Options{})
	for round := range rounds {
		change := map[string]any{}
		if round%2 == 1 {
			change = map[string]any{"spouse": true, "spouseName": "Ravi", "amount": 7080}
		}
		_, _, _, bought := s.RegisterPaid(change)
		for n, day := range []string{firstDay, secondDay} {
			admitted, refused := crowd(50, func(name string) error {
				_, err := s.Gate.Admit(context.Background(), bought.ID, gate.Post{Gate: name, Day: day})
				return err
			})
			if int(admitted) != bought.Seats || admitted+refused != 50 {
				t.Fatalf("round %d: %d admitted of %d, %d refused", round, admitted, bought.Seats, refused)
			}
			left := bought.EntriesTotal - (n+1)*bought.Seats
			s.WantCount(1, `SELECT COUNT(*) FROM tickets WHERE id = ? AND status = 'valid' AND entries_remaining = ?`,
				bought.ID, left)
		}
		s.WantCount(2*bought.Seats, `SELECT COUNT(*) FROM gate_scans WHERE ticket_id = ?`, bought.ID)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_conflicts`)
}

func crowd(gates int, admit func(gate string) error) (admitted, refused int64) {
	var yes, no atomic.Int64
	var wg sync.WaitGroup
	start := make(chan struct{})
	for number := range gates {
		wg.Go(func() {
			<-start
			var refusal *gate.ErrNotAdmitted
			switch err := admit(fmt.Sprint("gate ", number)); {
			case err == nil:
				yes.Add(1)
			case errors.As(err, &refusal):
				no.Add(1)
			}
		})
	}
	close(start)
	wg.Wait()
	return yes.Load(), no.Load()
}

func TestTicketsThatAreNotAdmitted(t *testing.T) {
	s := start(t)
	_, _, _, bought := s.RegisterPaid(nil)
	ctx := context.Background()
	refused := func(id string, p gate.Post, want string) {
		t.Helper()
		var refusal *gate.ErrNotAdmitted
		if _, err := s.Gate.Admit(ctx, id, p); !errors.As(err, &refusal) || refusal.Reason != want {
			t.Errorf("%q %+v: %v, want %s", id, p, err, want)
		}
	}
	for _, id := range []string{"", "x", bought.ID[:25], bought.ID + "' OR 1=1 --", domain.NewID(128)} {
		refused(id, gate.Post{Day: firstDay}, gate.ReasonForged)
	}
	refused(bought.ID, gate.Post{}, gate.ReasonWrongDay) // the clock is a month before the event
	refused(bought.ID, gate.Post{Day: "2025-04-14"}, gate.ReasonWrongDay)
	refused(bought.ID, gate.Post{Day: firstDay, List: "dinner"}, gate.ReasonNotForThis)
	refused(bought.ID, gate.Post{Day: firstDay, List: "breakfast"}, "")
	for _, day := range []string{firstDay, secondDay, "2025-04-13"} {
		if _, err := s.Gate.Admit(ctx, bought.ID, gate.Post{Gate: "north", Day: day}); err != nil {
			t.Fatal(err)
		}
		refused(bought.ID, gate.Post{Day: day}, gate.ReasonAlreadyIn)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM tickets WHERE status = 'used' AND entries_remaining = 0`)
	if _, err := s.Gate.Admit(ctx, bought.ID, gate.Post{Day: firstDay, List: "lunch"}); err != nil {
		t.Errorf("lunch is a list of its own: %v", err)
	}
}

// A sandbox ticket has cost nothing, so it is valid in a rehearsal only.
func TestSandboxTicketIsNotAdmittedInPublic(t *testing.T) {
	t.Parallel()
	for _, rehearsal := range []bool{true, false} {
		s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) { s.Rehearsal = rehearsal }})
		payNow(t, s)
		_, err := s.Gate.Admit(context.Background(), s.Text(`SELECT id FROM tickets`),
			gate.Post{Gate: "north", Day: firstDay})
		if (err == nil) != rehearsal || err != nil &&
			err.Error() != "the ticket was paid in the sandbox, without real money" {
			t.Errorf("rehearsal %v: %v", rehearsal, err)
		}
		if n := s.Count(`SELECT COUNT(*) FROM gate_scans`); (n == 1) != rehearsal {
			t.Errorf("rehearsal %v: %d entries", rehearsal, n)
		}
	}
}
