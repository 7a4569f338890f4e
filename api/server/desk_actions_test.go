package server_test

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/server"
	"transom/api/staff"
	"transom/api/store"
	"transom/api/wire"
)

func actionOn(s *apitest.Server, b booking.Booking, more map[string]any) map[string]any {
	body := map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "asked by phone"}
	maps.Copy(body, more)
	return body
}

func mailsTo(s *apitest.Server, email, template string) int {
	return s.Count(`SELECT COUNT(*) FROM outbox WHERE to_address = ? AND template = ?`, email, template)
}

func admits(s *apitest.Server, ticketID string) bool { return admitsOn(s, ticketID, firstDay) }

func admitsOn(s *apitest.Server, ticketID, day string) bool {
	inside := func() int {
		return s.Count(`SELECT COALESCE(SUM(inside), 0) FROM gate_entries WHERE ticket_id = ? AND list = 'entry' AND day = ?`,
			ticketID, day)
	}
	before := inside()
	found, err := s.Store.FindGateTickets(s.T().Context(), ticketID, nil, s.Gate.Rehearsal, 1)
	if err != nil || len(found) != 1 || found[0].State != domain.GateValid ||
		before >= s.Gate.Places(domain.EntryList, found[0].Seats) {
		return false
	}
	token, _ := enrolled(s.T(), s, "Door "+ticketID, false)
	gateSync(s, token, gateScan(s, 1, ticketID, "day", day))
	return inside() == before+1
}

func checkLog(t *testing.T, s *apitest.Server, bookingID, action, who string) {
	t.Helper()
	actions, err := s.Store.AuditLog(t.Context(), store.AuditFilter{BookingID: bookingID, Action: action})
	if err != nil || len(actions) == 0 || actions[0].Actor.Name != who || actions[0].Why == "" {
		t.Errorf("log of %s: %+v, %v", action, actions, err)
	}
	if _, err := s.Store.CheckAuditLog(t.Context()); err != nil {
		t.Error(err)
	}
}

// A corrected name makes a new ticket; the previous QR code is no longer valid.
func TestDeskCorrect(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleRegistrar)
	form, b := s.Buy(nil)
	old := s.Ticket(b.ID)
	changes := map[string]any{"changes": map[string]any{"lastname": "Sharma"}}

	d.Must("correct", actionOn(s, b, map[string]any{"changes": changes["changes"], "preview": true})).
		Says(`"done":false`, "A new ticket is issued", "Your new ticket for")
	if now := s.Booking(b.ID); now.Version != b.Version || now.LastName != b.LastName || s.Ticket(b.ID).ID != old.ID ||
		mailsTo(s, b.Email, "ticket-changed") != 0 {
		t.Fatalf("a preview has changed something: %+v", now)
	}
	d.Call("correct", map[string]any{"id": b.ID, "version": b.Version,
		"changes": changes["changes"]}).Want(422, "without a reason")
	done := d.Must("correct", actionOn(s, b, changes))
	now, ticket := s.Booking(b.ID), s.Ticket(b.ID)
	if done.Body["done"] != true || now.LastName != "Sharma" || ticket.ID == old.ID || ticket.HolderName != now.Name() ||
		ticket.Status != booking.TicketValid {
		t.Errorf("%s\n%+v\n%+v", done.Raw, now, ticket)
	}
	if admits(s, old.ID) || !admits(s, ticket.ID) {
		t.Error("the old QR code is valid for entry, or the new one is not")
	}
	equal(t, mailsTo(s, b.Email, "ticket-changed"), 1, "the person was not informed")
	checkLog(t, s, b.ID, "correct", d.Who.Name)

	// Correcting a value that is not on the ticket leaves the ticket unchanged, and used entries stay used.
	d.Must("correct", actionOn(s, b, map[string]any{"changes": map[string]any{"mobile": "9876500000"}}))
	if s.Ticket(b.ID).ID != ticket.ID || mailsTo(s, b.Email, "ticket-changed") != 1 {
		t.Error("a new phone number made a new ticket")
	}
	d.Must("correct", actionOn(s, b, map[string]any{"changes": map[string]any{"firstname": "Ashaa"}}))
	equal(t, s.Ticket(b.ID).EntriesRemaining, ticket.EntriesTotal-1, "entries left")

	// If the email address changes, the ticket moves, and both addresses get an email.
	d.Must("correct", actionOn(s, b, map[string]any{"changes": map[string]any{"email": "moved@example.org"}}))
	if mailsTo(s, form["email"].(string), "mailbox-changed") != 1 ||
		mailsTo(s, "moved@example.org", "ticket-changed") != 1 {
		t.Error("not both mailboxes were informed")
	}
	apitest.Omits(t, s.Text(`SELECT data FROM outbox WHERE to_address = 'moved@example.org'`), form["email"].(string))
	if tickets, err := s.Store.FindTickets(t.Context(), domain.EmailKey(form["email"].(string))); err != nil ||
		len(tickets) != 0 {
		t.Errorf("the old mailbox has %d tickets, %v", len(tickets), err)
	}
	if tickets, err := s.Store.FindTickets(t.Context(), "moved@example.org"); err != nil || len(tickets) != 1 ||
		tickets[0].ID != s.Ticket(b.ID).ID {
		t.Errorf("the new mailbox has %v, %v", tickets, err)
	}
}

