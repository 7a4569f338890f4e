package store_test

import (
	"testing"
	"time"
)

// An amount that was lost in a dispute is part of the refunded amount (booking.Payment), and counts once.
func TestDaySinceCountsLostMoneyOnce(t *testing.T) {
	s, _ := open(t)
	for _, table := range []string{"bookings", "payment_attempts", "payments"} {
		insertRow(t, s, table, "asha", 1000)
	}
	exec(t, s, `UPDATE payments SET amount_paise = 354000, refunded_paise = 254000, lost_paise = 100000`)
	day, err := s.DaySince(t.Context(), time.UnixMilli(0))
	if err != nil || day.MoneyEver != 354000 || day.Refunds != 254000 {
		t.Errorf("%+v, %v", day, err)
	}
}
