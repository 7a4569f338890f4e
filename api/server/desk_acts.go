package server

import (
	"net/http"

	"github.com/go-chi/chi/v5"

	"transom/api/desk"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/staff"
	"transom/api/wire"
)

// deskActs are the actions of package desk, each at the address of its name. Which permission a request asks for is
// known when it was read; a preview asks for the permission, and for no touch.
func (s *server) deskActs(r chi.Router) {
	r.Post("/pending", s.visit(staff.ContactView, s.handleDeskPending))
	for _, action := range desk.Actions() {
		r.Post("/"+action.Name, s.visit(staff.Own, s.handleAction(action)))
	}
}

// handleAction answers /desk/NAME for an action.
func (s *server) handleAction(action desk.Action) func(http.ResponseWriter, *http.Request, staff.Visit) error {
	return func(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
		asked := action.Ask()
		if _, err := decodeJSON(r, asked.Input()); err != nil {
			return err
		}
		in := asked.Base()
		if err := mayAct(v, asked.Permission(), in.Preview); err != nil {
			return err
		}
		out, err := asked.Do(r.Context(), s.Acts, desk.Request{
			BookingID: in.ID, Version: max(in.Version, 0), Why: in.Why, Preview: in.Preview, Who: v.Member.Actor(),
			RequestID: requestIDOf(w),
		})
		return s.respondAct(w, v, out, err)
	}
}

// mayAct is the permission of an act: the whole of it to do it, the role alone to look what it would do.
func mayAct(v staff.Visit, p staff.Permission, preview bool) error {
	if preview && staff.May(v.Member.Role, p) {
		return nil
	}
	return v.Allow(p)
}

// respondAct answers an act. Amounts are for roles that see the money of one person.
func (s *server) respondAct(w http.ResponseWriter, v staff.Visit, o desk.Outcome, err error) error {
	if err != nil {
		return err
	}
	p := wire.DeskPreview{Says: o.Says, Changes: []wire.DeskChange{}, Ticket: o.Ticket, Mails: []wire.DeskMail{},
		Rules: o.Rules}
	for _, c := range o.Changes {
		p.Changes = append(p.Changes, wire.DeskChange{Field: c.Field, Before: c.Before, After: c.After})
	}
	for _, m := range o.Mails {
		p.Mails = append(p.Mails, wire.DeskMail{To: m.To, Subject: s.Acts.Subject(m)})
	}
	if o.Money != nil && staff.May(v.Member.Role, staff.MoneyView) {
		p.Money = deskMoney(*o.Money)
	}
	respond(w, http.StatusOK, wire.DeskActResponse{
		Status: ok(), Done: o.Done, Preview: p, BookingID: o.Booking.ID, Version: o.Booking.Version, Request: o.RequestID,
		Note: o.Note, Undo: o.Undo,
	})
	return nil
}

func deskMoney(m refund.Decision) *wire.DeskMoney {
	return &wire.DeskMoney{
		PaidPaise: m.PaidPaise, RefundPaise: m.RefundPaise, KeptPaise: m.PaidPaise - m.RefundPaise, How: m.How,
		UnderwayPaise: m.UnderwayPaise, LimitPaise: m.LimitPaise, AlonePaise: m.AlonePaise, Second: m.Second,
	}
}

// handleDeskPending answers /desk/pending.
func (s *server) handleDeskPending(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskPendingRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	p, err := s.Acts.Pending(r.Context(), in.ID, v.Member.Actor())
	if err != nil {
		return err
	}
	out := wire.DeskPendingResponse{Status: ok(), Version: p.Booking.Version, Requests: []wire.DeskRequest{},
		Policy: p.Policy}
	if t := p.Transfer; t != nil {
		out.Transfer = &wire.DeskTransfer{Email: t.Email, Offered: instant(t.OfferedAt), Expires: instant(t.ExpiresAt),
			By: t.Who.Name}
	}
	if p.Link != nil {
		out.Link = &wire.DeskPayLink{URL: p.Link.URL, Expires: instant(p.Link.Expires)}
	}
	if staff.May(v.Member.Role, staff.MoneyView) {
		out.Money = deskMoney(p.Money)
		for i, one := range p.Requests {
			out.Requests = append(out.Requests, wire.DeskRequest{
				Request: one.ID, BookingID: one.BookingID, At: instant(one.At), By: one.Who.Name, Why: one.Why,
				RefundPaise: one.RefundPaise,
				Mine:        one.Who.ID == v.Member.ID, WhyNot: p.WhyNot[i], Cancels: one.Action == domain.ActCancel,
			})
		}
	}
	respond(w, http.StatusOK, out)
	return nil
}
