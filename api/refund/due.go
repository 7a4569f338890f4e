package refund

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/texts"
	"transom/generator/schema"
)

// refundable returns the payment that pays for the booking or, if there is none, one whose refund is already due,
// preferably the one that formerly paid for the booking. A repeated request finds the same payment again.
func (r *Refunds) refundable(captured []booking.Payment) (found booking.Payment, err error) {
	reason := ErrNothingPaid
	rank := func(pay booking.Payment) int {
		return 1 + slices.Index([]booking.Disposition{
			booking.NoSeatRefundDue, booking.DuplicateRefundDue, booking.CancelledRefundDue, booking.Applied,
		}, pay.Disposition)
	}
	for _, pay := range captured {
		if pay.Disposition == booking.Withdrawn {
			continue
		}
		if pay.Disposition == booking.Refunded {
			reason = ErrAlreadyRefunded
		} else if rank(pay) >= rank(found) {
			found = pay
		}
	}
	switch {
	case found.AttemptRef == "":
		return found, reason
	case found.Provider != r.Gateway.Name() && !booking.IsManual(found.Provider):
		return found, ErrOtherProvider
	}
	return found, nil
}

// CancelBooking makes a full refund due, voids the ticket, releases the seat and adds a task, in one transaction. The
// booking stays SUCCESS, because it was paid. Calling CancelBooking again is harmless.
func (r *Refunds) CancelBooking(ctx context.Context, bookingID string) (pay booking.Payment, err error) {
	now := r.Clock.Now()
	err = r.Store.Write(ctx, func(tx Tx) error {
		b, err := tx.FindBooking(ctx, bookingID)
		if err != nil {
			return err
		}
		captured, err := tx.PaymentsOfBooking(ctx, bookingID)
		if err != nil {
			return err
		}
		if pay, err = r.refundable(captured); err != nil || pay.RefundDue() && !b.HoldsSeat {
			return err
		}
		for i, part := range captured {
			if part.Disposition != booking.CancelledRefundDue {
				continue
			}
			// a partial refund is due; it now becomes a full refund
			captured[i].Disposition, captured[i].RefundPaise = booking.Applied, 0
			if err := tx.SavePayment(ctx, captured[i]); err != nil {
				return err
			}
		}
		if err := r.Cancel(ctx, tx, bookingID, booking.ReceivedPaise(captured), now); err != nil {
			return err
		}
		pay, err = tx.FindPaymentOfAttempt(ctx, pay.AttemptRef)
		return err
	})
	return pay, err
}

// Cancel voids a booking's ticket, releases its seat and makes a refund due; 0 means no refund.
func (r *Refunds) Cancel(ctx context.Context, tx Tx, bookingID string, paise int64, now time.Time) error {
	b, err := tx.FindBooking(ctx, bookingID)
	if err != nil {
		return err
	}
	if err := r.void(ctx, tx, b, false, now); err != nil || paise == 0 {
		return err
	}
	return r.makeRefundDue(ctx, tx, b, paise, now)
}

// Part makes a partial refund due. The booking, which is either paid or already cancelled, does not change.
func (r *Refunds) Part(ctx context.Context, tx Tx, b booking.Booking, paise int64, now time.Time) error {
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err == nil && b.HoldsSeat && paise == booking.ReceivedPaise(captured) {
		err = ErrWhole
	}
	if err != nil {
		return err
	}
	return r.makeRefundDue(ctx, tx, b, paise, now)
}

// Restore undoes a cancellation. A manual refund is then no longer due; a gateway's refund cannot be stopped.
func (r *Refunds) Restore(ctx context.Context, tx Tx, b booking.Booking, now time.Time) error {
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	for _, pay := range captured {
		switch {
		case !b.WasPaidBy(pay, captured): // refunds of other payments, for example of a duplicate, are not affected
			continue
		case pay.RefundedPaise > 0 || pay.RefundDue() && !booking.IsManual(pay.Provider):
			return ErrMoneyMoved
		case pay.Disposition != booking.CancelledRefundDue:
			continue
		}
		pay.Disposition, pay.RefundKey, pay.RefundPaise = booking.Applied, "", 0
		if err := errors.Join(tx.SavePayment(ctx, pay), tx.FinishTask(ctx, taskKey(pay), now)); err != nil {
			return err
		}
	}
	b.HoldsSeat = true
	return tx.SetBookingPayment(ctx, b)
}

type partRefund struct {
	booking.Payment
	part int64
}

// split chooses the last attempt that paid exactly this amount: a spouse who was added later has a payment and an
// invoice of their own. Otherwise it starts with the gateway's payments, because nobody has to refund those manually.
func split(captured []booking.Payment, paise int64) (all []partRefund) {
	captured = slices.Clone(captured)
	// References differ only in the number at their end. The day of a bank transfer may be before an earlier payment's.
	slices.SortFunc(captured, func(a, b booking.Payment) int {
		return cmp.Or(len(b.AttemptRef)-len(a.AttemptRef), strings.Compare(b.AttemptRef, a.AttemptRef))
	})
	for _, pay := range captured {
		if pay.Disposition == booking.Applied && pay.RestPaise() == paise {
			return []partRefund{{pay, paise}}
		}
	}
	slices.SortStableFunc(captured, func(a, b booking.Payment) int {
		return cmp.Compare(slices.Index(booking.ManualMethods, a.Provider), slices.Index(booking.ManualMethods, b.Provider))
	})
	for _, pay := range captured {
		if part := min(paise, pay.RestPaise()); pay.Disposition == booking.Applied && part > 0 {
			all = append(all, partRefund{pay, part})
			paise -= part
		}
	}
	return all
}

