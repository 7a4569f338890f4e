package desk

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/texts"
	"transom/api/wire"
)

// Resend sends the confirmation with the ticket again, or the payment link.
func (d *Service) Resend(ctx context.Context, r Request, in wire.DeskResendRequest) (Outcome, error) {
	switch in.What {
	case "ticket":
		return d.execute(ctx, r, (*execution).resendTicket)
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
	m := x.Payments.ConfirmationAgain(x.b, x.ticket, x.now)
	if payer, err := x.tx.FindPayer(x.ctx, x.b.ID); err != nil {
		return err
	} else if payer.EmailKey != "" {
		m.Template = takenTemplate // the receipt does not belong to the new holder
	}
	if err := x.notTwiceAMinute(m.Template); err != nil {
		return err
	}
	return x.tx.EnqueueMail(x.ctx, m, x.now)
}

// notTwiceAMinute refuses an email if the same one was sent to this address within the last minute: it would not be
// sent, but the log would say that it was.
func (x *execution) notTwiceAMinute(template string) error {
	recent, err := x.tx.HasMailBetween(x.ctx, x.b.EmailKey, template, x.now.Add(-time.Minute), x.now)
	if err == nil && recent {
		err = notPossible(texts.DeskEmailJustSent)
	}
	return err
}

// resendLink sends the payment link of an unpaid registration. If the link has expired, it creates another one
// first.
func (d *Service) resendLink(ctx context.Context, r Request) (Outcome, error) {
	var ref string
	send := func(x *execution) (err error) {
		if x.b.Status != booking.Initiated {
			return notPossible(texts.DeskNoLinkToSend)
		}
		if ref, err = x.tx.FindPayableAttempt(x.ctx, x.b.ID); err != nil {
			return err
		}
		a, err := x.tx.FindAttempt(x.ctx, ref)
		if err != nil {
			return err
		}
		until := a.ExpiresAt
		if !x.now.Before(until) { // a preview has not created the next link
			until = x.Payments.MailedUntil(x.now)
		}
		x.ticketIs("none")
		x.note("what", "link")
		if err := errors.Join(x.notTwiceAMinute(payment.LinkTemplate), x.closeMailTask()); err != nil {
			return err
		}
		return x.mailLink(x.b, until)
	}
	try := r
	try.Preview = true
	out, err := d.execute(ctx, try, send)
	if err != nil || r.Preview {
		return out, err
	}
	if _, err := d.Payments.StartMailed(ctx, ref); err != nil {
		return Outcome{}, err
	}
	return d.execute(ctx, r, send)
}

func (x *execution) mailLink(b booking.Booking, until time.Time) error {
	shown := x.Content.Moment(until)
	x.say(texts.DeskLinkGoesTo(b.Email, shown))
	return x.mailUnproved(payment.LinkTemplate, b.ID+":"+domain.NewID(60), b.Email, b,
		map[string]string{"payment_url": x.Payments.PayURL(b.ID), "pay_until": shown})
}

// mailUnproved sends an email to an address that nobody has proved, so it contains none of the typed names.
func (x *execution) mailUnproved(template, mark, to string, b booking.Booking, more map[string]string) error {
	m := x.Payments.Mail(template, template+":"+mark, b, more)
	m.To, m.ToName = to, ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	return x.tx.EnqueueMail(x.ctx, m, x.now)
}
