package server

import (
	"context"
	"net/http"

	"github.com/go-chi/chi/v5"

	"transom/api/desk"
	"transom/api/domain"
	"transom/api/staff"
	"transom/api/wire"
)

// deskActs are the calls that change registrations. Some ask for another permission than others of the same name: money that
// goes back, the way in which somebody is added. A preview asks for the permission, and for no touch.
func (s *server) deskActs(r chi.Router) {
	r.Post("/pending", s.visit(staff.ContactView, s.handleDeskPending))
	r.Post("/note", s.desk(staff.Note, s.handleDeskNote))
	r.Post("/correct", s.visit(staff.Own, s.handleDeskCorrect))
	r.Post("/resend", s.visit(staff.Own, s.handleDeskResend))
	r.Post("/transfer", s.visit(staff.Own, s.handleDeskTransfer))
	r.Post("/transfer-withdraw", s.visit(staff.Own, s.plainAct(staff.Transfer, func(ctx context.Context, r desk.Request) (desk.Outcome, error) { return s.Acts.Withdraw(ctx, r) })))
	r.Post("/cancel", s.visit(staff.Own, s.handleDeskCancel))
	r.Post("/refund", s.visit(staff.Own, s.handleDeskRefund))
	r.Post("/uncancel", s.visit(staff.Own, s.plainAct(staff.Cancel, func(ctx context.Context, r desk.Request) (desk.Outcome, error) { return s.Acts.Uncancel(ctx, r) })))
	r.Post("/approve", s.visit(staff.Own, s.handleDeskApprove))
	r.Post("/given-back", s.visit(staff.Own, s.handleDeskGivenBack))
	r.Post("/seat", s.visit(staff.Own, s.handleDeskSeat))
	r.Post("/void", s.visit(staff.Own, s.plainAct(staff.Void, func(ctx context.Context, r desk.Request) (desk.Outcome, error) { return s.Acts.Void(ctx, r) })))
	r.Post("/reissue", s.visit(staff.Own, s.plainAct(staff.Reissue, func(ctx context.Context, r desk.Request) (desk.Outcome, error) { return s.Acts.Reissue(ctx, r) })))
	r.Post("/add", s.visit(staff.Own, s.handleDeskAdd))
	r.Post("/paid", s.visit(staff.Own, s.handleDeskPaid))
}

// mayAct is the permission of an act: the whole of it to do it, the role alone to look what it would do.
func mayAct(v staff.Visit, p staff.Permission, preview bool) error {
	if preview && staff.May(v.Member.Role, p) {
		return nil
	}
	return v.Allow(p)
}

// actRequest is what an act begins with.
func actRequest(w http.ResponseWriter, v staff.Visit, in wire.DeskAct) desk.Request {
	return desk.Request{
		BookingID: in.ID, Version: max(in.Version, 0), Why: in.Why, Preview: in.Preview, Who: v.Member.Actor(), RequestID: requestIDOf(w),
	}
}

// plainAct is a handler of an act that needs nothing but a registration.
func (s *server) plainAct(p staff.Permission, act func(context.Context, desk.Request) (desk.Outcome, error)) func(http.ResponseWriter, *http.Request, staff.Visit) error {
	return func(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
		var in wire.DeskAct
		if _, err := decodeJSON(r, &in); err != nil {
			return err
		}
		if err := mayAct(v, p, in.Preview); err != nil {
			return err
		}
		out, err := act(r.Context(), actRequest(w, v, in))
		return s.respondAct(w, v, out, err)
	}
}

// respondAct answers an act. Amounts are for roles that see the money of one person.
func (s *server) respondAct(w http.ResponseWriter, v staff.Visit, o desk.Outcome, err error) error {
	if err != nil {
		return err
	}
	p := wire.DeskPreview{Says: o.Says, Changes: []wire.DeskChange{}, Ticket: o.Ticket, Mails: []wire.DeskMail{}, Rules: o.Rules}
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
		Status: ok(), Done: o.Done, Preview: p, BookingID: o.Booking.ID, Version: o.Booking.Version, Request: o.RequestID, Note: o.Note, Undo: o.Undo,
	})
	return nil
}

func deskMoney(m desk.Money) *wire.DeskMoney {
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
	out := wire.DeskPendingResponse{Status: ok(), Version: p.Booking.Version, Requests: []wire.DeskRequest{}, Policy: p.Policy}
	if t := p.Transfer; t != nil {
		out.Transfer = &wire.DeskTransfer{Email: t.Email, Offered: instant(t.OfferedAt), Expires: instant(t.ExpiresAt), By: t.Who.Name}
	}
	if p.Link != nil {
		out.Link = &wire.DeskPayLink{URL: p.Link.URL, Expires: instant(p.Link.Expires)}
	}
	if staff.May(v.Member.Role, staff.MoneyView) {
		out.Money = deskMoney(p.Money)
		for i, one := range p.Requests {
			out.Requests = append(out.Requests, wire.DeskRequest{
				Request: one.ID, BookingID: one.BookingID, At: instant(one.At), By: one.Who.Name, Why: one.Why, RefundPaise: one.RefundPaise,
				Mine: one.Who.ID == v.Member.ID, WhyNot: p.WhyNot[i], Cancels: one.Action == domain.ActCancel,
			})
		}
	}
	respond(w, http.StatusOK, out)
	return nil
}

