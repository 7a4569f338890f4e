package command_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
)

// buy registers a new person who pays at the sandbox.
func (o *office) buy() (form map[string]any, b domain.Booking) {
	o.t.Helper()
	form = o.server.FullForm()
	a := o.server.Post("/registration", form)
	if a.Status != 200 {
		o.t.Fatalf("%d %s", a.Status, a.Raw)
	}
	view, err := o.server.Store.FindPaymentView(o.t.Context(), a.Text("booking_id"))
	if err != nil {
		o.t.Fatal(err)
	}
	if _, err := o.server.Sandbox.Pay(o.t.Context(), view.Attempt.ProviderID); err != nil {
		o.t.Fatal(err)
	}
	o.server.Clock.Add(time.Minute)
	o.server.Payments.Reconcile(o.t.Context())
	if b, err = o.server.Store.FindBooking(o.t.Context(), view.BookingID); err != nil || b.Status != domain.Success {
		o.t.Fatalf("%+v, %v", b, err)
	}
	return form, b
}

type refundResult struct {
	Payments    int   `json:"payments"`
	AmountPaise int64 `json:"amount_paise"`
	StillOwed   int   `json:"still_owed"`
}

func (o *office) refund(args ...string) (r refundResult) {
	o.t.Helper()
	out := o.must(append([]string{"refund", "--json"}, args...)...)
	if err := json.Unmarshal([]byte(out), &r); err != nil {
		o.t.Fatalf("%v: %s", err, out)
	}
	return r
}

func TestRefundOne(t *testing.T) {
	o := newOffice(t)
	form, b := o.buy()
	if r := o.refund(b.ID, "--dry-run"); r != (refundResult{1, b.AmountPaise, 0}) {
		t.Errorf("dry run: %+v", r)
	}
	if o.server.Count(`SELECT COUNT(*) FROM tickets WHERE status = 'valid'`) != 1 {
		t.Fatal("a dry run changed something")
	}
	if r := o.refund(b.ID, "--yes"); r != (refundResult{1, b.AmountPaise, 0}) {
		t.Errorf("%+v", r)
	}
	for _, want := range []string{
		`SELECT COUNT(*) FROM tickets WHERE status = 'void'`,
		`SELECT COUNT(*) FROM payments WHERE disposition = 'refunded' AND refunded_at IS NOT NULL AND next_refund_at IS NULL AND refund_key <> ''`,
		`SELECT COUNT(*) FROM bookings WHERE status = 'SUCCESS' AND holds_seat = 0`,
		`SELECT COUNT(*) FROM tasks WHERE kind = 'organiser_refund_due' AND done_at IS NOT NULL`,
		`SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%is no longer valid%'`,
	} {
		if n := o.server.Count(want); n != 1 {
			t.Errorf("%d: %s", n, want)
		}
	}
	for _, args := range [][]string{{b.ID}, {b.ID, "--dry-run"}} {
		if _, err := o.run(append([]string{"refund"}, args...)...); err == nil || !strings.Contains(err.Error(), "refunded already") {
			t.Errorf("the second time: %v", err)
		}
	}
	audit, err := o.server.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || !audit.Explained() || audit.KeptPaise != 0 {
		t.Errorf("%+v, %v", audit, err)
	}
	// Whoever got the money back may come all the same, and pays anew.
	again := o.server.FullForm()
	for _, field := range []string{"email", "membership_no"} {
		again[field] = form[field]
	}
	if a := o.server.Post("/registration", again); a.Status != 200 || a.Text("booking_id") == b.ID {
		t.Errorf("registering again: %d %s", a.Status, a.Raw)
	}
}

