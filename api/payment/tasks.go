package payment

import (
	"cmp"

	"transom/api/booking"
	"transom/api/texts"
	"transom/generator/schema"
)

func mismatchTaskKey(a booking.Attempt) string { return "mismatch:" + a.Ref }
func unknownTaskKey(a booking.Attempt) string  { return "unknown:" + a.Ref }

func mismatchTask(a booking.Attempt, mismatch error) booking.Task {
	return booking.Task{
		Kind: booking.TaskAmountMismatch, BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: mismatchTaskKey(a),
		Text: texts.TaskMismatch(a.Ref, mismatch, schema.FormatPaise(a.AmountPaise)),
	}
}

func unknownTask(a booking.Attempt) booking.Task {
	return booking.Task{
		Kind: booking.TaskLinkUnknown, BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: unknownTaskKey(a),
		Text: texts.TaskLinkUnknown(a.ProviderID, a.Ref),
	}
}

func disputeTaskKey(d Dispute) string { return "dispute:" + d.ID }

func (p *Service) disputeTask(d Dispute, pay booking.Payment) booking.Task {
	t := booking.Task{Kind: booking.TaskDispute, BookingID: pay.BookingID, AttemptRef: pay.AttemptRef,
		DedupeKey: disputeTaskKey(d)}
	amount := schema.FormatPaise(d.AmountPaise)
	switch {
	case d.Outcome == DisputeLost:
		t.Text = texts.TaskDisputeLost(d.ID, amount, d.ProviderPaymentID)
	case d.RespondBy.IsZero():
		t.Text = texts.TaskDisputeAnswered(d.ID, amount, d.ProviderPaymentID)
	default:
		t.Text = texts.TaskDispute(d.ID, amount, d.ProviderPaymentID, texts.DayAndTime(d.RespondBy.In(p.Content.Zone)))
	}
	return t
}

// unknownMoney is a payment with one of our references that is in none of our rows.
type unknownMoney struct {
	CapturedPayment
	attempt  booking.Attempt // zero if no attempt has the reference
	isSecond bool            // the attempt is already paid
}

// isUnbooked reports whether the payment was made on one of our links and no payment of that link is recorded.
func (s unknownMoney) isUnbooked() bool { return s.attempt.Ref != "" && !s.isSecond }

func (s unknownMoney) taskKey() string {
	return "unknown-money:" + cmp.Or(s.ProviderPaymentID, s.AttemptRef)
}

func (s unknownMoney) task() booking.Task {
	return booking.Task{Kind: booking.TaskUnknownMoney, BookingID: s.attempt.BookingID, AttemptRef: s.AttemptRef,
		DedupeKey: s.taskKey(), Text: s.text()}
}

func (s unknownMoney) text() string {
	kept := schema.FormatPaise(s.AmountPaise - s.RefundedPaise)
	if s.AmountPaise < 0 || s.RefundedPaise < 0 {
		kept = texts.UnreadableAmount
	}
	switch {
	case s.isSecond:
		return texts.TaskSecondPayment(kept, s.ProviderPaymentID, s.attempt.BookingID)
	case s.isUnbooked():
		return texts.TaskWrongAmount(kept, s.ProviderPaymentID, s.attempt.BookingID,
			schema.FormatPaise(s.attempt.AmountPaise))
	}
	return texts.TaskUnknownMoney(kept, s.ProviderPaymentID, s.AttemptRef)
}
