package payment

import (
	"context"
	"errors"
	"fmt"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/refund"
)

// After an attempt has been closed unpaid, a positive `closing` is the lifetime of the next one. With `fail` there is
// none, and the booking fails unless a part of its price was paid.
type closing time.Duration

const (
	fail closing = 0
	// like fail, for an action that emails the person itself
	quiet closing = -1
)

type settled struct {
	attempt  booking.Attempt
	next     *booking.Attempt // the attempt that follows a closed attempt, if requested
	mismatch error
}

// settle stores a gateway's response to a request made at the time `asked`. Storing a response twice changes nothing.
func (p *Service) settle(ctx context.Context, ref string, s State, asked time.Time, then closing) (out settled,
	err error) {
	ctx = context.WithoutCancel(ctx) // the response must be stored, however long the gateway took
	err = p.Store.Write(ctx, func(tx Tx) error {
		out = settled{}
		a, err := tx.FindAttempt(ctx, ref)
		if err != nil {
			return err
		}
		a.LastCheckedAt, a.AnsweredAt, a.Checks = asked, asked, a.Checks+1
		status, mismatch := verify(a, s)
		if mismatch == nil && status == booking.Success {
			if mismatch, err = p.claimedElsewhere(ctx, tx, a, s); err != nil {
				return err
			}
		}
		out.mismatch = mismatch
		if mismatch == nil && a.ProviderID == "" {
			a.ProviderID = s.ProviderID // the link was found by our reference
		}
		wasPayable := a.State == booking.AttemptCreating || a.State == booking.AttemptOpen
		if err := keepTasks(ctx, tx, a, mismatch, asked); err != nil {
			return err
		}
		switch {
		case mismatch != nil:
		case status == booking.Success:
			a.State = booking.AttemptPaid
			err = p.applyPayment(ctx, tx, a, s, asked)
		case status == booking.Failed && wasPayable:
			a.State, a.ClosedAt = booking.AttemptClosed, asked
		}
		if err != nil {
			return err
		}
		a.NextCheckAt = nextCheck(a, asked)
		if mismatch == nil && status == booking.Failed && a.State == booking.AttemptClosed && s.Terminal {
			a.NextCheckAt = time.Time{} // no payment can arrive any more
		}
		if err := tx.SaveAttempt(ctx, a); err != nil {
			return err
		}
		out.attempt = a
		if wasPayable && a.State == booking.AttemptClosed {
			out.next, err = p.afterClosing(ctx, tx, a, asked, then)
		}
		return err
	})
	if err != nil {
		return out, fmt.Errorf("settle %s: %w", ref, err)
	}
	if out.mismatch != nil {
		p.Counters.Mismatches.Add(1)
		p.Log.ErrorContext(ctx, "payment mismatch", "attempt", ref, "error", out.mismatch)
	}
	return out, nil
}

// keepTasks adds a task about a mismatch; a response that matches finishes the tasks of earlier ones.
func keepTasks(ctx context.Context, tx Tx, a booking.Attempt, mismatch error, asked time.Time) error {
	switch {
	case mismatch != nil:
		return tx.AddTask(ctx, mismatchTask(a, mismatch), asked)
	case a.Checks > 1:
		return errors.Join(tx.FinishTask(ctx, mismatchTaskKey(a), asked), tx.FinishTask(ctx, unknownTaskKey(a), asked))
	}
	return nil
}

func (p *Service) claimedElsewhere(ctx context.Context, tx Tx, a booking.Attempt, s State) (mismatch, err error) {
	known, err := tx.FindPayment(ctx, a.Provider, s.ProviderPaymentID)
	if errors.Is(err, domain.ErrNotFound) || err == nil && known.AttemptRef == a.Ref {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return fmt.Errorf("%w: its payment %s belongs to %s", ErrMismatch, s.ProviderPaymentID, known.AttemptRef), nil
}

func (p *Service) noteMismatch(ctx context.Context, ref string, mismatch error) error {
	p.Counters.Mismatches.Add(1)
	err := p.Store.Write(ctx, func(tx Tx) error {
		a, err := tx.FindAttempt(ctx, ref)
		if err != nil {
			return err
		}
		a.Checks++ // makes the next matching response end the task (settle)
		return errors.Join(tx.SaveAttempt(ctx, a), tx.AddTask(ctx, mismatchTask(a, mismatch), p.Clock.Now()))
	})
	return errors.Join(mismatch, err)
}

// afterClosing marks an unpaid booking as failed or creates its next attempt; a change of ticket that was not paid for
// is dropped with an email. A partly paid booking keeps its seat.
func (p *Service) afterClosing(ctx context.Context, tx Tx, a booking.Attempt, now time.Time,
	then closing) (*booking.Attempt, error) {
	b, err := tx.FindBooking(ctx, a.BookingID)
	if err == nil && a.Change != nil && then == fail && a.Change.Fits(b) {
		err = p.MailChangeEnded(ctx, tx, b, a, now)
	}
	if err != nil || b.Status != booking.Initiated {
		return nil, err
	}
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return nil, err
	}
	if then > 0 {
		b.AmountPaise = b.DuePaise(captured)
		next := p.newAttempt(b, a.N+1, now, time.Duration(then))
		return &next, tx.InsertAttempt(ctx, next)
	}
	if booking.ReceivedPaise(captured) > 0 {
		return nil, nil
	}
	b.Status, b.HoldsSeat = booking.Failed, false
	return nil, tx.SetBookingPayment(ctx, b)
}

