package invoice_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/domain"
)

var must = check.Must

var update = flag.Bool("update", false, "write testdata/ again")

// documentsOf returns a booking's stored documents, without the values that differ on every run.
func documentsOf(t *testing.T, s *apitest.Server, b booking.Booking) string {
	t.Helper()
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	names := []string{b.ID, "BOOKING", b.Code, "CODE", b.FirstName, "Asha", b.LastName, "Rao"}
	for _, d := range all {
		names = append(names, d.ID, "id of "+d.Number, d.PaymentName, "PAYMENT")
	}
	raw, err := json.MarshalIndent(all, "", " ")
	must(t, err)
	return strings.NewReplacer(names...).Replace(string(raw)) + "\n"
}

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		must(t, os.WriteFile(path, []byte(got), 0o644))
	}
	want, err := os.ReadFile(path)
	must(t, err)
	check.Equal(t, got, string(want), "%s differs", path)
}

// story is a case whose documents an accountant can check in testdata/.
type story struct {
	name    string
	content func(*domain.Content)
	at      time.Time
	form    map[string]any
	unpaid  bool // the booking is not paid before `then` runs
	then    func(t *testing.T, s *apitest.Server, b booking.Booking)
}

var associate = map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "gst_no": "27ABCDE1234F1Z0",
	"company_name": "Lime & Stone LLP", "designation": "Partner", "membership_no": "", "institute_name": ""}

var stories = []story{
	{name: "member"},
	{name: "couple", form: map[string]any{"spouse": true, "spouseName": "Ravi Rao", "amount": 7080}},
	{name: "associate-igst", form: associate},
	{name: "associate-without-gstin", form: map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500,
		"gst_no": "", "company_name": "Lime & Stone LLP", "designation": "Partner", "membership_no": "",
		"institute_name": ""}},
	{name: "supplier-elsewhere", content: func(c *domain.Content) { c.Invoice.GSTIN = "27ABCDE1234F1Z0" }},
	{name: "partial-refund", then: func(t *testing.T, s *apitest.Server, b booking.Booking) {
		refundPart(s, b, 100_01)
		refundPart(s, b, 1_234_56)
	}},
	{name: "spouse-removed", form: map[string]any{"spouse": true, "spouseName": "Ravi Rao", "amount": 7080},
		then: func(_ *testing.T, s *apitest.Server, b booking.Booking) {
			s.DeskAs(domain.RoleTreasurer).Must("change-ticket", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version,
				"why": "comes alone", "ticketCategory": b.CategoryType, "spouse": false, "difference": "refund"})
			s.Clock.Add(time.Minute)
			s.Payments.Reconcile(s.T().Context())
		}},
	{name: "gstin-added", then: func(t *testing.T, s *apitest.Server, b booking.Booking) {
		correct(s, b, map[string]any{"gstin": "27ABCDE1234F1Z0"})
	}},
	{name: "gstin-after-refund", form: associate, then: func(t *testing.T, s *apitest.Server, b booking.Booking) {
		refundPart(s, b, 1_234_57)
		correct(s, b, map[string]any{"gstin": "23ABCDE5678G1ZI", "state": "madhya pradesh"})
		refundPart(s, b, 2_000_00)
	}},
	{name: "couple-after-refund", form: map[string]any{"spouse": true, "spouseName": "Ravi Rao", "amount": 7080},
		then: func(_ *testing.T, s *apitest.Server, b booking.Booking) {
			refundPart(s, b, 1_000_01)
			correct(s, b, map[string]any{"gstin": "27ABCDE1234F1Z0"})
		}},
	{name: "refund", then: func(t *testing.T, s *apitest.Server, b booking.Booking) {
		if _, err := s.Payments.Refunds.CancelBooking(t.Context(), b.ID); err != nil {
			t.Fatal(err)
		}
		s.Payments.Reconcile(t.Context())
	}},
	// A firm deducts tax from a transfer that is too small, and pays the rest later. The first transfer is withdrawn.
	{name: "tds", content: func(c *domain.Content) { c.Desk.RefundAlonePaise = 100_000_00 }, form: associate,
		unpaid: true, then: func(t *testing.T, s *apitest.Server, b booking.Booking) {
			d := s.DeskAs(domain.RoleTreasurer)
			record := func(reference string, paise, tds int64) {
				s.Clock.Add(time.Minute)
				d.Must("paid", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "on the statement",
					"payment": map[string]any{"kind": "bank", "reference": reference, "date": "2025-03-10",
						"amount_paise": paise, "tds_paise": tds}})
			}
			record("UTR 1", 40_000_00, 7_500_00)
			record("UTR 2", 41_000_00, 0)
			captured, err := s.Store.PaymentsOfBooking(t.Context(), b.ID)
			must(t, err)
			d.Must("withdraw-payment", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "another firm's",
				"payment": captured[0].AttemptRef})
		}},
	{name: "no-gst", content: func(c *domain.Content) {
		c.Invoice.GSTIN, c.Tickets.GSTPercent = "", 0
		for i := range c.Tickets.Categories {
			c.Tickets.Categories[i].SetPrices(0, time.UTC)
		}
	}, form: map[string]any{"amount": 3000}, then: func(_ *testing.T, s *apitest.Server, b booking.Booking) {
		refundPart(s, b, 1_000_00)
	}},
	{name: "half-per-cent", content: func(c *domain.Content) {
		c.Tickets.GSTPercent = 2.5
		for i := range c.Tickets.Categories {
			c.Tickets.Categories[i].SetPrices(2.5, time.UTC)
		}
	}, form: map[string]any{"amount": 3075}},
	// The payment is a minute later, at 00:30 on 1 April in India, which is 31 March in UTC.
	{name: "new-year", at: time.Date(2025, 3, 31, 18, 59, 0, 0, time.UTC)},
	{name: "old-year", at: time.Date(2025, 3, 31, 18, 28, 59, 0, time.UTC)}, // paid at 23:59:59 in India
	{name: "reverse-charge", form: map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 75000,
		"gst_no": "29ABCDE5678G1Z6", "company_name": "Glass Ltd", "designation": "Partner", "membership_no": "",
		"institute_name": ""},
		content: func(c *domain.Content) {
			c.Tickets.GSTPercent, c.Invoice.Supplies[3].ReverseChargePercent = 0, 18
			c.Invoice.Supplies[3].Kind = "sponsorship"
			for i := range c.Tickets.Categories {
				c.Tickets.Categories[i].SetPrices(0, time.UTC)
			}
		}},
}

