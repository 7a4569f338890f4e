package server_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
)

// The limit for one person counts earlier refunds, but not those that a second person approved.
func TestDeskLimitCountsParts(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Desk.RefundAlonePaise = 100000 }})
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
	if a := other.Must("refund", part(40000)); second(a) ||
		!strings.Contains(string(a.Raw), "₹600 was refunded before, so this refund brings the total to ₹1,000") {
		t.Errorf("up to the limit: %s", a.Raw)
	}
	settled(t, s, b.AmountPaise-100000)
	shown := part(100)
	shown["preview"] = true
	for what, a := range map[string]apitest.Answer{"a part": d.Must("refund", shown),
		"a cancellation": d.Must("cancel", shown)} {
		if !second(a) ||
			!strings.Contains(string(a.Raw), "₹1 and the ₹1,000 that was refunded before are more than the ₹1,000") {
			t.Errorf("%s past the limit: %s", what, a.Raw)
		}
	}
	request := d.Must("refund", part(50000)).Text("request")
	approves.Must("approve", map[string]any{"request": request, "why": "fine"})
	settled(t, s, b.AmountPaise-150000)
	if a := d.Must("pending", map[string]any{"id": b.ID}); a.Body["money"].(map[string]any)["alone_paise"] != 100000.0 {
		t.Errorf("what was approved counts: %s", a.Raw)
	}
	if a := approves.Must("cancel", actionOn(s, b, map[string]any{"preview": true})); second(a) {
		t.Errorf("nothing is refunded, and a second person has to approve: %s", a.Raw)
	}
}

func TestDeskApprovalEndsWithTheCancellation(t *testing.T) {
	s := start(t, apitest.Options{Content: func(c *domain.Content) { c.Desk.RefundAlonePaise = 100000 }})
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
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
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
		facts := d.Must("registration", map[string]any{"id": b.ID}).Body["registration"].(map[string]any)
		if may := fmt.Sprint(facts["may"]); strings.Contains(may, " refund ") {
			t.Errorf("what is refused is offered: %s", may)
		}
		money := d.Must("pending", map[string]any{"id": b.ID}).Body["money"].(map[string]any)
		if money["underway_paise"] != 50000.0 || money["paid_paise"] != float64(b.AmountPaise-50000) {
			t.Errorf("%v", money)
		}
		d.Must("cancel", actionOn(s, b, map[string]any{"preview": true}))
	}
}

func TestDeskReferenceIsUsedOnce(t *testing.T) {
	s := start(t)
	d := s.DeskAs(domain.RoleTreasurer)
	b := s.Booking(d.Must("add", added(s, transferOf("UTR99887766"), nil)).Text("booking_id"))
	for _, again := range []string{"UTR99887766", "utr 9988-7766", "99887766", "UTR: 9988 7766", "9988–7766"} {
		if a := d.Call("add", added(s, transferOf(again), nil)); a.Status != 422 ||
			a.Body["fields"].(map[string]any)["reference"] == nil {
			t.Errorf("%q: %d %s", again, a.Status, a.Raw)
		}
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
