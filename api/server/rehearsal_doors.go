package server

import (
	"context"
	"slices"

	"transom/api/domain"
	"transom/api/ticket"
	"transom/api/website"
)

// mostHeld is how many tickets the rehearsal of the gate shows.
const mostHeld = 48

// heldTickets are codes to hold before a gate: what is no good ticket first, then tickets of the invented people, and
// whoever has registered in the rehearsal. Each is signed anew; nobody but a rehearsal asks.
func (s *server) heldTickets(ctx context.Context) ([]website.HeldTicket, error) {
	all, err := s.Gate.Store.GateTickets(ctx, true)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(t domain.GateTicket) bool { return t.Holder == "" })
	slices.SortStableFunc(all, func(a, b domain.GateTicket) int { return heldRank(a) - heldRank(b) })
	held, err := s.strangers(all)
	if err != nil {
		return nil, err
	}
	for _, t := range spread(all, mostHeld-len(held)) {
		text, err := s.signAgain(t, 0)
		if err != nil {
			return nil, err
		}
		held = append(held, website.HeldTicket{Name: t.Holder, What: s.whatIs(t), Text: text})
	}
	return held, nil
}

func heldRank(t domain.GateTicket) int {
	return slices.Index([]string{domain.GateValid, domain.GateVoid, domain.GateReplaced, domain.GateUnpaid}, t.State)
}

// spread keeps a few of the withdrawn ones, so that most can enter.
func spread(all []domain.GateTicket, most int) []domain.GateTicket {
	var kept []domain.GateTicket
	states := map[string]int{}
	for _, t := range all {
		limit := 2
		if t.State == domain.GateValid {
			limit = most - 6
		}
		if states[t.State]++; states[t.State] <= limit {
			kept = append(kept, t)
		}
	}
	return kept
}

// strangers are a forged ticket, one of another event, and the code of something else.
func (s *server) strangers(all []domain.GateTicket) ([]website.HeldTicket, error) {
	held := []website.HeldTicket{{Name: "A menu", What: "not a ticket", Text: "https://example.org/menu"}}
	if len(all) == 0 {
		return held, nil
	}
	other, err := s.signAgain(all[0], 1)
	if err != nil {
		return nil, err
	}
	genuine, err := s.signAgain(all[0], 0)
	if err != nil {
		return nil, err
	}
	forged := genuine[:len(genuine)-4] + "AAAA"
	return append(held,
		website.HeldTicket{Name: all[0].Holder, What: "ticket of another event", Text: other},
		website.HeldTicket{Name: all[0].Holder, What: "forged: the signature is changed", Text: forged}), nil
}

// signAgain is the text of a ticket's code; for another event when the mark differs.
func (s *server) signAgain(t domain.GateTicket, differs uint32) (string, error) {
	category, _ := s.Content.CategoryByType(t.CategoryType)
	token, err := s.TicketKeys.Sign(ticket.Claims{
		TicketID: t.ID, Event: ticket.MarkOf(s.Content.Event.Edition) + differs, Category: category.ID,
		Days: len(s.Content.Event.Days), Seats: t.Seats, Holder: t.Holder,
	})
	return ticket.QR(s.Settings.SiteURL, t.ID, token), err
}

func (s *server) whatIs(t domain.GateTicket) string {
	what := s.Content.CategoryName(t.CategoryType)
	if t.Seats > 1 {
		what += ", for two"
	}
	if t.State != domain.GateValid {
		what += ": " + t.State
	}
	return what
}
