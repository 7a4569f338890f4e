package payment

import (
	"cmp"
	"maps"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// An erased booking has no code, so mailData uses its id: the payer still gets emails about the payment.
func (p *Service) mailData(b booking.Booking) map[string]string {
	event := p.Content.Event
	var days, venues []string
	for _, day := range event.Days {
		days = append(days, day.Display)
	}
	for _, venue := range event.Venues {
		venues = append(venues, strings.TrimPrefix(venue.Name+", "+venue.City, ", "))
	}
	return p.Content.MailData(p.SiteURL, map[string]string{
		"first_name": b.FirstName, "name": b.Name(), "booking_id": b.ID, "booking_code": cmp.Or(b.Code, b.ID),
		"category": p.Content.CategoryName(b.CategoryType),
		"amount":   schema.FormatPaise(b.AmountPaise), "net": schema.FormatPaise(b.NetPaise),
		"gst":  schema.FormatPaise(b.GSTPaise),
		"days": strings.Join(days, " · "), "venue": strings.Join(venues, " · "),
		"gstin": event.Organiser.GSTIN, "payment_url": "", "ticket_url": "", "money_state": "",
		"ticket_state": schema.MailValid, "document": "", "document_url": "",
	})
}

// PayURL returns the page where a booking can be paid.
func (p *Service) PayURL(bookingID string) string { return p.SiteURL + "/verify/" + bookingID }

// Mail returns an email about a booking, with additional placeholders for its template.
func (p *Service) Mail(template, dedupeKey string, b booking.Booking, more map[string]string) domain.OutgoingMail {
	data := p.mailData(b)
	maps.Copy(data, more)
	return domain.OutgoingMail{Template: template, To: b.Email, ToName: b.Name(), DedupeKey: dedupeKey, Data: data}
}

func (p *Service) confirmationMail(b booking.Booking, t booking.Ticket, captured []booking.Payment,
) domain.OutgoingMail {
	m := p.Mail("confirmation", "confirmation:"+b.ID, b, p.TicketData(b, t))
	maps.Copy(m.Data, paidData(b.AmountPaise, booking.TDSPaise(captured)))
	for _, pay := range captured {
		if pay.IsSurplus() && pay.RefundDue() {
			m.Data["tds"] += texts.MailSurplus(schema.FormatPaise(pay.AmountPaise))
		}
	}
	return m
}

// paidData returns the placeholders for an amount that was paid; `tds` is the part of it that was deducted as tax.
func paidData(paise, tds int64) map[string]string {
	data := map[string]string{"amount": schema.FormatPaise(paise - tds), "tds": ""}
	if tds > 0 {
		data["tds"] = texts.MailTDS(schema.FormatPaise(tds))
	}
	return data
}

func (p *Service) partPaidMail(b booking.Booking, pay booking.Payment, rest int64) domain.OutgoingMail {
	return p.restMail("part-paid:"+pay.AttemptRef, b, rest, paidData(pay.AmountPaise, pay.TDSPaise))
}

// RestMail is sent after a payment has been withdrawn.
func (p *Service) RestMail(dedupeKey string, b booking.Booking, captured []booking.Payment) domain.OutgoingMail {
	paid := paidData(booking.ReceivedPaise(captured), booking.TDSPaise(captured))
	paid["money_state"] = schema.MailWithdrawn
	return p.restMail(dedupeKey, b, b.DuePaise(captured), paid)
}

func (p *Service) restMail(key string, b booking.Booking, rest int64, paid map[string]string) domain.OutgoingMail {
	m := p.Mail("part-paid", key, b, paid)
	m.Data["rest"], m.Data["payment_url"] = schema.FormatPaise(rest), p.PayURL(b.ID)
	return m
}

// TicketData returns a ticket's placeholders for emails: the people, the page's address and the QR code's text.
func (p *Service) TicketData(b booking.Booking, t booking.Ticket) map[string]string {
	address, admits := p.SiteURL+"/event-ticket/"+t.ID, b.Name()
	if b.SpouseName != "" {
		admits += ", " + b.SpouseName
	}
	return map[string]string{"ticket_url": address, "ticket_qr": address + "#" + t.Signature, "admits": admits}
}

func (p *Service) complimentaryMail(b booking.Booking, t booking.Ticket, _ []booking.Payment) domain.OutgoingMail {
	m := p.confirmationMail(b, t, nil)
	m.Template = "complimentary"
	return m
}

const pendingTemplate = "pending"

// pendingMail contains nothing that was typed in the form: nobody has verified the address, so strangers could
// otherwise send their own text to any address through us.
func (p *Service) pendingMail(b booking.Booking, a booking.Attempt) domain.OutgoingMail {
	return nameless(p.Mail(pendingTemplate, "pending:"+a.Ref, b, map[string]string{"payment_url": p.PayURL(b.ID)}))
}

func nameless(m domain.OutgoingMail) domain.OutgoingMail {
	m.ToName = ""
	delete(m.Data, "first_name")
	delete(m.Data, "name")
	return m
}

func (p *Service) noSeatMail(b booking.Booking, pay booking.Payment) domain.OutgoingMail {
	return p.Mail("late-payment-refund", "no-seat:"+pay.AttemptRef, b,
		map[string]string{"amount": schema.FormatPaise(pay.AmountPaise)})
}

// ConfirmationAgain returns a paid booking's confirmation; its key allows one email a minute.
func (p *Service) ConfirmationAgain(b booking.Booking, t booking.Ticket, captured []booking.Payment, now time.Time,
) domain.OutgoingMail {
	m := p.confirmationMail(b, t, captured)
	if b.PaidBy == booking.PaidFree {
		m = p.complimentaryMail(b, t, nil)
	}
	m.DedupeKey += ":again:" + now.UTC().Format("200601021504")
	return m
}
