package command_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"transom/api/domain"
	"transom/api/store"
)

// add is the beginning of a command that registers the person of a form.
func add(form map[string]any) []string {
	args := []string{"add", form["ticketCategory"].(string)}
	for _, name := range new(domain.Person).Names() {
		if value, _ := form[name].(string); value != "" {
			args = append(args, name+"="+value)
		}
	}
	return args
}

// Every act of the desk is a command too, with the same rules and in the same log.
func TestDeskActsAreCommands(t *testing.T) {
	o := newOffice(t)
	_, b := o.buy()
	why := []string{"--who", "A. Rao", "--why", "asked"}
	act := func(args ...string) string { return o.must(append(args, why...)...) }
	if _, err := o.run("void", b.ID); err == nil || !strings.Contains(err.Error(), "--why") {
		t.Errorf("without a reason: %v", err)
	}
	if out := o.must("correct", b.ID, "lastname=Sharma", "--dry-run"); !strings.Contains(out, "Nothing was done") || o.server.Booking(b.ID).LastName == "Sharma" {
		t.Errorf("%s", out)
	}
	act("correct", b.ID, "lastname=Sharma")
	act("seat", b.ID, "2", "C", "14")
	act("void", b.ID)
	act("reissue", b.ID)
	act("note", b.ID, "comes by wheelchair")
	act("transfer", b.ID, "bela@example.org")
	act("transfer-withdraw", b.ID)
	o.server.Clock.Add(time.Minute) // the confirmation has left; the same email leaves once a minute
	act("resend", b.ID)
	act("cancel", b.ID, "--refund", "1000.50")
	acts, err := o.server.Store.Acts(t.Context(), store.ActFilter{BookingID: b.ID})
	if err != nil {
		t.Fatal(err)
	}
	var words []string
	for _, a := range acts {
		words = append(words, a.Action)
		if a.Actor.Name != "A. Rao" || a.Actor.ID != domain.ActorCommand || a.Why != "asked" {
			t.Errorf("%+v", a)
		}
	}
	if got := strings.Join(words, " "); got != "cancel resend transfer_withdraw transfer note reissue void seat correct" {
		t.Errorf("%s", got)
	}
	if pay := o.server.PaymentsOf(b.ID)[0]; pay.RefundPaise != 100050 {
		t.Errorf("%+v", pay)
	}

	args := append(add(o.server.Form()), "--by", "bank", "--reference", "UTR 1", "--date", "2025-03-10", "--json")
	if out := act(args...); !json.Valid([]byte(out)) || !strings.Contains(out, "has a ticket") {
		t.Errorf("%s", out)
	}
	added := o.server.Text(`SELECT id FROM bookings WHERE paid_by = 'bank'`)
	act("cancel", added, "--refund", "3540")
	if out := act("given-back", added, "--reference", "UTR 2", "--json"); !json.Valid([]byte(out)) || o.server.PaymentsOf(added)[0].Disposition != domain.Refunded {
		t.Errorf("%s", out)
	}
	_, waits := o.server.Unpaid(nil)
	if out := act("paid", waits.ID, "--by", "cash", "--reference", "7", "--date", "2025-03-10", "--json"); !json.Valid([]byte(out)) || o.server.Booking(waits.ID).PaidBy != domain.PaidInCash {
		t.Errorf("%s", out)
	}
	o.server.Payments.Reconcile(t.Context())
	if out := o.must("reconcile"); !strings.Contains(out, "another way") {
		t.Errorf("reconcile says nothing of money that came another way: %s", out)
	}
}