func TestInvoicesOfPartPayments(t *testing.T) {
	member := map[string]any{"spouse": true, "spouseName": "Ravi Rao", "amount": 7080}
	firm := map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "gst_no": "23ABCDE5678G1ZI",
		"company_name": "Lime", "designation": "Partner", "membership_no": "", "institute_name": ""}
	for _, one := range []struct {
		form        map[string]any
		first, tax  int64   // the first part's taxable value and tax, in paise
		rupees      []int64 // the amounts of all parts but the last
		mayRoundOff int64
	}{
		{firm, 48_728_82, 4_385_59, []int64{57_500}, 0},
		{firm, 42_372_88, 3_813_56, []int64{50_000, 18_500}, 2},
		{member, 2_542_38, 228_81, []int64{3_000, 3_000}, 3},
		{member, 847_46, 76_27, []int64{1_000, 1_000, 1_000, 3_000}, 4},
		{associate, 50_847_46, 9_152_54, []int64{60_000}, 0}, // IGST
	} {
		s := apitest.Start(t, apitest.Options{})
		_, b := s.Unpaid(one.form)
		d := s.DeskAs(domain.RoleTreasurer)
		for n := range len(one.rupees) + 1 {
			how := map[string]any{"kind": "bank", "reference": fmt.Sprint("UTR", n), "date": "2025-03-10"}
			if n < len(one.rupees) {
				how["amount_paise"] = one.rupees[n] * 100
			}
			d.Must("paid", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "on the statement",
				"payment": how})
		}
		all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
		must(t, err)
		var sum booking.DocumentSum
		for _, doc := range all {
			sum = sum.Plus(doc.DocumentSum)
			want := (doc.TaxablePaise*9 + 50) / 100
			if doc.IGSTPaise > 0 && doc.IGSTPaise != (doc.TaxablePaise*18+50)/100 ||
				doc.IGSTPaise == 0 && (doc.CGSTPaise != want || doc.SGSTPaise != want) ||
				max(doc.RoundingPaise, -doc.RoundingPaise) > one.mayRoundOff {
				t.Errorf("%v: %+v", one.rupees, doc.DocumentSum)
			}
		}
		if all[0].TaxablePaise != one.first || all[0].CGSTPaise+all[0].IGSTPaise != one.tax {
			t.Errorf("%v begins with %+v", one.rupees, all[0].DocumentSum)
		}
		if len(all) != len(one.rupees)+1 || sum.TaxablePaise != b.NetPaise || sum.TaxPaise() != b.GSTPaise ||
			sum.RoundingPaise != 0 || sum.CGSTPaise != sum.SGSTPaise {
			t.Errorf("%v: %d documents add up to %+v", one.rupees, len(all), sum)
		}
	}
}

func refundPart(s *apitest.Server, b booking.Booking, paise int64) {
	s.DeskAs(domain.RoleOrganiser).Must("refund", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version,
		"why": "one day less", "refund_paise": paise})
	s.Clock.Add(time.Minute)
	s.Payments.Reconcile(s.T().Context())
}

func correct(s *apitest.Server, b booking.Booking, change map[string]any) {
	s.Clock.Add(time.Minute)
	s.DeskAs(domain.RoleTreasurer).Must("invoice", asked(s, b, change))
}