func TestDeskCorrectFollowsTheRules(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, b := s.Buy(nil)
	_, other := s.Buy(nil)
	for name, changes := range map[string]map[string]any{
		"firstname": {"firstname": "4sha"}, "email": {"email": "nobody"}, "amount_paise": {"amount_paise": "1"},
	} {
		d.Call("correct", actionOn(s, b, map[string]any{"changes": changes, "override": true})).
			Want(422, "%s", name).Refuses(name)
	}
	young := map[string]any{"changes": map[string]any{"dob": "2005-01-01"}}
	if a := d.Call("correct", actionOn(s, b, young)); a.Status != 422 || a.Body["rules"] == nil {
		t.Errorf("too young: %d %s", a.Status, a.Raw)
	}
	young["override"] = true
	d.Must("correct", actionOn(s, b, young))
	same := map[string]any{"firstname": other.FirstName, "lastname": other.LastName, "dob": other.DOB}
	d.Call("correct", actionOn(s, b, map[string]any{"changes": same, "override": true})).
		Want(http.StatusConflict, "somebody else").Says(domain.CodeAlreadyRegistered)
}

// Correcting a line that is only on the badge does not replace the ticket.
func TestDeskCorrectChangesNothingElse(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, b := s.Buy(nil)
	b.CompanyName, b.Designation, b.GSTNo = "Verma and Daughters", "Architect", "23abcde1234f1z5"
	write(t, s, func(tx *store.Tx) error { return tx.SaveBookingPerson(t.Context(), b) })
	correct := func(field, value string) apitest.Answer {
		return d.Call("correct", actionOn(s, b, map[string]any{"changes": map[string]any{field: value}}))
	}
	correct("lastname", "Sharma").Must(200)
	b.Person.LastName = "Sharma"
	equal(t, s.Booking(b.ID).Person, b.Person)
	ticket := s.Ticket(b.ID)
	correct("designation", " Partner ").Must(200)
	if now := s.Booking(b.ID); now.Designation != "Partner" || s.Ticket(b.ID).ID != ticket.ID {
		t.Errorf("%q, ticket %s", now.Designation, s.Ticket(b.ID).ID)
	}
	correct("designation", strings.Repeat("x", 81)).Want(422, "a long one")
	if correct("designation", "").Must(200); s.Booking(b.ID).Designation != "" {
		t.Error("it cannot be removed")
	}
}

