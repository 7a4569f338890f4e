package desk

import (
	"context"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
	"transom/generator/schema"
)

// Refund gives an amount back and leaves the registration as it is: a part of what a good one has paid, or what is left
// of a cancelled one. Above the content's limit it waits for a second person, like a cancellation.
func (d *Acts) Refund(ctx context.Context, r Request, in wire.DeskRefundRequest) (Outcome, error) {
	paise := in.RefundPaise
	if err := notNegative(paise); err != nil {
		return Outcome{}, err
	}
	return d.change(ctx, r, func(s *step) error {
		if err := s.mustNotWait(); err != nil {
			return err
		}
		if err := s.weighRefund(paise); err != nil {
			return err
		}
		if s.out.Money.Second {
			return s.ask(domain.ActRefund, paise)
		}
		s.sayAlone()
		return s.refund(paise)
	})
}

// weighRefund is weigh for a refund alone, which a cancelled registration may have too, and one whose person was
// erased.
func (s *step) weighRefund(paise int64) error {
	switch {
	case s.b.Status != booking.Success:
		return notPossible("This registration is not paid, so nothing can go back.")
	case paise == 0:
		return domain.Invalid(map[string]string{"refund_paise": "Please write how much goes back."})
	}
	return s.weighMoney(paise)
}

func (s *step) refund(paise int64) error {
	if _, err := s.Payments.Refunds.Part(s.ctx, s.tx, s.b, paise, s.now); err != nil {
		return err
	}
	s.note("refund", schema.FormatPaise(paise))
	switch {
	case s.b.Erased():
		s.out.Ticket = "void"
		s.say("The person is erased, with ticket and seat; only the money is left.")
	case s.b.Cancelled():
		s.out.Ticket = "void"
		s.say("The registration stays cancelled.")
	default:
		s.out.Ticket = "valid"
		s.say("The registration and its ticket stay as they are.")
	}
	switch {
	case s.out.Money.How == "hand":
		s.say("%s is to be given back by hand; a task says so until that is written down.", schema.FormatPaise(paise))
	case s.b.Erased():
		s.say("%s goes back through the gateway; nobody gets a mail, except somebody else who had paid.",
			schema.FormatPaise(paise))
	default:
		s.say("%s goes back through the gateway; the person is told by mail when it has.", schema.FormatPaise(paise))
	}
	return nil
}

// Uncancel takes a cancellation back while no money has moved: the registration counts again, when there is a seat for
// it and the person has no other one, and has a new ticket.
func (d *Acts) Uncancel(ctx context.Context, r Request, _ wire.DeskAct) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		captured, err := s.tx.PaymentsOfBooking(s.ctx, s.b.ID)
		if err != nil {
			return err
		}
		if err := mayReturn(s.b, captured, s.r.Who); err != nil {
			return err
		}
		category, err := s.category()
		if err != nil {
			return err
		}
		if err := s.checkAlone(s.b); err != nil {
			return err
		}
		if err := s.Payments.Refunds.Restore(s.ctx, s.tx, s.b, s.now); err != nil {
			return err
		}
		if err := s.tx.ForgetApprovals(s.ctx, s.b.ID); err != nil {
			return err
		}
		if err := s.Form.CheckSeats(s.ctx, s.tx, category); err != nil {
			return err
		}
		old, err := s.tx.FindTicketOfBooking(s.ctx, s.b.ID)
		if err != nil {
			return err
		}
		s.b.HoldsSeat = true
		t, err := s.replaceTicket(old, s.b)
		if err != nil {
			return err
		}
		s.out.Changes, s.out.Undo = []Change{{"state", "cancelled", "paid"}}, "cancel"
		s.say("The registration counts again and has a seat. There is a new ticket; the one before stays void. Nothing " +
			"goes back.")
		state := "Your registration counts again."
		payer, err := s.tx.FindPayer(s.ctx, s.b.ID)
		if err != nil {
			return err
		}
		if s.b.AmountPaise > 0 && payer.EmailKey == "" { // a colleague has paid nothing
			state += " Nothing of what you paid goes back."
		}
		data := s.Payments.TicketData(t)
		data["money_state"] = state
		return s.mail("ticket-changed", s.b, data)
	})
}