func (r *Refunds) makeRefundDue(ctx context.Context, tx Tx, b booking.Booking, paise int64, now time.Time) error {
	captured, err := tx.PaymentsOfBooking(ctx, b.ID)
	if err == nil {
		_, err = r.refundable(captured)
	}
	if err != nil {
		return err
	}
	isDue := func(pay booking.Payment) bool { return pay.Disposition == booking.CancelledRefundDue }
	if paise <= 0 || paise > booking.ReceivedPaise(captured) || slices.ContainsFunc(captured, isDue) {
		return ErrTooMuch
	}
	for _, one := range split(captured, paise) {
		if err := r.makePaymentDue(ctx, tx, b, one.Payment, one.part, now); err != nil {
			return err
		}
	}
	return nil
}

func (r *Refunds) makePaymentDue(
	ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment, paise int64, now time.Time,
) error {
	pay.Disposition, pay.RefundKey, pay.RefundPaise = booking.CancelledRefundDue, Key(pay), 0
	if paise < pay.RestPaise() {
		pay.RefundPaise = pay.RefundedPaise + paise
	}
	if !booking.IsManual(pay.Provider) {
		pay.NextRefundAt = now
	}
	return errors.Join(tx.SavePayment(ctx, pay), tx.AddTask(ctx, Task(b, pay), now))
}

// `isOnly` is true if no other email tells the holder that the ticket is void.
func (r *Refunds) void(ctx context.Context, tx Tx, b booking.Booking, isOnly bool, now time.Time) error {
	if b.HoldsSeat {
		if err := r.emailHolder(ctx, tx, b, isOnly); err != nil {
			return err
		}
	}
	if _, err := r.Payments.EndOffer(ctx, tx, b, HolderInformed, now); err != nil {
		return err
	}
	b.HoldsSeat = false
	if b.Status == booking.Initiated { // only a part was paid; nobody may pay the rest now
		b.Status = booking.Failed
	}
	return errors.Join(tx.SetBookingPayment(ctx, b), tx.VoidTicket(ctx, b.ID, now), tx.RecheckPayable(ctx, b.ID, now),
		r.CheckSurplus(ctx, tx, b.ID, now))
}

// CheckSurplus adds a task if more was paid for a ticket than it costs and no refund is requested or due; otherwise it
// ends such a task. A task that staff have closed stays closed while the amount is the same.
func (r *Refunds) CheckSurplus(ctx context.Context, tx Tx, bookingID string, now time.Time) error {
	b, err := tx.FindBooking(ctx, bookingID)
	if err != nil {
		return err
	}
	captured, err := tx.PaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return err
	}
	requests, err := tx.OpenRequests(ctx, bookingID)
	if err != nil {
		return err
	}
	key, surplus := "surplus:"+bookingID, -b.DuePaise(captured)
	if surplus <= 0 || b.Status != booking.Success || !b.HoldsSeat || len(requests) > 0 ||
		slices.ContainsFunc(captured, booking.Payment.RefundDue) {
		return tx.FinishTask(ctx, key, now)
	}
	return tx.AddTask(ctx, booking.Task{Kind: booking.TaskSurplus, BookingID: bookingID, DedupeKey: key,
		Text: texts.TaskSurplus(schema.FormatPaise(surplus))}, now)
}

func taskKey(p booking.Payment) string { return "refund:" + p.AttemptRef }

// Task returns the task that stays open until the refund is made.
func Task(b booking.Booking, p booking.Payment) booking.Task {
	task := booking.Task{
		Kind: string(p.Disposition), BookingID: p.BookingID, AttemptRef: p.AttemptRef, DedupeKey: taskKey(p),
	}
	amount := schema.FormatPaise(p.TargetPaise() - p.RefundedPaise)
	if booking.IsManual(p.Provider) {
		task.Kind = booking.TaskManualRefund
		task.Text = texts.TaskManualRefund(amount, texts.ManualMethods[p.Provider], b.NameOf(p))
		if tax := p.NeverReceivedPaise(p.TargetPaise() - p.RefundedPaise); tax > 0 {
			task.Text += " " + texts.RefundTDS(schema.FormatPaise(tax))
		}
		return task
	}
	why := texts.RefundTwice
	switch {
	case p.Disposition == booking.NoSeatRefundDue:
		why = texts.RefundNoSeat
	case p.Disposition == booking.CancelledRefundDue:
		why = texts.RefundDecided
	case b.Status != booking.Success && b.Erased():
		why = texts.RefundErased
	}
	task.Text = texts.TaskRefund(p.ProviderPaymentID, amount, why)
	return task
}
