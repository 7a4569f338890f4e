package payment

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Manual payments are stored like other payments (decision 0020): the provider is the method, the id is the reference,
// and the capture date is the day on which the money was received.

// Manual is a manual payment as staff record it.
type Manual struct {
	Kind, Reference, On string
	// AmountPaise is the amount received; nil means all that is left to pay, less TDSPaise. TDSPaise is the tax that the
	// payer deducted and pays to the government for us. Both amounts count towards the price.
	AmountPaise *int64
	TDSPaise    int64
}

// Recorded is what pays for the booking, what exceeds the price, and what is left to pay.
type Recorded struct{ AppliedPaise, SurplusPaise, RestPaise int64 }

// ReferenceKey returns the form in which a payment method's references are compared: in upper case, without spaces,
// hyphens or a leading UTR, which only some banks print.
func ReferenceKey(reference string) string {
	key := strings.Map(func(r rune) rune {
		if unicode.IsSpace(r) || unicode.Is(unicode.Pd, r) {
			return -1
		}
		return unicode.ToUpper(r)
	}, reference)
	return strings.TrimLeft(strings.TrimPrefix(key, "UTR"), ":.#")
}

// checkReference compares keys in code, because references are stored with their hyphens and "UTR".
func checkReference(ctx context.Context, tx Tx, kind, reference string) error {
	all, err := tx.References(ctx, kind)
	if err != nil {
		return err
	}
	at := slices.IndexFunc(all, func(one string) bool { return ReferenceKey(one) == ReferenceKey(reference) })
	if at < 0 {
		return nil
	}
	pay, err := tx.FindPayment(ctx, kind, all[at])
	if err != nil {
		return err
	}
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	return domain.InvalidField("reference", texts.DeskReferenceUsed(b.Name(), b.Code))
}

// Record stores a manual payment in the caller's transaction. Until the price is paid, the booking stays pending and
// keeps its seat. What is paid beyond the price becomes a refund that staff make.
func (p *Service) Record(ctx context.Context, tx Tx, b booking.Booking, m Manual, now time.Time) (out Recorded,
	err error) {
	if err := checkReference(ctx, tx, m.Kind, m.Reference); err != nil {
		return out, err
	}
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return out, err
	}
	due := b.DuePaise(captured)
	received := m.receivedPaise(due)
	if err := checkTDS(m.TDSPaise, booking.TDSPaise(captured), b.NetPaise); err != nil {
		return out, err
	}
	if received <= 0 || m.TDSPaise >= due {
		return out, domain.InvalidField("tds_paise", texts.DeskTDSAboveDue(schema.FormatPaise(due)))
	}
	out.AppliedPaise = min(received+m.TDSPaise, due)
	out.SurplusPaise, out.RestPaise = received+m.TDSPaise-out.AppliedPaise, due-out.AppliedPaise
	pay := booking.Payment{
		Provider: m.Kind, ProviderPaymentID: booking.StoredReference(m.Reference), BookingID: b.ID,
		AmountPaise: out.AppliedPaise, TDSPaise: m.TDSPaise, Joint: out.AppliedPaise != b.AmountPaise,
		CapturedAt: p.TimeOf(m.On, now), Disposition: booking.Applied,
	}
	if pay.AttemptRef, err = p.insertManualAttempt(ctx, tx, b, pay, now); err != nil {
		return out, err
	}
	paid := b
	paid.PaidBy, paid.PaidReference, paid.PaidOn, paid.PaidAt = m.Kind, m.Reference, m.On, pay.CapturedAt
	if err := p.insertPaid(ctx, tx, paid, pay, now); err != nil {
		return out, err
	}
	// before the confirmation, which mentions the surplus
	if err := p.recordSurplus(ctx, tx, paid, pay, out.SurplusPaise, now); err != nil {
		return out, err
	}
	if out.RestPaise == 0 {
		return out, p.confirm(ctx, tx, paid, now)
	}
	b.Status, b.HoldsSeat = booking.Initiated, true
	return out, errors.Join(tx.SetBookingPayment(ctx, b),
		p.mailWithDocuments(ctx, tx, p.partPaidMail(b, pay, out.RestPaise), b, now))
}

func (m Manual) receivedPaise(due int64) int64 {
	if m.AmountPaise != nil {
		return *m.AmountPaise
	}
	return due - m.TDSPaise
}

func (p *Service) recordSurplus(ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment, paise int64,
	now time.Time) error {
	if paise == 0 {
		return nil
	}
	ref, err := p.insertManualAttempt(ctx, tx, b, pay.Surplus("", paise), now)
	if err != nil {
		return err
	}
	return p.recordRefundDue(ctx, tx, pay.Surplus(ref, paise), b, now)
}

// maxTDSPercent is the highest percentage of a fee without GST that a payer deducts as tax: 20% income tax if the payer
// does not have our PAN (otherwise 10%), and 2% under GST if the payer is a government body and its contract is above
// ₹2.5 lakh. Source: Income-tax Act 1961, sections 194J and 206AA; CBDT Circular 23/2017; CGST Act, section 51.
const maxTDSPercent = 22

// checkTDS refuses deductions above maxTDSPercent of a net price in total. Payers may round up to a rupee.
func checkTDS(tdsPaise, earlierPaise, netPaise int64) error {
	limit := (netPaise*maxTDSPercent/100 + 99) / 100 * 100
	if tdsPaise < 0 || tdsPaise > 0 && earlierPaise+tdsPaise > limit {
		return domain.InvalidField("tds_paise", texts.DeskTDSTooMuch(schema.FormatPaise(limit), maxTDSPercent))
	}
	return nil
}

func (p *Service) insertManualAttempt(ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment,
	now time.Time) (string, error) {
	n, err := tx.CountAttempts(ctx, b.ID)
	if err != nil {
		return "", err
	}
	a := booking.Attempt{
		Ref: p.attemptRef(b, n+1), BookingID: b.ID, N: n + 1, Provider: pay.Provider, AmountPaise: pay.AmountPaise,
		Currency: b.Currency, State: booking.AttemptPaid, CreatedAt: now, ExpiresAt: now, ClosedAt: now,
	}
	return a.Ref, tx.InsertAttempt(ctx, a)
}

// Give marks a free booking as paid, in the caller's transaction.
func (p *Service) Give(ctx context.Context, tx Tx, b booking.Booking, now time.Time) error {
	return p.confirmWith(ctx, tx, b, now, p.complimentaryMail)
}

// TimeOf returns now if a transfer was made today or its day is unknown, otherwise noon of that day.
func (p *Service) TimeOf(on string, now time.Time) time.Time {
	day, err := time.ParseInLocation(time.DateOnly, on, p.Content.Zone)
	if err != nil || on == now.In(p.Content.Zone).Format(time.DateOnly) {
		return now
	}
	return day.Add(12 * time.Hour)
}
