package domain

import (
	"strings"
	"time"
)

// BookingState is what people are told of a booking. It is derived from the rows in one place (StandingOf), never stored,
// and every list, page and export uses it; PaymentStatus is what the wire's paymentStatus says beside it.
type BookingState string

// The states of a booking.
const (
	Waiting      BookingState = "waiting"       // it can be paid, or the gateway has not said that it cannot
	Paid         BookingState = "paid"          // and nothing of it was given back
	PartRefunded BookingState = "part refunded" // the ticket stays valid
	RefundedAll  BookingState = "refunded"
	Cancelled    BookingState = "cancelled" // its money is owed back and on its way
	Expired      BookingState = "expired"   // it was not paid in time
	Erased       BookingState = "erased"    // the person is erased; numbers and amounts stay
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
		paying = paying || pay.Disposition == Applied
		if pay.RefundDue() {
			owed = true
			out.RefundPaise += pay.AmountPaise
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
	out.TicketVoid = len(captured) > 0 && !paying
	out.State = stateOf(b, captured, out.TicketVoid, owed)
	return out
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
	}
	for _, pay := range captured {
		if pay.Disposition == Applied && pay.RefundedPaise > 0 {
			return PartRefunded
		}
	}
	return Paid
}

// erasedKey begins the address key of an erased booking, which no address has.
const erasedKey = "erased:"

// Erased reports whether the person of a booking was erased.
func (b Booking) Erased() bool { return strings.HasPrefix(b.EmailKey, erasedKey) }
