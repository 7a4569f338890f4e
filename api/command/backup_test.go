package command_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/apitest/testdb"
	"transom/api/booking"
	"transom/api/gateway/fakegateway"
	"transom/api/gateway/fakerazorpay"
	"transom/api/gateway/razorpay"
	"transom/api/gateway/sandbox"
	"transom/api/payment"
	"transom/api/product"
	"transom/api/store"
)

func TestBackupsShareUnchangedPictures(t *testing.T) {
	testdb.OnlySQLite(t, "PostgreSQL stores pictures in its tables")
	o := newOffice(t)
	o.server.RegisterPaid(nil)
	parent := t.TempDir()
	made := func() string {
		o.must("backup", parent)
		all, err := filepath.Glob(filepath.Join(parent, "transom-*"))
		must(t, err)
		return all[len(all)-1]
	}
	picture := func(folder, kind string) string {
		found, err := filepath.Glob(filepath.Join(folder, "uploads", kind, "*"))
		if err != nil || len(found) == 0 {
			t.Fatalf("%v, %v", found, err)
		}
		return found[0]
	}
	isLinked := func(a, b string) bool {
		first, err := os.Stat(a)
		second, err2 := os.Stat(b)
		return err == nil && err2 == nil && os.SameFile(first, second)
	}
	first := made()
	o.server.RegisterPaid(nil)
	damaged := picture(first, "photo")
	whole, err := os.ReadFile(damaged)
	must(t, err)
	must(t, os.WriteFile(damaged, bytes.Repeat([]byte{7}, len(whole)), 0o600))
	second := made()
	if again := filepath.Join(second, "uploads", "aadhar",
		filepath.Base(picture(first, "aadhar"))); !isLinked(picture(first, "aadhar"), again) {
		t.Error("an unchanged picture takes space again")
	}
	again := filepath.Join(second, "uploads", "photo", filepath.Base(damaged))
	if now, err := os.ReadFile(again); err != nil || !bytes.Equal(now, whole) || isLinked(damaged, again) {
		t.Errorf("a damaged picture was copied: %v", err)
	}
	if isLinked(filepath.Join(first, "transom.db"), filepath.Join(second, "transom.db")) {
		t.Error("the databases are one file")
	}
	o.dir = filepath.Join(t.TempDir(), "var")
	o.must("restore", second)
	large := filepath.Join(o.dir, "uploads", "photo", "large")
	must(t, os.WriteFile(large, nil, 0o600))
	if err := os.Truncate(large, 1<<42); err != nil { // a sparse file, which takes no space
		t.Fatal(err)
	}
	before, _ := os.ReadDir(parent)
	_, err = o.run("backup", parent)
	if after, _ := os.ReadDir(parent); err == nil || !strings.Contains(err.Error(), "a backup needs 4194") ||
		len(after) != len(before) {
		t.Errorf("%v", err)
	}
}

func TestBackupAndRestore(t *testing.T) {
	o := newOffice(t)
	for range 3 {
		o.server.RegisterPaid(nil)
	}
	must(t, os.MkdirAll(filepath.Join(o.dir, "keys"), 0o700))
	for _, name := range []string{"ticket.key", "identity-papers.identity"} {
		must(t, os.WriteFile(filepath.Join(o.dir, "keys", name), []byte(name), 0o600))
	}
	parent := t.TempDir()
	o.must("backup", parent)
	made, err := filepath.Glob(filepath.Join(parent, "transom-*"))
	if err != nil || len(made) != 1 || strings.HasSuffix(made[0], ".partial") {
		t.Fatalf("%v, %v", made, err)
	}
	if _, err := os.Stat(filepath.Join(made[0], "keys", "identity-papers.identity")); err == nil {
		t.Error("the key that opens identity documents was backed up with them")
	}
	source := o.dir
	o.dir = filepath.Join(t.TempDir(), "var")
	place := testdb.Empty(t, o.dir)
	o.must("restore", made[0])
	same(t, source, o.dir, "keys/ticket.key")
	for _, kind := range []string{"photo", "aadhar"} {
		entries, err := os.ReadDir(filepath.Join(source, "uploads", kind))
		if err != nil || len(entries) != 3 {
			t.Fatalf("%d of %s, %v", len(entries), kind, err)
		}
		for _, entry := range entries {
			same(t, source, o.dir, "uploads/"+kind+"/"+entry.Name())
		}
	}
	restored, err := store.Open(t.Context(), place)
	must(t, err)
	defer restored.Close()
	ids, err := o.server.Store.RegistrationIDs(t.Context(), booking.RegistrationFilter{})
	must(t, err)
	old, err := o.server.Store.DeskBookings(t.Context(), ids)
	must(t, err)
	again, err := restored.DeskBookings(t.Context(), ids)
	if err != nil || len(again) != 3 {
		t.Fatalf("%d bookings, %v", len(again), err)
	}
	for i := range old {
		check.Equal(t, old[i].Booking, again[i].Booking, "a restored registration")
	}
	rehearsal, err := sandbox.Open(t.Context(), o.dir, "", o.server.Clock)
	must(t, err)
	defer rehearsal.Close()
	attempts, err := restored.AuditRows(t.Context())
	if err != nil || len(attempts) != 3 {
		t.Fatalf("%d attempts, %v", len(attempts), err)
	}
	for _, row := range attempts {
		if _, err := rehearsal.Fetch(t.Context(), "", row.Attempt.Ref); err != nil {
			t.Errorf("the rehearsal's gateway has forgotten a link: %v", err)
		}
	}
	o.refuses("", "restore", made[0])
	o.dir = filepath.Join(t.TempDir(), "var")
	testdb.Empty(t, o.dir)
	photo, _ := filepath.Glob(filepath.Join(made[0], "uploads", "photo", "*"))
	must(t, os.WriteFile(photo[0], []byte("damaged"), 0o600))
	o.refuses("damaged", "restore", made[0])
	if left, _ := os.ReadDir(o.dir); len(left) != 1 || left[0].Name() != product.AuditFile {
		t.Errorf("half a restore was left: %v", left)
	}
}

func same(t *testing.T, a, b, name string) {
	t.Helper()
	one, err := os.ReadFile(filepath.Join(a, name))
	must(t, err)
	if two, err := os.ReadFile(filepath.Join(b, name)); err != nil || !bytes.Equal(one, two) {
		t.Errorf("%s differs: %v", name, err)
	}
}

// After a typing error, or if a disk is not mounted, a backup must not go to the wrong place.
func TestBackupMakesOnlyTheLastFolder(t *testing.T) {
	o := newOfficeOnce(t)
	disk := t.TempDir()
	missing := filepath.Join(disk, "dsik")
	o.refuses("there is no folder "+missing, "backup", filepath.Join(missing, "transom"))
	if _, err := os.Stat(missing); err == nil {
		t.Error("a folder was made")
	}
	o.must("backup", filepath.Join(disk, "transom")+"/")
}

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
