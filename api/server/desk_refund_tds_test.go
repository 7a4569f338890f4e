package server_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
)

// A refund includes the tax that the payer deducted, because we keep the tax credit.
func TestDeskRefundsDeductedTax(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 0, 600_00)))
	says := func(name string, body map[string]any, tax string) {
		t.Helper()
		body["preview"] = true
		raw := string(d.Must(name, actionOn(s, b, body)).Raw)
		said := strings.Contains(raw, "of this refund was deducted as tax (TDS) and never received")
		if said != (tax != "") || !strings.Contains(raw, tax) {
			t.Errorf("%s %v: want %q in %s", name, body, tax, raw)
		}
	}
	says("cancel", map[string]any{"refund_paise": 3540_00}, "₹600 of this refund")
	says("refund", map[string]any{"refund_paise": 2940_00}, "") // this is exactly the amount received, without the tax
	says("refund", map[string]any{"refund_paise": 3000_00}, "₹60 of this refund")
	says("withdraw-payment", map[string]any{"payment": s.PaymentsOf(b.ID)[0].AttemptRef}, "")
	says("cancel", map[string]any{"refund_paise": 0}, "")
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1000_00}))
	equal(t, standing(s, b.ID), booking.Paid, "nothing was refunded yet")
	if status := paymentOf(s, b.ID); status["state"] != "paid" || status["refund"] == nil {
		t.Errorf("%v", status)
	}
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 2"}))
	equal(t, standing(s, b.ID), booking.PartlyRefunded)
	says("cancel", map[string]any{"refund_paise": 2540_00}, "₹600 of this refund")
	d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 2540_00}))
	if task := s.Text(`SELECT text FROM tasks WHERE booking_id = ? AND done_at IS NULL`, b.ID); !strings.Contains(task,
		"Refund ₹2,540 of the bank transfer UTR 1") || !strings.Contains(task, "₹600 of this refund was deducted") {
		t.Error(task)
	}
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 3"}))
	equal(t, standing(s, b.ID), booking.FullyRefunded)
	explained(t, s, 0)
	documents := d.Must("overview", nil).Body["documents"].(map[string]any)
	if documents["received_paise"] != 2940_00.0 || documents["tds_paise"] != 600_00.0 ||
		documents["refunded_paise"] != 3540_00.0 || documents["credits_paise"] != documents["invoices_paise"] {
		t.Errorf("%v", documents)
	}
}

func TestDeskRefundOfAFirmNeedsItsConfirmation(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	for gstin, want := range map[string]bool{"27ABCDE1234F1Z0": true, "": false} {
		_, b := s.Buy(map[string]any{"gst_no": gstin})
		a := d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 100_00, "preview": true}))
		equal(t, strings.Contains(string(a.Raw), "reverses its input tax credit"), want, "%q: %s", gstin, a.Raw)
	}
}

// The credit note is issued today, with the refund's own day and reference.
func TestDeskRecordsTheDayOfARefund(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	s.DeskAs(domain.RoleTreasurer).Must("paid", actionOn(s, b, received("UTR 1", 0, 0)))
	s.Clock.Add(5 * 24 * time.Hour)
	d := s.DeskAs(domain.RoleTreasurer)
	d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 3540_00}))
	s.Clock.Add(48 * time.Hour)
	d = s.DeskAs(domain.RoleTreasurer)
	for _, wrong := range []string{"2025-03-09", "2025-03-15", "2025-03-19", "yesterday"} {
		d.Call("record-refund", actionOn(s, b, map[string]any{"reference": "RFD 2", "date": wrong})).
			Want(422, "%s", wrong).Refuses("date")
	}
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "RFD 2", "date": "2025-03-17"})).
		Says("₹3,540 is recorded as refunded on 17 March 2025")
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	note := d.Must("document", map[string]any{"id": all[1].ID}).Body["invoice"].(map[string]any)
	for key, want := range map[string]string{"refund_name": "RFD 2", "refunded_at": "2025-03-17",
		"issued_on": "2025-03-18", "payment_name": "UTR 1", "paid_at": "2025-03-10"} {
		equal(t, note[key], any(want), "%s", key)
	}
}

func TestOneEmailForARefundOfSeveralTransfers(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	for n, paise := range []int64{1000_00, 1000_00, 2000_00} { // ₹460 too much
		d.Must("paid", actionOn(s, b, received(fmt.Sprint("UTR ", n), paise, 0)))
	}
	refund := func(name string, paise int64) {
		t.Helper()
		if paise > 0 {
			d.Must(name, actionOn(s, b, map[string]any{"refund_paise": paise}))
		}
		s.Clock.Add(time.Minute)
		d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR back"}))
	}
	emails := func() (data string) {
		return s.Text(`SELECT COALESCE(group_concat(data, ' '), '') FROM outbox WHERE template = 'refund' AND booking_id = ?`,
			b.ID)
	}
	refund("refund", 2000_00) // with the surplus
	equal(t, mailsTo(s, b.Email, "refund"), 1)
	apitest.Says(t, emails(), `"amount":"₹2,460"`, `"ticket_state":"valid"`, "Credit note TNC/24-25/000001",
		"Credit note TNC/24-25/000002", s.URL+"/dashboard")
	refund("refund", 40_00)
	refund("cancel", 1500_00)
	equal(t, mailsTo(s, b.Email, "refund"), 3)
	apitest.Says(t, emails(), `"amount":"₹40"`, `"amount":"₹1,500"`, `"ticket_state":"void"`)
	refunds := ""
	for _, pay := range registrationOf(d, b.ID)["payments"].([]any) {
		for _, one := range pay.(map[string]any)["refunds"].([]any) {
			refunds += fmt.Sprint(one.(map[string]any)["amount_paise"], " ")
		}
		refunds += "; "
	}
	equal(t, refunds, "100000 ; 46000 4000 50000 ; 154000 ; 46000 ; ")
	explained(t, s, 0)
}
