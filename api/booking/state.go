package booking

import (
	"strings"
	"time"
)

// BookingState is what people are told of a booking. It is derived from the rows in one place (StandingOf) and stored
// with each change of them (store/booking_state.go); every list, page and export uses it. PaymentStatus is what the
// wire's paymentStatus says beside it.
type BookingState string

// The states of a booking.
const (
	Waiting      BookingState = "waiting"       // it can be paid, or the gateway has not said that it cannot
	Paid         BookingState = "paid"          // and nothing of it was given back
	PartRefunded BookingState = "part refunded" // the ticket stays valid
	RefundedAll  BookingState = "refunded"
	// by the organiser; what goes back of its money is on its way, or has gone back
	Cancelled BookingState = "cancelled"
	Expired   BookingState = "expired" // it was not paid in time
	Erased    BookingState = "erased"  // the person is erased; numbers and amounts stay
)

// BookingStates are all of them, in the order of a booking's life.
var BookingStates = []BookingState{Waiting, Paid, PartRefunded, RefundedAll, Cancelled, Expired, Erased}

// Admits reports whether the holder may come.
func (s BookingState) Admits() bool { return s == Paid || s == PartRefunded }

// Standing is a booking's state with what was given back of its money.
type Standing struct {
	State BookingState
	// RefundPaise is what was given back, or all that will be when RefundAt is zero; 0 when nothing is.
	RefundPaise int64
	RefundAt    time.Time
	// TicketVoid is true when a refund took the ticket with it.
	TicketVoid bool
}

// StandingOf derives the state of a booking from its row and everything that was captured for it.
func StandingOf(b Booking, captured []Payment) Standing {
	var out Standing
	paying, owed := false, false
	for _, pay := range captured {
		paying = paying || pays(b, pay)
		if pay.RefundDue() {
			owed = true
			out.RefundPaise += pay.TargetPaise()
			continue
		}
		out.RefundPaise += pay.RefundedPaise
		if pay.RefundedAt.After(out.RefundAt) {
			out.RefundAt = pay.RefundedAt
		}
	}
	if owed {
		out.RefundAt = time.Time{}
	}
	gone := len(captured) > 0 && !paying
	out.TicketVoid = gone || b.Cancelled()
	out.State = stateOf(b, captured, gone, owed)
	return out
}

// pays reports whether money pays for a booking: it does while only a part of it goes back, and the seat stays.
func pays(b Booking, pay Payment) bool {
	return pay.Disposition == Applied || pay.Disposition == CancelledRefundDue && b.HoldsSeat
}

// WasPaidBy reports whether a payment pays a booking, or paid it until it went back. Both are written at one instant;
// what else came for the booking never paid it.
func (b Booking) WasPaidBy(pay Payment, captured []Payment) bool {
	if pay.Disposition != Refunded {
		return pay.Disposition == Applied || pay.Disposition == CancelledRefundDue
	}
	for _, other := range captured {
		if other.Disposition == Applied || other.Disposition == CancelledRefundDue {
			return false
		}
	}
	return !b.PaidAt.IsZero() && pay.CapturedAt.Equal(b.PaidAt)
}

// RefundedPaise is what has gone back of the money that paid the booking; a second payment that went back never did.
func (b Booking) RefundedPaise(captured []Payment) (paise int64) {
	for _, pay := range captured {
		if b.WasPaidBy(pay, captured) {
			paise += pay.RefundedPaise
		}
	}
	return paise
}

func stateOf(b Booking, captured []Payment, gone, owed bool) BookingState {
	switch {
	case b.Erased():
		return Erased
	case b.Status == Initiated:
		return Waiting
	case gone && owed:
		return Cancelled
	case gone:
		return RefundedAll
	case b.Status == Failed:
		return Expired
	case b.Cancelled():
		return Cancelled
	}
	for _, pay := range captured {
		if pays(b, pay) && (pay.RefundDue() || pay.RefundedPaise > 0) {
			return PartRefunded
		}
	}
	return Paid
}

// Cancelled reports whether a booking was paid, or free, and has given up its seat.
func (b Booking) Cancelled() bool { return b.Status == Success && !b.HoldsSeat }

// erasedKey begins the address key of an erased booking, which no address has.
const erasedKey = "erased:"

// Erased reports whether the person of a booking was erased.
func (b Booking) Erased() bool { return strings.HasPrefix(b.EmailKey, erasedKey) }
