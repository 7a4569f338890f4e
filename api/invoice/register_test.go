package invoice_test

import (
	"slices"
	"testing"
	"time"

	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/invoice"
	"transom/api/texts"
)

func TestRegisterSaysThatThereIsNoReverseCharge(t *testing.T) {
	one := booking.Document{PlaceOfSupply: "23"}
	rows := invoice.Register([]booking.Document{one}, nil, time.UTC, true)
	if i := slices.Index(rows[0], any("Reverse charge")); rows[1][i] != texts.YesNo["no"] {
		t.Error(rows[1])
	}
}

// The time of a refund that staff made is unknown, so the register shows the day only.
func TestRegisterShowsWhenAndHowARefundWasMade(t *testing.T) {
	note := booking.Document{Kind: booking.DocumentCredit, RefundName: "UTR 3",
		RefundedAt: time.Date(2025, 3, 10, 20, 0, 0, 0, time.UTC)}
	rows := invoice.Register([]booking.Document{{}, note}, nil, time.FixedZone("IST", 5*3600+1800), true)
	for name, want := range map[string][2]any{"Refunded": {invoice.Day(""), invoice.Day("2025-03-11")},
		"Refund reference": {"", "UTR 3"}} {
		if i := slices.Index(rows[0], any(name)); i < 0 || rows[1][i] != want[0] || rows[2][i] != want[1] {
			t.Errorf("below %q: want %v in %v", name, want, rows)
		}
	}
}

func TestRegisterWithoutGST(t *testing.T) {
	receipt := booking.Document{Number: "R/1", BookingCode: "ABCDEF"}
	rows := invoice.Register([]booking.Document{receipt}, nil, time.UTC, false)
	if want := len(texts.InvoiceColumns) - len(texts.InvoiceTaxColumns); len(rows) != 2 || len(rows[0]) != want ||
		len(rows[1]) != want {
		t.Fatalf("want a heading and a row with %d columns: %v", want, rows)
	}
	for _, name := range texts.InvoiceTaxColumns {
		if slices.Contains(rows[0], any(name)) {
			t.Errorf("the register has the column %q", name)
		}
	}
	for name, want := range map[string]string{"Number": "R/1", "Code": "ABCDEF"} {
		if i := slices.Index(rows[0], any(name)); i < 0 || rows[1][i] != want {
			t.Errorf("below %q: want %q in %v", name, want, rows)
		}
	}
}

// The notes of withdrawn payments in earlier versions have another reason.
func TestRegisterMovesTDSUnlessThePaymentIsRefunded(t *testing.T) {
	column := slices.Index(texts.InvoiceColumns, "TDS")
	original := booking.Document{ID: "1", Kind: booking.DocumentInvoice, TDSPaise: 7_500_00}
	for reason, want := range map[string]int64{texts.InvoiceWithdrawn: -7_500_00, texts.InvoiceCorrected: -7_500_00,
		"The payment was recorded for the wrong registration": -7_500_00, texts.InvoiceTicketChanged: -7_500_00,
		texts.InvoiceRefunded: 0, texts.InvoiceDisputed: 0, texts.InvoiceSpouseRemoved: 0} {
		note := booking.Document{Kind: booking.DocumentCredit, OriginalID: "1", Reason: reason}
		rows := invoice.Register([]booking.Document{note}, []booking.Document{original}, time.UTC, true)
		check.Equal[any](t, rows[1][column], want, "%s: TDS", reason)
	}
}
