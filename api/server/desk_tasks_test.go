package server_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/wire"
)

func taskOf(t *testing.T, d *apitest.Desk, b booking.Booking) map[string]any {
	t.Helper()
	registration := registrationOf(d, b.ID)
	tasks := registration["open_tasks"].([]any)
	if len(tasks) != 1 {
		t.Fatalf("%d tasks: %v", len(tasks), tasks)
	}
	return tasks[0].(map[string]any)
}

func TestDeskRefundRequestWaits(t *testing.T) {
	s := startOnce(t, limitedTo(1000))
	asks, approves, registrar := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleTreasurer),
		s.DeskAs(domain.RoleRegistrar)
	_, b := s.Buy(nil)
	request := asks.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 123400})).Text("request")

	task := taskOf(t, approves, b)
	text := task["text"].(string)
	if task["action"] != "approve" || task["action_name"] != "Approve or refuse" || task["closes_when"] == nil ||
		strings.Contains(text, "transom") || !strings.Contains(text, "₹1,234") {
		t.Errorf("%v", task)
	}
	for _, d := range []*apitest.Desk{asks, registrar, s.DeskAs(domain.RoleOrganiser)} {
		a := d.Call("task-done", map[string]any{"key": task["key"], "why": "it is done"})
		mustBe(t, "by hand", a, 409, domain.CodeNotPossible)
		a.Says("closes automatically")
	}
	for what, more := range map[string]map[string]any{"nothing is refunded": nil, "only shown": {"preview": true}} {
		a := registrar.Call("cancel", actionOn(s, b, more))
		mustBe(t, what, a, 409, domain.CodeNotPossible)
	}
	taskOf(t, approves, b)
	approves.Must("approve", map[string]any{"request": request, "why": "no", "refuse": true})
	s.WantCount(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
	registrar.Must("cancel", actionOn(s, b, nil))
}

// The control is the treasurer, who sees the amount and the reference.
func TestDeskTasksNameMoneyToThoseWhoSeeIt(t *testing.T) {
	s := startOnce(t)
	treasurer, registrar := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleRegistrar)
	_, waits := s.Unpaid(nil)
	paid := map[string]any{"payment": map[string]any{"kind": "bank", "reference": "UTR4711X", "date": "2025-03-10"}}
	treasurer.Must("paid", actionOn(s, waits, paid))
	treasurer.Must("cancel", actionOn(s, waits, map[string]any{"refund_paise": 123400}))

	read := func(d *apitest.Desk) string {
		return string(d.Must("tasks", nil).Raw) + string(d.Must("registration", map[string]any{"id": waits.ID}).Raw)
	}
	seen, hidden := read(treasurer), read(registrar)
	attempt := s.Text(`SELECT attempt_ref FROM tasks WHERE kind = 'refund_by_hand'`)
	apitest.Says(t, seen, "₹1,234", "UTR4711X")
	for _, secret := range []string{"₹", "UTR4711X", attempt} {
		if at := strings.Index(hidden, secret); at >= 0 {
			t.Errorf("the registrar reads %s: %.200s", secret, hidden[max(0, at-100):])
		}
	}
	if text := taskOf(t, registrar, waits)["text"]; text == "" {
		t.Error("the registrar reads nothing at all")
	}
	mustBe(t, "by hand", treasurer.Call("task-done", map[string]any{"key": taskOf(t, treasurer, waits)["key"],
		"why": "x"}), 409, domain.CodeNotPossible)
	treasurer.Must("record-refund", actionOn(s, waits, map[string]any{"reference": "UTR 5"}))
	s.WantCount(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
}

