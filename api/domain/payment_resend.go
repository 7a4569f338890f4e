package domain

import "time"

// ConfirmationAgain is the confirmation of a paid booking once more, at most once in a minute.
func (p *Payments) ConfirmationAgain(b Booking, t Ticket, now time.Time) OutgoingMail {
	m := p.confirmationMail(b, t)
	m.DedupeKey += ":again:" + now.UTC().Format("200601021504")
	return m
}
