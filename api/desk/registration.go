package desk

import (
	"context"
	"errors"
	"slices"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/texts"
	"transom/api/wire"
)

// maxOthers is how many further registrations of a person are shown.
const maxOthers = 20

// errNoRegistration is the answer to an id or a code that is nobody's.
var errNoRegistration = domain.Refuse(domain.CodeNotFound, texts.DeskNoRegistration)

// Find is a booking by its id, or its code as somebody spells it.
func (r *Reads) Find(ctx context.Context, idOrCode string) (booking.DeskBooking, error) {
	ids := []string{idOrCode}
	if code, is := booking.ParseCode(idOrCode); is {
		var err error
		if ids, err = r.Store.NamedPeople(ctx, noWord, code, false); err != nil {
			return booking.DeskBooking{}, err
		}
	}
	found, err := r.Store.DeskBookings(ctx, ids)
	if err == nil && len(found) == 0 {
		err = errNoRegistration
	}
	if err != nil {
		return booking.DeskBooking{}, err
	}
	return found[0], nil
}

// BookingID is the id of the booking that somebody names by its code, the beginning of its id or of a ticket's, or an
// address with one; what names none is taken for an id, whose booking may be gone.
func (r *Reads) BookingID(ctx context.Context, text string) (string, error) {
	text = strings.TrimSpace(text)
	if pasted := address.FindStringSubmatch(text); pasted != nil {
		text = pasted[1]
	}
	word, code := text, ""
	if spelled, is := booking.ParseCode(text); is {
		word, code = noWord, spelled
	}
	if text == "" || code == "" && len(text) < minNamed {
		return text, nil
	}
	ids, err := r.Store.NamedPeople(ctx, word, code, false)
	if len(ids) == 1 {
		return ids[0], err
	}
	return text, err
}

// Registration is all facts of a registration, and what happened to it.
func (r *Reads) Registration(ctx context.Context, idOrCode string, sight Sight) (out wire.DeskRegistration, err error) {
	b, err := r.Find(ctx, idOrCode)
	if err != nil {
		return out, err
	}
	out = wire.DeskRegistration{
		DeskRow: r.row(b, sight), Version: b.Version, Person: seenPerson(b.Person, sight), Spouse: b.Spouse,
		HasPhoto:    b.PhotoAsset != "",
		HasDocument: b.IDAsset != "", Checked: instant(b.VerifiedAt), Withdrawn: instant(b.WithdrawnAt),
		FreeReason: b.FreeReason,
		Tickets:    []wire.DeskTicket{}, Payments: []wire.DeskPayment{},
	}
	if out.May, err = r.offered(ctx, b, sight.Role); err != nil {
		return out, err
	}
	if sight.Money {
		out.NetPaise, out.GSTPaise, out.PaidReference, out.PaidOn = &b.NetPaise, &b.GSTPaise, b.PaidReference, b.PaidOn
	}
	refunds, err := r.refunds(ctx, b)
	if err != nil {
		return out, err
	}
	if sight.Money {
		out.Payments = paymentsOf(b, refunds)
	}
	tickets, err := r.Store.TicketsOfBooking(ctx, b.ID)
	if err != nil {
		return out, err
	}
	for _, t := range slices.Backward(tickets) {
		out.Tickets = append(out.Tickets, wire.DeskTicket{
			ID: t.ID, Holder: t.HolderName, Status: t.Status, Issued: instant(t.IssuedAt), Gate: t.Gate, Row: t.Row,
			Seat:         t.Seat,
			EntriesTotal: t.EntriesTotal, EntriesRemaining: t.EntriesRemaining,
		})
	}
	if out.Timeline, err = r.timeline(ctx, b, tickets, refunds, sight); err != nil {
		return out, err
	}
	if out.Tasks, err = r.tasks(ctx, b.ID, sight); err != nil {
		return out, err
	}
	others, err := r.Store.SamePeople(ctx, b.Booking, maxOthers)
	if err != nil {
		return out, err
	}
	people, err := r.Store.DeskBookings(ctx, others)
	out.Others = r.rows(people, sight)
	return out, err
}

// seenPerson is a person as a role may see it, by the same list as its export (columns.go).
func seenPerson(p booking.Person, sight Sight) wire.Person {
	for _, field := range p.Fields() {
		hidden := func(c Column) bool { return c.Key == field.Name && !c.shows(sight) }
		if slices.ContainsFunc(PersonColumns, hidden) {
			*field.Value = ""
		}
	}
	if !sight.Contact {
		p.Answers = ""
	}
	return wire.Person(p)
}

