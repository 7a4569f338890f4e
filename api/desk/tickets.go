package desk

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/payment"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

const maxPlaceLength = 40

// seat does not replace the ticket, because its QR code contains neither gate nor row nor seat.
func (x *execution) seat(in wire.DeskSeatRequest) error {
	t := x.ticket
	for _, one := range []struct {
		field string
		value *string
		typed string
	}{{"gate", &t.Gate, in.Gate}, {"row", &t.Row, in.Row}, {"seat", &t.Seat, in.Seat}} {
		if one.typed = domain.Typed(one.typed); len(one.typed) > maxPlaceLength {
			return domain.InvalidField(one.field, texts.DeskPlaceTooLong)
		}
		if one.typed == "" {
			one.typed = booking.Unassigned
		}
		if *one.value != one.typed {
			x.changes(one.field, *one.value, one.typed)
		}
		*one.value = one.typed
	}
	if len(x.out.Preview.Changes) == 0 {
		return domain.InvalidField("gate", texts.DeskPlaceSame)
	}
	x.ticketIs("valid")
	x.out.Undo = "seat"
	x.say(texts.DeskPlaceChanged)
	return errors.Join(x.warnOfTakenPlace(t), x.tx.SetTicketPlace(x.ctx, t))
}

// A taken seat is not refused, so that two people can swap seats.
func (x *execution) warnOfTakenPlace(t booking.Ticket) error {
	if t.Seat == booking.Unassigned {
		return nil
	}
	other, err := x.tx.FindTicketAt(x.ctx, t)
	if errors.Is(err, domain.ErrNotFound) {
		return nil
	}
	x.warn(texts.DeskPlaceTaken(other.HolderName))
	return err
}

// The registration stays paid and keeps its seat.
func (x *execution) void(wire.DeskAction) error {
	x.changes("ticket", x.ticket.ID, "void")
	x.ticketIs("void")
	x.out.Undo = "reissue"
	x.say(texts.DeskVoided)
	return errors.Join(x.endOffer(schema.MailVoid, texts.DeskOfferEndedBoth), x.tx.VoidTicket(x.ctx, x.b.ID, x.now))
}

func (x *execution) reissue(wire.DeskAction) error {
	t, err := x.replaceTicket(x.b)
	if err != nil {
		return err
	}
	x.out.Undo = "void"
	x.say(texts.DeskNewTicket)
	return x.mail("ticket-changed", x.b, x.Payments.ChangedData(x.b, x.b, t))
}

func (x *execution) replaceTicket(b booking.Booking) (booking.Ticket, error) {
	t, err := x.Payments.ReplaceTicket(x.ctx, x.tx, x.ticket, b, x.now)
	if err != nil {
		return t, err
	}
	x.ticketIs("new")
	x.entry.Before["ticket"], x.entry.After["ticket"] = x.ticket.ID, t.ID
	return t, nil
}

// Resend emails either the confirmation with the ticket or the payment link again.
func (d *Service) Resend(ctx context.Context, r Request, in wire.DeskResendRequest) (Outcome, error) {
	switch in.What {
	case "ticket":
		return d.execute(ctx, r, func(x *execution) error { return errors.Join(x.sendCopy(in.CopyTo), x.resendTicket()) })
	case "link":
		return d.resendLink(ctx, r)
	}
	return Outcome{}, domain.InvalidField("what", texts.DeskChooseResend)
}

func (x *execution) resendTicket() error {
	if err := x.hasTicket(); err != nil {
		return err
	}
	x.ticketIs("valid")
	x.note("what", "ticket")
	x.say(texts.DeskConfirmationAgain(x.b.Email))
	m := x.Payments.ConfirmationAgain(x.b, x.ticket, x.payments, x.now)
	documents, err := x.tx.DocumentsOfBooking(x.ctx, x.b.ID)
	if err != nil {
		return err
	}
	invoice.Describe(m, documents, false)
	if payer, err := x.tx.FindPayer(x.ctx, x.b.ID); err != nil {
		return err
	} else if payer.EmailKey != "" {
		m.Template = takenTemplate // the confirmation is also a receipt, which belongs to the payer
	}
	if err := x.notTwiceAMinute(m.Template); err != nil {
		return err
	}
	return x.tx.EnqueueMail(x.ctx, m, x.now)
}

