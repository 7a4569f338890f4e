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

// HeldTickets returns a rehearsal's codes: first invalid ones, then tickets, a few of them withdrawn.
func (h Handlers) HeldTickets(ctx context.Context) ([]website.HeldTicket, error) {
	held := []website.HeldTicket{{Name: texts.GateHeldMenu, What: texts.GateHeldNoTicket,
		Text: "https://example.org/menu"}}
	all, err := h.Gate.Store.GateTickets(ctx, true)
	if err != nil {
		return nil, err
	}
	all = slices.DeleteFunc(all, func(t domain.GateTicket) bool { return t.Holder == "" })
	slices.SortStableFunc(all, func(a, b domain.GateTicket) int { return heldRank(a) - heldRank(b) })
	left := map[string]int{domain.GateValid: maxHeld - 9, domain.GateVoid: 2, domain.GateReplaced: 2, domain.GateUnpaid: 2}
	for i, t := range all {
		if left[t.State]--; left[t.State] < 0 {
			continue
		}
		genuine, err := h.signAgain(t, 0)
		if err != nil {
			return nil, err
		}
		if i == 0 {
			foreign, err := h.signAgain(t, 1)
			if err != nil {
				return nil, err
			}
			held = append(held, website.HeldTicket{Name: t.Holder, What: texts.GateHeldForeign, Text: foreign},
				website.HeldTicket{Name: t.Holder, What: texts.GateHeldForged, Text: genuine[:len(genuine)-4] + "AAAA"})
		}
		held = append(held, website.HeldTicket{Name: t.Holder, What: h.whatIs(t), Text: genuine})
	}
	return held, nil
}

func heldRank(t domain.GateTicket) int {
	return slices.Index([]string{domain.GateValid, domain.GateVoid, domain.GateReplaced, domain.GateUnpaid}, t.State)
}

// signAgain signs for a different event unless `differs` is 0.
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
