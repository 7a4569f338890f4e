package server_test

import (
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

func TestARegistrarCannotReverseARefund(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	treasurer, registrar := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleRegistrar)
	b := s.Booking(treasurer.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	treasurer.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000}))
	for what, more := range map[string]map[string]any{"done": nil, "only shown": {"preview": true}} {
		mustBe(t, what, registrar.Call("uncancel", actionOn(s, b, more)), http.StatusForbidden, domain.CodeForbidden)
	}
	if open := openTasks(s, b.ID); open != 1 || s.Booking(b.ID).HoldsSeat {
		t.Errorf("%d tasks say that money is to be refunded", open)
	}
	treasurer.Must("uncancel", actionOn(s, b, nil))
	equal[any](t, registrar.Must("cancel", actionOn(s, b, nil)).Body["preview"].(map[string]any)["money"], nil,
		"a registrar sees amounts")
	registrar.Must("uncancel", actionOn(s, b, nil))
	settled(t, s, b.AmountPaise)
}

func TestTasksAboutMoneyAreClosedByTheirReaders(t *testing.T) {
	s := start(t)
	treasurer, registrar := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleRegistrar)
	_, b := s.Buy(nil)
	add := func(kind string) {
		err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
			return tx.AddTask(t.Context(), booking.Task{Kind: kind, BookingID: b.ID, DedupeKey: kind, Text: "₹100 of pay_1"},
				s.Clock.Now())
		})
		must(t, err)
	}
	for _, kind := range []string{booking.TaskUnknownMoney, booking.TaskDispute, booking.TaskAmountMismatch,
		booking.TaskLinkUnknown} {
		add(kind)
		seen, read := taskOf(t, registrar, b), taskOf(t, treasurer, b)
		if strings.Contains(seen["text"].(string), "₹") || seen["closes_when"] == nil || read["closes_when"] != nil {
			t.Errorf("%s: the registrar reads %v, the treasurer %v", kind, seen, read)
		}
		done := map[string]any{"key": seen["key"], "why": "looked it up"}
		mustBe(t, kind, registrar.Call("task-done", done), http.StatusForbidden, domain.CodeForbidden)
		treasurer.Must("task-done", done)
	}
	for _, kind := range []booking.Disposition{booking.DuplicateRefundDue, booking.NoSeatRefundDue,
		booking.CancelledRefundDue} {
		add(string(kind))
		done := map[string]any{"key": taskOf(t, treasurer, b)["key"], "why": "it will"}
		mustBe(t, string(kind), treasurer.Call("task-done", done), http.StatusConflict, domain.CodeNotPossible)
		s.Exec(`UPDATE tasks SET done_at = 1 WHERE kind = ?`, string(kind))
	}
	add(booking.TaskMailUndeliverable)
	registrar.Must("task-done", map[string]any{"key": taskOf(t, registrar, b)["key"], "why": "called back"})
}

func TestATransferRevealsNothingAboutOthers(t *testing.T) {
	s := startOnce(t)
	d := s.DeskAs(domain.RoleRegistrar)
	_, b := s.Buy(nil)
	paid, _ := s.Buy(nil)
	waits, waiting := s.Unpaid(nil)
	token := offer(s, d, b, "colleague@example.org")
	as := func(person map[string]any, pictures bool) apitest.Answer {
		form := acceptance(s, token, nil)
		for name, value := range person {
			if name != "profile_url" && name != "aadharUrl" && name != "email" {
				form[name] = value
			}
		}
		if !pictures {
			form["profile_url"], form["aadharUrl"] = domain.AssetHandle(domain.NewAssetID()),
				domain.AssetHandle(domain.NewAssetID())
		}
		return s.Post("/transfer-accept", form)
	}
	nobody := as(nil, false)
	for what, person := range map[string]map[string]any{"who has paid": paid, "whose registration waits": waits} {
		if a := as(person, false); a.Status != nobody.Status || a.Text("error") != nobody.Text("error") ||
			a.Status != http.StatusUnprocessableEntity {
			t.Errorf("%s: %d %s, and nobody: %d %s", what, a.Status, a.Raw, nobody.Status, nobody.Raw)
		}
	}
	a := as(paid, true)
	mustBe(t, "who has paid, with pictures", a, http.StatusConflict, domain.CodeAlreadyRegistered)
	if strings.Contains(string(a.Raw), "booking_id") || strings.Contains(a.Text("message"), "code") {
		t.Errorf("it reveals too much: %s", a.Raw)
	}
	a = as(waits, true)
	mustBe(t, "whose registration waits, with pictures", a, http.StatusConflict, domain.CodeUnpaid)
	if raw := string(a.Raw); strings.Contains(raw, waiting.ID) || strings.Contains(raw, "booking_id") ||
		strings.Contains(raw, "note its payment") {
		t.Errorf("it reveals too much: %s", raw)
	}
}

