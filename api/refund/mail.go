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
	"transom/generator/schema"
)

// A payment's row says how much of it has gone back in all, and when the last of it did. The mails about its refunds,
// each of which is written with its refund, say what it was before: their keys have the payment, and how much had gone
// back with it.

// mailKey is the key of the mail about a refund. A whole refund is the last of its payment; after a part there may be
// another one.
func mailKey(pay booking.Payment) string {
	if pay.Disposition == booking.Refunded {
		return "refund:" + pay.AttemptRef
	}
	return fmt.Sprint("refund:", pay.AttemptRef, ":", pay.RefundedPaise)
}

// Each are the refunds of a payment one by one, oldest first; together they are what has gone back. One about which
// nobody got a mail (a bank took the money, the person was erased) stands in the next one.
func Each(pay booking.Payment, told []booking.ToldRefund) (refunds []booking.Refund) {
	gone := int64(0)
	for _, mail := range told {
		after, is := strings.CutPrefix(mail.Key, "refund:"+pay.AttemptRef+":")
		paise, err := strconv.ParseInt(after, 10, 64)
		if is && err == nil && paise > gone && paise < pay.RefundedPaise {
			refunds, gone = append(refunds, booking.Refund{Paise: paise - gone, At: mail.At}), paise
		}
	}
	if pay.RefundedPaise > gone {
		refunds = append(refunds, booking.Refund{Paise: pay.RefundedPaise - gone, At: pay.RefundedAt})
	}
	return refunds
}

// tellRefund tells whoever paid how much goes back, and whether the ticket goes with it.
func (r *Refunds) tellRefund(
	ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment, paise int64, ticket string, now time.Time,
) error {
	m, err := r.ToPayer(ctx, tx, b, r.Payments.Mail("refund", mailKey(pay), b,
		map[string]string{"amount": schema.FormatPaise(paise), "ticket_state": ticket}))
	if err != nil {
		return err
	}
	return Enqueue(ctx, tx, m, now)
}

// ToPayer addresses a mail about the money of a booking to whoever paid it, when a colleague has the ticket now.
func (r *Refunds) ToPayer(
	ctx context.Context, tx Tx, b booking.Booking, m domain.OutgoingMail,
) (domain.OutgoingMail, error) {
	payer, err := tx.FindPayer(ctx, b.ID)
	if err != nil || payer.EmailKey == "" {
		return m, err
	}
	m.To, m.ToName, m.Data["first_name"], m.Data["name"] = payer.Email, payer.Name, payer.Name, payer.Name
	m.Data["booking_code"] = cmp.Or(payer.Code, b.ID) // the other code is the new holder's
	return m, nil
}

// tellHolder tells a colleague who has taken a ticket over that it is void. What becomes of the money is told to
// whoever paid.
func (r *Refunds) tellHolder(ctx context.Context, tx Tx, b booking.Booking) error {
	payer, err := tx.FindPayer(ctx, b.ID)
	if err != nil || payer.EmailKey == "" {
		return err
	}
	now := r.Clock.Now()
	key := "cancelled:" + b.ID + ":" + domain.NewID(60)
	return Enqueue(ctx, tx, r.Payments.Mail("cancelled", key, b, map[string]string{"refund_state": ""}), now)
}

// Enqueue sends a mail. An erased person has no address.
func Enqueue(ctx context.Context, tx Tx, m domain.OutgoingMail, now time.Time) error {
	if m.To == "" {
		return nil
	}
	return tx.EnqueueMail(ctx, m, now)
}
