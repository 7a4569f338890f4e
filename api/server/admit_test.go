package server_test

import (
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/server"
)

const firstDay, secondDay = "2025-04-11", "2025-04-12"

// A sandbox ticket costs no real money.
func TestSandboxTicketIsNotAdmittedInPublic(t *testing.T) {
	t.Parallel()
	for rehearsal, want := range map[bool]string{true: domain.GateValid, false: domain.GateUnpaid} {
		s := apitest.Start(t, apitest.Options{Settings: func(s *server.Settings) { s.Rehearsal = rehearsal }})
		payNow(t, s)
		tickets, err := s.Store.GateTickets(t.Context(), s.Gate.Rehearsal)
		if err != nil || len(tickets) != 1 || tickets[0].State != want {
			t.Errorf("rehearsal %v: %+v, %v", rehearsal, tickets, err)
		}
	}
}