// handleDeskNote answers /desk/note.
func (s *server) handleDeskNote(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskNoteRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	request := desk.Request{BookingID: in.ID, Who: who, RequestID: requestIDOf(w)}
	act := func() (desk.Outcome, error) { return s.Acts.Note(r.Context(), request, in.Text) }
	if in.Delete != 0 {
		act = func() (desk.Outcome, error) { return s.Acts.DeleteNote(r.Context(), request, in.Delete) }
	}
	out, err := act()
	return s.respondAct(w, staff.Visit{}, out, err)
}

// handleDeskCorrect answers /desk/correct.
func (s *server) handleDeskCorrect(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskCorrectRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.Correct, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.Correct(r.Context(), actRequest(w, v, in.DeskAct), in.Changes, in.Override)
	return s.respondAct(w, v, out, err)
}

// handleDeskResend answers /desk/resend.
func (s *server) handleDeskResend(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskResendRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.Resend, in.Preview); err != nil {
		return err
	}
	acts := map[string]func(context.Context, desk.Request) (desk.Outcome, error){"ticket": s.Acts.ResendTicket, "link": s.Acts.ResendLink}
	act, known := acts[in.What]
	if !known {
		return domain.Invalid(map[string]string{"what": "Please choose what to send: ticket or link."})
	}
	out, err := act(r.Context(), actRequest(w, v, in.DeskAct))
	return s.respondAct(w, v, out, err)
}

// handleDeskTransfer answers /desk/transfer.
func (s *server) handleDeskTransfer(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskTransferRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.Transfer, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.Transfer(r.Context(), actRequest(w, v, in.DeskAct), in.Email)
	return s.respondAct(w, v, out, err)
}

// handleDeskCancel answers /desk/cancel. To give money back is another permission than to cancel.
func (s *server) handleDeskCancel(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskCancelRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	permission, paise := staff.Cancel, int64(0)
	if in.RefundPaise != nil && *in.RefundPaise != 0 {
		permission, paise = staff.Refund, *in.RefundPaise
	}
	if err := mayAct(v, permission, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.Cancel(r.Context(), actRequest(w, v, in.DeskAct), paise)
	return s.respondAct(w, v, out, err)
}

// handleDeskRefund answers /desk/refund.
func (s *server) handleDeskRefund(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskRefundRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.Refund, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.Refund(r.Context(), actRequest(w, v, in.DeskAct), in.RefundPaise)
	return s.respondAct(w, v, out, err)
}

// handleDeskApprove answers /desk/approve.
func (s *server) handleDeskApprove(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskApproveRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.Approve, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.Approve(r.Context(), actRequest(w, v, wire.DeskAct{Why: in.Why, Preview: in.Preview}), in.Request, in.Refuse)
	return s.respondAct(w, v, out, err)
}

// handleDeskGivenBack answers /desk/given-back.
func (s *server) handleDeskGivenBack(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskGivenBackRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.Refund, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.GivenBack(r.Context(), actRequest(w, v, in.DeskAct), in.Reference)
	return s.respondAct(w, v, out, err)
}

// handleDeskSeat answers /desk/seat.
func (s *server) handleDeskSeat(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskSeatRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.Seat, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.Seat(r.Context(), actRequest(w, v, in.DeskAct), in.Gate, in.Row, in.Seat)
	return s.respondAct(w, v, out, err)
}

// addPermission is that of a way of paying.
func addPermission(kind string) staff.Permission {
	switch kind {
	case domain.PaidFree:
		return staff.AddFree
	case desk.PaidByLink:
		return staff.AddLink
	}
	return staff.AddPaid
}

// handleDeskAdd answers /desk/add.
func (s *server) handleDeskAdd(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskAddRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, addPermission(in.Payment.Kind), in.Preview); err != nil {
		return err
	}
	added := desk.Added{
		Person: domain.Person(in.Person), Spouse: in.Spouse, SpouseName: in.SpouseName, TicketCategory: in.TicketCategory,
		Paid: howPaid(in.Payment), Override: in.Override,
	}
	out, err := s.Acts.Add(r.Context(), actRequest(w, v, wire.DeskAct{Why: in.Why, Preview: in.Preview}), added)
	return s.respondAct(w, v, out, err)
}

func howPaid(p wire.DeskHowItIsPaid) desk.HowPaid {
	return desk.HowPaid{Kind: p.Kind, Reference: p.Reference, Date: p.Date, Reason: p.Reason}
}

// handleDeskPaid answers /desk/paid.
func (s *server) handleDeskPaid(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskPaidRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := mayAct(v, staff.AddPaid, in.Preview); err != nil {
		return err
	}
	out, err := s.Acts.Paid(r.Context(), actRequest(w, v, in.DeskAct), howPaid(in.Payment))
	return s.respondAct(w, v, out, err)
}
