package server_test

import (
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
)

// Until the difference is refunded, the new invoice shows the old amount and says how much will be refunded.
func TestDeskShowsThePresentTicket(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, limitedTo(10_000_00))
	form, b := s.Unpaid(map[string]any{"ticketCategory": others, "amount": 9440,
		"institute_name": "Council of Architecture", "membership_no": "CA/2010/12345"})
	d.Must("paid", actionOn(s, b, map[string]any{"payment": map[string]any{"kind": "bank", "reference": "UTR 1",
		"date": "2025-03-08"}}))
	d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": older, "difference": "refund",
		"changes": map[string]string{"membership_no": "A 77"}}))
	list := d.Must("registrations", map[string]any{"query": "q=" + b.Code})
	row := list.Body["rows"].([]any)[0].(map[string]any)
	if row["category"] != older || row["amount_paise"] != 3540_00.0 || row["paid"] != "2025-03-08" {
		t.Error(string(list.Raw))
	}
	shown := d.Must("registration", map[string]any{"id": b.ID})
	shown.Says(`"net_paise":300000`, `"gst_paise":54000`, `"captured":"2025-03-08"`,
		`"₹9,440 received (bank transfer on 8 March 2025)."`)
	csv := d.Must("export", map[string]any{"query": "q=" + b.Code, "format": "csv", "purpose": "test",
		"columns": []string{"paid", "amount", "category"}})
	csv.Says("2025-03-08," + s.Content.CategoryName(older) + ",3540.00")
	token := s.SignInAs(form["email"].(string))
	rows := s.Post("/tickets", "{}", "Authorization", token).Must(200).Body["invoices"].([]any)
	last := rows[len(rows)-1].(map[string]any)["id"]
	for _, a := range []apitest.Answer{s.Post("/invoice", map[string]any{"id": last}, "Authorization", token),
		d.Must("document", map[string]any{"id": last})} {
		if invoice := a.Body["invoice"].(map[string]any); invoice["refund_due_paise"] != 5900_00.0 {
			t.Error(string(a.Raw))
		}
	}
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 2"}))
	if a := d.Must("document", map[string]any{"id": last}); a.Body["invoice"].(map[string]any)["refund_due_paise"] != nil {
		t.Error(string(a.Raw))
	}
	explained(t, s, 3540_00)
}

func TestDeskChangeEmailsThePayer(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	transferToColleague(s, b)
	d := s.DeskAs(domain.RoleOrganiser)
	d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": young, "difference": "waived",
		"override": true}))
	colleague := s.Booking(b.ID)
	if mailsTo(s, b.Email, "invoice-corrected") != 1 || mailsTo(s, colleague.Email, "ticket-changed") != 1 {
		t.Error(s.Text(`SELECT group_concat(template || ' ' || to_address, ', ') FROM outbox`))
	}
	data := s.Text(`SELECT data FROM outbox WHERE template = 'ticket-changed'`)
	if !strings.Contains(data, `"first_name":"`+colleague.FirstName+`"`) || strings.Contains(data, "invoice") {
		t.Error("the colleague's email is about the payer: ", data)
	}
}

