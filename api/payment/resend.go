package payment

import (
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// ConfirmationAgain is the confirmation of a paid booking once more, at most once in a minute.
func (p *Service) ConfirmationAgain(b booking.Booking, t booking.Ticket, now time.Time) domain.OutgoingMail {
	m := p.confirmationMail(b, t)
	if b.PaidBy == booking.PaidFree {
		m = p.complimentaryMail(b, t)
	}
	m.DedupeKey += ":again:" + now.UTC().Format("200601021504")
	return m
}