// applyPayment stores an attempt's payment, or replaces the temporary id of one that is already stored.
func (p *Service) applyPayment(ctx context.Context, tx Tx, a booking.Attempt, s State, now time.Time) error {
	known, err := tx.FindPaymentOfAttempt(ctx, a.Ref)
	if err == nil {
		if known.IsUnnamed() && s.ProviderPaymentID != "" {
			return tx.NamePayment(ctx, known, s.ProviderPaymentID)
		}
		return nil
	}
	if !errors.Is(err, domain.ErrNotFound) {
		return err
	}
	b, err := tx.FindBooking(ctx, a.BookingID)
	if err != nil {
		return err
	}
	pay := booking.Payment{
		Provider: a.Provider, ProviderPaymentID: s.ProviderPaymentID, AttemptRef: a.Ref, BookingID: a.BookingID,
		AmountPaise: s.AmountPaidPaise, CapturedAt: now,
	}
	if pay.ProviderPaymentID == "" {
		pay.ProviderPaymentID = booking.Unnamed + s.ProviderID
	}
	if a.Change != nil {
		return p.settleChange(ctx, tx, b, *a.Change, pay, now)
	}
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	rest := b.DuePaise(captured) - pay.AmountPaise
	if pay.Disposition, err = p.disposition(ctx, tx, b, rest); err != nil {
		return err
	}
	if pay.Disposition != booking.Applied {
		return p.recordRefundDue(ctx, tx, pay, b, now)
	}
	pay.Joint = pay.AmountPaise != b.AmountPaise
	if err := p.insertPaid(ctx, tx, b, pay, now); err != nil {
		return err
	}
	if rest > 0 { // an earlier payment was withdrawn
		return p.mailWithDocuments(ctx, tx, p.partPaidMail(b, pay, rest), b, now)
	}
	return p.confirm(ctx, tx, b, now)
}

func (p *Service) insertPaid(ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment, now time.Time) error {
	return errors.Join(tx.InsertPayment(ctx, pay), p.Invoices.Issue(ctx, tx, b, pay, invoice.Whole, now))
}

// disposition decides what to do with a new payment; `rest` is what is left to pay after it.
func (p *Service) disposition(ctx context.Context, tx Tx, b booking.Booking, rest int64) (booking.Disposition, error) {
	switch {
	case b.Status == booking.Success || b.Erased(): // an erased person does not need a ticket
		return booking.DuplicateRefundDue, nil
	case rest < 0 || rest > 0 && b.Status == booking.Failed:
		return booking.DuplicateRefundDue, nil
	}
	other, err := tx.HasOtherPaid(ctx, b)
	if err != nil {
		return "", err
	}
	if other {
		return booking.DuplicateRefundDue, nil
	}
	category, known := p.Content.CategoryByType(b.CategoryType)
	if b.HoldsSeat || !known || category.Capacity == 0 {
		return booking.Applied, nil
	}
	held, err := tx.CountSeats(ctx, b.CategoryType)
	if err != nil {
		return "", err
	}
	if held+b.Seats > category.Capacity {
		return booking.NoSeatRefundDue, nil
	}
	return booking.Applied, nil
}

func (p *Service) confirm(ctx context.Context, tx Tx, b booking.Booking, now time.Time) error {
	return p.confirmWith(ctx, tx, b, now, p.confirmationMail)
}

func (p *Service) confirmWith(ctx context.Context, tx Tx, b booking.Booking, now time.Time,
	mail func(booking.Booking, booking.Ticket, []booking.Payment) domain.OutgoingMail) error {
	b.Status, b.HoldsSeat = booking.Success, true
	if b.PaidAt.IsZero() { // for a manual payment the time is already set
		b.PaidAt = now
	}
	if err := tx.SetBookingPayment(ctx, b); err != nil {
		return err
	}
	ticket, err := p.Tickets.Issue(b, now)
	if err != nil {
		return fmt.Errorf("issue ticket: %w", err)
	}
	if err := tx.InsertTicket(ctx, ticket); err != nil {
		return err
	}
	// A check cancels any other link for this booking, so that nobody pays twice.
	if err := tx.RecheckPayable(ctx, b.ID, now); err != nil {
		return err
	}
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	return p.mailWithDocuments(ctx, tx, mail(b, ticket, captured), b, now)
}

func (p *Service) mailWithDocuments(ctx context.Context, tx Tx, m domain.OutgoingMail, b booking.Booking,
	now time.Time) error {
	documents, err := tx.DocumentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	invoice.Describe(m, documents, false)
	return tx.EnqueueMail(ctx, m, now)
}

func (p *Service) recordRefundDue(ctx context.Context, tx Tx, pay booking.Payment, b booking.Booking,
	now time.Time) error {
	p.Counters.Duplicates.Add(1)
	pay.RefundKey = refund.Key(pay)
	if !booking.IsManual(pay.Provider) {
		pay.NextRefundAt = now
	}
	if err := tx.InsertPayment(ctx, pay); err != nil {
		return err
	}
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	if b.Status == booking.Initiated && booking.ReceivedPaise(captured) == 0 {
		b.Status, b.HoldsSeat = booking.Failed, false
		if err := tx.SetBookingPayment(ctx, b); err != nil {
			return err
		}
	}
	if pay.Disposition == booking.NoSeatRefundDue {
		if err := refund.Enqueue(ctx, tx, p.noSeatMail(b, pay), now); err != nil {
			return err
		}
	}
	return tx.AddTask(ctx, refund.Task(b, pay), now)
}
