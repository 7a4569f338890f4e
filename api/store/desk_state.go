package store

import "transom/api/domain"

// What the desk lists and counts is a booking's state as domain.StandingOf derives it, in the words of SQL: so that a list can
// be filtered, counted and cut into pages by the database. desk_state_test.go compares the two over everything that can be.
//
// Nearly all bookings have a state that follows from their status alone. The others are odd: money of theirs went back or pays
// for nothing, or the person is erased.
const (
	// withOdd joins what is odd about the money of b; it is NULL for most.
	withOdd = `
		LEFT JOIN (
		  SELECT p.booking_id,
		         MAX(CASE WHEN p.disposition = 'applied' THEN 1 ELSE 0 END) AS pays,
		         MAX(CASE WHEN p.disposition IN ('duplicate_refund_due', 'no_seat_refund_due', 'organiser_refund_due') THEN 1 ELSE 0 END) AS owed,
		         MAX(CASE WHEN p.disposition = 'organiser_refund_due' THEN 1 ELSE 0 END) AS part,
		         MAX(CASE WHEN p.disposition <> 'applied' THEN 1 ELSE 0 END) AS idle,
		         SUM(CASE WHEN ` + hasPaid + ` THEN p.refunded_paise ELSE 0 END) AS refunded
		  FROM payments AS p
		  WHERE p.disposition <> 'applied' OR p.refunded_paise > 0
		  GROUP BY p.booking_id) AS odd ON odd.booking_id = b.id`

	// hasPaid is Booking.WasPaidBy: money that pays b, or did until it went back. What else came and went, a second payment, was never
	// counted as come, so it counts in no figure as gone. The booking is looked up for those alone that went back whole, which are few.
	hasPaid = `(p.disposition IN ('applied', 'organiser_refund_due')
		   OR p.disposition = 'refunded' AND p.captured_at = (SELECT paid_at FROM bookings WHERE bookings.id = p.booking_id)
		      AND NOT EXISTS (SELECT 1 FROM payments AS other
		                      WHERE other.booking_id = p.booking_id AND other.disposition IN ('applied', 'organiser_refund_due')))`

	isErased = `substr(b.email_key, 1, 7) = 'erased:'`

	stateSQL = `CASE
		  WHEN ` + isErased + ` THEN 'erased'
		  WHEN b.status = 'INITIATED' THEN 'waiting'
		  WHEN odd.idle = 1 AND odd.pays = 0 AND (odd.part = 0 OR b.holds_seat = 0)
		   AND NOT EXISTS (SELECT 1 FROM payments WHERE payments.booking_id = b.id AND disposition = 'applied')
		  THEN CASE WHEN odd.owed = 1 THEN 'cancelled' ELSE 'refunded' END
		  WHEN b.status = 'FAILED' THEN 'expired'
		  WHEN b.status = 'SUCCESS' AND b.holds_seat = 0 THEN 'cancelled'
		  WHEN odd.pays = 1 OR odd.part = 1 THEN 'part refunded'
		  ELSE 'paid' END`

	// isOdd is true for those whose state does not follow from their status.
	isOdd = `b.id IN (SELECT booking_id FROM payments WHERE disposition <> 'applied' OR refunded_paise > 0
		  UNION SELECT id FROM bookings WHERE substr(email_key, 1, 7) = 'erased:')`

	paidBySQL = `CASE WHEN b.paid_at IS NULL THEN '' ELSE b.paid_by END`
)

// plainState is the state of a booking that is not odd.
func plainState(status domain.PaymentStatus, holdsSeat bool) domain.BookingState {
	return domain.StandingOf(domain.Booking{Status: status, HoldsSeat: holdsSeat}, nil).State
}

// statusesOf are those that bookings of these states can have, nil for all.
func statusesOf(states []string) (statuses []string) {
	for _, state := range states {
		switch domain.BookingState(state) {
		case domain.Waiting:
			statuses = append(statuses, string(domain.Initiated))
		case domain.Paid, domain.PartRefunded:
			statuses = append(statuses, string(domain.Success))
		case domain.Expired:
			statuses = append(statuses, string(domain.Failed))
		default:
			return nil
		}
	}
	return statuses
}

// areOdd reports whether bookings of these states are all odd.
func areOdd(states []string) bool {
	for _, state := range states {
		switch domain.BookingState(state) {
		case domain.PartRefunded, domain.RefundedAll, domain.Erased:
		default:
			return false
		}
	}
	return len(states) > 0
}
