package desk

import (
	"context"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/texts"
	"transom/api/wire"
)

const maxOthers = 20

var errNoRegistration = domain.Refuse(domain.CodeNotFound, texts.DeskNoRegistration)

// Find finds a booking by its id, or by its code as people write or spell it.
func (r *Reads) Find(ctx context.Context, idOrCode string) (booking.DeskBooking, error) {
	ids := []string{idOrCode}
	if code, is := booking.ParseCode(idOrCode); is {
		var err error
		if ids, err = r.Store.FindByReference(ctx, noWord, code, false); err != nil {
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

// BookingID finds a booking by its code, by the beginning of a booking id or ticket id, or by a web address that
// contains such an id. Any other text is returned unchanged, because it may be the id of a deleted booking.
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
	ids, err := r.Store.FindByReference(ctx, word, code, false)
	if len(ids) == 1 {
		return ids[0], err
	}
	return text, err
}

// Registration returns the parts of a registration and its history that a role may see.
func (r *Reads) Registration(ctx context.Context, idOrCode string, sight Sight) (out wire.DeskRegistration, err error) {
	b, err := r.Find(ctx, idOrCode)
	if err != nil {
		return out, err
	}
	out = wire.DeskRegistration{
		DeskRow: r.row(b, sight), Version: b.Version, Person: seenPerson(b.Person, sight), Spouse: b.Spouse,
		HasPhoto: b.PhotoAsset != "", HasDocument: b.IDAsset != "", Checked: wire.Instant(b.CheckedAt),
		Withdrawn: wire.Instant(b.WithdrawnAt), Rejected: wire.Instant(b.RejectedAt),
		DeskNumber: wire.DeskNumber{SameNumber: []string{}}, FreeReason: b.FreeReason, Tickets: []wire.DeskTicket{},
		Payments: []wire.DeskPayment{}, Invoices: []wire.InvoiceRow{},
	}
	if out.May, err = r.offered(ctx, b, sight.Role); err != nil {
		return out, err
	}
	if sight.Money {
		if price, known := b.Price(); known {
			out.NetPaise, out.GSTPaise = &price.NetPaise, &price.GSTPaise
		}
		if b.Status == booking.Initiated {
			due := b.DuePaise(b.Payments)
			out.DuePaise = &due
		}
	}
	refunds, err := r.refunds(ctx, b)
	if err != nil {
		return out, err
	}
	if sight.Money {
		out.Payments = r.paymentsOf(b, refunds)
		if err := r.addInvoices(ctx, b.ID, &out); err != nil {
			return out, err
		}
	}
	tickets, err := r.Store.TicketsOfBooking(ctx, b.ID)
	if err != nil {
		return out, err
	}
	for _, t := range slices.Backward(tickets) {
		out.Tickets = append(out.Tickets, wire.DeskTicket{
			ID: t.ID, Holder: t.HolderName, Status: t.Status, Issued: wire.Instant(t.IssuedAt), Gate: t.Gate, Row: t.Row,
			Seat: t.Seat, EntriesTotal: t.EntriesTotal, EntriesRemaining: t.EntriesRemaining,
		})
	}
	if out.Timeline, err = r.timeline(ctx, b, tickets, refunds, sight); err != nil {
		return out, err
	}
	if out.Tasks, err = r.tasks(ctx, b.ID, sight); err != nil {
		return out, err
	}
	others, err := r.Store.OtherRegistrations(ctx, b.Booking, maxOthers)
	if err != nil {
		return out, err
	}
	people, err := r.Store.DeskBookings(ctx, others)
	out.Others = r.rows(people, sight)
	return out, err
}

func (r *Reads) addInvoices(ctx context.Context, bookingID string, out *wire.DeskRegistration) error {
	all, err := r.Store.DocumentsOfBooking(ctx, bookingID)
	out.Invoices = wire.InvoiceRows(all, r.Content.Zone)
	for _, d := range uncredited(all) {
		buyer := wire.InvoiceParty(d.Recipient)
		out.Buyer = &buyer
	}
	return err
}

// seenPerson leaves out what the role may not export (PersonColumns).
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

func (r *Reads) refunds(ctx context.Context, b booking.DeskBooking) ([][]booking.Refund, error) {
	all := make([][]booking.Refund, len(b.Payments))
	if !slices.ContainsFunc(b.Payments, func(p booking.Payment) bool { return p.RefundedPaise > 0 }) {
		return all, nil
	}
	emails, err := r.Store.RefundEmails(ctx, b.ID)
	for i, p := range b.Payments {
		all[i] = refund.Each(p, emails)
	}
	return all, err
}

func (r *Reads) paymentsOf(b booking.DeskBooking, refunds [][]booking.Refund) []wire.DeskPayment {
	payments := make([]wire.DeskPayment, 0, len(b.Payments))
	withdrawable := refund.Withdrawable(b.Payments)
	for i, p := range b.Payments {
		gone := domain.Each(refunds[i], func(r booking.Refund) wire.DeskRefund {
			return wire.DeskRefund{AmountPaise: r.Paise, At: wire.Instant(r.At)}
		})
		payments = append(payments, wire.DeskPayment{
			Refunds: gone, Provider: p.Provider, PaymentID: b.NameOf(p), Reference: p.AttemptRef, AmountPaise: p.AmountPaise,
			RefundedPaise: p.RefundedPaise, TDSPaise: p.TDSPaise, Withdrawable: slices.Contains(withdrawable, p),
			Captured: r.paymentDay(p), Disposition: string(p.Disposition), SurplusPaise: p.SurplusPaise(b.Payments),
			IsSurplus: p.IsSurplus() && !p.Joint,
		})
		if p.RefundDue() && booking.IsManual(p.Provider) {
			payments[i].DuePaise = p.TargetPaise() - p.RefundedPaise
		}
	}
	return payments
}

// If staff recorded the payment, only its day is known.
func (r *Reads) paymentDay(p booking.Payment) string {
	if booking.IsManual(p.Provider) {
		return p.CapturedAt.In(r.Content.Zone).Format(time.DateOnly)
	}
	return wire.Instant(p.CapturedAt)
}

// Pending returns a registration's open offer, payment link and requests, which the actions' dialogs show.
func (d *Service) Pending(ctx context.Context, bookingID string, who domain.Actor) (
	out wire.DeskPendingResponse, err error,
) {
	b, err := d.Store.FindBooking(ctx, bookingID)
	if err != nil {
		return out, domain.IfMissing(err, errNoRegistration)
	}
	f := facts{now: d.Clock.Now(), content: d.Content}
	if err := f.load(ctx, d.Store, b); err != nil {
		return out, err
	}
	out = wire.DeskPendingResponse{Version: b.Version, Requests: []wire.DeskRequest{}}
	if t := f.offer; t != nil {
		ticket, err := d.Store.FindTicketOfBooking(ctx, bookingID)
		if err != nil {
			return out, err
		}
		out.Transfer = &wire.DeskTransfer{
			Email: t.Email, Offered: wire.Instant(t.OfferedAt), Expires: wire.Instant(t.ExpiresAt), By: t.Who.Name,
			IsUsed: isUsed(ticket),
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
	out.Money = moneyOf(refund.Decide(f.b, captured, approved, 0, d.Content.Desk))
	for _, one := range f.requests {
		second, err := refund.SecondFor(ctx, d.Store, one.Who, mayApprove, f.now)
		if err != nil {
			return out, err
		}
		out.Requests = append(out.Requests, wire.DeskRequest{
			Request: one.ID, BookingID: one.BookingID, At: wire.Instant(one.At), By: one.Who.Name, Why: one.Why,
			RefundPaise: one.RefundPaise, Mine: one.Who.ID == who.ID, WhyNot: second.WhyNot(who), Action: one.Action,
			OfCategory: strings.Contains(one.ID, "-"),
		})
	}
	return out, nil
}

func (d *Service) payLink(ctx context.Context, f facts) (*wire.DeskPayLink, error) {
	if f.open == nil && !f.waits() {
		return nil, nil
	}
	view, err := d.Store.FindPaymentView(ctx, f.b.ID)
	if err != nil || view.Attempt.ExpiresAt.IsZero() {
		return nil, err
	}
	if view.Attempt.State == booking.AttemptPaid { // the rest of the price has no link yet
		return &wire.DeskPayLink{}, nil
	}
	link := &wire.DeskPayLink{Expires: wire.Instant(view.Attempt.ExpiresAt)}
	if f.now.Before(view.Attempt.ExpiresAt) {
		link.URL = d.Payments.PayURL(f.b.ID)
	}
	if f.open != nil {
		link.Change, link.AmountPaise = d.Payments.TicketName(*f.open.Change), f.open.AmountPaise
	}
	return link, nil
}