func TestDeskCorrectsEachInvoice(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	for n, reference := range []string{"UTR 1", "UTR 2"} {
		payment := map[string]any{"kind": "bank", "reference": reference, "date": "2025-03-08"}
		if n == 0 {
			payment["amount_paise"] = 1000_00
		}
		d.Must("paid", actionOn(s, b, map[string]any{"payment": payment}))
	}
	named := func(name string) int {
		return s.Count(`SELECT COUNT(*) FROM invoices WHERE kind = 'invoice' AND document LIKE '%"name":"` + name + `"%'`)
	}
	first := s.Text(`SELECT number FROM invoices WHERE kind = 'invoice' ORDER BY n LIMIT 1`)
	d.Must("invoice", actionOn(s, b, map[string]any{"name": "Lime LLP"}))
	d.Must("invoice", actionOn(s, b, map[string]any{"name": "Stone LLP", "document": first}))
	again := d.Call("invoice", actionOn(s, b, map[string]any{"name": "X", "document": first}))
	mustBe(t, "a cancelled invoice", again, 409, domain.CodeNotPossible)
	totals := s.Text(`SELECT group_concat(signed_paise, ' ') FROM (SELECT signed_paise FROM invoices
		WHERE document LIKE '%LLP%' AND kind = 'invoice' ORDER BY n)`)
	if named("Lime LLP") != 1 || named("Stone LLP") != 1 || totals != "254000 100000" {
		t.Error(totals)
	}
	explained(t, s, 3540_00)
	s.Exec(`UPDATE bookings SET net_paise = amount_paise, gst_paise = 0`)
	d.Call("invoice", actionOn(s, b, map[string]any{"name": "Lime LLP"})).Want(409, "without GST")
}

func TestDeskShowsWaivedDifferences(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, limitedTo(10_000_00))
	_, dearer := s.Buy(nil)
	d.Must("change-ticket", changeTo(s, dearer, addSpouse("waived")))
	buy := func(number string) booking.Booking {
		_, b := s.Buy(map[string]any{"ticketCategory": others, "amount": 9440,
			"institute_name": "Council of Architecture", "membership_no": "CA/2010/" + number})
		return b
	}
	makeCheaper := func(b booking.Booking, number, difference string) {
		d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": older, "difference": difference,
			"changes": map[string]string{"membership_no": "A " + number}}))
	}
	cheaper, refunded := buy("12345"), buy("12346")
	makeCheaper(cheaper, "77", "waived")
	d.Must("refund", actionOn(s, refunded, map[string]any{"refund_paise": 1000_00}))
	settled(t, s, 3540_00+9440_00+8440_00)
	makeCheaper(refunded, "78", "refund")
	settled(t, s, 3540_00+9440_00+3540_00)
	for _, c := range []struct {
		b             booking.Booking
		price, waived float64
		cells         string
	}{
		{dearer, 7080_00, 3540_00, "6000.00,1080.00,7080.00,3540.00"},
		{cheaper, 3540_00, -5900_00, "3000.00,540.00,3540.00,-5900.00"},
		{refunded, 3540_00, 0, "3000.00,540.00,3540.00,0.00"},
	} {
		row := d.Must("registration", map[string]any{"id": c.b.ID}).Body["registration"].(map[string]any)
		waived, _ := row["waived_paise"].(float64)
		csv := d.Must("export", map[string]any{"query": "q=" + c.b.Code, "format": "csv", "purpose": "test",
			"columns": []string{"net", "gst", "amount", "waived"}})
		if row["amount_paise"] != c.price || waived != c.waived || !strings.Contains(string(csv.Raw), c.cells) {
			t.Errorf("%v %v, want %+v: %s", row["amount_paise"], waived, c, csv.Raw)
		}
	}
	list := d.Must("registrations", map[string]any{"query": "sort=amount&dir=desc"})
	if first := list.Body["rows"].([]any)[0].(map[string]any); first["id"] != dearer.ID {
		t.Error(string(list.Raw))
	}
}

