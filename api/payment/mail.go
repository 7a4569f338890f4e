package payment

import (
	"cmp"
	"maps"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

// mailData returns the placeholders that every email about a booking may use. A person who was erased has no code any
// more; whoever paid the booking still gets emails about its money, and has its number.
func (p *Service) mailData(b booking.Booking) map[string]string {
	event := p.Content.Event
	var days, venues []string
	for _, day := range event.Days {
		days = append(days, day.Display)
	}
	for _, venue := range event.Venues {
		venues = append(venues, venue.Name+", "+venue.City)
	}
	return p.Content.MailData(p.SiteURL, map[string]string{
		"first_name": b.FirstName, "name": b.Name(), "booking_id": b.ID, "booking_code": cmp.Or(b.Code, b.ID),
		"category": p.Content.CategoryName(b.CategoryType),
		"amount":   schema.FormatPaise(b.AmountPaise), "net": schema.FormatPaise(b.NetPaise),
		"gst":  schema.FormatPaise(b.GSTPaise),
		"days": strings.Join(days, " · "), "venue": strings.Join(venues, " · "),
		"gstin": event.Organiser.GSTIN, "payment_url": "", "ticket_url": "", "money_state": "",
	})
}

// PayURL is where a booking is paid: the page that asks for its payment.
func (p *Service) PayURL(bookingID string) string { return p.SiteURL + "/verify/" + bookingID }

// Mail is an email about a booking, with what its template may say besides.
func (p *Service) Mail(template, dedupeKey string, b booking.Booking, more map[string]string) domain.OutgoingMail {
	data := p.mailData(b)
	maps.Copy(data, more)
	return domain.OutgoingMail{Template: template, To: b.Email, ToName: b.Name(), DedupeKey: dedupeKey, Data: data}
}

func (p *Service) confirmationMail(b booking.Booking, t booking.Ticket) domain.OutgoingMail {
	m := p.Mail("confirmation", "confirmation:"+b.ID, b, p.TicketData(t))
	m.Data["admits"] = b.Name()
	if b.SpouseName != "" {
		m.Data["admits"] += ", " + b.SpouseName
	}
	return m
}

// TicketData is what an email that brings a ticket says of it: its address, and the text of its QR code.
func (p *Service) TicketData(t booking.Ticket) map[string]string {
	address := p.SiteURL + "/event-ticket/" + t.ID
	return map[string]string{"ticket_url": address, "ticket_qr": address + "#" + t.Signature}
}

// complimentaryMail is the confirmation of a free booking.
func (p *Service) complimentaryMail(b booking.Booking, t booking.Ticket) domain.OutgoingMail {
	m := p.confirmationMail(b, t)
	m.Template = "complimentary"
	return m
}

const pendingTemplate = "pending"

// pendingMail goes to somebody whose link waits for its payment. Nobody has proved the address, so nothing that was
// typed beside it is in the email: else a stranger could write to any address through us.
func (p *Service) pendingMail(b booking.Booking, a booking.Attempt) domain.OutgoingMail {
	return nameless(p.Mail(pendingTemplate, "pending:"+a.Ref, b, map[string]string{"payment_url": p.PayURL(b.ID)}))
}

// nameless is an email without the name of whoever registered.
func nameless(m domain.OutgoingMail) domain.OutgoingMail {
	m.ToName = ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	return m
}

// noSeatMail says that money came after the last seat was gone.
func (p *Service) noSeatMail(b booking.Booking, pay booking.Payment) domain.OutgoingMail {
	return p.Mail("late-payment-refund", "no-seat:"+pay.AttemptRef, b,
		map[string]string{"amount": schema.FormatPaise(pay.AmountPaise)})
}

// ConfirmationAgain is the confirmation of a paid booking once more, at most once in a minute.
func (p *Service) ConfirmationAgain(b booking.Booking, t booking.Ticket, now time.Time) domain.OutgoingMail {
	m := p.confirmationMail(b, t)
	if b.PaidBy == booking.PaidFree {
		m = p.complimentaryMail(b, t)
	}
	m.DedupeKey += ":again:" + now.UTC().Format("200601021504")
	return m
}