// The holder gets the confirmation too, so that nobody sends a ticket to somebody else unnoticed.
func (x *execution) sendCopy(to string) error {
	if to == "" {
		return nil
	}
	email, fault := x.Form.CheckEmail(to, x.now)
	if fault == "" && domain.EmailKey(email) == x.b.EmailKey {
		fault = texts.DeskCopyToHolder
	}
	if fault != "" {
		return domain.InvalidField("copy_to", fault)
	}
	x.note("copy_to", email)
	x.say(texts.DeskCopyGoesTo(email))
	m := x.Payments.Mail("ticket-copy", "ticket-copy:"+domain.NewID(60), x.b, x.Payments.TicketData(x.b, x.ticket))
	m.To, m.ToName = email, ""
	return x.tx.EnqueueMail(x.ctx, m, x.now)
}

// The outbox drops a second confirmation within a minute, but the log would say that it was sent.
func (x *execution) notTwiceAMinute(template string) error {
	recent, err := x.tx.HasMailBetween(x.ctx, x.b.EmailKey, template, x.now.Add(-time.Minute), x.now)
	if err == nil && recent {
		err = notPossible(texts.DeskEmailJustSent)
	}
	return err
}

func (d *Service) resendLink(ctx context.Context, r Request) (Outcome, error) {
	var a booking.Attempt
	isNew := false
	send := func(x *execution) (err error) {
		if x.b.Status != booking.Initiated {
			return notPossible(texts.DeskNoLinkToSend)
		}
		if a, isNew, err = x.linkToSend(); err != nil {
			return err
		}
		until := a.ExpiresAt
		if !x.now.Before(until) { // in a preview, the new link does not exist yet
			until = x.Payments.MailedUntil(x.now)
		}
		x.ticketIs("none")
		x.note("what", "link")
		if err := errors.Join(x.notTwiceAMinute(payment.LinkTemplate), x.closeMailTask()); err != nil {
			return err
		}
		b := x.b
		b.NetPaise = b.NetPaise * a.AmountPaise / b.AmountPaise
		b.AmountPaise, b.GSTPaise = a.AmountPaise, a.AmountPaise-b.NetPaise
		return x.mailLink(b, until)
	}
	try := r
	try.Preview = true
	out, err := d.execute(ctx, try, send)
	if err != nil || r.Preview {
		return out, err
	}
	if !isNew {
		if _, err := d.Payments.StartMailed(ctx, a.Ref); err != nil {
			return Outcome{}, err
		}
	}
	out, err = d.execute(ctx, r, send)
	if err == nil && isNew { // if the gateway is down, the reconciler will create the link
		d.Payments.StartMailed(ctx, a.Ref)
	}
	return out, err
}

// linkToSend returns the payment attempt that can be paid or, after a partial payment, a new one for the rest.
func (x *execution) linkToSend() (a booking.Attempt, isNew bool, err error) {
	ref, err := x.tx.FindPayableAttempt(x.ctx, x.b.ID)
	if err != nil {
		return a, false, err
	}
	if ref != "" {
		a, err = x.tx.FindAttempt(x.ctx, ref)
		return a, false, err
	}
	n, err := x.tx.CountAttempts(x.ctx, x.b.ID)
	if err != nil {
		return a, false, err
	}
	b := x.b
	b.AmountPaise = x.b.DuePaise(x.payments)
	a = x.Payments.NewMailedAttempt(b, n+1, x.now)
	return a, true, x.tx.InsertAttempt(x.ctx, a)
}

func (x *execution) mailLink(b booking.Booking, until time.Time) error {
	shown := x.Content.Moment(until)
	x.say(texts.DeskLinkGoesTo(b.Email, shown))
	return x.mailUnproved(payment.LinkTemplate, b.ID+":"+domain.NewID(60), b.Email, b,
		map[string]string{"payment_url": x.Payments.PayURL(b.ID), "pay_until": shown})
}

// mailUnproved sends an email without the typed names, because nobody has verified the address.
func (x *execution) mailUnproved(template, mark, to string, b booking.Booking, more map[string]string) error {
	m := x.Payments.Mail(template, template+":"+mark, b, more)
	m.To, m.ToName = to, ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	return x.tx.EnqueueMail(x.ctx, m, x.now)
}
