package booking

import (
	"testing"
	"time"
)

func TestStandingOf(t *testing.T) {
	early, late := time.Unix(1000, 0), time.Unix(2000, 0)
	pay := func(d Disposition, refunded int64, at time.Time) Payment {
		return Payment{AmountPaise: 118, Disposition: d, RefundedPaise: refunded, RefundedAt: at}
	}
	paid, owed, back := pay(Applied, 0, time.Time{}), pay(CancelledRefundDue, 0, time.Time{}), pay(Refunded, 118, early)
	for _, test := range []struct {
		name     string
		status   PaymentStatus
		seat     bool
		captured []Payment
		want     Standing
	}{
		{"under way", Initiated, true, nil, Standing{State: Waiting}},
		{"not paid in time", Failed, false, nil, Standing{State: Expired}},
		{"free", Success, true, nil, Standing{State: Paid}},
		{"free, cancelled", Success, false, nil, Standing{State: Cancelled, TicketVoid: true}},
		{"cancelled, and nothing goes back", Success, false, []Payment{paid}, Standing{State: Cancelled, TicketVoid: true}},
		{"cancelled, a part on its way", Success, false, []Payment{{AmountPaise: 118, RefundPaise: 59,
			Disposition: CancelledRefundDue}}, Standing{Cancelled, 59, time.Time{}, true}},
		{"cancelled, a part given back", Success, false, []Payment{pay(Applied, 59, late)},
			Standing{Cancelled, 59, late, true}},
		{"paid", Success, true, []Payment{paid}, Standing{State: Paid}},
		{"partly given back by hand", Success, true, []Payment{pay(Applied, 18, late)},
			Standing{PartRefunded, 18, late, false}},
		{"cancelled, money on its way", Success, false, []Payment{owed}, Standing{Cancelled, 118, time.Time{}, true}},
		{"cancelled after a part was given back by hand", Success, false, []Payment{pay(CancelledRefundDue, 18, early)},
			Standing{Cancelled, 118, time.Time{}, true}},
		{"given back", Success, false, []Payment{back}, Standing{RefundedAll, 118, early, true}},
		{"paid twice, one on its way back", Success, true, []Payment{paid, pay(DuplicateRefundDue, 0, time.Time{})},
			Standing{Paid, 118, time.Time{}, false}},
		{"paid twice, one given back", Success, true, []Payment{back, paid}, Standing{Paid, 118, early, false}},
		{"paid twice, both given back", Success, false, []Payment{back, pay(Refunded, 118, late)},
			Standing{RefundedAll, 236, late, true}},
		{"paid after the last seat", Failed, false, []Payment{pay(NoSeatRefundDue, 0, time.Time{})},
			Standing{Cancelled, 118, time.Time{}, true}},
		{"paid after the last seat, given back", Failed, false, []Payment{back}, Standing{RefundedAll, 118, early, true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := StandingOf(Booking{Status: test.status, HoldsSeat: test.seat}, test.captured); got != test.want {
				t.Errorf("%+v, want %+v", got, test.want)
			}
			if got := StandingOf(Booking{Status: test.status, EmailKey: "erased:b"}, test.captured); got.State != Erased {
				t.Errorf("erased: %+v", got)
			}
		})
	}
}

// What pays a booking, or did: the payment of its instant, unless another one pays it now.
func TestWhatHasPaidABooking(t *testing.T) {
	at := time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	b := Booking{Status: Success, PaidAt: at}
	pay := func(d Disposition, at time.Time) Payment { return Payment{Disposition: d, CapturedAt: at} }
	for name, c := range map[string]struct {
		pay   Payment
		other []Payment
		want  bool
	}{
		"it pays":                          {pay(Applied, at), nil, true},
		"it is on its way":                 {pay(CancelledRefundDue, at), nil, true},
		"it went back":                     {pay(Refunded, at), nil, true},
		"a second one":                     {pay(DuplicateRefundDue, at.Add(time.Hour)), []Payment{pay(Applied, at)}, false},
		"a second one that went back":      {pay(Refunded, at.Add(time.Hour)), []Payment{pay(Applied, at)}, false},
		"both went back":                   {pay(Refunded, at.Add(time.Hour)), []Payment{pay(Refunded, at)}, false},
		"a second one of the same instant": {pay(Refunded, at), []Payment{pay(Applied, at)}, false},
		"one that found no seat":           {pay(NoSeatRefundDue, at), nil, false},
	} {
		if got := b.WasPaidBy(c.pay, append(c.other, c.pay)); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	if (Booking{Status: Failed}).WasPaidBy(pay(Refunded, time.Time{}), nil) {
		t.Error("one that was never paid")
	}
}
