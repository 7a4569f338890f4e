package refund

import (
	"testing"

	"transom/api/booking"
)

func TestRefundKeysAreStableAndAcceptable(t *testing.T) {
	p := booking.Payment{Provider: "razorpay", AttemptRef: "TN25-x-1"}
	key := Key(p)
	p.ProviderPaymentID, p.RefundTries = "pay_1", 7
	if Key(p) != key || len(key) < 10 || len(key) > 40 {
		t.Errorf("%q and %q", key, Key(p))
	}
	if Key(booking.Payment{Provider: "razorpay", AttemptRef: "TN25-x-2"}) == key {
		t.Error("two payments have one key")
	}
}