func TestASecondPaymentDoesNotBlockTheDesk(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, b := s.Buy(nil)
	by := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	for _, one := range []booking.Booking{b, by} {
		for n, disposition := range []booking.Disposition{booking.Refunded, booking.DuplicateRefundDue} {
			second(t, s, one, n+2, disposition)
		}
	}
	d.Must("cancel", actionOn(s, b, nil))
	d.Must("registration", map[string]any{"id": b.ID}).Says(`"uncancel"`)
	d.Must("uncancel", actionOn(s, b, nil))
	d.Must("cancel", actionOn(s, by, map[string]any{"refund_paise": 100000}))
	d.Must("record-refund", actionOn(s, by, map[string]any{"reference": "UTR 2"}))
	all := d.Must("overview", nil).Body["all"].(map[string]any)
	if all["refunded_paise"] != 100000.0 || all["net_paise"].(float64)+
		all["gst_paise"].(float64) != float64(b.AmountPaise+by.AmountPaise) {
		t.Errorf("Today: %v", all)
	}
	list := d.Must("registrations", map[string]any{"query": "flag=refunded"}).Body["sums"].(map[string]any)
	if list["count"] != 1.0 || list["refunded_paise"] != 100000.0 {
		t.Errorf("the list behind it: %v", list)
	}
}

func second(t *testing.T, s *apitest.Server, b booking.Booking, n int, disposition booking.Disposition) {
	t.Helper()
	ref := b.ID + "-second-" + string(rune('0'+n))
	a := booking.Attempt{Ref: ref, BookingID: b.ID, N: n, Provider: "sandbox", AmountPaise: b.AmountPaise,
		Currency: "INR",
		State:    booking.AttemptPaid, CreatedAt: s.Clock.Now(), ExpiresAt: s.Clock.Now()}
	pay := booking.Payment{
		Provider: "sandbox", ProviderPaymentID: "pay-" + ref, AttemptRef: ref, BookingID: b.ID, AmountPaise: b.AmountPaise,
		CapturedAt: s.Clock.Now(), Disposition: disposition, RefundKey: "key-" + ref,
	}
	if disposition == booking.Refunded {
		pay.RefundedPaise, pay.RefundedAt = pay.AmountPaise, s.Clock.Now()
	}
	err := s.Store.Write(t.Context(), func(tx *store.Tx) error {
		if err := tx.InsertAttempt(t.Context(), a); err != nil {
			return err
		}
		return tx.InsertPayment(t.Context(), pay)
	})
	must(t, err)
}

func TestTheEmailOfAFreeTicketIsRequired(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	free := map[string]any{"kind": "free", "reason": string(s.Content.Desk.Complimentary[0].ID)}
	d.Must("add", added(s, free, nil))
	missed := func() any {
		return d.Must("registrations", map[string]any{"query": "flag=no-mail"}).Body["sums"].(map[string]any)["count"]
	}
	equal(t, missed(), 1.0, "before it has left")
	s.SendMails()
	equal(t, missed(), 0.0, "after it has left")
}
