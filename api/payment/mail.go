package payment

import (
	"cmp"
	"maps"
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

// mailData are the placeholders that every mail about a booking may use. A person who was erased has no code any more;
// whoever paid the booking is still told of its money, and has its number.
func (p *Service) mailData(b booking.Booking) map[string]string {
	event := p.Content.Event
	days := make([]string, 0, len(event.Days))
	for _, day := range event.Days {
		days = append(days, day.Display)
	}
	venues := make([]string, 0, len(event.Venues))
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

// Mail is a mail about a booking, with what its template may say besides.
func (p *Service) Mail(template, dedupeKey string, b booking.Booking, more map[string]string) domain.OutgoingMail {
	return p.mail(template, dedupeKey, b, more)
}

// PayURL is where a booking is paid: the page that asks for its payment.
func (p *Service) PayURL(bookingID string) string { return p.verifyURL(bookingID) }

func (p *Service) mail(template, dedupeKey string, b booking.Booking, more map[string]string) domain.OutgoingMail {
	data := p.mailData(b)
	maps.Copy(data, more)
	return domain.OutgoingMail{Template: template, To: b.Email, ToName: b.Name(), DedupeKey: dedupeKey, Data: data}
}

func (p *Service) confirmationMail(b booking.Booking, t booking.Ticket) domain.OutgoingMail {
	m := p.mail("confirmation", "confirmation:"+b.ID, b, p.TicketData(t))
	m.Data["admits"] = b.Name()
	if b.SpouseName != "" {
		m.Data["admits"] += ", " + b.SpouseName
	}
	return m
}

// TicketData is what a mail that brings a ticket says of it: where it is, and the text of its QR code.
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
// typed beside it is in the mail: a stranger would be writing to it by our hand.
func (p *Service) pendingMail(b booking.Booking, a booking.Attempt) domain.OutgoingMail {
	m := p.mail(pendingTemplate, "pending:"+a.Ref, b, map[string]string{"payment_url": p.verifyURL(b.ID)})
	m.ToName = ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	return m
}

// noSeatMail says that money came after the last seat was gone.
func (p *Service) noSeatMail(b booking.Booking, pay booking.Payment) domain.OutgoingMail {
	return p.mail("late-payment-refund", "no-seat:"+pay.AttemptRef, b,
		map[string]string{"amount": schema.FormatPaise(pay.AmountPaise)})
}
