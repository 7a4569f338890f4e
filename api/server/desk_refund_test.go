package server_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

// settled reconciles until nothing is left to do, and checks that every rupee is explained.
func settled(t *testing.T, s *apitest.Server, kept int64) {
	t.Helper()
	for range 3 {
		s.Payments.Reconcile(t.Context())
	}
	if audit, err := s.Payments.Audit(t.Context(), func(int, int) {}); err != nil || !audit.Explained() ||
		audit.KeptPaise+audit.Manual.Paise != kept {
		t.Errorf("%+v, %v", audit, err)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
}

func openTasks(s *apitest.Server, bookingID string) int {
	return s.Count(`SELECT COUNT(*) FROM tasks WHERE booking_id = ? AND done_at IS NULL`, bookingID)
}

func TestDeskRefundsAPart(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	ticket := s.Ticket(b.ID)
	for why, paise := range map[string]int64{"nothing": 0, "more than came": b.AmountPaise + 1,
		"all of it": b.AmountPaise} {
		if a := d.Call("refund", actionOn(s, b, map[string]any{"refund_paise": paise})); a.Status != 422 &&
			a.Status != http.StatusConflict {
			t.Errorf("%s: %d %s", why, a.Status, a.Raw)
		}
	}
	for n := range 2 { // a second partial refund of the same amount is a separate refund
		d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 50000}))
		equal(t, openTasks(s, b.ID), 1, "tasks about part %d", n+1)
		if state := booking.DeriveState(s.Booking(b.ID), s.PaymentsOf(b.ID)); state.TicketVoid ||
			state.State != []booking.BookingState{booking.Paid, booking.PartlyRefunded}[n] {
			t.Errorf("while it is being refunded: %+v", state)
		}
		refund := paymentOf(s, b.ID)["refund"].(map[string]any)
		if refunded, _ := refund["refunded"].(float64); refunded != float64(n*500) || refund["at"] != nil {
			t.Errorf("shown while part %d is being refunded: %v", n+1, refund)
		}
		if a := d.Call("refund", actionOn(s, b, map[string]any{"refund_paise": 50000})); a.Status == http.StatusOK {
			t.Errorf("while one is under way: %s", a.Raw)
		}
		settled(t, s, b.AmountPaise-int64(n+1)*50000)
	}
	standing := booking.DeriveState(s.Booking(b.ID), s.PaymentsOf(b.ID))
	if standing.State != booking.PartlyRefunded || standing.RefundPaise != 100000 || mailsTo(s, b.Email, "refund") != 2 {
		t.Errorf("%+v, %d emails", standing, mailsTo(s, b.Email, "refund"))
	}
	if !admits(s, ticket.ID) || !s.Booking(b.ID).HoldsSeat {
		t.Error("the ticket or the seat is gone")
	}
	checkLog(t, s, b.ID, domain.ActionRefund, d.Who.Name)
}

func TestDeskRefusesNegativeAmounts(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, paid := s.Buy(nil)
	_, waits := s.Unpaid(map[string]any{"email": "waits@example.org", "membership_no": "A99999"})
	for _, call := range []struct {
		name string
		b    booking.Booking
	}{{"refund", paid}, {"cancel", paid}, {"cancel", waits}} {
		for _, preview := range []bool{true, false} {
			d.Call(call.name, actionOn(s, call.b, map[string]any{"refund_paise": -100, "preview": preview})).
				Want(422, "%s", call.name).Says(`"refund_paise":"You cannot refund a negative amount.`)
		}
	}
}