func TestCorrectingTheAddressClosesItsTask(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleRegistrar)
	_, paid := s.Buy(nil)
	_, waits := s.Unpaid(nil)
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		for key, b := range map[string]booking.Booking{"mail:1": paid, "mail:2": paid, "mail:3": waits} {
			if err := tx.AddTask(t.Context(), booking.Task{Kind: booking.TaskMailUndeliverable, BookingID: b.ID,
				DedupeKey: key,
				Text:      "no such mailbox"}, s.Clock.Now()); err != nil {
				return err
			}
		}
		return tx.AddTask(t.Context(), booking.Task{Kind: booking.TaskIdentityRejected, BookingID: paid.ID, DedupeKey: "id",
			Text: "blurred"}, s.Clock.Now())
	})
	must(t, err)
	failed := func() float64 {
		return d.Must("registrations",
			map[string]any{"query": "flag=mail-failed"}).Body["sums"].(map[string]any)["count"].(float64)
	}
	correct := func(b booking.Booking, changes, more map[string]any) {
		body := actionOn(s, b, more)
		body["changes"] = changes
		d.Must("correct", body)
	}
	correct(paid, map[string]any{"firstname": "Asja"}, nil)
	correct(paid, map[string]any{"email": "new@example.org"}, map[string]any{"preview": true})
	if open := openTasks(s, paid.ID); open != 3 || failed() != 2 {
		t.Fatalf("%d tasks, %v flagged", open, failed())
	}
	correct(paid, map[string]any{"email": "new@example.org"}, nil)
	if open := openTasks(s, paid.ID); open != 1 || failed() != 1 {
		t.Errorf("%d tasks are open, %v flagged", open, failed())
	}
	correct(waits, map[string]any{"email": "waits@example.org"}, nil)
	equal(t, openTasks(s, waits.ID), 1, "open tasks without an email")
	d.Must("resend", actionOn(s, waits, map[string]any{"what": "link"}))
	if open := openTasks(s, waits.ID); open != 0 || failed() != 0 {
		t.Errorf("%d tasks are open, %v flagged", open, failed())
	}
}

func TestADeadMailboxIsNotMailedAgain(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, b := s.Buy(nil)
	correct := func(email string) string {
		return string(d.Must("correct", actionOn(s, b, map[string]any{"changes": map[string]any{"email": email}})).Raw)
	}
	first := b.Email
	mails, err := s.Store.DueMails(t.Context(), s.Clock.Now(), 100, time.Hour)
	if err != nil || len(mails) == 0 {
		t.Fatal(len(mails), err)
	}
	for _, m := range mails {
		must(t, s.Store.BuryMail(t.Context(), m.ID, "550 no such mailbox", booking.Task{}, s.Clock.Now()))
	}
	if says := correct("second@example.org"); mailsTo(s, first, "mailbox-changed") != 0 ||
		!strings.Contains(says, "could not be delivered") {
		t.Errorf("%d emails to the dead mailbox: %s", mailsTo(s, first, "mailbox-changed"), says)
	}
	s.SendMails()
	if says := correct("third@example.org"); mailsTo(s, "second@example.org", "mailbox-changed") != 1 ||
		strings.Contains(says, "could not be delivered") {
		t.Errorf("%d emails to the address that works: %s", mailsTo(s, "second@example.org", "mailbox-changed"), says)
	}
}

func TestDisputesAreOnTheOverview(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.AddTask(t.Context(), booking.Task{Kind: booking.TaskDispute, BookingID: b.ID, DedupeKey: "dispute:1",
			Text: "Respond by 12 March 2025."}, s.Clock.Now())
	}))
	for role, text := range map[string]string{domain.RoleTreasurer: "Respond by 12 March 2025.", domain.RoleViewer: ""} {
		all := s.DeskAs(role).Must("overview", nil).Body["disputes"].([]any)
		if len(all) != 1 || all[0].(map[string]any)["booking"] != b.ID || all[0].(map[string]any)["text"] != text {
			t.Errorf("%s: %v", role, all)
		}
	}
}

