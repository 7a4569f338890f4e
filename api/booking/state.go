package booking

import (
	"slices"
	"strings"
	"time"
)

// BookingState is a booking's state on every list, page and export. DeriveState derives the state, and the store saves
// it whenever the booking or its payments change (store/bookings/state.go).
type BookingState string

const (
	PendingPayment BookingState = "waiting"       // the booking can be paid, or the gateway may still report a payment
	Paid           BookingState = "paid"          // nothing was refunded
	PartlyRefunded BookingState = "part refunded" // a part has already been refunded; the ticket stays valid
	FullyRefunded  BookingState = "refunded"
	// the organiser cancelled the booking; a refund may be due or complete
	Cancelled BookingState = "cancelled"
	Expired   BookingState = "expired" // the booking was not paid in time
	Erased    BookingState = "erased"  // the personal data is erased; numbers and amounts stay
)

// BookingStates lists all states in the order in which they are shown.
var BookingStates = []BookingState{PendingPayment, Paid, PartlyRefunded, FullyRefunded, Cancelled, Expired, Erased}

// DerivedState is a booking's state and its refund, if any.
type DerivedState struct {
	State BookingState
	// RefundPaise is the amount that was refunded or, if RefundAt is zero, will be; 0 if there is no refund.
	RefundPaise int64
	RefundAt    time.Time
	// TicketVoid is true if the refund cancelled the ticket.
	TicketVoid    bool
	RefundedPaise int64 // the part of RefundPaise that has already been refunded
}

// DeriveState derives a booking's state from its row and all payments captured for it.
func DeriveState(b Booking, captured []Payment) DerivedState {
	captured = slices.DeleteFunc(slices.Clone(captured), func(p Payment) bool { return p.Disposition == Withdrawn })
	var out DerivedState
	paying, due := false, false
	for _, pay := range captured {
		paying = paying || pays(b, pay)
		out.RefundedPaise += pay.RefundedPaise
		if pay.RefundDue() {
			due = true
			out.RefundPaise += pay.TargetPaise()
			continue
		}
		out.RefundPaise += pay.RefundedPaise
		if pay.RefundedAt.After(out.RefundAt) {
			out.RefundAt = pay.RefundedAt
		}
	}
	if due {
		out.RefundAt = time.Time{}
	}
	gone := len(captured) > 0 && !paying
	out.TicketVoid = gone || b.Cancelled()
	out.State = stateOf(b, captured, gone, due)
	return out
}

// A partly refunded payment still pays for a booking that keeps its seat.
func pays(b Booking, pay Payment) bool {
	return pay.Disposition == Applied || pay.Disposition == CancelledRefundDue && b.HoldsSeat
}

// WasPaidBy reports whether a payment pays for a booking, or did so until it was refunded. A refunded payment counts if
// several payments share the price, or if it was captured at PaidAt and no other payment covers the booking now.
func (b Booking) WasPaidBy(pay Payment, captured []Payment) bool {
	switch {
	case pay.Disposition != Refunded:
		return pay.Disposition == Applied || pay.Disposition == CancelledRefundDue
	case pay.Joint:
		return true
	case pay.IsSurplus():
		return false
	}
	for _, other := range captured {
		if !other.Joint && (other.Disposition == Applied || other.Disposition == CancelledRefundDue) {
			return false
		}
	}
	return !b.PaidAt.IsZero() && pay.CapturedAt.Equal(b.PaidAt)
}

// RefundedPaise returns how much was refunded of the money that paid for the booking; a second payment does not count.
func (b Booking) RefundedPaise(captured []Payment) (paise int64) {
	for _, pay := range captured {
		if b.WasPaidBy(pay, captured) {
			paise += pay.RefundedPaise
		}
	}
	return paise
}

func stateOf(b Booking, captured []Payment, gone, due bool) BookingState {
	switch {
	case b.Erased():
		return Erased
	case b.Status == Initiated:
		return PendingPayment
	case gone && due:
		return Cancelled
	case gone:
		return FullyRefunded
	case b.Status == Failed:
		return Expired
	case b.Cancelled():
		return Cancelled
	}
	for _, pay := range captured {
		if b.WasPaidBy(pay, captured) && pay.RefundedPaise > 0 {
			return PartlyRefunded
		}
	}
	return Paid
}

// Cancelled reports whether a booking that was paid or free has released its seat.
func (b Booking) Cancelled() bool { return b.Status == Success && !b.HoldsSeat }

// erasedKey is the prefix of an erased booking's EmailKey. No email address begins with this prefix.
const erasedKey = "erased:"

// Erased reports whether a booking's personal data was erased.
func (b Booking) Erased() bool { return strings.HasPrefix(b.EmailKey, erasedKey) }
