package invoice_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
)

var update = flag.Bool("update", false, "write testdata/ again")

// documentsOf returns the documents of a booking as they are stored, without what differs in every run.
func documentsOf(t *testing.T, s *apitest.Server, b booking.Booking) string {
	t.Helper()
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	if err != nil {
		t.Fatal(err)
	}
	names := []string{b.ID, "BOOKING", b.Code, "CODE", b.FirstName, "Asha", b.LastName, "Rao"}
	for _, d := range all {
		names = append(names, d.ID, "id of "+d.Number, d.PaymentName, "PAYMENT")
	}
	raw, err := json.MarshalIndent(all, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return strings.NewReplacer(names...).Replace(string(raw)) + "\n"
}

// golden compares with a file of testdata/.
func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name+".json")
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs:\n%s", path, got)
	}
}

// story is one document or more as an accountant would check them.
type story struct {
	name    string
	content func(*domain.Content)
	at      time.Time
	form    map[string]any
	then    func(t *testing.T, s *apitest.Server, b booking.Booking)
}

var associate = map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "gst_no": "27ABCDE1234F1Z0",
	"company_name": "Lime & Stone LLP", "designation": "Partner", "membership_no": "", "institute_name": ""}

var stories = []story{
	{name: "member"},
	{name: "couple", form: map[string]any{"spouse": true, "spouseName": "Ravi Rao", "amount": 7080}},
	{name: "associate-igst", form: associate},
	{name: "supplier-elsewhere", content: func(c *domain.Content) { c.Invoice.GSTIN = "27ABCDE1234F1Z0" }},
	{name: "partial-refund", then: func(t *testing.T, s *apitest.Server, b booking.Booking) {
		refundPart(s, b, 100_01)
		refundPart(s, b, 1_234_56)
	}},
	{name: "refund", then: func(t *testing.T, s *apitest.Server, b booking.Booking) {
		if _, err := s.Payments.Refunds.CancelBooking(t.Context(), b.ID); err != nil {
			t.Fatal(err)
		}
		s.Payments.Reconcile(t.Context())
	}},
	{name: "no-gst", content: func(c *domain.Content) {
		c.Invoice.GSTIN, c.Tickets.GSTPercent = "", 0
		for i := range c.Tickets.Categories {
			c.Tickets.Categories[i].SetPrices(0, time.UTC)
		}
	}, form: map[string]any{"amount": 3000}, then: func(_ *testing.T, s *apitest.Server, b booking.Booking) {
		refundPart(s, b, 1_000_00)
	}},
	// 00:30 on 1 April in India is 31 March in UTC.
	{name: "new-year", at: time.Date(2025, 3, 31, 18, 59, 0, 0, time.UTC)},
	{name: "old-year", at: time.Date(2025, 3, 31, 18, 28, 59, 0, time.UTC)}, // paid at 23:59:59
	{name: "reverse-charge", form: map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 75000,
		"gst_no": "29AABCR1718E1ZL", "company_name": "Glass Ltd", "designation": "Partner", "membership_no": "",
		"institute_name": ""},
		content: func(c *domain.Content) {
			c.Tickets.GSTPercent, c.Invoice.Supplies[3].ReverseChargePercent = 0, 18
			c.Invoice.Supplies[3].Kind = "sponsorship"
			for i := range c.Tickets.Categories {
				c.Tickets.Categories[i].SetPrices(0, time.UTC)
			}
		}},
}

// refundPart refunds a part of a paid booking through the gateway.
func refundPart(s *apitest.Server, b booking.Booking, paise int64) {
	s.DeskAs(domain.RoleOrganiser).Must("refund", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version,
		"why": "one day less", "refund_paise": paise})
	s.Clock.Add(time.Minute)
	s.Payments.Reconcile(s.T().Context())
}

func TestGoldenDocuments(t *testing.T) {
	for _, one := range stories {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			s := apitest.Start(t, apitest.Options{Content: one.content, Now: one.at})
			_, b := s.Buy(one.form)
			if b.Status != booking.Success {
				t.Fatalf("status %s", b.Status)
			}
			if one.then != nil {
				one.then(t, s, b)
			}
			got := documentsOf(t, s, b)
			golden(t, one.name, got)
			if one.name == "no-gst" && regexp.MustCompile(`(?i)gst|invoice|tax"`).MatchString(got) {
				t.Error("a receipt speaks of GST")
			}
			sums, err := s.Store.SumDocuments(t.Context())
			if err != nil || sums.DifferencePaise() != 0 || len(sums.Wrong) > 0 {
				t.Errorf("%+v, %v", sums, err)
			}
		})
	}
}