// The email of a second request within a minute would not be sent.
func TestDeskSendsAgainOnceAMinute(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	_, paid := s.Buy(nil)
	waits := s.Booking(d.Must("add", added(s, map[string]any{"kind": "link"}, nil)).Text("booking_id"))
	for what, b := range map[string]booking.Booking{"ticket": paid, "link": waits} {
		template := map[string]string{"ticket": "confirmation", "link": "payment-link"}[what]
		s.Clock.Add(2 * time.Minute)
		before := mailsTo(s, b.Email, template)
		d.Must("resend", actionOn(s, b, map[string]any{"what": what}))
		s.Clock.Add(59 * time.Second)
		for _, preview := range []bool{true, false} {
			a := d.Call("resend", actionOn(s, b, map[string]any{"what": what, "preview": preview}))
			a.Want(http.StatusConflict, "%s, preview %v", what, preview).Says("less than a minute ago")
		}
		sent := func() int { return mailsTo(s, b.Email, template) - before }
		logged := func() int {
			actions, err := s.Store.AuditLog(t.Context(), store.AuditFilter{BookingID: b.ID, Action: "resend"})
			must(t, err)
			return len(actions)
		}
		if sent() != 1 || logged() != 1 {
			t.Errorf("%s: %d emails, %d in the log", what, sent(), logged())
		}
		s.Clock.Add(time.Second)
		d.Must("resend", actionOn(s, b, map[string]any{"what": what}))
		if sent() != 2 || logged() != 2 {
			t.Errorf("%s after a minute: %d emails, %d in the log", what, sent(), logged())
		}
	}
}

func TestDeskShowsThePaymentLink(t *testing.T) {
	s := startOnce(t)
	link := func(b booking.Booking) wire.DeskPayLink {
		var pending wire.DeskPendingResponse
		must(t, json.Unmarshal(s.DeskAs(domain.RoleRegistrar).Must("pending", map[string]any{"id": b.ID}).Raw, &pending))
		if pending.Link == nil {
			return wire.DeskPayLink{}
		}
		return *pending.Link
	}
	_, b := s.Unpaid(nil)
	view, err := s.Store.FindPaymentView(t.Context(), b.ID)
	must(t, err)
	until := view.Attempt.ExpiresAt.UTC().Format(time.RFC3339)
	if got := link(b); got.Expires != until || !strings.HasSuffix(got.URL, "/verify/"+b.ID) {
		t.Errorf("%+v, want until %s", got, until)
	}
	s.Clock.Add(view.Attempt.ExpiresAt.Sub(s.Clock.Now()))
	if got := link(b); got.Expires != until || got.URL != "" {
		t.Errorf("a link that is over: %+v", got)
	}
	if may := mayNow(t, s.DeskAs(domain.RoleOrganiser), b.ID); !slices.Contains(may, "resend") ||
		!slices.Contains(may, "paid") || slices.Contains(may, "refund") || slices.Contains(may, "void") {
		t.Errorf("offered while it waits: %v", may)
	}
	_, paid := s.Buy(nil)
	equal(t, link(paid), (wire.DeskPayLink{}), "for a paid registration")
}

func timelineOf(t *testing.T, d *apitest.Desk, id string) (texts []string) {
	t.Helper()
	var shown wire.DeskRegistrationResponse
	must(t, json.Unmarshal(d.Must("registration", map[string]any{"id": id}).Raw, &shown))
	for _, e := range shown.Registration.Timeline {
		texts = append(texts, e.Text)
	}
	return texts
}

func checkTimeline(t *testing.T, d *apitest.Desk, id string, wanted ...string) {
	t.Helper()
	texts := timelineOf(t, d, id)
	for _, want := range wanted {
		if !slices.Contains(texts, want) {
			t.Errorf("no %q in %q", want, texts)
		}
	}
}

func TestDeskTimelineIsForPeople(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, online := s.Buy(nil)
	staff := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	note := d.Must("note", map[string]any{"id": online.ID, "text": "Comes by wheelchair."}).Body["note"]
	d.Must("note", map[string]any{"id": online.ID, "delete": note})
	category := s.Content.CategoryName(online.CategoryType)
	checkTimeline(t, d, online.ID, "Registered online for "+category+".", "Note deleted")
	checkTimeline(t, d, staff.ID, "Registered by staff for "+category+".", "Registered by staff",
		"₹3,540 received (bank transfer on 10 March 2025).")
	token, _ := enrolled(t, s, "North", false)
	ticket := s.Ticket(online.ID).ID
	gateSync(s, token, gateScan(s, 1, ticket), gateScan(s, 2, ticket, "verdict", "forged")).Must(200)
	checkTimeline(t, d, online.ID, "Bhopal, Entry: checked in.", "Bhopal, Entry: scanned, but the scan does not count.")
}
