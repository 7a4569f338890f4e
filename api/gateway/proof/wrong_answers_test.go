package proof_test

import (
	"bytes"
	"context"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/razorpay"
)

// lies are sent instead of a paid link's amount. None may count as a payment, or as proof that nothing was paid.
var lies = map[string][]string{
	razorpay.Name: {
		`"354000"`, `354000.0`, `3.54e5`, `354000e0`, `true`, `false`, `-354000`, `-1`, `-0`, `"0354000"`,
		`18446744073709551616`,
		`18446744073709905616`, `9223372036854775807`, `1e999`, `0.0`, `""`, `"paid"`, `"0"`, `[354000]`, `[]`, `{}`,
		`{"value":354000}`,
		`null`, `0`, `1`, `353999`, `354001`, `35400000`,
	},
	cashfree.Name: {
		`"3,540.00"`, `3540.001`, `3.54e3`, `354000e-2`, `true`, `false`, `-3540.00`, `-0.01`, `-0`, `"03540.00"`,
		`184467440737095516.16`,
		`"0x0dd4"`, `92233720368547758.07`, `1e999`, `"3540."`, `""`, `"paid"`, `" 3540.00"`, `[3540.00]`, `[]`, `{}`,
		`{"value":3540.00}`,
		`null`, `0`, `0.01`, `3539.99`, `3540.01`, `354000`,
	},
}

var (
	linkAmountPaid = regexp.MustCompile(`"(link_)?amount_paid":[0-9.]+`)
	listedAmount   = regexp.MustCompile(`"(order_amount|event_amount|amount)":[0-9.]+`)
)

func whileLying(lying *atomic.Bool, field *regexp.Regexp, lie string) func([]byte) []byte {
	return func(answer []byte) []byte {
		if !lying.Load() {
			return answer
		}
		return field.ReplaceAllFunc(answer, func(pair []byte) []byte {
			name := regexp.MustCompile(`^"[a-z_]+":`).Find(pair)
			return append(append([]byte{}, name...), lie...)
		})
	}
}

// The booking keeps its seat until a person has checked the payment or the gateway corrects itself.
func TestAWrongAmountDoesNotFailAPaidBooking(t *testing.T) {
	for _, provider := range providers {
		for _, lie := range lies[provider] {
			t.Run(provider+" "+lie, func(t *testing.T) {
				t.Parallel()
				var lying atomic.Bool
				w := newWorld(t, options{provider: provider, rewrite: whileLying(&lying, linkAmountPaid, lie)})
				id, ref := w.book()
				w.fake.Pay(ref)
				lying.Store(true)
				w.clock.Add(6 * time.Second)
				view, err := w.payments.Status(context.Background(), id)
				if err != nil || view.Status != booking.Initiated {
					t.Errorf("the visitor's page: %+v, %v", view, err)
				}
				w.pass(2*time.Hour, 10*time.Minute) // by now the link would have expired
				w.wantStatus(id, booking.Initiated)
				w.want(1, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
				w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch' AND attempt_ref = ? AND done_at IS NULL`,
					ref)
				lying.Store(false)
				w.settleAll()
				w.wantPaid(1)
				w.want(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
			})
		}
	}
}

// An unknown payment gets a task even if its amount cannot be read: an unreadable amount does not mean a refund.
func TestUnknownPaymentWithAnUnreadableAmountIsATask(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			var lying atomic.Bool
			w := newWorld(t, options{provider: provider, rewrite: whileLying(&lying, listedAmount, `"paid"`)})
			id, _ := w.paid()
			w.queue.Drop()
			w.lose(id)
			lying.Store(true)
			w.must(w.payments.Walk(context.Background()))
			w.want(1, unknownPaymentTasks)
		})
	}
}

// A link reports another booking's payment.
func TestOnePaymentPaysForOneBooking(t *testing.T) {
	for _, provider := range providers {
		t.Run(provider, func(t *testing.T) {
			t.Parallel()
			var theirs, others atomic.Value
			w := newWorld(t, options{provider: provider, rewrite: func(answer []byte) []byte {
				from, lying := theirs.Load().(string)
				if !lying {
					return answer
				}
				return bytes.ReplaceAll(answer, []byte(from), []byte(others.Load().(string)))
			}})
			first, firstRef := w.book()
			second, secondRef := w.book()
			w.fake.Pay(firstRef)
			w.pass(time.Minute, 10*time.Second)
			w.fake.Pay(secondRef)
			w.queue.Drop()
			others.Store(w.paymentID(firstRef))
			theirs.Store(w.paymentID(secondRef))
			w.clock.Add(6 * time.Second)
			if _, err := w.payments.Status(context.Background(), second); err != nil {
				t.Fatal(err)
			}
			w.payments.Reconcile(context.Background())
			if one, two := w.status(first), w.status(second); one != booking.Success || two != booking.Initiated {
				t.Errorf("the first is %s, the second %s", one, two)
			}
			w.want(1, `SELECT COUNT(*) FROM payments`)
			w.want(1, `SELECT COUNT(*) FROM tickets`)
			w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'amount_mismatch' AND attempt_ref = ?
					AND text LIKE '%belongs to '||?||'%' AND done_at IS NULL`, secondRef, firstRef)
		})
	}
}