// A viewer sees that there were refunds, but no amounts.
func TestDeskEmailsEachRefund(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	var at []string
	kept := b.AmountPaise
	for _, paise := range []int64{20000, 30000} {
		s.Clock.Add(time.Minute)
		at = append(at, s.Clock.Now().UTC().Format(time.RFC3339))
		d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": paise}))
		kept -= paise
		settled(t, s, kept)
	}
	s.Clock.Add(time.Minute)
	at = append(at, s.Clock.Now().UTC().Format(time.RFC3339))
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 10000})) // this refund has not been sent yet
	read := func(d *apitest.Desk) (out wire.DeskRegistration, refunds []wire.DeskEvent) {
		var answer wire.DeskRegistrationResponse
		must(t, json.Unmarshal(d.Must("registration", map[string]any{"id": b.ID}).Raw, &answer))
		for _, e := range answer.Registration.Timeline {
			if e.Kind == "refund" {
				refunds = append(refunds, e)
			}
		}
		return answer.Registration, refunds
	}
	seen, events := read(d)
	if want := []wire.DeskRefund{{AmountPaise: 20000, At: at[0]},
		{AmountPaise: 30000, At: at[1]}}; !slices.Equal(seen.Payments[0].Refunds, want) {
		t.Errorf("%+v", seen.Payments[0])
	}
	var emails []string
	for _, e := range events {
		emails = append(emails, e.At+" "+e.Text)
	}
	if want := []string{at[0] + " ₹200 refunded.", at[1] + " ₹300 refunded.", at[2] +
		" A refund of ₹100 is under way."}; !slices.Equal(emails, want) {
		t.Errorf("%q", emails)
	}
	if seen, events := read(s.DeskAs(domain.RoleViewer)); len(seen.Payments) != 0 || len(events) != 3 ||
		strings.Contains(events[0].Text, "200") {
		t.Errorf("a viewer sees %+v, %+v", seen.Payments, events)
	}
}

