package proof_test

import (
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/config"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/razorpay"
	"transom/api/gateway/sandbox"
)

var providers = []string{razorpay.Name, cashfree.Name}

func TestEveryGatewayIsProved(t *testing.T) {
	found, err := filepath.Glob("../*/settings.go")
	if err != nil || len(found) != len(providers)+1 {
		t.Fatalf("%v are tested here in addition to the sandbox, but the providers are %v, %v", providers, found, err)
	}
	names, err := os.ReadFile("../../../site/src/desk/texts.ts")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range found {
		if name := filepath.Base(filepath.Dir(path)); !slices.Contains(config.Providers(), name) {
			t.Errorf("%s cannot be chosen: add it to config/providers.go", name)
		}
		if name := filepath.Base(filepath.Dir(path)); !strings.Contains(string(names), "\n  "+name+": '") {
			t.Errorf("%s has no name for the desk: add it to paymentWays in texts.ts", name)
		}
		if name := filepath.Base(filepath.Dir(path)); name != sandbox.Name && !slices.Contains(providers, name) {
			t.Errorf("%s is not tested: give it a fake server and an entry in providers", name)
		}
	}
}

func TestUnpaidFailsOnlyWhenTheGatewaySaysSo(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		w.fake.Fail(ref)
		w.pass(29*time.Minute, time.Minute)
		w.wantStatus(id, booking.Initiated)
		w.fake.SetDown(true)
		w.pass(20*time.Minute, time.Minute)
		w.wantStatus(id, booking.Initiated)
		w.want(1, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
		w.fake.SetDown(false)
		w.pass(3*time.Minute, time.Minute)
		w.wantStatus(id, booking.Failed)
		w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'pending'`)

		if !w.fake.PayLate(ref) {
			t.Fatal("no late payment")
		}
		w.pass(time.Minute, 10*time.Second)
		w.wantStatus(id, booking.Success)
		w.settleAll()
		w.checkMoney()
	})
}

// All webhooks are lost. Everybody who paid gets a ticket within 15 minutes after the clock was corrected.
func TestCorrectedClock(t *testing.T) {
	for _, jump := range []time.Duration{-24 * time.Hour, -time.Hour, time.Hour, 24 * time.Hour} {
		t.Run(jump.String(), func(t *testing.T) {
			w := newWorld(t, options{seed: seedOf(t), knobs: fakegateway.Knobs{Never: 1}})
			var refs []string
			w.clock.Add(jump)
			for range 10 {
				_, ref := w.book()
				refs = append(refs, ref)
			}
			w.pass(time.Minute, 5*time.Second)
			w.clock.Add(-jump)
			paid := 0
			for _, ref := range refs {
				if w.fake.Pay(ref) {
					paid++
				}
			}
			// By now, links created while the clock was slow have expired; links created while it was fast are valid.
			if (paid == len(refs)) != (jump > 0) {
				t.Fatalf("%d of %d could be paid", paid, len(refs))
			}
			w.pass(15*time.Minute, 30*time.Second)
			w.want(paid, `SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS'`)
			w.checkMoney()
		})
	}
}

func TestRefundAfterTheClockWasWrong(t *testing.T) {
	w := newWorld(t, options{seed: seedOf(t), knobs: fakegateway.Kind()})
	id, _ := w.paid()
	if w.status(id) != booking.Success {
		t.Fatal("not paid")
	}
	w.clock.Add(24 * time.Hour)
	w.fake.SetKnobs(fakegateway.Knobs{ServerError: 1})
	_, err := w.payments.Refunds.CancelBooking(t.Context(), id)
	w.must(err)
	w.pass(10*time.Minute, time.Minute)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition <> 'refunded' AND refund_tries > 0`)
	w.clock.Add(-24 * time.Hour)
	w.fake.SetKnobs(fakegateway.Kind())
	w.pass(time.Minute, 10*time.Second)
	w.want(1, `SELECT COUNT(*) FROM payments WHERE disposition = 'refunded'`)
}

// While the clock is wrong, the visitor's page or the reconciler finds the payment.
func TestMessagesRefusedForTheClock(t *testing.T) {
	for _, jump := range []time.Duration{-24 * time.Hour, -61 * time.Minute, 61 * time.Minute, 24 * time.Hour} {
		t.Run(jump.String(), func(t *testing.T) {
			w := newWorld(t, options{provider: cashfree.Name, seed: seedOf(t), knobs: fakegateway.Kind()})
			seen, seenRef := w.book()
			unseen, unseenRef := w.book()
			if !w.fake.Pay(seenRef) || !w.fake.Pay(unseenRef) {
				t.Fatal("not payable")
			}
			w.clock.Add(time.Minute)
			refused := 0
			w.queue.Send(w.clock.Now(), func(d fakegateway.Delivery) int {
				h, raw := w.fake.Render(d)
				w.clock.Add(jump)
				defer w.clock.Add(-jump)
				if err := w.payments.Receive(t.Context(), cashfree.Name, h, raw); err == nil {
					t.Error("a message that is too old or from the future is accepted")
				}
				refused++
				return http.StatusBadRequest
			})
			if refused < 2 {
				t.Fatalf("%d messages", refused)
			}
			w.want(1, `SELECT COUNT(*) FROM tasks WHERE kind = 'clock'`)
			w.want(0, `SELECT COUNT(*) FROM tasks WHERE kind = 'webhook_signatures'`)

			w.clock.Add(jump)
			view, err := w.payments.Status(t.Context(), seen)
			w.must(err)
			check.Equal(t, view.Status, booking.Success, "the visitor's page")
			w.payments.Reconcile(t.Context())
			w.wantStatus(unseen, booking.Success)
			w.checkMoney()
		})
	}
}
