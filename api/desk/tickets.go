package desk

import (
	"errors"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
	"transom/api/texts"
	"transom/api/wire"
)

const (
	maxPlaceLength = 40
	noPlace        = "—"
)

// seat sets gate, row and seat of a ticket. The QR code contains none of them, so the ticket stays the same.
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
			one.typed = noPlace
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
	if err := x.warnOfTakenPlace(t); err != nil {
		return err
	}
	return x.tx.SetTicketPlace(x.ctx, t)
}

// warnOfTakenPlace warns about a place that another valid ticket has. It may be intended for a moment, when two
// people swap places.
func (x *execution) warnOfTakenPlace(t booking.Ticket) error {
	if t.Seat == noPlace {
		return nil
	}
	other, err := x.tx.FindTicketAt(x.ctx, t)
	if errors.Is(err, domain.ErrNotFound) {
		return nil
	}
	x.warn(texts.DeskPlaceTaken(other.HolderName))
	return err
}

// void withdraws a ticket. The registration stays paid and keeps its seat; reissue reverses it.
func (x *execution) void(wire.DeskAction) error {
	x.changes("ticket", x.ticket.ID, "void")
	x.ticketIs("void")
	x.out.Undo = "reissue"
	x.say(texts.DeskVoided)
	if err := x.endOffer(refund.OfferVoid, texts.DeskOfferEndedBoth); err != nil {
		return err
	}
	return x.tx.VoidTicket(x.ctx, x.b.ID, x.now)
}

// reissue issues a new ticket in place of the last one, whether that one is void or valid.
func (x *execution) reissue(wire.DeskAction) error {
	t, err := x.replaceTicket(x.b)
	if err != nil {
		return err
	}
	x.out.Undo = "void"
	x.say(texts.DeskNewTicket)
	return x.mail("ticket-changed", x.b, x.Payments.TicketData(t))
}

// replaceTicket voids the ticket of a booking and issues the next one, with the remaining entries and the same
// place.
func (x *execution) replaceTicket(b booking.Booking) (booking.Ticket, error) {
	old := x.ticket
	t, err := x.Tickets.Issue(b, x.now)
	if err != nil {
		return t, err
	}
	t.Gate, t.Row, t.Seat = old.Gate, old.Row, old.Seat
	if t.EntriesRemaining = min(t.EntriesRemaining, old.EntriesRemaining); t.EntriesRemaining == 0 {
		t.Status = booking.TicketUsed
	}
	if err := x.tx.VoidTicket(x.ctx, b.ID, x.now); err != nil {
		return t, err
	}
	x.ticketIs("new")
	x.entry.Before["ticket"], x.entry.After["ticket"] = old.ID, t.ID
	if err := x.tx.InsertTicket(x.ctx, t); err != nil {
		return t, err
	}
	return t, x.tx.CarryGateEntries(x.ctx, t.ID) // entries with the old ticket count for the new one
}
