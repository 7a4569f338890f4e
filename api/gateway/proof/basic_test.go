package proof_test

import (
	"context"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/gateway/cashfree"
	"transom/api/gateway/razorpay"
	"transom/api/gateway/sandbox"
)

var providers = []string{razorpay.Name, cashfree.Name}

// Every provider that moves money must be tested here.
func TestEveryGatewayIsProved(t *testing.T) {
	found, err := filepath.Glob("../*/settings.go")
	if err != nil || len(found) != len(providers)+1 {
		t.Fatalf("%v are tested here besides the sandbox, but the providers are %v, %v", providers, found, err)
	}
	for _, path := range found {
		if name := filepath.Base(filepath.Dir(path)); name != sandbox.Name && !slices.Contains(providers, name) {
			t.Errorf("%s is not tested: give it a fake server and an entry in providers", name)
		}
	}
}

func TestPaidMeansTicket(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		view, err := w.payments.Status(context.Background(), id)
		w.must(err)
		if view.Status != booking.Initiated || view.PaymentURL(w.clock.Now()) == "" {
			t.Fatalf("before paying: %+v", view)
		}
		if !w.fake.Pay(ref) {
			t.Fatal("the link cannot be paid")
		}
		w.clock.Add(6 * time.Second)
		view, err = w.payments.Status(context.Background(), id)
		w.must(err)
		if view.Status != booking.Success || view.TicketID == "" || view.PaidAt.IsZero() ||
			view.PaymentURL(w.clock.Now()) != "" {
			t.Fatalf("after paying: %+v", view)
		}
		w.settleAll()
		if paid := w.checkMoney(); paid != 1 {
			t.Errorf("%d paid", paid)
		}
	})
}

func TestUnpaidFailsOnlyWhenTheGatewaySaysSo(t *testing.T) {
	onProviders(t, options{}, func(t *testing.T, w *world) {
		id, ref := w.book()
		w.fake.Fail(ref)
		w.pass(29*time.Minute, time.Minute)
		if got := w.status(id); got != booking.Initiated {
			t.Errorf("while the link is valid: %s", got)
		}
		w.fake.SetDown(true)
		w.pass(20*time.Minute, time.Minute)
		if got := w.status(id); got != booking.Initiated {
			t.Errorf("while the gateway does not answer: %s", got)
		}
		w.want(1, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
		w.fake.SetDown(false)
		w.pass(3*time.Minute, time.Minute)
		if got := w.status(id); got != booking.Failed {
			t.Errorf("after the gateway closed the link: %s", got)
		}
		w.want(0, `SELECT COUNT(*) FROM bookings WHERE holds_seat = 1`)
		w.want(1, `SELECT COUNT(*) FROM outbox WHERE template = 'pending'`)

		if !w.fake.PayLate(ref) {
			t.Fatal("no late payment")
		}
		w.pass(time.Minute, 10*time.Second)
		if got := w.status(id); got != booking.Success {
			t.Errorf("after the bank's late answer: %s", got)
		}
		w.settleAll()
		w.checkMoney()
	})
}
