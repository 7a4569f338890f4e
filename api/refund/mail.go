package refund

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/texts"
	"transom/generator/schema"
)

// A payment's row has the refunded total and the time of the last refund. Each refund's amount follows from the keys of
// the emails about refunds: the payment and the total so far, once for each payment.

func mailKey(pay booking.Payment) string {
	if pay.Disposition == booking.Refunded {
		return "refund:" + pay.AttemptRef
	}
	return fmt.Sprint("refund:", pay.AttemptRef, ":", pay.RefundedPaise)
}

const keySeparator = ","

// `Each` returns a payment's refunds one by one, oldest first; they add up to the total refunded. The amount of a
// refund without an email (a bank took the money, or the data was erased) is added to the next refund.
func Each(pay booking.Payment, told []booking.RefundEmail) (refunds []booking.Refund) {
	gone := int64(0)
	for _, mail := range told {
		for key := range strings.SplitSeq(mail.Key, keySeparator) {
			after, is := strings.CutPrefix(key, "refund:"+pay.AttemptRef+":")
			paise, err := strconv.ParseInt(after, 10, 64)
			if is && err == nil && paise > gone && paise < pay.RefundedPaise {
				refunds, gone = append(refunds, booking.Refund{Paise: paise - gone, At: mail.At}), paise
			}
		}
	}
	if pay.RefundedPaise > gone {
		refunds = append(refunds, booking.Refund{Paise: pay.RefundedPaise - gone, At: pay.RefundedAt})
	}
	return refunds
}

func (r *Refunds) emailRefund(
	ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment, paise int64, ticket string, made Made,
	now time.Time,
) error {
	how := schema.MailByGateway
	if booking.IsManual(pay.Provider) {
		how = schema.MailByStaff
	}
	m, err := r.ToPayer(ctx, tx, b, r.Payments.Mail("refund", mailKey(pay), b, map[string]string{
		"amount": schema.FormatPaise(paise), "ticket_state": ticket, "refund_state": how,
		"refund_day": texts.Day(made.At.In(r.Content.Zone)), "refund_reference": made.Reference}))
	if err != nil {
		return err
	}
	documents, err := tx.DocumentsOfPayment(ctx, pay.AttemptRef)
	if err != nil {
		return err
	}
	invoice.Describe(m, documents, true)
	return Enqueue(ctx, tx, m, now)
}

type holdingTx struct {
	Tx
	emails *[]domain.OutgoingMail
}

func (h holdingTx) EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error {
	if m.Template != "refund" {
		return h.Tx.EnqueueMail(ctx, m, now)
	}
	*h.emails = append(*h.emails, m)
	return nil
}

func merged(emails []domain.OutgoingMail, paise int64) domain.OutgoingMail {
	m := emails[0]
	m.Data["amount"] = schema.FormatPaise(paise)
	for _, next := range emails[1:] {
		m.DedupeKey += keySeparator + next.DedupeKey
		m.Data["document"] = strings.TrimSpace(m.Data["document"] + " " + next.Data["document"])
		if m.Data["document"] != "" {
			m.Data["document_url"] = m.Data["site_url"] + "/dashboard"
		}
		if state := next.Data["ticket_state"]; state == schema.MailVoid || m.Data["ticket_state"] == schema.MailSurplus {
			m.Data["ticket_state"] = state
		}
	}
	return m
}

// ToPayer addresses an email about a booking's payments to the payer if a colleague now has the ticket.
func (r *Refunds) ToPayer(
	ctx context.Context, tx Tx, b booking.Booking, m domain.OutgoingMail,
) (domain.OutgoingMail, error) {
	payer, err := tx.FindPayer(ctx, b.ID)
	if err != nil || payer.EmailKey == "" {
		return m, err
	}
	m.To, m.ToName, m.Data["first_name"], m.Data["name"] = payer.Email, payer.Name, payer.Name, payer.Name
	if m.Data["ticket_state"] != schema.MailVoid {
		m.Data["ticket_state"] = schema.MailTransferred
	}
	m.Data["booking_code"] = cmp.Or(payer.Code, b.ID) // the booking's own code belongs to the new holder
	return m, nil
}

// emailHolder tells a colleague who has taken over a ticket that it is void; only the payer learns about the refund. If
// this is the only email, it also tells a holder who has paid.
func (r *Refunds) emailHolder(ctx context.Context, tx Tx, b booking.Booking, isOnly bool) error {
	payer, err := tx.FindPayer(ctx, b.ID)
	hasPaid := payer.EmailKey == ""
	if err != nil || hasPaid && !isOnly {
		return err
	}
	m := r.Payments.Mail("cancelled", "cancelled:"+b.ID+":"+domain.NewID(60), b, map[string]string{"refund_state": "",
		"refund_amount": ""})
	if hasPaid {
		documents, err := tx.DocumentsOfBooking(ctx, b.ID)
		if err != nil {
			return err
		}
		invoice.Describe(m, documents, true)
	}
	return Enqueue(ctx, tx, m, r.Clock.Now())
}

// Enqueue adds an email to the outbox, unless it has no address because the person's data has been erased.
func Enqueue(ctx context.Context, tx Tx, m domain.OutgoingMail, now time.Time) error {
	if m.To == "" {
		return nil
	}
	return tx.EnqueueMail(ctx, m, now)
}
