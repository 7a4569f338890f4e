package payment

import (
	"strings"

	"transom/api/domain"
	"transom/generator/schema"
)

// mailData are the placeholders that every mail about a booking may use.
func (p *Service) mailData(b domain.Booking) map[string]string {
	event := p.Content.Event
	category := b.CategoryType
	if c, known := p.Content.CategoryByType(b.CategoryType); known {
		category = c.Name
	}
	days := make([]string, 0, len(event.Days))
	for _, day := range event.Days {
		days = append(days, day.Display)
	}
	venues := make([]string, 0, len(event.Venues))
	for _, venue := range event.Venues {
		venues = append(venues, venue.Name+", "+venue.City)
	}
	return map[string]string{
		"first_name": b.FirstName, "name": b.Name(), "booking_id": b.ID, "event_name": event.Name, "category": category,
		"amount": schema.FormatPaise(b.AmountPaise), "net": schema.FormatPaise(b.NetPaise), "gst": schema.FormatPaise(b.GSTPaise),
		"days": strings.Join(days, " · "), "venue": strings.Join(venues, " · "),
		"organiser": event.Organiser.Name, "gstin": event.Organiser.GSTIN,
		"support_email": string(event.Organiser.SupportEmail),
		"site_url":      p.SiteURL, "payment_url": "", "ticket_url": "",
	}
}

func (p *Service) mail(template, dedupeKey string, b domain.Booking, more map[string]string) domain.OutgoingMail {
	data := p.mailData(b)
	for name, value := range more {
		data[name] = value
	}
	return domain.OutgoingMail{Template: template, To: b.Email, ToName: b.Name(), DedupeKey: dedupeKey, Data: data}
}

func (p *Service) confirmationMail(b domain.Booking, t domain.Ticket) domain.OutgoingMail {
	return p.mail("confirmation", "confirmation:"+b.ID, b, map[string]string{"ticket_url": p.SiteURL + "/event-ticket/" + t.ID})
}

const pendingTemplate = "pending"

// pendingMail goes to somebody whose link waits for its payment. Nobody has proved the address, so nothing that was typed
// beside it is in the mail: a stranger would be writing to it by our hand.
func (p *Service) pendingMail(b domain.Booking, a domain.Attempt) domain.OutgoingMail {
	m := p.mail(pendingTemplate, "pending:"+a.Ref, b, map[string]string{"payment_url": p.verifyURL(b.ID)})
	m.ToName = ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	return m
}

// What a refund leaves of the ticket.
const (
	ticketVoid  = "The ticket of this booking is no longer valid: nobody is let in with it, printed or saved."
	ticketStays = "It was a second payment. The registration that is paid, and its ticket, stay as they are."
)

// refundMail says that the whole of a payment goes back, and whether the ticket goes with it.
func (p *Service) refundMail(b domain.Booking, pay domain.Payment, paise int64, ticket string) domain.OutgoingMail {
	return p.mail("refund", "refund:"+pay.AttemptRef, b, map[string]string{"amount": schema.FormatPaise(paise), "ticket_state": ticket})
}

// noSeatMail says that money came after the last seat was gone.
func (p *Service) noSeatMail(b domain.Booking, pay domain.Payment) domain.OutgoingMail {
	return p.mail("late-payment-refund", "no-seat:"+pay.AttemptRef, b, map[string]string{"amount": schema.FormatPaise(pay.AmountPaise)})
}