func TestDeskUncancel(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = 2 }})
	_, b := s.Buy(nil)
	old := s.Ticket(b.ID)
	d.Call("uncancel", actionOn(s, b, nil)).Want(http.StatusConflict, "one that counts")
	d.Must("cancel", actionOn(s, b, nil))
	d.Must("uncancel", actionOn(s, b, nil))
	apitest.Says(t, s.Text(`SELECT data FROM outbox WHERE template = 'ticket-changed'`), `"money_state":"no_refund"`)
	if now := s.Ticket(b.ID); now.ID == old.ID || admits(s, old.ID) || !admits(s, now.ID) ||
		mailsTo(s, b.Email, "ticket-changed") != 1 {
		t.Errorf("%+v", now)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE booking_id = ? AND action = ?`, b.ID, "uncancel")
	settled(t, s, b.AmountPaise)

	cheque := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	d.Must("cancel", actionOn(s, cheque, map[string]any{"refund_paise": 100000}))
	d.Must("uncancel", actionOn(s, cheque, nil))
	settled(t, s, b.AmountPaise+cheque.AmountPaise)
	d.Must("cancel", actionOn(s, cheque, map[string]any{"refund_paise": 100000}))
	equal(t, openTasks(s, cheque.ID), 1, "tasks about the refund")
	d.Must("record-refund", actionOn(s, cheque, map[string]any{"reference": "UTR 2"}))
	d.Call("uncancel", actionOn(s, cheque, nil)).Want(http.StatusConflict, "the money has been refunded")

	d.Must("cancel", actionOn(s, b, nil))
	s.Buy(nil)
	s.Buy(nil) // the last seats
	if a := d.Call("uncancel", actionOn(s, b, nil)); a.Text("error") != domain.CodeSoldOut || s.Booking(b.ID).HoldsSeat {
		t.Errorf("a seat too many: %d %s", a.Status, a.Raw)
	}
}

func TestRefundAfterTransfer(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	transferToColleague(s, b)
	s.DeskAs(domain.RoleOrganiser).Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000}))
	s.Payments.Reconcile(t.Context())
	if mailsTo(s, b.Email, "refund") != 1 || mailsTo(s, "colleague@example.org", "refund") != 0 ||
		mailsTo(s, "colleague@example.org", "cancelled") != 1 {
		t.Error("the message does not say to whom it belongs")
	}
	for _, m := range s.SendMails() {
		if strings.Contains(m.To, "colleague") && strings.Contains(m.Text, "₹") {
			t.Errorf("the colleague reads an amount: %s", m.Text)
		}
	}
}

func TestDeskLimitCountsRefundedTransfers(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, limitedTo(1500_00))
	_, b := s.Unpaid(nil)
	for _, name := range []string{"one", "two", "three"} {
		d.Must("paid", actionOn(s, b, received(name, 1000_00, 0)))
	}
	d.Must("paid", actionOn(s, b, received("four", 0, 0)))
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1000_00}))
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "back"}))
	a := d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1000_00, "preview": true}))
	if !a.Body["preview"].(map[string]any)["money"].(map[string]any)["second"].(bool) {
		t.Errorf("the second transfer needs no second person: %s", a.Raw)
	}
}

// Earlier refunds count, except those that a second person approved.
func TestDeskLimitCountsParts(t *testing.T) {
	s := startOnce(t, limitedTo(100000))
	d, other, approves := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	part := func(paise int64) map[string]any { return actionOn(s, b, map[string]any{"refund_paise": paise}) }
	second := func(a apitest.Answer) bool {
		return a.Body["preview"].(map[string]any)["money"].(map[string]any)["second"].(bool)
	}
	if a := d.Must("refund", part(60000)); second(a) {
		t.Fatalf("the first part: %s", a.Raw)
	}
	settled(t, s, b.AmountPaise-60000)
	earlier := "₹600 was refunded or withdrawn earlier, so this refund brings the total to ₹1,000"
	if a := other.Must("refund", part(40000)); second(a) || !strings.Contains(string(a.Raw), earlier) {
		t.Errorf("up to the limit: %s", a.Raw)
	}
	settled(t, s, b.AmountPaise-100000)
	shown := part(100)
	shown["preview"] = true
	for what, a := range map[string]apitest.Answer{"a part": d.Must("refund", shown),
		"a cancellation": d.Must("cancel", shown)} {
		past := "₹1,000 was refunded or withdrawn earlier. With this ₹1, the total is more than the ₹1,000"
		if !second(a) || !strings.Contains(string(a.Raw), past) {
			t.Errorf("%s past the limit: %s", what, a.Raw)
		}
	}
	request := d.Must("refund", part(50000)).Text("request")
	approves.Must("approve", map[string]any{"request": request, "why": "fine"})
	settled(t, s, b.AmountPaise-150000)
	shown = part(100)
	shown["preview"] = true
	d.Must("refund", shown).Says("₹1,000 was refunded or withdrawn earlier. With this ₹1, the total is more")
	if a := approves.Must("cancel", actionOn(s, b, map[string]any{"preview": true})); second(a) {
		t.Errorf("nothing is refunded, and a second person has to approve: %s", a.Raw)
	}
}

func TestDeskApprovalEndsWithTheCancellation(t *testing.T) {
	s := startOnce(t, limitedTo(100000))
	d, approves := s.DeskAs(domain.RoleOrganiser), s.DeskAs(domain.RoleTreasurer)
	b := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	request := d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 200000})).Text("request")
	approves.Must("approve", map[string]any{"request": request, "why": "fine"})
	d.Must("uncancel", actionOn(s, b, nil))
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 90000}))
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 2"}))
	if a := d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 90000})); a.Text("request") == "" {
		t.Errorf("the approval of a refund that failed allows another refund: %s", a.Raw)
	}
}

func TestDeskRefundPending(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, online := s.Buy(nil)
	hand := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	for what, b := range map[string]booking.Booking{"is being refunded through the gateway": online,
		"has to be refunded manually first": hand} {
		d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 50000}))
		for _, name := range []string{"refund", "cancel"} {
			a := d.Call(name, actionOn(s, b, map[string]any{"refund_paise": 100, "preview": true}))
			mustBe(t, name, a, http.StatusConflict, domain.CodeNotPossible)
			if !strings.Contains(a.Text("message"), "₹500 "+what) || strings.Contains(a.Text("message"), "₹0") {
				t.Errorf("%s: %s", name, a.Raw)
			}
		}
		facts := registrationOf(d, b.ID)
		apitest.Omits(t, fmt.Sprint(facts["may"]), " refund ")
		money := d.Must("pending", map[string]any{"id": b.ID}).Body["money"].(map[string]any)
		if money["underway_paise"] != 50000.0 || money["paid_paise"] != float64(b.AmountPaise-50000) {
			t.Errorf("%v", money)
		}
		d.Must("cancel", actionOn(s, b, map[string]any{"preview": true}))
	}
}

func TestDeskReferenceIsUsedOnce(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer)
	b := s.Booking(d.Must("add", added(s, transferOf("UTR99887766"), nil)).Text("booking_id"))
	for _, again := range []string{"UTR99887766", "utr 9988-7766", "99887766", "UTR: 9988 7766", "9988–7766"} {
		d.Call("add", added(s, transferOf(again), nil)).Want(422, "%q", again).Refuses("reference")
	}
	_, waits := s.Unpaid(nil)
	mustBe(t, "of one that waits", d.Call("paid", actionOn(s, waits,
		map[string]any{"payment": transferOf("utr 9988 7766")})),
		422, "")
	other := s.Booking(d.Must("add", added(s, transferOf("utr 9988-7767"), nil)).Text("booking_id"))
	if b.PaidReference != "UTR99887766" || other.PaidReference != "utr 9988-7767" {
		t.Errorf("%q, %q", b.PaidReference, other.PaidReference)
	}
	d.Call("add", added(s, transferOf("UTR-"), nil)).Want(422, "no reference")
}

func TestPaymentOfAnErasedPersonCanBeRefunded(t *testing.T) {
	s := startOnce(t, limitedTo(200000))
	d, approves := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	erase(t, s, b)
	if s.Booking(b.ID).HoldsSeat {
		t.Error("the seat of an erased person is still held")
	}
	mails := s.Count(`SELECT COUNT(*) FROM outbox`)
	facts := registrationOf(d, b.ID)
	equal(t, fmt.Sprint(facts["may"]), "[refund]", "the treasurer may")
	for name, more := range map[string]map[string]any{"uncancel": nil, "cancel": nil,
		"correct": {"changes": map[string]any{"city": "Pune"}}, "reissue": nil} {
		if a := approves.Call(name, actionOn(s, b, more)); a.Status == http.StatusOK {
			t.Errorf("%s: %s", name, a.Raw)
		}
	}
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 50000})).Says("Only the payment remains")
	settled(t, s, b.AmountPaise-50000)
	request := d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise - 50000})).Text("request")
	approves.Must("approve", map[string]any{"request": request, "why": "asked by letter"})
	settled(t, s, 0)
	s.WantCount(mails, `SELECT COUNT(*) FROM outbox WHERE template <> 'refund-request'`)
	if now := s.Booking(b.ID); now.Status != booking.Success || now.HoldsSeat ||
		s.Ticket(b.ID).Status != booking.TicketVoid {
		t.Errorf("%+v", now)
	}
}

func TestPayerOfAnErasedPersonIsRefunded(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	transferToColleague(s, b)
	erase(t, s, s.Booking(b.ID))
	s.DeskAs(domain.RoleOrganiser).Must("refund", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise}))
	settled(t, s, 0)
	equal(t, mailsTo(s, b.Email, "refund"), 1, "the payer is not informed")
	s.WantCount(1,
		`SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%"booking_code":"' || ? || '"%'`,
		b.Code)
}