func asked(s *apitest.Server, b booking.Booking, change map[string]any) map[string]any {
	body := map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "asked by email",
		"name": "Lime & Stone LLP", "gstin": "", "address": "4 Dock Road, Mumbai", "state": "", "pin": "400001"}
	maps.Copy(body, change)
	return body
}

func TestCorrectingTheBuyerIsRefused(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	treasurer := s.DeskAs(domain.RoleTreasurer)
	for gstin, says := range map[string]string{
		"33ABCDE1234F1Z5":  "The check digit does not match: the last character should be 7, not 5.",
		"25ABCDE1234F1Z8":  "GSTINs that begin with 25 are no longer valid",
		"28ABCDE1234F1Z8":  "GSTINs that begin with 28 are no longer valid",
		"99ABCDE1234F1Z8":  "No State has the GST code 99.",
		"27ABCDE1234F1Z":   "A GSTIN has 15 capital letters and digits",
		"27ABCDE1234F1Z00": "A GSTIN has 15 capital letters and digits",
		"23ABCDE1234F1Z8":  "This is the organiser's own GSTIN.",
	} {
		a := treasurer.Call("invoice", asked(s, b, map[string]any{"gstin": gstin})).Want(422, gstin)
		apitest.Says(t, a.Field("gstin"), says)
	}
	for field, wrong := range map[string]string{"name": " ", "pin": "40001"} {
		if treasurer.Call("invoice", asked(s, b, map[string]any{field: wrong})).Want(422, field).Field(field) == "" {
			t.Errorf("%s is not named", field)
		}
	}
	elsewhere := asked(s, b, map[string]any{"gstin": "29ABCDE5678G1Z6", "state": "Goa"})
	treasurer.Call("invoice", elsewhere).Want(422, "State").Refuses("state", "Karnataka")
	for _, role := range []string{domain.RoleRegistrar, domain.RoleViewer, domain.RoleGate} {
		s.DeskAs(role).Call("invoice", asked(s, b, nil)).Want(403, role)
	}
	treasurer = s.DeskAs(domain.RoleTreasurer)
	good := asked(s, b, map[string]any{"gstin": " 27abcde1234f1z0 "})
	treasurer.Must("invoice", good)
	treasurer.Call("invoice", good).Want(409, "an old version")
	treasurer.Call("invoice", asked(s, b, map[string]any{"gstin": "27ABCDE1234F1Z0"})).Want(409, "the same again")
	s.WantCount(3, `SELECT COUNT(*) FROM invoices`)
	refuse := func(what string, b booking.Booking) {
		t.Helper()
		before := s.Count(`SELECT COUNT(*) FROM invoices`)
		s.DeskAs(domain.RoleTreasurer).Call("invoice", asked(s, b, nil)).Want(409, what)
		s.WantCount(before, `SELECT COUNT(*) FROM invoices`)
	}
	_, unpaid := s.Unpaid(nil)
	refuse("unpaid", unpaid)
	s.Clock.Set(time.Date(2025, 4, 30, 18, 29, 0, 0, time.UTC))
	s.DeskAs(domain.RoleTreasurer).Must("invoice", asked(s, b, nil)) // the last minute of the last day in India
	s.Clock.Set(time.Date(2025, 4, 30, 18, 31, 0, 0, time.UTC))
	refuse("too late", b)
}

func TestIssuedDocumentsNeverChange(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	_, b := s.Buy(nil)
	before := documentsOf(t, s, b)
	refundPart(s, b, 100_00)
	s.DeskAs(domain.RoleOrganiser).Must("correct", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version,
		"why": "typing error", "changes": map[string]string{"city": "Indore"}})
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	if err != nil || len(all) != 2 || all[0].Recipient.Address != "Bhopal" {
		t.Errorf("%v %+v", err, all)
	}
	if !strings.HasPrefix(documentsOf(t, s, b), strings.TrimSuffix(before, "\n]\n")) {
		t.Error("the first document has changed")
	}
}

func TestGoldenDocuments(t *testing.T) {
	for _, one := range stories {
		t.Run(one.name, func(t *testing.T) {
			t.Parallel()
			s := apitest.Start(t, apitest.Options{Content: one.content, Now: one.at})
			get := s.Buy
			if one.unpaid {
				get = s.Unpaid
			}
			_, b := get(one.form)
			if !one.unpaid && b.Status != booking.Success {
				t.Fatalf("status %s", b.Status)
			}
			if one.then != nil {
				one.then(t, s, b)
			}
			got := documentsOf(t, s, b)
			golden(t, one.name+".json", got)
			if one.name == "no-gst" && regexp.MustCompile(`(?i)gst|invoice|tax"`).MatchString(got) {
				t.Error("a receipt mentions GST")
			}
			sums, err := s.Store.SumDocuments(t.Context())
			if err != nil || sums.DifferencePaise() != 0 || len(sums.Wrong) > 0 {
				t.Errorf("%+v, %v", sums, err)
			}
		})
	}
}
