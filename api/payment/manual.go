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

// Manual payments (a bank transfer, a cheque, cash) are stored in the same tables as other payments: as the payment of
// an attempt, where the provider is the payment method, the id is the reference, and the capture date is the day on
// which the money was received. So a reference can pay for one booking only, and sums, lists and refunds need no
// special case. No gateway is asked about these payments, and a person makes their refunds.

// ErrReferenceUsed is returned if the reference was already recorded for another booking.
var ErrReferenceUsed = errors.New("this reference was already recorded")

// ReferenceKey returns the form in which references of a payment method are compared: in upper case, without spaces,
// hyphens and a leading UTR, which some banks print and others do not.
func ReferenceKey(reference string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, reference)
	return strings.TrimLeft(strings.TrimPrefix(key, "UTR"), ":.#")
}

// storedReference returns the id of a manual payment: the reference in upper case without spaces, so that it is
// found however it is typed. The booking stores what was typed, and that is what people see (Booking.NameOf).
func storedReference(reference string) string {
	return strings.ToUpper(strings.Join(strings.Fields(reference), ""))
}

// referenceUsed reports whether a reference of a payment method was already recorded. It compares with all of them,
// because the stored form still has the hyphens and the letters UTR that the key leaves out. The transaction excludes
// other writers.
func referenceUsed(ctx context.Context, tx Tx, way, reference string) (bool, error) {
	all, err := tx.References(ctx, way)
	return slices.ContainsFunc(all, func(one string) bool { return ReferenceKey(one) == ReferenceKey(reference) }), err
}

// Book marks a booking as paid manually or free, as the booking says, in the caller's transaction. It gets the same
// ticket and email as any paid booking.
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
	if err := p.insertPaid(ctx, tx, b, pay, now); err != nil {
		return err
	}
	b.PaidAt = pay.CapturedAt
	return p.confirm(ctx, tx, b, now)
}

// capturedAt returns a time on the day on which the money was received: now if that is today, otherwise noon. The
// activity log says when it was recorded.
func (p *Service) capturedAt(b booking.Booking, now time.Time) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, b.PaidOn, p.Content.Zone)
	if err != nil || b.PaidOn == now.In(p.Content.Zone).Format(time.DateOnly) {
		return now
	}
	return day.Add(12 * time.Hour)
}