func TestDeskTextsCanBePrinted(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	hostile := "two\u202e lines\x00\u2066\nof\u200b text "
	d.Must("seat", actionOn(s, b, map[string]any{"gate": "2\u202e", "row": "C", "seat": "14", "why": hostile}))
	d.Call("seat", actionOn(s, b, map[string]any{"gate": "3", "row": "C", "seat": "14",
		"why": "\u202e\x00"})).Want(http.StatusUnprocessableEntity, "a reason of nothing")
	d.Call("note", map[string]any{"id": b.ID, "text": "\u202e"}).Want(http.StatusUnprocessableEntity, "a note of nothing")
	d.Must("note", map[string]any{"id": b.ID, "text": hostile})
	d.Must("void", actionOn(s, b, nil))
	equal(t, s.Ticket(b.ID).Gate, "2")
	d.Must("sales/pause", map[string]any{"sentence": "Back \u202etomorrow.", "why": hostile})
	d.Must("export", map[string]any{"format": "csv", "columns": []string{"code"}, "purpose": hostile})
	actions, err := s.Store.AuditLog(t.Context(), store.AuditFilter{})
	must(t, err)
	for _, a := range actions {
		if all := fmt.Sprint(a.Why, a.Before, a.After); strings.ContainsAny(all, "\u202e\x00\u2066\u200b") {
			t.Errorf("%s keeps %q", a.Name, all)
		}
	}
	var reported wire.DeskRegistrationResponse
	must(t, json.Unmarshal(d.Must("registration", map[string]any{"id": b.ID}).Raw, &reported))
	notes, order := 0, []string{}
	for _, e := range reported.Registration.Timeline {
		if strings.Contains(e.Text+fmt.Sprint(e.Changes), "of text") && e.Why == "" {
			if notes++; e.Text != "two lines\nof text" {
				t.Errorf("the note is %q", e.Text)
			}
		}
		if e.Kind == "action" {
			order = append(order, e.Text)
		}
	}
	if notes != 1 || !slices.Equal(order, []string{"Seat assigned", "Ticket voided"}) {
		t.Errorf("%d notes, actions %q", notes, order)
	}
}

