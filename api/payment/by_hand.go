package payment

import (
	"context"
	"errors"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"transom/api/booking"
)

// Money that came another way (a bank transfer, a cheque, cash) stands in the same books: a payment of an attempt,
// whose provider is the way, whose id is the reference, and which is captured on the day when it came. So a reference
// pays once, and sums, lists and refunds need no thought. No gateway is ever asked about it, and a person gives it
// back.

// ErrReferenceUsed is a reference that pays another booking.
var ErrReferenceUsed = errors.New("this reference was written down before")

// ReferenceKey is the form in which two references of a way of paying are compared: in capitals, without blanks,
// hyphens and the letters UTR before it, which one bank prints and another does not.
func ReferenceKey(reference string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, reference)
	return strings.TrimLeft(strings.TrimPrefix(key, "UTR"), ":.#")
}

// storedReference is the id of a payment by hand: in capitals and without blanks, so that it is found however it is
// typed. What was typed stands in the booking, and is what people are shown (Booking.NameOf).
func storedReference(reference string) string {
	return strings.ToUpper(strings.Join(strings.Fields(reference), ""))
}

// referenceUsed reports whether a reference of a way of paying was written down before. All of them are compared,
// because the stored form has the hyphens and the letters UTR that the key leaves out; nobody else writes meanwhile.
func referenceUsed(ctx context.Context, tx Tx, way, reference string) (bool, error) {
	all, err := tx.References(ctx, way)
	return slices.ContainsFunc(all, func(one string) bool { return ReferenceKey(one) == ReferenceKey(reference) }), err
}

// Book makes a booking paid in the caller's transaction by what the booking says of it: by hand, or free. Its ticket
// and its email are those of every paid booking.
func (p *Service) Book(ctx context.Context, tx Tx, b booking.Booking, now time.Time) error {
	if b.PaidBy == booking.PaidFree {
		return p.confirmWith(ctx, tx, b, now, p.complimentaryMail)
	}
	if used, err := referenceUsed(ctx, tx, b.PaidBy, b.PaidReference); err != nil {
		return err
	} else if used {
		return ErrReferenceUsed
	}
	n, err := tx.CountAttempts(ctx, b.ID)
	if err != nil {
		return err
	}
	a := booking.Attempt{
		Ref: p.refPrefix + "-" + b.ID + "-" + strconv.Itoa(n+1), BookingID: b.ID, N: n + 1, Provider: b.PaidBy,
		AmountPaise: b.AmountPaise, Currency: b.Currency, State: booking.AttemptPaid, CreatedAt: now, ExpiresAt: now,
		ClosedAt: now,
	}
	if err := tx.InsertAttempt(ctx, a); err != nil {
		return err
	}
	pay := booking.Payment{
		Provider: b.PaidBy, ProviderPaymentID: storedReference(b.PaidReference), AttemptRef: a.Ref, BookingID: b.ID,
		AmountPaise: b.AmountPaise,
		CapturedAt:  p.capturedAt(b, now), Disposition: booking.Applied,
	}
	if err := tx.InsertPayment(ctx, pay); err != nil {
		return err
	}
	b.PaidAt = pay.CapturedAt
	return p.confirm(ctx, tx, b, now)
}

// capturedAt is an instant of the day on which money came: now when that is today, else noon. When it was written down
// stands in the log of acts.
func (p *Service) capturedAt(b booking.Booking, now time.Time) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, b.PaidOn, p.Content.Zone)
	if err != nil || b.PaidOn == now.In(p.Content.Zone).Format(time.DateOnly) {
		return now
	}
	return day.Add(12 * time.Hour)
}
