package server_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/server"
	"transom/api/store"
	"transom/api/ticket"
)

// Security reference, row 8: the same ticket at many gates at once.
func TestTicketAdmitsExactlyItsEntries(t *testing.T) {
	rounds := 15
	if os.Getenv("TRANSOM_SOAK") != "" {
		rounds = 100
	}
	s := apitest.Start(t, apitest.Options{})
	for round := range rounds {
		change := map[string]any{}
		if round%2 == 1 {
			change = map[string]any{"spouse": true, "spouseName": "Ravi", "amount": 7080}
		}
		_, _, _, bought := s.RegisterPaid(change)
		admitted, refused := crowd(100, func(gate string) error {
			_, err := s.Accounts.Tickets.Admit(context.Background(), bought.ID, gate)
			return err
		})
		if int(admitted) != bought.EntriesTotal || admitted+refused != 100 {
			t.Fatalf("round %d: %d admitted of %d, %d refused", round, admitted, bought.EntriesTotal, refused)
		}
		if n := s.Count(`SELECT COUNT(*) FROM entries WHERE ticket_id = ?`, bought.ID); n != bought.EntriesTotal {
			t.Errorf("%d entries are recorded", n)
		}
		if n := s.Count(`SELECT COUNT(*) FROM tickets WHERE id = ? AND status = 'used' AND entries_remaining = 0`, bought.ID); n != 1 {
			t.Error("the ticket is not marked as used")
		}
	}
}

// crowd asks at many gates at once.
func crowd(gates int, admit func(gate string) error) (admitted, refused int64) {
	var yes, no atomic.Int64
	var wg sync.WaitGroup
	start := make(chan struct{})
	for gate := range gates {
		wg.Go(func() {
			<-start
			var refusal *ticket.ErrNotAdmitted
			switch err := admit(fmt.Sprint("gate ", gate)); {
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

// The control: a gate that looks first and takes afterwards lets too many in. If this one fails, the test above may be
// worthless.
func TestGateThatLooksFirstAdmitsTooMany(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	for range 20 {
		_, _, _, bought := s.RegisterPaid(nil)
		var looked sync.WaitGroup
		looked.Add(10)
		admitted, _ := crowd(10, func(string) error {
			left := 0
			err := s.Store.QueryOne(t.Context(), &left, `SELECT entries_remaining FROM tickets WHERE id = ?`, bought.ID)
			looked.Done()
			looked.Wait()
			if err != nil {
				return err
			}
			if left == 0 {
				return &ticket.ErrNotAdmitted{}
			}
			return s.Store.Write(t.Context(), func(tx *store.Tx) error {
				_, err := tx.ExecContext(t.Context(), `UPDATE tickets SET entries_remaining = ? WHERE id = ?`, left-1, bought.ID)
				return err
			})
		})
		if int(admitted) > bought.EntriesTotal {
			return
		}
	}
	t.Error("looking first never let too many in")
}

func TestTicketsThatOpenNoGate(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, _, _, bought := s.RegisterPaid(nil)
	ctx := context.Background()
	for _, id := range []string{"", "x", bought.ID[:25], bought.ID + "' OR 1=1 --", domain.NewID(128)} {
		var refusal *ticket.ErrNotAdmitted
		if _, err := s.Accounts.Tickets.Admit(ctx, id, "north"); !errors.As(err, &refusal) {
			t.Errorf("%q: %v", id, err)
		}
	}
	for range bought.EntriesTotal {
		if _, err := s.Accounts.Tickets.Admit(ctx, bought.ID, "north"); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Accounts.Tickets.Admit(ctx, bought.ID, "north"); err == nil || err.Error() != "all entries of this ticket are taken" {
		t.Errorf("%v", err)
	}
}

// What was paid in the sandbox has cost nothing: it opens a gate in a rehearsal only.
func TestSandboxTicketOpensNoPublicGate(t *testing.T) {
	for _, rehearsal := range []bool{true, false} {
		s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) { s.Rehearsal = rehearsal }})
		payNow(t, s)
		_, err := s.Accounts.Tickets.Admit(context.Background(), s.Text(`SELECT id FROM tickets`), "north")
		if (err == nil) != rehearsal || err != nil && err.Error() != "the ticket was paid in the sandbox, with no money" {
			t.Errorf("rehearsal %v: %v", rehearsal, err)
		}
		if n := s.Count(`SELECT COUNT(*) FROM entries`); (n == 1) != rehearsal {
			t.Errorf("rehearsal %v: %d entries", rehearsal, n)
		}
	}
}
