package desk

import (
	"context"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/refund"
	"transom/api/registration"
	"transom/api/wire"
	"transom/generator/schema"
)

const maxReference = 60

// PaidByLink is a registration that is paid online, by a link that the desk sends.
const PaidByLink = "link"

// Add registers somebody by the rules of the form: paid another way, free, or to be paid by a link that goes out by
// mail. Same tickets, same seats, same books. Pictures are not asked: the person adds a photo to the profile, and shows
// the identity document at the door.
func (d *Acts) Add(ctx context.Context, r Request, in wire.DeskAddRequest) (out Outcome, err error) {
	if r.Why = domain.Typed(r.Why); r.Why == "" && !r.Preview {
		return out, domain.Invalid(map[string]string{"why": domain.WhyIsMissing})
	}
	category, known := d.Content.CategoryByType(in.TicketCategory)
	if !known {
		return out, domain.Invalid(map[string]string{"ticketCategory": "Please choose one of the tickets."})
	}
	var attempt string
	err = d.Store.WriteDesk(ctx, func(tx ActTx) error {
		out = Outcome{}
		s := d.step(ctx, tx, booking.Booking{}, r, &out)
		attempt, err = s.add(in, category)
		if err != nil {
			return err
		}
		return s.finish()
	})
	if err == errPreview {
		err = nil
	}
	if err != nil {
		out.Done = false
		return out, explain(err)
	}
	if out.Done && attempt != "" { // the reconciler makes the link when the gateway is away just now
		d.Payments.StartMailed(ctx, attempt)
	}
	return out, nil
}

func (s *step) add(in wire.DeskAddRequest, category schema.Category) (attempt string, err error) {
	typed := registration.Application{Person: booking.Person(in.Person), Spouse: in.Spouse, SpouseName: in.SpouseName,
		TicketCategory: in.TicketCategory}
	b, faults, rules := s.Form.CheckTyped(typed, category, in.Payment.Kind == booking.PaidFree, s.now)
	faults = s.checkHowPaid(in.Payment, category, faults)
	if err := s.judge(faults, rules, in.Override); err != nil {
		return "", err
	}
	b.PaidBy, b.PaidReference, b.PaidOn = in.Payment.Kind, domain.Typed(in.Payment.Reference), in.Payment.Date
	switch in.Payment.Kind {
	case booking.PaidFree:
		b.FreeReason, b.PaidReference, b.PaidOn = in.Payment.Reason, "", ""
		b.NetPaise, b.GSTPaise, b.AmountPaise = 0, 0, 0
	case PaidByLink:
		b.PaidBy, b.PaidReference, b.PaidOn = booking.PaidOnline, "", ""
	}
	if err := s.Form.Place(s.ctx, s.tx, b, category); err != nil {
		return "", s.named(b, err)
	}
	if b, err = s.tx.FindBooking(s.ctx, b.ID); err != nil { // with the code that it was given, which stands in its mail
		return "", err
	}
	s.b, s.act.BookingID, s.out.Undo = b, b.ID, "cancel"
	s.what += ": " + in.Payment.Kind
	s.note("paid_by", in.Payment.Kind)
	s.note("amount", schema.FormatPaise(b.AmountPaise))
	for field, value := range map[string]string{"reference": b.PaidReference, "date": b.PaidOn, "reason": b.FreeReason} {
		if value != "" {
			s.note(field, value)
		}
	}
	if in.Payment.Kind == PaidByLink {
		return s.addLink(b)
	}
	s.out.Ticket, s.out.Money = "new", &refund.Decision{PaidPaise: b.AmountPaise, How: "none"}
	s.say("%s is registered and has a ticket (%s); the confirmation goes to %s.", b.Name(), category.Name, b.Email)
	if in.Payment.Kind == booking.PaidFree {
		s.say("It is free and counted apart in every sum.")
	} else {
		s.say("%s is written down as paid: net %s, GST %s.", schema.FormatPaise(b.AmountPaise),
			schema.FormatPaise(b.NetPaise), schema.FormatPaise(b.GSTPaise))
	}
	s.say("A photo and the identity document were not asked: the photo can be added to the profile, the document is " +
		"shown at the door.")
	return "", s.Payments.Book(s.ctx, s.tx, b, s.now)
}

