package gate

import (
	"context"
	"slices"

	"transom/api/domain"
	"transom/api/texts"
	"transom/api/ticket"
	"transom/api/website"
)

const maxHeld = 48

// HeldTickets returns codes to scan in a rehearsal: first those that are not valid, then tickets of the invented
// people and of people who registered in the rehearsal. Each is newly signed.
func (h Handlers) HeldTickets(ctx context.Context) ([]website.HeldTicket, error) {
	all, err := h.Gate.Store.GateTickets(ctx, true)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(t domain.GateTicket) bool { return t.Holder == "" })
	slices.SortStableFunc(all, func(a, b domain.GateTicket) int { return heldRank(a) - heldRank(b) })
	held, err := h.strangers(all)
	if err != nil {
		return nil, err
	}
	for _, t := range spread(all, maxHeld-len(held)) {
		text, err := h.signAgain(t, 0)
		if err != nil {
			return nil, err
		}
		held = append(held, website.HeldTicket{Name: t.Holder, What: h.whatIs(t), Text: text})
	}
	return held, nil
}

func heldRank(t domain.GateTicket) int {
	return slices.Index([]string{domain.GateValid, domain.GateVoid, domain.GateReplaced, domain.GateUnpaid}, t.State)
}

// spread reduces the number of withdrawn tickets, so that most tickets are valid.
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

// strangers returns a forged ticket, a ticket of another event, and an unrelated code.
func (h Handlers) strangers(all []domain.GateTicket) ([]website.HeldTicket, error) {
	menu := website.HeldTicket{Name: texts.GateHeldMenu, What: texts.GateHeldNoTicket, Text: "https://example.org/menu"}
	held := []website.HeldTicket{menu}
	if len(all) == 0 {
		return held, nil
	}
	other, err := h.signAgain(all[0], 1)
	if err != nil {
		return nil, err
	}
	genuine, err := h.signAgain(all[0], 0)
	if err != nil {
		return nil, err
	}
	forged := genuine[:len(genuine)-4] + "AAAA"
	return append(held, website.HeldTicket{Name: all[0].Holder, What: texts.GateHeldForeign, Text: other},
		website.HeldTicket{Name: all[0].Holder, What: texts.GateHeldForged, Text: forged}), nil
}

// signAgain returns the text of a ticket's code; if the mark differs, for another event.
func (h Handlers) signAgain(t domain.GateTicket, differs uint32) (string, error) {
	category, _ := h.Content.CategoryByType(t.CategoryType)
	token, err := h.TicketKeys.Sign(ticket.Claims{
		TicketID: t.ID, Event: ticket.MarkOf(h.Content.Event.Edition) + differs, Category: category.ID,
		Days: len(h.Content.Event.Days), Seats: t.Seats, Holder: t.Holder,
	})
	return ticket.QR(h.Settings.SiteURL, t.ID, token), err
}

func (h Handlers) whatIs(t domain.GateTicket) string {
	state := t.State
	if state == domain.GateValid {
		state = ""
	}
	return texts.GateHeldTicket(h.Content.CategoryName(t.CategoryType), t.Seats, state)
}
