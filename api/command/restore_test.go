package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/api/gateway/razorpay"
	"transom/api/payment"
	"transom/api/product"
	"transom/api/store"
)

// The gateway survives the loss of the office's disk.
func newOfficeAt(t *testing.T, clock *apitest.Clock, gateway *fakerazorpay.Fake) *office {
	t.Helper()
	web := httptest.NewUnstartedServer(gateway)
	web.Config.ErrorLog = slog.NewLogLogger(slog.NewTextHandler(io.Discard, nil), slog.LevelError)
	web.Start()
	t.Cleanup(web.Close)
	s := apitest.Start(t, apitest.Options{Now: clock.Now(), Provider: razorpay.New(razorpay.Config{
		BaseURL: web.URL, KeyID: fakerazorpay.KeyID, KeySecret: fakerazorpay.KeySecret,
		WebhookSecrets: []string{fakerazorpay.WebhookSecret}, MinPause: time.Millisecond,
	})})
	return &office{t: t, server: s, dir: s.Dir}
}

func (o *office) payAt(gateway *fakerazorpay.Fake) booking.Booking {
	o.t.Helper()
	a := o.server.Post("/registration", o.server.FullForm())
	view, err := o.server.Store.FindPaymentView(o.t.Context(), a.Text("booking_id"))
	if err != nil || !gateway.Pay(view.Attempt.Ref) {
		o.t.Fatalf("not paid: %v, %s", err, a.Raw)
	}
	o.server.Clock.Add(time.Minute)
	o.server.Payments.Reconcile(o.t.Context())
	b, err := o.server.Store.FindBooking(o.t.Context(), view.BookingID)
	if err != nil || b.Status != booking.Success {
		o.t.Fatalf("%+v, %v", b, err)
	}
	return b
}

func TestRestoreReportsNewerPayments(t *testing.T) {
	clock := apitest.NewClock(time.Time{})
	gateway := fakerazorpay.New(clock, 1, fakegateway.Kind())
	o := newOfficeAt(t, clock, gateway)
	o.payAt(gateway)
	waiting := o.server.Post("/registration", o.server.FullForm()).Text("booking_id")
	parent := t.TempDir()
	o.must("backup", parent)
	backup, err := filepath.Glob(filepath.Join(parent, "transom-*"))
	if err != nil || len(backup) != 1 {
		t.Fatalf("%v, %v", backup, err)
	}
	lost := o.payAt(gateway)
	view, err := o.server.Store.FindPaymentView(t.Context(), waiting)
	if err != nil || !gateway.Pay(view.Attempt.Ref) {
		t.Fatalf("%+v, %v", view, err)
	}

	var desk *product.Product
	folder := filepath.Join(t.TempDir(), "var")
	place := testdb.Empty(t, folder)
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		env := &product.Env{Var: folder, Database: testdb.Address(t, folder), Out: &out, Progress: io.Discard,
			MayRestore: func(string) error { return nil }, Open: func(ctx context.Context) (*product.Product, error) {
				if desk == nil {
					s, err := store.OpenExisting(ctx, place)
					if err != nil {
						return nil, err
					}
					t.Cleanup(func() { s.Close() })
					setup := o.server.Payments.Setup
					setup.Store = store.For[payment.Tx](s)
					desk = &product.Product{Store: s, Blobs: o.server.Blobs, Content: o.server.Content, Clock: o.server.Clock,
						Payments: payment.New(setup)}
				}
				return desk, nil
			}}
		err := commandNamed(args[0]).Run(t.Context(), env, args[1:])
		return out.String(), err
	}
	out, err := run("restore", backup[0], "--json")
	var reported struct {
		Unexplained int   `json:"unexplained"`
		Paise       int64 `json:"unexplained_paise"`
		Unread      bool  `json:"gateway_not_read"`
	}
	if jsonErr := json.Unmarshal([]byte(out), &reported); jsonErr != nil || err == nil || reported.Unexplained != 2 ||
		reported.Paise != 2*lost.AmountPaise || reported.Unread {
		t.Fatalf("%v: %s", err, out)
	}
	apitest.Says(t, err.Error(), "transom reconcile --fix")
	// Payments that the server's rules refuse become tasks, which doctor reports as bad.
	must(t, desk.Payments.CheckAll(t.Context()))
	audit, err := desk.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || len(audit.Findings) != 1 || !strings.Contains(audit.Findings[0].AttemptRef, lost.ID) ||
		audit.KeptPaise != 2*lost.AmountPaise {
		t.Errorf("%+v, %v", audit, err)
	}
	if out, err := run("list", "--tasks"); err != nil || !strings.Contains(out, "unknown_money") ||
		!strings.Contains(out, lost.ID) {
		t.Errorf("%v: %s", err, out)
	}
	if out, _ := run("doctor"); !strings.Contains(out, "bad   money") {
		t.Error(out)
	}
}

// In a rehearsal, a command's clock may be behind the server's.
func TestGateListIsCompleteForAnEarlierCursor(t *testing.T) {
	o := newOffice(t)
	o.buy()
	o.server.Clock.Add(-10 * time.Minute)
	audit, err := o.server.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || audit.Listed != 1 || !audit.Explained() {
		t.Errorf("%+v, %v", audit, err)
	}
}

func TestErasureIsExplained(t *testing.T) {
	o := newOffice(t)
	for _, before := range []func(id string){
		func(string) {},
		func(id string) { o.action("cancel", id, "--refund", "3540") },
		func(id string) { o.action("refund", id, "--refund", "540") },
		func(id string) { o.action("cancel", id) },
	} {
		form, b := o.buy()
		before(b.ID)
		o.server.Payments.Reconcile(t.Context())
		o.must("person", "erase", form["email"].(string), "--yes")
	}
	o.must(append(added(o, "bank"), "--why", "wrote", "--yes")...)
	o.must("person", "erase", o.server.Text(`SELECT email FROM bookings WHERE paid_by = 'bank'`), "--yes")
	for _, line := range [][]string{{"reconcile"}, {"reconcile", "--fix"}, {"reconcile"}} {
		out := o.must(line...)
		apitest.Says(t, out, "both sides agree on ₹10,080", "₹3,540 not refunded",
			"All payments agree with the gateway.")
		apitest.Omits(t, strings.ToLower(out), "restore")
	}
	o.server.WantCount(0, `SELECT COUNT(*) FROM bookings WHERE email <> '' OR first_name <> 'Erased'`)
}