// Without --yes a refund only shows whose it is and how much.
func TestRefundShowsFirst(t *testing.T) {
	o := newOffice(t)
	_, b := o.buy()
	out, err := o.run("refund", b.ID)
	if err == nil || !strings.Contains(err.Error(), "--yes") {
		t.Errorf("%v", err)
	}
	for _, shown := range []string{b.Name(), b.CategoryType, "₹3,540", b.ID, "2025-03-11 12:0"} {
		if !strings.Contains(out, shown) {
			t.Errorf("%q is not shown:\n%s", shown, out)
		}
	}
	if o.server.Count(`SELECT COUNT(*) FROM tickets WHERE status = 'valid'`) != 1 || o.server.Count(`SELECT COUNT(*) FROM payments WHERE disposition = 'applied'`) != 1 {
		t.Error("something was refunded")
	}
}

// "Run the same command again" is what it says when the gateway is away, and what it keeps.
func TestRefundGoesOnWhenRunAgain(t *testing.T) {
	clock := apitest.NewClock(time.Time{})
	gateway := fakerazorpay.New(clock, 1, fakegateway.Kind())
	o := newOfficeAt(t, clock, gateway)
	b := o.payAt(gateway)
	gateway.SetDown(true)
	if out, err := o.run("refund", b.ID, "--yes"); err == nil || !strings.Contains(err.Error(), "run the same command again") || !strings.Contains(out, "Still owed: 1 payment") {
		t.Errorf("%v: %s", err, out)
	}
	gateway.SetDown(false)
	if r := o.refund(b.ID, "--yes"); r != (refundResult{1, b.AmountPaise, 0}) {
		t.Errorf("%+v", r)
	}
	if ledger := gateway.Ledger(); len(ledger) != 1 || ledger[0].Refunded != b.AmountPaise {
		t.Errorf("%+v", ledger)
	}
}

// After a part was given back in the gateway's dashboard, the rest is shown and given back, and not the whole.
func TestRefundOfTheRest(t *testing.T) {
	clock := apitest.NewClock(time.Time{})
	gateway := fakerazorpay.New(clock, 1, fakegateway.Kind())
	o := newOfficeAt(t, clock, gateway)
	b := o.payAt(gateway)
	if !gateway.RefundByHand(gateway.Ledger()[0].PaymentID, 54000) {
		t.Fatal("no refund by hand")
	}
	if r := o.refund(b.ID, "--dry-run"); r != (refundResult{1, 300000, 0}) {
		t.Errorf("dry run: %+v", r)
	}
	if r := o.refund(b.ID, "--yes"); r != (refundResult{1, 300000, 0}) {
		t.Errorf("%+v", r)
	}
	if ledger := gateway.Ledger(); ledger[0].Refunded != b.AmountPaise {
		t.Errorf("%+v", ledger)
	}
}

func TestRefundRefusesWhatWasNotPaid(t *testing.T) {
	o := newOffice(t)
	a := o.server.Post("/registration", o.server.FullForm())
	if a.Status != 200 {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	for _, test := range []struct{ args, says string }{
		{a.Text("booking_id"), "nothing was paid"},
		{"unknown", "unknown"},
		{"", "use it like this"},
		{"--all", "--yes"},
		{"--all --yes " + a.Text("booking_id"), "use it like this"},
	} {
		if _, err := o.run(append([]string{"refund"}, strings.Fields(test.args)...)...); err == nil || !strings.Contains(err.Error(), test.says) {
			t.Errorf("%q: %v", test.args, err)
		}
	}
}

func TestRefundAll(t *testing.T) {
	o := newOffice(t)
	var paise int64
	for range 3 {
		_, b := o.buy()
		paise += b.AmountPaise
	}
	if r := o.refund("--all", "--dry-run"); r != (refundResult{3, paise, 0}) {
		t.Errorf("dry run: %+v", r)
	}
	if r := o.refund("--all", "--yes"); r != (refundResult{3, paise, 0}) {
		t.Errorf("%+v", r)
	}
	if r := o.refund("--all", "--yes"); r != (refundResult{}) {
		t.Errorf("the second time: %+v", r)
	}
	if n := o.server.Count(`SELECT COUNT(*) FROM tickets WHERE status = 'void'`); n != 3 {
		t.Errorf("%d tickets are void", n)
	}
}
