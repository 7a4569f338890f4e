package invoice_test

import (
	"slices"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/invoice"
	"transom/api/texts"
)

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