// The registration can be cancelled once the link has expired.
func TestAnUnknownLinkIsClosedAtTheDesk(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer)
	_, cancelled := s.Unpaid(nil)
	_, paid := s.Unpaid(nil)
	_, other := s.Buy(nil)
	s.Exec(`UPDATE payment_attempts SET provider_id = 'lost-' || attempt_ref WHERE state = 'OPEN'`)
	s.Clock.Add(2 * time.Minute)
	s.Payments.Reconcile(t.Context())
	a := d.Call("cancel", actionOn(s, cancelled, nil))
	mustBe(t, "while it may be paid", a, http.StatusConflict, domain.CodeNotPossible)
	a.Says("does not recognise the payment link")
	if task := taskOf(t, d, cancelled); task["action"] != "cancel" || task["kind"] != booking.TaskLinkUnknown {
		t.Errorf("%v", task)
	}
	s.Exec(`UPDATE tasks SET booking_id = ? WHERE booking_id = ?`, other.ID, cancelled.ID)
	if task := taskOf(t, d, other); task["action"] != nil {
		t.Errorf("of one that is paid: %v", task)
	}
	s.Clock.Add(time.Hour)
	s.Payments.Reconcile(t.Context())
	d = s.DeskAs(domain.RoleTreasurer)
	d.Must("cancel", actionOn(s, cancelled, nil))
	d.Must("paid", actionOn(s, paid, map[string]any{"payment": transferOf("UTR 12")}))
	if now := s.Booking(cancelled.ID); now.Status != booking.Failed || now.HoldsSeat {
		t.Errorf("%+v", now)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`)
}