// addLink makes the link and its mail. The page behind it asks the gateway, so the mail may be there before the link.
func (s *step) addLink(b booking.Booking) (attempt string, err error) {
	first := s.Payments.NewMailedAttempt(b, s.now)
	if err := s.tx.InsertAttempt(s.ctx, first); err != nil {
		return "", err
	}
	s.out.Ticket = "none"
	s.say("%s is registered and holds a seat; the ticket comes with the payment of %s.", b.Name(),
		schema.FormatPaise(b.AmountPaise))
	return first.Ref, s.mailLink(b, first.ExpiresAt)
}

// mailLink sends the address where a registration is paid. Nobody has proved the mailbox, so nothing that was typed is
// in it.
func (s *step) mailLink(b booking.Booking, until time.Time) error {
	m := s.Payments.Mail(payment.LinkTemplate, payment.LinkTemplate+":"+b.ID+":"+domain.NewID(60), b, map[string]string{
		"payment_url": s.Payments.PayURL(b.ID), "pay_until": s.Content.Moment(until),
	})
	m.ToName = ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	s.say("The payment link goes to %s and can be used until %s.", b.Email, m.Data["pay_until"])
	return s.tx.EnqueueMail(s.ctx, m, s.now)
}

// checkHowPaid adds what is wrong about the payment to what is wrong about the person.
func (s *step) checkHowPaid(p wire.DeskHowItIsPaid, category schema.Category,
	faults map[string]string) map[string]string {
	if faults == nil {
		faults = map[string]string{}
	}
	switch {
	case p.Kind == PaidByLink:
	case p.Kind == booking.PaidFree:
		if !slices.ContainsFunc(s.Content.Desk.Complimentary,
			func(c schema.Complimentary) bool { return string(c.ID) == p.Reason }) {
			faults["reason"] = "Please choose why it is free."
		}
	case booking.IsByHand(p.Kind):
		if key := payment.ReferenceKey(domain.Typed(p.Reference)); key == "" || len(p.Reference) > maxReference {
			faults["reference"] = "Please write the reference of the payment: the UTR of a transfer, the number of a cheque " +
				"or of a receipt."
		}
		if fault := s.checkDay(p.Date, category); fault != "" {
			faults["date"] = fault
		}
	default:
		faults["kind"] = "Please choose how it is paid."
	}
	return faults
}

// checkDay says what is wrong about the day on which money came.
func (s *step) checkDay(typed string, category schema.Category) string {
	day, err := time.ParseInLocation(time.DateOnly, typed, s.Content.Zone)
	opens := category.Sales.OpensAt.In(s.Content.Zone)
	switch {
	case err != nil:
		return "Please enter a date like 2025-03-31."
	case day.After(s.now):
		return "This day is still to come. Write the day on which the money came."
	case typed < opens.Format(time.DateOnly):
		return "The sale of this ticket opened on " + opens.Format("2 January 2006") + ": nobody has paid before that day."
	}
	return ""
}

// Paid notes that a registration which waits, or whose link is over, was paid another way. Its link is closed first;
// when it was paid meanwhile, nothing is written.
func (d *Acts) Paid(ctx context.Context, r Request, in wire.DeskPaidRequest) (Outcome, error) {
	p := in.Payment
	note := func(s *step) error {
		if err := mayBePaid(s.b); err != nil {
			return err
		}
		if !booking.IsByHand(p.Kind) {
			return domain.Invalid(map[string]string{"kind": "Please choose how it was paid."})
		}
		category, err := s.category()
		if err != nil {
			return err
		}
		if faults := s.checkHowPaid(p, category, nil); len(faults) > 0 {
			return domain.Invalid(faults)
		}
		b := s.b
		b.PaidBy, b.PaidReference, b.PaidOn = p.Kind, domain.Typed(p.Reference), p.Date
		s.out.Changes = []Change{{"state", "waiting", "paid"}, {"paid_by", "", p.Kind}, {"reference", "", b.PaidReference},
			{"date", "", p.Date}}
		s.out.Ticket = "new"
		s.say("%s is written down as paid; the confirmation with the ticket goes to %s.", schema.FormatPaise(b.AmountPaise),
			b.Email)
		if err := s.Payments.Book(s.ctx, s.tx, b, s.now); err != nil {
			return err
		}
		if err := s.checkAlone(b); err != nil {
			return err
		}
		return s.Form.CheckSeats(s.ctx, s.tx, category)
	}
	return d.afterClosing(ctx, r, note, note)
}