// After a transfer, the payer is the first holder, who gets the link.
func TestDeskInvoicesADifferenceToThePayer(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	transferToColleague(s, b)
	d := s.DeskAs(domain.RoleTreasurer)
	add := addSpouse("link")
	buyer := b.Name() + " paid for this registration and gets the invoice or receipt. " + s.Booking(b.ID).Name() +
		" gets the new"
	d.Must("change-ticket", changeTo(s, b, add)).Says(b.Email, buyer)
	equal(t, paymentOf(s, b.ID)["change_paid"], nil)
	s.Pay(b)
	if status := paymentOf(s, b.ID); status["change_paid"] != 3540.0 || status["amount"] != nil || status["due"] != nil {
		t.Errorf("everybody with the link sees %v", status)
	}
	equal(t, mailsTo(s, "colleague@example.org", "ticket-changed"), 1, "emails to the new holder")
	by := map[string]any{"spouse": false, "ticketCategory": others, "difference": "bank", "reference": "UTR 2",
		"date": "2025-03-10", "preview": true, "changes": ofCouncil}
	d.Must("change-ticket", changeTo(s, b, by)).Says(buyer)
	buyers := func() (names []string) {
		all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
		must(t, err)
		for _, d := range all {
			names = append(names, d.Recipient.Name)
		}
		return names
	}
	if got := buyers(); !slices.Equal(got, []string{b.Name(), b.Name()}) || mailsTo(s, b.Email, "change-paid") != 1 {
		t.Error(got)
	}
	erase(t, s, b)
	by["difference"] = "link"
	d.Call("change-ticket", changeTo(s, b, by)).Refuses("difference")
	_, b = s.Buy(nil)
	d.Must("invoice", actionOn(s, b, map[string]any{"name": "Lime LLP"}))
	d.Must("change-ticket", changeTo(s, b, map[string]any{"spouse": true, "spouseName": "Ravi Rao", "difference": "bank",
		"reference": "UTR 3", "date": "2025-03-10"}))
	if got := buyers(); len(got) != 4 || got[3] != "Lime LLP" {
		t.Error("after a correction: ", got)
	}
	_, b = s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 4", 0, 0))) // this payment is recorded for the wrong person
	d.Must("invoice", actionOn(s, b, map[string]any{"name": "Lime LLP"}))
	d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": s.PaymentsOf(b.ID)[0].AttemptRef}))
	d.Must("paid", actionOn(s, b, received("UTR 5", 0, 0)))
	if got := buyers(); got[len(got)-1] != b.Name() {
		t.Error("after a withdrawal: ", got)
	}
}

func TestCreditNotesNameTheirRefund(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	s.Clock.Add(time.Minute)
	refunds := func() (days []any) {
		all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
		must(t, err)
		for _, one := range all {
			shown := d.Must("document", map[string]any{"id": one.ID}).Body["invoice"].(map[string]any)
			days = append(days, shown["refunded_at"])
		}
		return days
	}
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1000_00}))
	settled(t, s, 2540_00)
	first := s.Clock.Now().UTC().Format(time.RFC3339)
	s.Clock.Add(time.Hour)
	d = s.DeskAs(domain.RoleOrganiser)
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 500_00}))
	settled(t, s, 2040_00)
	second := s.Clock.Now().UTC().Format(time.RFC3339)
	if got := refunds(); !slices.Equal(got, []any{nil, first, second}) {
		t.Errorf("%v, want %s and %s", got, first, second)
	}
	s.Exec(`UPDATE payments SET refunded_paise = 100000, disposition = 'organiser_refund_due', refund_paise = 150000
		WHERE booking_id = ?`, b.ID)
	s.Exec(`UPDATE bookings SET refunded_paise = 100000 WHERE id = ?`, b.ID)
	if got := refunds(); !slices.Equal(got, []any{nil, first, ""}) {
		t.Errorf("after a refund failed: %v", got)
	}
	d.Must("invoice", actionOn(s, b, map[string]any{"name": "Lime LLP"}))
	if got := refunds(); got[3] != nil {
		t.Errorf("the credit note of a correction: %v", got)
	}
}

// The last digits of a document's number are enough.
func TestDeskFindsTheEndOfAnInvoiceNumber(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	number := s.Text(`SELECT number FROM invoices`)
	for _, typed := range []string{number, number[len(number)-3:], number[len(number)-5:], number[6:]} {
		for role, want := range map[string]int{domain.RoleTreasurer: 1, domain.RoleViewer: 0} {
			list := s.DeskAs(role).Must("registrations", map[string]any{"query": "q=" + url.QueryEscape(typed)})
			if rows := list.Body["rows"].([]any); len(rows) != want {
				t.Errorf("%s finds %d with %q, want %d of %s", role, len(rows), typed, want, b.ID)
			}
		}
	}
}

