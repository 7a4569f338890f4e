package command_test

import (
	"encoding/csv"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A refunded or erased booking never looks paid: not in the list, on its own page, in the export, among the badges,
// or for the visitor.
func TestRefundedNeverLooksPaid(t *testing.T) {
	o := newOffice(t)
	_, paid := o.buy()
	_, back := o.buy()
	form, gone := o.buy()
	o.refund(back)
	o.must("erase", form["email"].(string), "--yes")
	want := map[string]string{paid.ID: "paid", back.ID: "refunded", gone.ID: "erased"}

	var list []struct {
		BookingID   string `json:"booking_id"`
		Status      string `json:"status"`
		OnTheWire   string `json:"payment_status"`
		RefundPaise int64  `json:"refund_paise"`
		Refunded    string `json:"refunded"`
	}
	if err := json.Unmarshal([]byte(o.must("list", "--json")), &list); err != nil || len(list) != 3 {
		t.Fatalf("%+v, %v", list, err)
	}
	for _, one := range list {
		if one.Status != want[one.BookingID] || one.OnTheWire != "SUCCESS" {
			t.Errorf("list: %+v", one)
		}
		if given := one.BookingID == back.ID; given != (one.RefundPaise == back.AmountPaise &&
			one.Refunded == "2025-03-11 12:03") {
			t.Errorf("list: %+v", one)
		}
		if out := o.must("show", one.BookingID); !strings.Contains(out, want[one.BookingID]+"\n") {
			t.Errorf("show: %s", out)
		}
	}
	if out := o.must("list", "--status", "refunded"); !strings.Contains(out, back.ID) ||
		!strings.Contains(out, "\n1 registration\n") {
		t.Error(out)
	}
	sheet := filepath.Join(t.TempDir(), "all.csv")
	o.must("export", sheet)
	raw, err := os.ReadFile(sheet)
	must(t, err)
	rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(raw), "\ufeff"))).ReadAll()
	must(t, err)
	for _, row := range rows[1:] {
		if !strings.Contains(strings.Join(row, "|"), "|"+want[row[0]]+"|") {
			t.Errorf("export: %v", row)
		}
	}
	folder := t.TempDir()
	o.must("export", folder, "--photos")
	if entries, err := os.ReadDir(folder); err != nil || len(entries) != 1 || entries[0].Name() != paid.ID+".jpg" {
		t.Errorf("badges: %v, %v", entries, err)
	}
	if _, err := o.run("action", "resend", back.ID, "--what", "ticket"); err == nil ||
		!strings.Contains(err.Error(), "cancelled") {
		t.Errorf("a void ticket was sent again: %v", err)
	}
	for id, state := range want {
		a := o.server.Post("/verify-payment", map[string]any{"bookingId": id})
		status, _ := a.Body["transaction_status"].(map[string]any)
		refund, _ := status["refund"].(map[string]any)
		if status["state"] != state || status["paymentStatus"] != "SUCCESS" || (refund != nil) != (id == back.ID) {
			t.Errorf("%s: %s", state, a.Raw)
		}
		if id == back.ID && (refund["at"] != "2025-03-11T06:33:00Z" || refund["ticket"] != "void" ||
			refund["amount"] != float64(back.AmountPaise)/100) {
			t.Errorf("%s", a.Raw)
		}
	}
}
