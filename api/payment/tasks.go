package payment

import (
	"cmp"
	"fmt"

	"transom/api/booking"
	"transom/generator/schema"
)

func mismatchTaskKey(a booking.Attempt) string { return "mismatch:" + a.Ref }
func unknownTaskKey(a booking.Attempt) string  { return "unknown:" + a.Ref }

// mismatchTask names money, or a link, that does not fit.
func mismatchTask(a booking.Attempt, mismatch error) booking.Task {
	return booking.Task{
		Kind: booking.TaskAmountMismatch, BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: mismatchTaskKey(a),
		Text: fmt.Sprintf("The gateway's answer about %s does not fit (%v). Look the reference up at the gateway; refund "+
			"there what was paid, or, if the amount of %s did come, ask whoever runs the server to reconcile.",
			a.Ref, mismatch, schema.FormatPaise(a.AmountPaise)),
	}
}

// unknownTask names a link that the gateway does not know any more.
func unknownTask(a booking.Attempt) booking.Task {
	return booking.Task{
		Kind: booking.TaskLinkUnknown, BookingID: a.BookingID, AttemptRef: a.Ref, DedupeKey: unknownTaskKey(a),
		Text: fmt.Sprintf("The gateway does not know the payment link %s (%s). Are the settings those of the account that "+
			"made it? If so, ask the gateway. A quarter of an hour after its time is over, a registration that waits can be "+
			"cancelled, or its payment noted: that ends the link.", a.ProviderID, a.Ref),
	}
}

func disputeTaskKey(d Dispute) string { return "dispute:" + d.ID }

// disputeTask says by when a dispute is to be answered, or that it was lost.
func (p *Service) disputeTask(d Dispute, pay booking.Payment) booking.Task {
	t := booking.Task{Kind: booking.TaskDispute, BookingID: pay.BookingID, AttemptRef: pay.AttemptRef,
		DedupeKey: disputeTaskKey(d)}
	amount := schema.FormatPaise(d.AmountPaise)
	switch {
	case d.Outcome == DisputeLost:
		t.Text = fmt.Sprintf("The dispute %s is lost: the bank has taken %s of payment %s back. When that is the whole "+
			"amount, the ticket is void now.",
			d.ID, amount, d.ProviderPaymentID)
	case d.RespondBy.IsZero():
		t.Text = fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). It was answered; the bank decides. There "+
			"is nothing to do until it does.", amount, d.ProviderPaymentID, d.ID)
	default:
		t.Text = fmt.Sprintf("The payer disputes %s of payment %s (dispute %s). Answer in the gateway's dashboard by %s, "+
			"with the registration and the entries; without an answer the money is lost.",
			amount, d.ProviderPaymentID, d.ID, d.RespondBy.In(p.Content.Zone).Format("2 January 2006, 15:04"))
	}
	return t
}

// stray is money that came under a reference of ours and is in no row.
type stray struct {
	CapturedPayment
	attempt  booking.Attempt // zero when no registration has the reference
	isSecond bool            // the attempt is paid already
}

// isUnbooked reports money on a link of ours of which no payment is booked.
func (s stray) isUnbooked() bool { return s.attempt.Ref != "" && !s.isSecond }

func (s stray) taskKey() string {
	return "unknown-money:" + cmp.Or(s.ProviderPaymentID, s.AttemptRef)
}

func (s stray) task() booking.Task {
	return booking.Task{Kind: booking.TaskUnknownMoney, BookingID: s.attempt.BookingID, AttemptRef: s.AttemptRef,
		DedupeKey: s.taskKey(), Text: s.text()}
}

func (s stray) text() string {
	kept := schema.FormatPaise(s.AmountPaise - s.RefundedPaise)
	if s.AmountPaise < 0 || s.RefundedPaise < 0 {
		kept = "An amount that cannot be read"
	}
	switch {
	case s.isSecond:
		return fmt.Sprintf("%s came as payment %s on the link of booking %s, which is paid already. Refund payment %s in "+
			"the gateway's dashboard, and not the other one; the registration and its ticket stay.",
			kept, s.ProviderPaymentID, s.attempt.BookingID, s.ProviderPaymentID)
	case s.isUnbooked():
		return fmt.Sprintf("%s came as payment %s on the link of booking %s, which costs %s. Refund payment %s in the "+
			"gateway's dashboard; the person may register again.",
			kept, s.ProviderPaymentID, s.attempt.BookingID, schema.FormatPaise(s.attempt.AmountPaise), s.ProviderPaymentID)
	}
	return fmt.Sprintf("%s came as payment %s under our reference %s, and no registration here has it: it was lost "+
		"with a disk. Find the payer in the gateway's dashboard. Refund it there; the person may register again.",
		kept, s.ProviderPaymentID, s.AttemptRef)
}
