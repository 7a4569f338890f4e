package main

import (
	"time"

	"transom/api/domain"
)

// unsignedTickets issues tickets without a signature for gates.
type unsignedTickets struct{ content *domain.Content }

// Issue makes the ticket of a booking: one entry for each event day and seat.
func (u unsignedTickets) Issue(b domain.Booking, now time.Time) (domain.Ticket, error) {
	entries := b.Seats * len(u.content.Event.Days)
	return domain.Ticket{
		ID: domain.NewID(128), BookingID: b.ID, HolderName: b.Name(), CategoryType: b.CategoryType,
		Seats: b.Seats, EntriesTotal: entries, EntriesRemaining: entries,
		Gate: "—", Row: "—", Seat: "—", Status: "valid", IssuedAt: now,
	}, nil
}
