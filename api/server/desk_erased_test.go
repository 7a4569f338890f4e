package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
)

// After an erasure the payment can still be refunded, without emails; no other action is possible.
func TestPaymentOfAnErasedPersonCanBeRefunded(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Desk.RefundAlonePaise = 200000 }})
	d, approves := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	if _, err := s.Store.ErasePerson(t.Context(), personOf(b), s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	if s.Booking(b.ID).HoldsSeat {
		t.Error("the seat of an erased person is still held")
	}
	mails := s.Count(`SELECT COUNT(*) FROM outbox`)
	facts := d.Must("registration", map[string]any{"id": b.ID}).Body["registration"].(map[string]any)
	if may := fmt.Sprint(facts["may"]); may != "[refund]" {
		t.Errorf("the treasurer may: %s", may)
	}
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
	s := start(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	s.Clock.Add(time.Minute)
	token := offer(s, s.DeskAs(domain.RoleRegistrar), b, "colleague@example.org")
	s.Post("/transfer-accept", acceptance(s, token, nil)).Must(200)
	if _, err := s.Store.ErasePerson(t.Context(), personOf(s.Booking(b.ID)), s.Clock.Now()); err != nil {
		t.Fatal(err)
	}
	s.DeskAs(domain.RoleOrganiser).Must("refund", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise}))
	settled(t, s, 0)
	if mailsTo(s, b.Email, "refund") != 1 {
		t.Error("the payer is not informed")
	}
	s.WantCount(1,
		`SELECT COUNT(*) FROM outbox WHERE template = 'refund' AND data LIKE '%"booking_code":"' || ? || '"%'`,
		b.Code)
}

// If the gateway does not know a payment link, the task offers to cancel, which is possible once the link has expired.
func TestAnUnknownLinkIsClosedAtTheDesk(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleTreasurer)
	_, cancelled := s.Unpaid(nil)
	_, paid := s.Unpaid(nil)
	_, other := s.Buy(nil)
	s.Exec(`UPDATE payment_attempts SET provider_id = 'lost-' || attempt_ref WHERE state = 'OPEN'`)
	s.Clock.Add(2 * time.Minute)
	s.Payments.Reconcile(t.Context())
	a := d.Call("cancel", actionOn(s, cancelled, nil))
	mustBe(t, "while it may be paid", a, http.StatusConflict, domain.CodeNotPossible)
	if !strings.Contains(a.Text("message"), "does not know the payment link") {
		t.Errorf("%s", a.Raw)
	}
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