// A refund above the limit waits for another person, on the command line as at the desk.
func TestRefundAboveTheLimitIsApproved(t *testing.T) {
	o := newOffice(t)
	o.server.Content.Desk.RefundAlonePaise = 100
	_, b := o.buy()
	_, err := o.run("refund", b.ID, "--yes", "--who", "A. Rao")
	if err == nil || !strings.Contains(err.Error(), "transom approve ") {
		t.Fatalf("%v", err)
	}
	_, rest, _ := strings.Cut(err.Error(), "transom approve ")
	request, _, _ := strings.Cut(rest, " ")
	if _, err := o.run("approve", request, "--who", "a. rao", "--why", "me"); err == nil || !strings.Contains(err.Error(), "another person") {
		t.Errorf("the same person: %v", err)
	}
	if out := o.must("approve", request, "--who", "B. Iyer", "--why", "agreed", "--json"); !json.Valid([]byte(out)) {
		t.Errorf("%s", out)
	}
	if o.server.Ticket(b.ID).Status != domain.TicketVoid {
		t.Error("nothing was cancelled")
	}
}

// An event that is cancelled lets nobody in, not even those who paid nothing; a cancellation by mistake is taken back.
func TestRefundAllCancelsFreeOnes(t *testing.T) {
	o := newOffice(t)
	o.must(append(add(o.server.Form()), "--by", "free", "--reason", "speaker", "--why", "speaks", "--json")...)
	valid := func() int { return o.server.Count(`SELECT COUNT(*) FROM tickets WHERE status = 'valid'`) }
	if out := o.must("refund", "--all", "--dry-run"); !strings.Contains(out, "1 free registration, would be cancelled") || valid() != 1 {
		t.Errorf("%s", out)
	}
	if out := o.must("refund", "--all", "--yes"); !strings.Contains(out, "1 free registration, cancelled") || valid() != 0 {
		t.Errorf("%s", out)
	}
	if out := o.must("refund", "--all", "--yes"); strings.Contains(out, "free") {
		t.Errorf("the second time: %s", out)
	}
	id := o.server.Text(`SELECT id FROM bookings`)
	if out := o.must("uncancel", id, "--why", "it takes place after all", "--json"); !json.Valid([]byte(out)) || valid() != 1 {
		t.Errorf("the cancellation was not taken back: %s", out)
	}
	if out, err := o.run("refund-part", id, "5", "--why", "kind"); err == nil {
		t.Errorf("nothing was paid: %s", out)
	}
}

// A part that is on its way does not open a way past the limit: all of it is not one person's to give.
func TestRefundWaitsForThePartOnItsWay(t *testing.T) {
	o := newOffice(t)
	o.server.Content.Desk.RefundAlonePaise = 100000
	_, b := o.buy()
	o.must("refund-part", b.ID, "900", "--why", "a part", "--who", "A. Rao")
	if _, err := o.run("refund", b.ID, "--yes", "--who", "A. Rao"); err == nil || !strings.Contains(err.Error(), "₹900 is on its way back") {
		t.Errorf("%v", err)
	}
	o.server.Payments.Reconcile(t.Context())
	_, err := o.run("refund", b.ID, "--yes", "--who", "A. Rao")
	if err == nil || !strings.Contains(err.Error(), "transom approve ") || o.server.Ticket(b.ID).Status == domain.TicketVoid {
		t.Errorf("%v", err)
	}
	if _, err := o.run("cancel", b.ID, "--refund", "200", "--why", "x", "--who", "A. Rao"); err == nil {
		t.Error("past the request that waits")
	}
}