// refunds are those of each payment of a booking, one by one. Of most nothing has gone back, and nothing is asked.
func (r *Reads) refunds(ctx context.Context, b booking.DeskBooking) ([][]booking.Refund, error) {
	all := make([][]booking.Refund, len(b.Payments))
	if !slices.ContainsFunc(b.Payments, func(p booking.Payment) bool { return p.RefundedPaise > 0 }) {
		return all, nil
	}
	told, err := r.Store.ToldRefunds(ctx, b.ID)
	for i, p := range b.Payments {
		all[i] = refund.Each(p, told)
	}
	return all, err
}

func paymentsOf(b booking.DeskBooking, refunds [][]booking.Refund) []wire.DeskPayment {
	payments := make([]wire.DeskPayment, 0, len(b.Payments))
	for i, p := range b.Payments {
		gone := make([]wire.DeskRefund, 0, len(refunds[i]))
		for _, refund := range refunds[i] {
			gone = append(gone, wire.DeskRefund{AmountPaise: refund.Paise, At: instant(refund.At)})
		}
		payments = append(payments, wire.DeskPayment{
			Refunds:  gone,
			Provider: p.Provider, PaymentID: b.NameOf(p), Reference: p.AttemptRef, AmountPaise: p.AmountPaise,
			RefundedPaise: p.RefundedPaise,
			Captured:      instant(p.CapturedAt), Refunded: instant(p.RefundedAt), Disposition: string(p.Disposition),
		})
	}
	return payments
}

// Pending is what is under way for a registration, and what stands beside an action.
func (d *Service) Pending(ctx context.Context, bookingID string, who domain.Actor) (
	out wire.DeskPendingResponse, err error,
) {
	b, err := d.Store.FindBooking(ctx, bookingID)
	if errors.Is(err, domain.ErrNotFound) {
		return out, errNoRegistration
	}
	if err != nil {
		return out, err
	}
	f := facts{now: d.Clock.Now(), content: d.Content}
	if err := f.load(ctx, d.Store, b); err != nil {
		return out, err
	}
	out = wire.DeskPendingResponse{Version: b.Version, Requests: []wire.DeskRequest{}}
	if t := f.offer; t != nil {
		out.Transfer = &wire.DeskTransfer{
			Email: t.Email, Offered: instant(t.OfferedAt), Expires: instant(t.ExpiresAt), By: t.Who.Name,
		}
	}
	for _, page := range d.Content.Pages.Pages {
		if page.Route == "/"+d.Content.Desk.CancelPolicy {
			out.Policy = string(page.HTML)
		}
	}
	if out.Link, err = d.payLink(ctx, f); err != nil || !SightOf(who.Role).Money {
		return out, err
	}
	captured, err := d.Store.PaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return out, err
	}
	approved, err := d.Store.ApprovedPaise(ctx, bookingID)
	if err != nil {
		return out, err
	}
	out.Money = moneyOf(refund.Decide(captured, approved, 0, d.Content.Desk))
	for _, one := range f.requests {
		second, err := refund.SecondFor(ctx, d.Store, one.Who, mayApprove, f.now)
		if err != nil {
			return out, err
		}
		out.Requests = append(out.Requests, wire.DeskRequest{
			Request: one.ID, BookingID: one.BookingID, At: instant(one.At), By: one.Who.Name, Why: one.Why,
			RefundPaise: one.RefundPaise, Mine: one.Who.ID == who.ID, WhyNot: second.WhyNot(who),
			Cancels: one.Action == domain.ActionCancel,
		})
	}
	return out, nil
}

// payLink is the link of a registration that waits for its payment, nil of any other.
func (d *Service) payLink(ctx context.Context, f facts) (*wire.DeskPayLink, error) {
	if !f.waits() {
		return nil, nil
	}
	view, err := d.Store.FindPaymentView(ctx, f.b.ID)
	if err != nil || view.Attempt.ExpiresAt.IsZero() {
		return nil, err
	}
	link := &wire.DeskPayLink{Expires: instant(view.Attempt.ExpiresAt)}
	if f.now.Before(view.Attempt.ExpiresAt) {
		link.URL = d.Payments.PayURL(f.b.ID)
	}
	return link, nil
}
