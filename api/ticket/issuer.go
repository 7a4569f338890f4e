package ticket

import (
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// unassigned is shown for a gate, row or seat that nobody has assigned.
const unassigned = "—"

// Issuer issues the tickets of paid bookings.
type Issuer struct {
	keys    *Keys
	content *domain.Content
	mark    uint32
}

// NewIssuer returns the issuer of an event.
func NewIssuer(keys *Keys, content *domain.Content) *Issuer {
	return &Issuer{keys: keys, content: content, mark: MarkOf(content.Event.Edition)}
}

// Issue returns the signed ticket of a booking, with one entry for each event day and seat.
func (i *Issuer) Issue(b booking.Booking, now time.Time) (booking.Ticket, error) {
	category, known := i.content.CategoryByType(b.CategoryType)
	if !known {
		return booking.Ticket{}, fmt.Errorf("booking %s has the unknown category %q", b.ID, b.CategoryType)
	}
	days := len(i.content.Event.Days)
	t := booking.Ticket{
		ID: booking.NewTicketID(), BookingID: b.ID, HolderName: b.Name(), CategoryType: b.CategoryType,
		Seats: b.Seats, EntriesTotal: days * b.Seats, EntriesRemaining: days * b.Seats,
		Gate: unassigned, Row: unassigned, Seat: unassigned, Status: booking.TicketValid, IssuedAt: now,
	}
	if days > 0 && i.content.Event.Days[0].Gate != "" {
		t.Gate = i.content.Event.Days[0].Gate
	}
	var err error
	t.Signature, err = i.keys.Sign(Claims{
		TicketID: t.ID, Event: i.mark, Category: category.ID, Days: days, Seats: b.Seats, Holder: t.HolderName,
	})
	return t, err
}