// Who is on the telephone has a code: each command that takes a booking takes it too, as somebody spells it.
func TestCommandsTakeTheCode(t *testing.T) {
	o := newOffice(t)
	_, b := o.buy()
	o.server.Clock.Add(time.Minute) // the confirmation has left; the same email leaves once a minute
	spelled := strings.ToLower(b.Code[:3]) + "-" + b.Code[3:]
	why := []string{"--who", "A. Rao", "--why", "asked"}
	for _, args := range [][]string{
		{"note", spelled, "comes by wheelchair"}, {"correct", spelled, "lastname=Sharma"}, {"seat", spelled, "2", "C", "14"}, {"resend", spelled},
		{"transfer", spelled, "bela@example.org"}, {"transfer-withdraw", spelled}, {"void", spelled}, {"reissue", spelled}, {"verify-id", spelled, "--paper", "passport"},
		{"withdraw", spelled, "--dry-run"}, {"person", "export", spelled}, {"refund-part", spelled, "5"}, {"show", spelled}, {"refund", spelled, "--dry-run"},
	} {
		switch args[0] {
		case "verify-id":
			args = append(args, why[:2]...)
		case "withdraw", "person", "show", "refund":
		default:
			args = append(args, why...)
		}
		if out, err := o.run(args...); err != nil {
			t.Errorf("%v: %v\n%s", args, err, out)
		}
	}
	if n := o.server.Count(`SELECT COUNT(*) FROM id_checks WHERE booking_id = ?`, b.ID); n != 1 {
		t.Errorf("%d checks are of the booking", n)
	}
	if out := o.must("acts", "--booking", spelled); strings.Count(out, "booking "+b.ID) < 8 {
		t.Errorf("acts of the code:\n%s", out)
	}
	if _, err := o.run(append([]string{"void", "BCDFGH"}, why...)...); err == nil {
		t.Error("a code of nobody was taken")
	}
	if logged, err := o.rooms().LogAct(t.Context(), "show", []string{spelled}); err != nil || !logged {
		t.Fatal(logged, err)
	}
	if acts, err := o.server.Store.Acts(t.Context(), store.ActFilter{BookingID: b.ID, Limit: 1}); err != nil || acts[0].Action != domain.ActCommand {
		t.Errorf("the log does not say whom the command was about: %+v, %v", acts, err)
	}
}

// A call that cannot be done says which flag is missing, and how it is called; what is typed for something else is told.
func TestAnActSaysWhichFlagIsMissing(t *testing.T) {
	o := newOffice(t)
	_, b := o.buy()
	_, waits := o.server.Unpaid(nil)
	example := "for example: transom "
	for _, c := range []struct {
		args []string
		says []string
	}{
		{[]string{"correct", "company=X", "--why", "w"}, []string{`"company=X" stands where the registration is named`, example + "correct "}},
		{[]string{"correct", b.Code, "company=X", "--why", "w"}, []string{`no field "company"`, "company_name", example + "correct "}},
		{[]string{"correct", b.Code, "company_name=X"}, []string{"--why", example + "correct "}},
		{[]string{"paid", waits.Code, "--why", "w"}, []string{"--by: Please choose", example + "paid "}},
		{[]string{"paid", waits.Code, "--why", "w", "--by", "bank"}, []string{"--reference: Please", "--date: Please", example + "paid "}},
		{[]string{"approve", b.Code, "--why", "w"}, []string{"is a registration, and no refund of it waits"}},
	} {
		_, err := o.run(c.args...)
		for _, part := range c.says {
			if err == nil || !strings.Contains(err.Error(), part) {
				t.Errorf("%v: no %q in %v", c.args, part, err)
			}
		}
	}
	o.server.Content.Desk.RefundAlonePaise = 100
	_, err := o.run("refund", b.ID, "--yes", "--who", "A. Rao")
	if err == nil {
		t.Fatal("one person alone gave it back")
	}
	_, rest, _ := strings.Cut(err.Error(), "transom approve ")
	request, _, _ := strings.Cut(rest, " ")
	if _, err := o.run("approve", b.Code, "--who", "B. Iyer", "--why", "agreed"); err == nil || !strings.Contains(err.Error(), "transom approve "+request) {
		t.Errorf("%v", err)
	}
}

// Acts are read in the event's zone, as everything that people read; for programs they stay in UTC.
func TestActsAreReadInTheZone(t *testing.T) {
	o := newOffice(t)
	_, b := o.buy()
	o.must("note", b.ID, "called", "--why", "asked")
	at := o.server.Clock.Now()
	if out, want := o.must("acts"), at.In(o.server.Content.Zone).Format("2006-01-02 15:04:05"); !strings.Contains(out, want) {
		t.Errorf("not %s:\n%s", want, out)
	}
	if out, want := o.must("acts", "--json"), at.UTC().Format("2006-01-02T15:04:05Z"); !strings.Contains(out, want) {
		t.Errorf("not %s:\n%s", want, out)
	}
}
