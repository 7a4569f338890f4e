package desk

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/wire"
)

// Resend sends the confirmation with the ticket once more, or the payment link.
func (d *Acts) Resend(ctx context.Context, r Request, in wire.DeskResendRequest) (Outcome, error) {
	switch in.What {
	case "ticket":
		return d.resendTicket(ctx, r)
	case "link":
		return d.resendLink(ctx, r)
	}
	return Outcome{}, domain.Invalid(map[string]string{"what": "Please choose what to send: ticket or link."})
}

// resendTicket sends the confirmation with the ticket once more.
func (d *Acts) resendTicket(ctx context.Context, r Request) (Outcome, error) {
	return d.beside(ctx, r, func(s *step) error {
		if err := s.mustBePaid(); err != nil {
			return err
		}
		t, err := s.goodTicket()
		if errors.Is(err, domain.ErrNotFound) {
			return notPossible("The ticket is void. Issue a new one: it goes out by mail.")
		}
		if err != nil {
			return err
		}
		s.out.Ticket = "valid"
		s.note("what", "ticket")
		s.say("The confirmation with the ticket goes to %s again.", s.b.Email)
		m := s.Payments.ConfirmationAgain(s.b, t, s.now)
		if payer, err := s.tx.FindPayer(s.ctx, s.b.ID); err != nil {
			return err
		} else if payer.EmailKey != "" {
			m.Template = takenTemplate // the receipt is not theirs
		}
		if err := s.notTwiceAMinute(m.Template); err != nil {
			return err
		}
		return s.tx.EnqueueMail(s.ctx, m, s.now)
	})
}

// notTwiceAMinute refuses an email that has gone to this address within the last minute: it would not leave again, and
// the log would say that it did.
func (s *step) notTwiceAMinute(template string) error {
	recent, err := s.tx.HasMailBetween(s.ctx, s.b.EmailKey, template, s.now.Add(-time.Minute), s.now)
	if err == nil && recent {
		err = notPossible("An email was already sent less than a minute ago. Wait a minute, then send it again.")
	}
	return err
}

// resendLink sends the payment link of a registration that waits. When its time is over there is another one first.
func (d *Acts) resendLink(ctx context.Context, r Request) (Outcome, error) {
	send := func(s *step) error {
		if s.b.Status != booking.Initiated {
			return notPossible("This registration does not wait for a payment, so there is no link to send. Choose the " +
				"ticket instead.")
		}
		ref, err := s.tx.FindPayableAttempt(s.ctx, s.b.ID)
		if err != nil {
			return err
		}
		a, err := s.tx.FindAttempt(s.ctx, ref)
		if err != nil {
			return err
		}
		until := a.ExpiresAt
		if !s.now.Before(until) { // a preview has not made the next one
			until = s.Payments.MailedUntil(s.now)
		}
		s.out.Ticket = "none"
		s.note("what", "link")
		if err := errors.Join(s.notTwiceAMinute(payment.LinkTemplate), s.mailGoesAgain()); err != nil {
			return err
		}
		return s.mailLink(s.b, until)
	}
	look := r
	look.Preview = true
	out, err := d.beside(ctx, look, send)
	if err != nil || r.Preview {
		return out, err
	}
	var ref string
	err = d.Store.WriteDesk(ctx, func(tx ActTx) (err error) {
		ref, err = tx.FindPayableAttempt(ctx, r.BookingID)
		return err
	})
	if err != nil {
		return out, err
	}
	if _, err := d.Payments.StartMailed(ctx, ref); err != nil {
		return Outcome{}, err
	}
	return d.beside(ctx, r, send)
}
