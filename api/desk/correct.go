package desk

import (
	"context"
	"errors"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

// Correct writes other values of the same person. When the name or the mailbox changes there is a new ticket, and the
// one before, which may lie in another mailbox or be printed with another name, is void. The rules of the form hold;
// those of age and membership can be set aside.
func (d *Acts) Correct(ctx context.Context, r Request, in wire.DeskCorrectRequest) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		next, err := s.corrected(in.Changes, in.Override)
		if err != nil {
			return err
		}
		s.out.Changes = differences(s.b, next)
		if len(s.out.Changes) == 0 {
			return domain.Invalid(map[string]string{"changes": "Nothing is changed yet: type another value."})
		}
		s.what += ": " + fieldsOf(s.out.Changes)
		if next.PersonKey != s.b.PersonKey || next.MembershipNo != s.b.MembershipNo ||
			next.InstituteName != s.b.InstituteName {
			if err := s.checkAlone(next); err != nil {
				return err
			}
		}
		if err := s.mayMove(next); err != nil {
			return err
		}
		if err := s.tx.SaveBookingPerson(s.ctx, next); err != nil {
			return err
		}
		s.out.Undo = "correct"
		return s.tellCorrection(next)
	})
}

// mayMove refuses to change whose a ticket is while it is offered to a colleague.
func (s *step) mayMove(next booking.Booking) error {
	if next.PersonKey == s.b.PersonKey && next.EmailKey == s.b.EmailKey {
		return nil
	}
	open, err := s.tx.FindOpenTransfer(s.ctx, s.b.ID)
	switch {
	case errors.Is(err, domain.ErrNotFound) || err == nil && !open.IsOpen(s.now):
		return nil
	case err != nil:
		return err
	}
	return notPossible("This ticket is offered to " + open.Email + ". Withdraw that offer first.")
}

func (s *step) corrected(changes map[string]string, override bool) (next booking.Booking, err error) {
	if err := mayCorrect(s.b); err != nil {
		return next, err
	}
	category, err := s.category()
	if err != nil {
		return next, err
	}
	next, faults, rules := s.Form.CheckCorrection(s.b, changes, category, s.now)
	return next, s.judge(faults, rules, override)
}

// judge refuses faults; and rules, unless they are set aside or only to be shown.
func (s *step) judge(faults, rules map[string]string, override bool) error {
	s.out.Rules = rules
	switch {
	case len(faults) > 0:
		return domain.Invalid(faults)
	case len(rules) > 0 && !override && !s.r.Preview:
		return &domain.Error{
			Code:    domain.CodeInvalid,
			Message: "This breaks the rules of the ticket. Correct the values, or set the rules aside and say why.",
			Fields:  rules, Extra: map[string]any{"rules": rules},
		}
	case len(rules) > 0 && override:
		s.say("The rules of the ticket are set aside.")
		s.note("override", "yes")
	}
	return nil
}

// mailGoesAgain closes the tasks about mails that did not arrive: what the person needs goes out once more. When that
// does not arrive either, there is another task.
func (s *step) mailGoesAgain() error {
	closed, err := s.tx.FinishTasksOf(s.ctx, s.b.ID, booking.TaskMailUndeliverable, s.now)
	if closed > 0 {
		s.say("The task about the mail that did not arrive is done.")
	}
	return err
}

// tellCorrection replaces the ticket when something on it changes, and writes to whom it concerns.
func (s *step) tellCorrection(next booking.Booking) error {
	moved := next.EmailKey != s.b.EmailKey
	if moved {
		if err := s.tx.EndBookingSessions(s.ctx, next.ID, s.now); err != nil {
			return err
		}
	}
	t, err := s.goodTicket()
	switch {
	case errors.Is(err, domain.ErrNotFound):
		s.out.Ticket = "none"
		s.say("There is no valid ticket, so no mail goes out.")
		return nil
	case err != nil:
		return err
	case !moved && next.Name() == s.b.Name():
		s.out.Ticket = "valid"
		s.say("Nothing of this stands on the ticket, so it stays good and no mail goes out.")
		return nil
	}
	if t, err = s.replaceTicket(t, next); err != nil {
		return err
	}
	s.say("There is a new ticket. The one before is void, also where it was printed or saved.")
	if moved {
		s.say("The ticket now belongs to %s.", next.Email)
		if err := errors.Join(s.tellAddressBefore(), s.mailGoesAgain()); err != nil {
			return err
		}
	}
	return s.mail("ticket-changed", next, s.Payments.TicketData(t))
}

// tellAddressBefore writes to the address that a ticket leaves, unless the last email to it could not be delivered.
func (s *step) tellAddressBefore() error {
	dead, err := s.tx.IsUndeliverable(s.ctx, s.b.ID, s.b.EmailKey)
	switch {
	case err != nil:
		return err
	case dead:
		s.say("No email goes to %s: the last one could not be delivered.", s.b.Email)
		return nil
	}
	s.say("We email %s about the change.", s.b.Email)
	return s.mail("mailbox-changed", s.b, nil)
}
