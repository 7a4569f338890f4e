package refund

import (
	"reflect"
	"testing"
	"time"

	"transom/api/booking"
)

func TestEachRefund(t *testing.T) {
	at := func(minute int) time.Time { return time.Date(2025, 3, 1, 10, minute, 0, 0, time.UTC) }
	emails := func(keys ...string) (all []booking.RefundEmail) {
		for i, key := range keys {
			all = append(all, booking.RefundEmail{Key: key, At: at(i)})
		}
		return all
	}
	last := at(30)
	for what, c := range map[string]struct {
		gone   int64
		emails []booking.RefundEmail
		want   []booking.Refund
	}{
		"nothing": {0, nil, nil},
		"one":     {500, emails("refund:a:500"), []booking.Refund{{Paise: 500, At: last}}},
		"two equal refunds": {1000, emails("refund:a:500", "refund:a:1000"),
			[]booking.Refund{{Paise: 500, At: at(0)}, {Paise: 500, At: last}}},
		"a part and the rest": {1180, emails("refund:a:500", "refund:a"),
			[]booking.Refund{{Paise: 500, At: at(0)}, {Paise: 680, At: last}}},
		"another payment": {700, emails("refund:aa:500", "refund:b:600"), []booking.Refund{{Paise: 700, At: last}}},
		"no email about the last refund": {900, emails("refund:a:500"),
			[]booking.Refund{{Paise: 500, At: at(0)}, {Paise: 400, At: last}}},
		"no email about the first refund": {900, emails("refund:a:900"), []booking.Refund{{Paise: 900, At: last}}},
		"a failed refund": {500, emails("refund:a:500", "refund:a:1000"),
			[]booking.Refund{{Paise: 500, At: last}}},
	} {
		pay := booking.Payment{AttemptRef: "a", AmountPaise: 1180, RefundedPaise: c.gone, RefundedAt: last}
		if got := Each(pay, c.emails); !reflect.DeepEqual(got, c.want) {
			t.Errorf("%s: %+v, want %+v", what, got, c.want)
		}
	}
}

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