func found(s *apitest.Server, role, typed string) int {
	list := s.DeskAs(role).Must("registrations", map[string]any{"query": "q=" + url.QueryEscape(typed)})
	return len(list.Body["rows"].([]any))
}

func TestDeskFindsTheBuyerOnTheInvoice(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	const gstin = "29AAGCB7383J1Z4"
	_, b := s.Buy(map[string]any{"gst_no": "27AAPFU0939F1ZV", "invoice_name": "Udyog LLP",
		"invoice_address": "1 Marine Drive, Mumbai 400020"})
	finds := func(when string, want int, typed ...string) {
		t.Helper()
		for _, one := range typed {
			equal(t, found(s, domain.RoleRegistrar, one), want, "%s, %q", when, one)
			equal(t, found(s, domain.RoleViewer, one), 0, "a viewer, %q", one)
		}
		csv := s.DeskAs(domain.RoleRegistrar).Must("export", map[string]any{"query": "", "format": "csv", "purpose": "test",
			"columns": []string{"gst_no", "invoice_name", "invoice_address"}})
		is := strings.Contains(string(csv.Raw), gstin+`,Łódź Stone LLP,2 MG Road 560001`)
		equal(t, is, want == 1, "%s, export %s", when, csv.Raw)
		all, err := s.Reads.All(t.Context(), desk.Query{}, desk.Everything) // for the command
		must(t, err)
		equal(t, all[0].GSTNo == gstin, want == 1, "%s, the command's export", when)
	}
	equal(t, found(s, domain.RoleRegistrar, "udyog"), 1, "the legal name in the form")
	d := s.DeskAs(domain.RoleTreasurer)
	d.Must("invoice", actionOn(s, b, map[string]any{"name": "Łódź Stone LLP", "gstin": gstin, "address": "2 MG Road",
		"pin": "560001"}))
	finds("corrected", 1, "lodz stone", "29aagcb7383j1z4")
	s.DeskAs(domain.RoleRegistrar).Must("correct", actionOn(s, b, map[string]any{
		"changes": map[string]string{"city": "Indore"}}))
	finds("after a correction of the person", 1, "lodz stone", "29aagcb7383j1z4")
	transferToColleague(s, b)
	finds("transferred", 1, "lodz stone", "29aagcb7383j1z4")
	_, err := s.Store.ErasePerson(t.Context(), personOf(b), s.Clock.Now())
	must(t, err)
	finds("after the payer's erasure", 0, "lodz", "29aagcb7383j1z4")
	s.DeskAs(domain.RoleRegistrar).Must("correct", actionOn(s, b, map[string]any{
		"changes": map[string]string{"city": "Gwalior"}}))
	finds("still erased", 0, "lodz", "29aagcb7383j1z4")
}

func TestDeskFindsReferencesInAnySpelling(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleTreasurer)
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR: AXIS-123 456", 3640_00, 0)))
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "neft r/9988-77"}))
	_, other := s.Unpaid(nil)
	d.Must("paid", actionOn(s, other, received("4123 4567 8901", 0, 0)))
	for typed, want := range map[string]int{"axis123456": 1, "Axis 123-456": 1, "utr axis123": 1, "UTR: AXIS-123": 1,
		"NEFTR/998877": 1, "Neft R/9988": 1, "412345678901": 1, "UTR 4123-4567-8901": 1,
		"axis124": 0, "axis1234567": 0, "is123456": 0} {
		equal(t, found(s, domain.RoleRegistrar, typed), want, "%q", typed)
		equal(t, found(s, domain.RoleViewer, typed), 0, "a viewer, %q", typed)
	}
}
