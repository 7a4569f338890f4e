// Package ticket issues tickets, and writes and reads the signed tokens in their QR codes (token.go). It must not know
// about HTTP or payments; a gate that reads tokens needs only the published keys. Package gate decides who is admitted.
package ticket

import (
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// Issuer issues the tickets of paid bookings.
type Issuer struct {
	keys    *Keys
	content *domain.Content
	mark    uint32
}

// NewIssuer returns an event's ticket issuer.
func NewIssuer(keys *Keys, content *domain.Content) *Issuer {
	return &Issuer{keys: keys, content: content, mark: MarkOf(content.Event.Edition)}
}

// Issue returns a booking's signed ticket, with one entry for each event day and seat.
func (i *Issuer) Issue(b booking.Booking, now time.Time) (booking.Ticket, error) {
	category, known := i.content.CategoryByType(b.CategoryType)
	if !known {
		return booking.Ticket{}, fmt.Errorf("booking %s has the unknown category %q", b.ID, b.CategoryType)
	}
	days := len(i.content.Event.Days)
	t := booking.Ticket{
		ID: booking.NewTicketID(), BookingID: b.ID, HolderName: b.Name(), CategoryType: b.CategoryType,
		Seats: b.Seats, EntriesTotal: days * b.Seats, EntriesRemaining: days * b.Seats,
		Gate: booking.Unassigned, Row: booking.Unassigned, Seat: booking.Unassigned, Status: booking.TicketValid,
		IssuedAt: now,
	}
	if days > 0 && i.content.Event.Days[0].Gate != "" {
		t.Gate = i.content.Event.Days[0].Gate
	}
	var err error
	t.Signature, err = i.keys.Sign(
		Claims{TicketID: t.ID, Event: i.mark, Category: category.ID, Days: days, Seats: b.Seats, Holder: t.HolderName})
	return t, err
}
