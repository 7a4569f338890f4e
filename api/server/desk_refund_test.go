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
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleTreasurer)
	_, b := s.Buy(nil)
	ticket := s.Ticket(b.ID)
	for why, paise := range map[string]int64{"nothing": 0, "more than came": b.AmountPaise + 1,
		"all of it": b.AmountPaise} {
		if a := d.Call("refund", actionOn(s, b, map[string]any{"refund_paise": paise})); a.Status != 422 &&
			a.Status != http.StatusConflict {
			t.Errorf("%s: %d %s", why, a.Status, a.Raw)
		}
	}
	for n := range 2 { // two equal partial refunds are two refunds
		d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 50000}))
		if open := openTasks(s, b.ID); open != 1 {
			t.Errorf("part %d is refunded, and %d tasks say so", n+1, open)
		}
		if state := booking.DeriveState(s.Booking(b.ID), s.PaymentsOf(b.ID)); state.State != booking.PartlyRefunded ||
			state.TicketVoid {
			t.Errorf("while it is being refunded: %+v", state)
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
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleTreasurer)
	_, paid := s.Buy(nil)
	_, waits := s.Unpaid(map[string]any{"email": "waits@example.org", "membership_no": "A99999"})
	for _, call := range []struct {
		name string
		b    booking.Booking
	}{{"refund", paid}, {"cancel", paid}, {"cancel", waits}} {
		for _, preview := range []bool{true, false} {
			a := d.Call(call.name, actionOn(s, call.b, map[string]any{"refund_paise": -100, "preview": preview}))
			fields, _ := a.Body["fields"].(map[string]any)
			if a.Status != 422 ||
				fields["refund_paise"] != "You cannot refund a negative amount. Please enter the amount to refund." {
				t.Errorf("%s: %d %s", call.name, a.Status, a.Raw)
			}
		}
	}
}

// A viewer sees that there were refunds, but no amounts.
func TestDeskEmailsEachRefund(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleTreasurer)
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
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 10000})) // which has not been sent yet
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

func TestDeskRefundsTheRestOfACancelledRegistration(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000}))
	settled(t, s, b.AmountPaise-100000)
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise - 100000}))
	settled(t, s, 0)
	standing := booking.DeriveState(s.Booking(b.ID), s.PaymentsOf(b.ID))
	if standing.State != booking.FullyRefunded || standing.RefundPaise != b.AmountPaise || admits(s, s.Ticket(b.ID).ID) ||
		mailsTo(s, b.Email, "refund") != 2 {
		t.Errorf("%+v", standing)
	}
	if a := d.Call("refund", actionOn(s, b, map[string]any{"refund_paise": 1})); a.Status == http.StatusOK {
		t.Errorf("more than came: %s", a.Raw)
	}
}

func TestDeskUncancel(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = 2 }})
	d := s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	old := s.Ticket(b.ID)
	d.Call("uncancel", actionOn(s, b, nil)).Want(http.StatusConflict, "one that counts")
	d.Must("cancel", actionOn(s, b, nil))
	d.Must("uncancel", actionOn(s, b, nil))
	if mail := s.Text(`SELECT data FROM outbox WHERE template = 'ticket-changed'`); !strings.Contains(mail,
		`"money_state":"no_refund"`) {
		t.Errorf("the mail does not say what becomes of the money: %s", mail)
	}
	if now := s.Ticket(b.ID); now.ID == old.ID || admits(s, old.ID) || !admits(s, now.ID) ||
		mailsTo(s, b.Email, "ticket-changed") != 1 {
		t.Errorf("%+v", now)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE booking_id = ? AND action = ?`, b.ID, "uncancel")
	settled(t, s, b.AmountPaise)

	// As long as nobody has made a manual refund, the cancellation can be undone.
	cheque := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	d.Must("cancel", actionOn(s, cheque, map[string]any{"refund_paise": 100000}))
	d.Must("uncancel", actionOn(s, cheque, nil))
	settled(t, s, b.AmountPaise+cheque.AmountPaise)
	d.Must("cancel", actionOn(s, cheque, map[string]any{"refund_paise": 100000}))
	if open := openTasks(s, cheque.ID); open != 1 {
		t.Errorf("it is to be refunded after all, and %d tasks say so", open)
	}
	d.Must("record-refund", actionOn(s, cheque, map[string]any{"reference": "UTR 2"}))
	d.Call("uncancel", actionOn(s, cheque, nil)).Want(http.StatusConflict, "its money has gone back")

	d.Must("cancel", actionOn(s, b, nil))
	s.Buy(nil)
	s.Buy(nil) // the last seats
	if a := d.Call("uncancel", actionOn(s, b, nil)); a.Text("error") != domain.CodeSoldOut || s.Booking(b.ID).HoldsSeat {
		t.Errorf("a seat too many: %d %s", a.Status, a.Raw)
	}
}

// The payer is informed about the refund; the colleague only that the ticket is void.
func TestRefundAfterTransfer(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	s.Clock.Add(time.Minute)
	token := offer(s, s.DeskAs(domain.RoleRegistrar), b, "colleague@example.org")
	s.Post("/transfer-accept", acceptance(s, token, nil)).Must(200)
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