// The responses to the refused requests say who changed what.
func TestDeskActionsAtOnce(t *testing.T) {
	s := start(t)
	var desks []*apitest.Desk
	for range 3 {
		desks = append(desks, s.DeskAs(domain.RoleRegistrar), s.DeskAs(domain.RoleTreasurer))
	}
	_, b := s.Buy(nil)
	version := actionOn(s, b, nil)["version"] // everybody reads the registration before anybody changes it
	answers, statuses := atOnce(2, func(i int) apitest.Answer {
		city := map[string]any{"city": []string{"Indore", "Ujjain"}[i]}
		return desks[2*i].Call("correct", actionOn(s, b, map[string]any{"version": version, "changes": city}))
	})
	late := answers[0]
	if late.Status == 200 {
		late = answers[1]
	}
	late.Says(`"error":"changed"`, "Details corrected: city")
	if statuses[200] != 1 || statuses[http.StatusConflict] != 1 {
		t.Errorf("%v", statuses)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM booking_changes WHERE booking_id = ?`, b.ID)

	body := actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise})
	for i := range 3 {
		desks[i] = desks[2*i+1]
	}
	_, statuses = atOnce(3, func(i int) apitest.Answer { return desks[i].Call("cancel", body) })
	settled(t, s, 0)
	given, err := s.Sandbox.Refunded(t.Context(), s.PaymentsOf(b.ID)[0].ProviderPaymentID)
	if err != nil || statuses[200] != 1 || statuses[http.StatusConflict] != 2 || given != b.AmountPaise {
		t.Errorf("%v, %d paise, %v", statuses, given, err)
	}
}

// Only those who may see amounts see them.
func TestDeskConflictSaysWhatChanged(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	registrar, organiser := s.DeskAs(domain.RoleRegistrar), s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	stale := func() map[string]any { // the request names the version before the correction
		return map[string]any{"id": b.ID, "version": b.Version, "why": "x", "changes": map[string]any{"city": "Dewas"}}
	}
	registrar.Must("correct", actionOn(s, b, map[string]any{"changes": map[string]any{"city": "Ujjain"}}))
	s.Clock.Add(time.Minute)
	organiser.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 100}))
	late := func(d *apitest.Desk) []wire.DeskSeenLate {
		t.Helper()
		var reported wire.DeskProblem
		if a := d.Call("correct", stale()); a.Status != http.StatusConflict || json.Unmarshal(a.Raw, &reported) != nil ||
			len(reported.Changes) != 2 {
			t.Fatalf("%d %s", a.Status, a.Raw)
		}
		return reported.Changes
	}
	mine, theirs := late(registrar), late(organiser)
	city := wire.DeskChange{Field: "city", Before: b.City, After: "Ujjain"}
	if !slices.Contains(mine[0].Values, city) || !slices.Contains(theirs[0].Values, city) || b.City == "Ujjain" {
		t.Errorf("the city: %+v, %+v", mine[0], theirs[0])
	}
	if !mine[0].Mine || theirs[0].Mine || mine[1].Mine || !theirs[1].Mine {
		t.Errorf("whose: %+v, %+v", mine, theirs)
	}
	if len(mine[1].Values) != 0 || len(theirs[1].Values) == 0 {
		t.Errorf("the money: %+v, %+v", mine[1], theirs[1])
	}
}

// The permission depends on the request. TestPermissionsOfEveryRoute tests the permission for each address.
func TestDeskActionsByRole(t *testing.T) {
	s := startOnce(t)
	_, b := s.Buy(nil)
	pays := func(kind string) map[string]any { return map[string]any{"payment": map[string]any{"kind": kind}} }
	calls := []struct {
		name       string
		permission staff.Permission
		more       map[string]any
	}{
		{"cancel", staff.Cancel, nil},
		{"cancel", staff.Refund, map[string]any{"refund_paise": 100}},
		{"add", staff.AddPaid, pays("bank")},
		{"add", staff.AddFree, pays("free")},
		{"add", staff.AddLink, pays("link")},
	}
	for _, role := range domain.Roles {
		for _, call := range calls {
			t.Run(role+" "+call.name+" "+string(call.permission), func(t *testing.T) {
				s := s.For(t)
				d := s.DeskAs(role)
				body := actionOn(s, b, call.more)
				body["version"] = 4711 // no registration has this version, so nothing is changed
				a := d.Call(call.name, body)
				if may := staff.May(role, call.permission); may == (a.Status == http.StatusForbidden) {
					t.Errorf("may %v: %d %s", may, a.Status, a.Raw)
				}
				d.ForgetConfirmation()
				a = d.Call(call.name, body)
				needs := staff.May(role, call.permission) && staff.NeedsPasskey(call.permission)
				equal(t, a.Text("error") == "passkey_required", needs, "the passkey is needed")
			})
		}
	}
}

func TestDeskCancelWithPartRefund(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	ticket := s.Ticket(b.ID)
	d.Call("cancel", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise + 1})).Want(422, "more than was paid")
	preview := d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000, "preview": true}))
	money := preview.Body["preview"].(map[string]any)["money"].(map[string]any)
	if money["kept_paise"].(float64) != float64(b.AmountPaise-100000) || money["how"] != "gateway" ||
		money["second"] != false {
		t.Errorf("%v", money)
	}
	d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000}))
	d.Call("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000})).Want(http.StatusConflict, "a second time")
	payAgain(s, b.ID).Want(http.StatusConflict, "a cancelled registration").Says("Please register again")
	for range 3 {
		s.Payments.Reconcile(t.Context())
	}
	pay := s.PaymentsOf(b.ID)[0]
	if given, err := s.Sandbox.Refunded(t.Context(), pay.ProviderPaymentID); err != nil || given != 100000 ||
		pay.RefundedPaise != 100000 || pay.Disposition != booking.Applied {
		t.Errorf("%d refunded, %+v, %v", given, pay, err)
	}
	state := booking.DeriveState(s.Booking(b.ID), s.PaymentsOf(b.ID))
	if state.State != booking.Cancelled || state.RefundPaise != 100000 || !state.TicketVoid || state.RefundAt.IsZero() {
		t.Errorf("%+v", state)
	}
	if admits(s, ticket.ID) || s.Booking(b.ID).HoldsSeat || mailsTo(s, b.Email, "refund") != 1 {
		t.Error("the ticket, the seat or the email is wrong")
	}
	s.WantCount(1, `SELECT COUNT(*) FROM outbox WHERE to_address = ? AND template = 'refund'
			AND data LIKE '%"ticket_state":"void"%'`, b.Email)
	explained(t, s, b.AmountPaise-100000)
	checkLog(t, s, b.ID, domain.ActionCancel, d.Who.Name)
	if applied, err := s.Store.AppliedPayments(t.Context()); err != nil || len(applied) != 0 {
		t.Errorf("%v, %v", applied, err)
	}
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise - 100000})) // the rest
	settled(t, s, 0)
	if standing(s, b.ID) != booking.FullyRefunded || mailsTo(s, b.Email, "refund") != 2 {
		t.Errorf("%s", standing(s, b.ID))
	}
	if a := d.Call("refund", actionOn(s, b, map[string]any{"refund_paise": 1})); a.Status == http.StatusOK {
		t.Errorf("more than was paid: %s", a.Raw)
	}
}

func TestDeskSecondPerson(t *testing.T) {
	s := startOnce(t, limitedTo(1000))
	asks, approves := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleTreasurer)
	_, b := s.Buy(nil)
	a := asks.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise}))
	request := a.Text("request")
	if request == "" || s.Ticket(b.ID).Status != booking.TicketValid || !s.Booking(b.ID).HoldsSeat {
		t.Fatalf("%s", a.Raw)
	}
	asks.Call("approve", map[string]any{"request": request, "why": "I say so"}).
		Want(http.StatusForbidden, "the same person")
	asks.Call("cancel", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise})).Want(http.StatusConflict,
		"asked twice")
	approves.Must("pending", map[string]any{"id": b.ID}).Says(request, "There is no refund.")
	approves.Must("approve", map[string]any{"request": request, "why": "the event moved"})
	approves.Call("approve", map[string]any{"request": request, "why": "again"}).
		Want(http.StatusNotFound, "approved twice")
	s.Payments.Reconcile(t.Context())
	if pay := s.PaymentsOf(b.ID)[0]; pay.Disposition != booking.Refunded || s.Ticket(b.ID).Status != booking.TicketVoid {
		t.Errorf("%+v", pay)
	}
	checkLog(t, s, b.ID, domain.ActionCancelAsk, asks.Who.Name)
	checkLog(t, s, b.ID, "approve", approves.Who.Name)
	actions, _ := s.Store.AuditLog(t.Context(), store.AuditFilter{BookingID: b.ID, Action: "approve"})
	equal(t, actions[0].After["asked_by"], asks.Who.Name, "who asked")

	_, b = s.Buy(nil) // a refused request has no effect
	request = asks.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise})).Text("request")
	approves.Must("approve", map[string]any{"request": request, "why": "no", "refuse": true})
	if s.Ticket(b.ID).Status != booking.TicketValid || s.Count(`SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`) != 0 {
		t.Error("a refused request has done something")
	}
}

// The control is a booking that nobody pays.
func TestDeskPaidWhileBeingCancelled(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar)
	_, paid := s.Unpaid(nil)
	_, left := s.Unpaid(nil)
	body := actionOn(s, paid, nil)
	_, err := s.Sandbox.Pay(t.Context(), attemptOf(s, paid.ID)) // the program has not noticed the payment yet
	must(t, err)
	d.Call("cancel", body).Want(http.StatusConflict).Says(`"error":"changed"`)
	if now := s.Booking(paid.ID); now.Status != booking.Success || !now.HoldsSeat ||
		s.Ticket(paid.ID).Status != booking.TicketValid {
		t.Errorf("%+v", now)
	}
	d.Must("cancel", actionOn(s, left, nil))
	if now := s.Booking(left.ID); now.Status != booking.Failed || now.HoldsSeat {
		t.Errorf("%+v", now)
	}
	if _, err := s.Sandbox.Pay(t.Context(), attemptOf(s, left.ID)); err == nil {
		t.Error("the link of a cancelled registration can be paid")
	}
	checkLog(t, s, left.ID, domain.ActionCancel, d.Who.Name)
}

func TestDeskTicketActions(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	first := s.Ticket(b.ID)
	d.Must("seat", actionOn(s, b, map[string]any{"gate": "2", "row": "C", "seat": "14"}))
	if now := s.Ticket(b.ID); now.ID != first.ID || now.Gate != "2" || now.Row != "C" || now.Seat != "14" {
		t.Errorf("%+v", now)
	}
	s.Content.Tickets.AssignedSeats = false
	d.Call("seat", actionOn(s, b, map[string]any{"gate": "3"})).Want(http.StatusConflict, "no seats")
	void := d.Must("void", actionOn(s, b, nil))
	if admits(s, first.ID) || void.Text("undo") != "reissue" || !s.Booking(b.ID).HoldsSeat {
		t.Errorf("%s", void.Raw)
	}
	explained(t, s, b.AmountPaise)
	d.Call("resend", actionOn(s, b, map[string]any{"what": "ticket"})).Want(http.StatusConflict, "a void ticket is sent")
	d.Must("reissue", actionOn(s, b, nil))
	second := s.Ticket(b.ID)
	if second.ID == first.ID || second.Row != "C" || admits(s, first.ID) || !admits(s, second.ID) ||
		mailsTo(s, b.Email, "ticket-changed") != 1 {
		t.Errorf("%+v", second)
	}
	s.Clock.Add(time.Minute)
	d.Must("resend", actionOn(s, b, map[string]any{"what": "ticket"}))
	equal(t, mailsTo(s, b.Email, "confirmation"), 2, "the ticket was not sent again")
	note := d.Must("note", map[string]any{"id": b.ID, "text": "Comes by wheelchair."}).Body["note"]
	s.WantCount(1, `SELECT COUNT(*) FROM notes WHERE text = 'Comes by wheelchair.'`)
	d.Must("note", map[string]any{"id": b.ID, "delete": note})
	s.WantCount(0, `SELECT COUNT(*) FROM notes WHERE text <> ''`)
}

// Late scans of the old ticket count for the new one.
func TestANewTicketTakesOverEntries(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	first := s.Ticket(b.ID)
	if !admits(s, first.ID) {
		t.Fatal("the first ticket does not enter")
	}
	before, err := s.Gate.Changes(t.Context(), 0)
	must(t, err)
	d.Must("reissue", actionOn(s, b, nil))
	second := s.Ticket(b.ID)
	d.Must("correct", actionOn(s, b, map[string]any{"changes": map[string]any{"lastname": "Sharma"}}))
	third := s.Ticket(b.ID)
	if admits(s, second.ID) || admits(s, third.ID) {
		t.Error("entered, got another ticket, and entered again on the same day")
	}
	after, err := s.Gate.Changes(t.Context(), before.Cursor)
	rows, decoded := base64.StdEncoding.DecodeString(after.Entries)
	if err != nil || decoded != nil || len(rows) != 3*17 || !bytes.Equal(rows[:8],
		gate.TicketHash(s.Gate.Salt(), third.ID)) || rows[10] != 1 {
		t.Errorf("devices learn %x, %v", rows, err)
	}
	left := s.Ticket(b.ID).EntriesRemaining
	if !admitsOn(s, third.ID, secondDay) || s.Ticket(b.ID).EntriesRemaining != left-1 {
		t.Errorf("the next day: %d left of %d", s.Ticket(b.ID).EntriesRemaining, left)
	}
	late, _ := enrolled(t, s, "north", false)
	gateSync(s, late, gateScan(s, 1, first.ID))
	s.WantCount(2, `SELECT COALESCE(SUM(inside), 0) FROM gate_entries`)
	s.WantCount(1, `SELECT COUNT(*) FROM gate_conflicts WHERE ticket_id = ?`, third.ID)
}

func rehearse(s *server.Settings)    { s.Rehearsal = true }
func rateLimited(s *server.Settings) { s.RateLimits = true }

func TestDeskActionsWarn(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, _, one, _ := s.RegisterPaid(map[string]any{"firstname": "Xenia", "email": "xenia@example.org"})
	_, _, two, _ := s.RegisterPaid(map[string]any{"firstname": "Yusuf", "email": "yusuf@example.org"})
	place := func(row string) map[string]any { return map[string]any{"gate": "2", "row": row, "seat": "14"} }
	warned := func(a apitest.Answer) bool { return strings.Contains(string(a.Raw), "Careful") }
	if warned(d.Must("seat", actionOn(s, one, place("C")))) {
		t.Error("a place that nobody has")
	}
	d.Must("seat", actionOn(s, two, place("c"))).Says("Careful: Xenia")
	if warned(d.Must("seat", actionOn(s, two, place("D")))) {
		t.Error("another row")
	}
	preview := map[string]any{"refund_paise": 0, "preview": true}
	if warned(d.Must("cancel", actionOn(s, one, preview))) {
		t.Error("nobody has come in")
	}
	if !admits(s, s.Ticket(one.ID).ID) {
		t.Fatal("not admitted")
	}
	var shown struct{ Preview wire.DeskPreview }
	a := d.Must("cancel", actionOn(s, one, preview))
	if err := json.Unmarshal(a.Raw, &shown); err != nil || len(shown.Preview.Says) < 2 ||
		strings.HasPrefix(shown.Preview.Says[0], "Careful") ||
		!slices.Contains(shown.Preview.Says, "Careful: this ticket has already been used for entry.") {
		t.Errorf("%v %s", err, a.Raw)
	}
}
