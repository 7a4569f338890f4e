package desk

import (
	"context"
	"errors"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/wire"
)

// Seat writes gate, row and seat of a ticket. The QR code has none of them, so the ticket stays the same.
func (d *Acts) Seat(ctx context.Context, r Request, in wire.DeskSeatRequest) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		if err := s.mustBePaid(); err != nil {
			return err
		}
		t, err := s.goodTicket()
		if errors.Is(err, domain.ErrNotFound) {
			return notPossible("The ticket is void. Issue a new one first.")
		}
		if err != nil {
			return err
		}
		for _, one := range []struct {
			field string
			value *string
			typed string
		}{{"gate", &t.Gate, in.Gate}, {"row", &t.Row, in.Row}, {"seat", &t.Seat, in.Seat}} {
			if one.typed = domain.Typed(one.typed); len(one.typed) > 40 {
				return domain.Invalid(map[string]string{one.field: "Please use at most 40 characters."})
			}
			if one.typed == "" {
				one.typed = "—"
			}
			if *one.value != one.typed {
				s.out.Changes = append(s.out.Changes, Change{one.field, *one.value, one.typed})
			}
			*one.value = one.typed
		}
		if len(s.out.Changes) == 0 {
			return domain.Invalid(map[string]string{"gate": "Nothing is changed yet: type another gate, row or seat."})
		}
		s.out.Ticket, s.out.Undo = "valid", "seat"
		s.say("The ticket stays good and shows the new place. No mail goes out.")
		if err := s.sayTaken(t); err != nil {
			return err
		}
		return s.tx.SetTicketPlace(s.ctx, t)
	})
}

// sayTaken warns of a place that another good ticket has. It may be meant so, for a moment, when two people change
// places.
func (s *step) sayTaken(t booking.Ticket) error {
	if t.Seat == "—" {
		return nil
	}
	other, err := s.tx.FindTicketAt(s.ctx, t)
	if errors.Is(err, domain.ErrNotFound) {
		return nil
	}
	if err == nil {
		s.warn("the ticket of %s has this place already.", other.HolderName)
	}
	return err
}

// Void takes a ticket out of use. The registration stays paid and keeps its seat; Reissue takes it back.
func (d *Acts) Void(ctx context.Context, r Request, _ wire.DeskAct) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		if err := s.mustBePaid(); err != nil {
			return err
		}
		t, err := s.goodTicket()
		if errors.Is(err, domain.ErrNotFound) {
			return notPossible("The ticket is void already. To let the person in again, issue a new one.")
		}
		if err != nil {
			return err
		}
		s.out.Changes = []Change{{"ticket", t.ID, "void"}}
		s.out.Ticket, s.out.Undo = "void", "reissue"
		s.say("Nobody is let in with this ticket. The registration stays paid and the seat stays taken; a new ticket can " +
			"be issued.")
		if err := s.endOffer(refund.OfferVoid, "both are told"); err != nil {
			return err
		}
		return s.tx.VoidTicket(s.ctx, s.b.ID, s.now)
	})
}

// Reissue makes a new ticket in place of the last one, whether that is void or good.
func (d *Acts) Reissue(ctx context.Context, r Request, _ wire.DeskAct) (Outcome, error) {
	return d.change(ctx, r, func(s *step) error {
		if err := s.mustBePaid(); err != nil {
			return err
		}
		old, err := s.tx.FindTicketOfBooking(s.ctx, s.b.ID)
		if err != nil {
			return err
		}
		t, err := s.replaceTicket(old, s.b)
		if err != nil {
			return err
		}
		s.out.Undo = "void"
		s.say("There is a new ticket. The one before is void, also where it was printed or saved.")
		return s.mail("ticket-changed", s.b, s.Payments.TicketData(t))
	})
}
