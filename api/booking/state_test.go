package booking

import (
	"testing"
	"time"

	"transom/api/apitest/check"
)

func TestDeriveState(t *testing.T) {
	early, late := time.Unix(1000, 0), time.Unix(2000, 0)
	pay := func(d Disposition, refunded int64, at time.Time) Payment {
		return Payment{AmountPaise: 118, Disposition: d, RefundedPaise: refunded, RefundedAt: at}
	}
	paid, due, back := pay(Applied, 0, time.Time{}), pay(CancelledRefundDue, 0, time.Time{}), pay(Refunded, 118, early)
	for _, test := range []struct {
		name     string
		status   PaymentStatus
		seat     bool
		captured []Payment
		want     DerivedState
	}{
		{"under way", Initiated, true, nil, DerivedState{State: PendingPayment}},
		{"not paid in time", Failed, false, nil, DerivedState{State: Expired}},
		{"free", Success, true, nil, DerivedState{State: Paid}},
		{"free, cancelled", Success, false, nil, DerivedState{State: Cancelled, TicketVoid: true}},
		{"cancelled without a refund", Success, false, []Payment{paid}, DerivedState{State: Cancelled, TicketVoid: true}},
		{"cancelled, partial refund under way", Success, false, []Payment{{AmountPaise: 118, RefundPaise: 59,
			Disposition: CancelledRefundDue}}, DerivedState{Cancelled, 59, time.Time{}, true, 0}},
		{"cancelled, partly refunded", Success, false, []Payment{pay(Applied, 59, late)},
			DerivedState{Cancelled, 59, late, true, 59}},
		{"paid", Success, true, []Payment{paid}, DerivedState{State: Paid}},
		{"partial refund under way", Success, true, []Payment{{AmountPaise: 118, RefundPaise: 18,
			Disposition: CancelledRefundDue}}, DerivedState{Paid, 18, time.Time{}, false, 0}},
		{"partly refunded manually", Success, true, []Payment{pay(Applied, 18, late)},
			DerivedState{PartlyRefunded, 18, late, false, 18}},
		{"cancelled, refund under way", Success, false, []Payment{due}, DerivedState{Cancelled, 118, time.Time{}, true, 0}},
		{"cancelled after a partial manual refund", Success, false, []Payment{pay(CancelledRefundDue, 18, early)},
			DerivedState{Cancelled, 118, time.Time{}, true, 18}},
		{"refunded", Success, false, []Payment{back}, DerivedState{FullyRefunded, 118, early, true, 118}},
		{"paid twice, one refund under way", Success, true, []Payment{paid, pay(DuplicateRefundDue, 0, time.Time{})},
			DerivedState{Paid, 118, time.Time{}, false, 0}},
		{"paid twice, one refunded", Success, true, []Payment{back, paid}, DerivedState{Paid, 118, early, false, 118}},
		{"paid twice, both refunded", Success, false, []Payment{back, pay(Refunded, 118, late)},
			DerivedState{FullyRefunded, 236, late, true, 236}},
		{"paid after the last seat", Failed, false, []Payment{pay(NoSeatRefundDue, 0, time.Time{})},
			DerivedState{Cancelled, 118, time.Time{}, true, 0}},
		{"paid after the last seat, refunded", Failed, false, []Payment{back},
			DerivedState{FullyRefunded, 118, early, true, 118}},
	} {
		t.Run(test.name, func(t *testing.T) {
			check.Equal(t, DeriveState(Booking{Status: test.status, HoldsSeat: test.seat}, test.captured), test.want)
			check.Equal(t, DeriveState(Booking{Status: test.status, EmailKey: "erased:b"}, test.captured).State, Erased,
				"erased")
		})
	}
}

func TestPaymentOfABooking(t *testing.T) {
	at := time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	b := Booking{Status: Success, PaidAt: at}
	pay := func(d Disposition, at time.Time) Payment { return Payment{Disposition: d, CapturedAt: at} }
	for name, c := range map[string]struct {
		pay   Payment
		other []Payment
		want  bool
	}{
		"it pays":          {pay(Applied, at), nil, true},
		"refund under way": {pay(CancelledRefundDue, at), nil, true},
		"refunded":         {pay(Refunded, at), nil, true},
		"second payment": {pay(DuplicateRefundDue, at.Add(time.Hour)), []Payment{pay(Applied, at)},
			false},
		"second payment, refunded":           {pay(Refunded, at.Add(time.Hour)), []Payment{pay(Applied, at)}, false},
		"both refunded":                      {pay(Refunded, at.Add(time.Hour)), []Payment{pay(Refunded, at)}, false},
		"second payment at the same instant": {pay(Refunded, at), []Payment{pay(Applied, at)}, false},
		"no seat left":                       {pay(NoSeatRefundDue, at), nil, false},
	} {
		check.Equal(t, b.WasPaidBy(c.pay, append(c.other, c.pay)), c.want, "%s", name)
	}
	if (Booking{Status: Failed}).WasPaidBy(pay(Refunded, time.Time{}), nil) {
		t.Error("a booking that was never paid has a payment")
	}
}
