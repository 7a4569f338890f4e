package invoice_test

import (
	"fmt"
	"maps"
	"reflect"
	"strings"
	"sync"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/domain"
)

func invoiceOf(s *apitest.Server, token string) (id string, n int) {
	s.T().Helper()
	rows := s.Post("/tickets", "{}", "Authorization", token).Must(200).Body["invoices"].([]any)
	if len(rows) == 0 {
		return "", 0
	}
	return rows[len(rows)-1].(map[string]any)["id"].(string), len(rows)
}

func TestDocumentsOfTheBuyer(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	form, _ := s.Buy(map[string]any{"firstname": "Asha"})
	other, _ := s.Buy(nil)
	asha, stranger := s.SignInAs(form["email"].(string)), s.SignInAs(other["email"].(string))
	id, n := invoiceOf(s, asha)
	seen := s.Post("/invoice", map[string]any{"id": id}, "Authorization", asha).Must(200)
	document := seen.Body["invoice"].(map[string]any)
	if n != 1 || document["in_words"] != "Rupees three thousand five hundred forty only" ||
		document["place_of_supply"] != "23-Madhya Pradesh" || seen.Text("correct_until") != "2025-04-30" {
		t.Errorf("%d %s", n, seen.Raw)
	}
	change := map[string]any{"id": id, "name": "Lime LLP", "gstin": "27ABCDE1234F1Z0", "address": "Mumbai",
		"pin": "400001"}
	for who, token := range map[string]string{"a stranger": stranger, "nobody": ""} {
		for _, path := range []string{"/invoice", "/invoice-buyer"} {
			if a := s.Post(path, change, "Authorization", token); a.Status != 404 && a.Status != 401 {
				t.Errorf("%s may call %s: %d", who, path, a.Status)
			}
		}
	}
	city := document["recipient"].(map[string]any)["address"]
	for field, wrong := range map[string][2]any{"pin": {"", "six digits"}, "address": {city, "in another State"}} {
		lacking := maps.Clone(change)
		lacking[field] = wrong[0]
		s.Post("/invoice-buyer", lacking, "Authorization", asha).Want(422, field).Refuses(field, wrong[1].(string))
	}
	wrong := map[string]any{"id": id, "name": strings.Repeat("x", 201), "gstin": "33ABCDE1234F1Z5"}
	refused := s.Post("/invoice-buyer", wrong, "Authorization", asha)
	refused.Want(422).Refuses("gstin", "should be 7, not 5").Refuses("name")
	change["state"] = "Goa"
	refused = s.Post("/invoice-buyer", change, "Authorization", asha).Want(422, "another State")
	apitest.Says(t, refused.Field("state"), "The GSTIN belongs to Maharashtra.")
	change["state"] = "Madhya Pradesh" // the form shows the State from the old invoice
	corrected := s.Post("/invoice-buyer", change, "Authorization", asha).Must(200).Body["invoice"].(map[string]any)
	check.Equal(t, corrected["recipient"].(map[string]any)["state"], "Maharashtra", "the State")
	s.Post("/invoice-buyer", change, "Authorization", asha).Want(409, "the cancelled invoice is corrected again")
	next, n := invoiceOf(s, asha)
	if n != 3 || next == id ||
		s.Count(`SELECT COUNT(*) FROM audit_log WHERE action = 'invoice' AND actor_id = 'buyer'`) != 1 {
		t.Errorf("%d documents", n)
	}
	s.Clock.Set(time.Date(2025, 4, 30, 18, 31, 0, 0, time.UTC))
	change["id"], change["gstin"] = next, ""
	s.Post("/invoice-buyer", change, "Authorization", s.SignInAs(form["email"].(string))).Want(409, "after the last day")
	s.DeskAs(domain.RoleTreasurer).Must("document", map[string]any{"id": id})
	s.DeskAs(domain.RoleRegistrar).Call("document", map[string]any{"id": id}).Want(403, "a registrar")
	s.DeskAs(domain.RoleTreasurer).Call("document", map[string]any{"id": "none"}).Want(404, "an unknown document")
}

func TestFirmOfTheForm(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	firm := map[string]any{"gst_no": "27ABCDE1234F1Z0", "invoice_name": "Lime LLP",
		"invoice_address": "1 Hill Road, Pune 411001"}
	form, b := s.Buy(firm)
	token := s.SignInAs(form["email"].(string))
	id, _ := invoiceOf(s, token)
	seen := s.Post("/invoice", map[string]any{"id": id}, "Authorization", token).Must(200)
	document := seen.Body["invoice"].(map[string]any)
	want := map[string]any{"name": "Lime LLP", "gstin": "27ABCDE1234F1Z0", "address": "1 Hill Road, Pune", "pin": "411001",
		"state": "Maharashtra", "state_code": "27"}
	if !reflect.DeepEqual(document["recipient"], want) || document["lacks_address"] != nil {
		t.Error(string(seen.Raw))
	}
	change := map[string]any{"invoice_name": "Lime and Stone LLP"}
	s.Post("/update-profile", change, "Authorization", token).Must(200)
	profile := s.Post("/profile", "{}", "Authorization", token).Must(200).Body["userdata"].(map[string]any)
	if profile["invoice_name"] != "Lime and Stone LLP" || profile["invoice_address"] != firm["invoice_address"] {
		t.Error(profile)
	}
	desk := s.DeskAs(domain.RoleOrganiser)
	desk.Must("correct", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "typing mistake",
		"changes": map[string]any{"invoice_address": "2 Hill Road, Pune 411001"}})
	if got := s.Booking(b.ID); got.InvoiceAddress != "2 Hill Road, Pune 411001" ||
		got.InvoiceName != "Lime and Stone LLP" {
		t.Error(got.Person)
	}
	plain, _ := s.Buy(map[string]any{"invoice_name": "Lime LLP", "invoice_address": "Pune"})
	profile = s.Post("/profile", "{}", "Authorization", s.SignInAs(plain["email"].(string))).Must(200).
		Body["userdata"].(map[string]any)
	if profile["invoice_name"] != nil || profile["invoice_address"] != nil {
		t.Error("stored without a GST number", profile)
	}
}

func TestCorrectionsByTheBuyerAreLimited(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	form, b := s.Buy(nil)
	token := s.SignInAs(form["email"].(string))
	correct := func(name string) apitest.Answer {
		id, _ := invoiceOf(s, token)
		return s.Post("/invoice-buyer", map[string]any{"id": id, "name": name}, "Authorization", token)
	}
	for _, name := range []string{"One LLP", "Two LLP", "Three LLP"} {
		correct(name).Must(200)
	}
	a := correct("Four LLP")
	if _, n := invoiceOf(s, token); a.Status != 409 || !strings.Contains(string(a.Raw), "help@example.org") || n != 7 {
		t.Errorf("%d documents; %d %s", n, a.Status, a.Raw)
	}
	s.DeskAs(domain.RoleTreasurer).Must("invoice", asked(s, b, map[string]any{"name": "Four LLP"}))
	id, _ := invoiceOf(s, token)
	emailed := ""
	for _, m := range s.SendMails() {
		if m.Subject == "Your corrected invoice" && strings.Contains(m.To, form["email"].(string)) {
			emailed += m.Text
		}
	}
	if strings.Count(emailed, "Tax invoice TN/24-25/00000") != 4 || !strings.Contains(emailed, s.URL+"/invoice/"+id) {
		t.Errorf("emailed: %s", emailed)
	}
}

// The limit on corrections is for each payment, and never stops a buyer from adding an address that tax law requires.
func TestCorrectionsAreOfOneInvoice(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	form, b := s.Unpaid(map[string]any{"gst_no": "27ABCDE1234F1Z0"})
	d := s.DeskAs(domain.RoleTreasurer)
	for n, paise := range []int64{2_000_00, 1_540_00} {
		s.Clock.Add(time.Minute)
		d.Must("paid", map[string]any{"id": b.ID, "version": s.Booking(b.ID).Version, "why": "on the statement",
			"payment": map[string]any{"kind": "bank", "reference": fmt.Sprint("UTR", n), "date": "2025-03-10",
				"amount_paise": paise}})
	}
	token := s.SignInAs(form["email"].(string))
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	first, second := all[0], all[1]
	correct := func(id, name string) apitest.Answer {
		return s.Post("/invoice-buyer", map[string]any{"id": id, "name": name, "gstin": "27ABCDE1234F1Z0",
			"address": "Mumbai", "pin": "400001"}, "Authorization", token)
	}
	var together sync.WaitGroup
	answers := make([]apitest.Answer, 6)
	for i := range answers {
		together.Go(func() { answers[i] = correct(first.ID, fmt.Sprint("Firm ", i)) })
	}
	together.Wait()
	last, made := first.ID, 0
	for _, a := range answers {
		if a.Status == 200 {
			last, made = a.Body["invoice"].(map[string]any)["id"].(string), made+1
		} else if a.Status != 409 {
			t.Errorf("%d %s", a.Status, a.Raw)
		}
	}
	if made != 1 {
		t.Fatalf("%d corrections of one invoice", made)
	}
	for _, name := range []string{"Two LLP", "Three LLP"} {
		last = correct(last, name).Must(200).Body["invoice"].(map[string]any)["id"].(string)
	}
	correct(last, "Four LLP").Want(409, "the fourth correction")
	a := correct(second.ID, "Two LLP").Must(200, "the invoice of the other payment")
	next := a.Body["invoice"].(map[string]any)
	if next["total_paise"] != 1_540_00.0 || a.Text("correct_until") == "" {
		t.Errorf("%s", a.Raw)
	}
	check.Equal(t, next["paid_at"], "2025-03-10", "the time of payment")
}

// Rule 46(e): from ₹50,000, an unregistered buyer in India needs an address with State and PIN code.
func TestAddressOfAnUnregisteredBuyer(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	form, b := s.Buy(map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "gst_no": "",
		"company_name": "Lime", "designation": "Partner", "membership_no": "", "institute_name": ""})
	token := s.SignInAs(form["email"].(string))
	lacks := func() bool {
		id, _ := invoiceOf(s, token)
		a := s.Post("/invoice", map[string]any{"id": id}, "Authorization", token).Must(200)
		return a.Body["invoice"].(map[string]any)["lacks_address"] == true
	}
	told := s.Post("/verify-payment", map[string]any{"bookingId": b.ID}).Must(200)
	id, _ := invoiceOf(s, token)
	if !lacks() || told.Body["transaction_status"].(map[string]any)["lacks_address"] != id {
		t.Errorf("the address is not asked for: %s", told.Raw)
	}
	desk := s.DeskAs(domain.RoleTreasurer)
	a := desk.Call("invoice", asked(s, b, map[string]any{"address": "", "state": "", "pin": ""})).Want(422, "no address")
	if a.Field("address") == "" || a.Field("state") == "" {
		t.Error(a.Raw)
	}
	inIndia := asked(s, b, map[string]any{"state": "Goa", "pin": ""})
	if desk.Call("invoice", inIndia).Want(422, "no PIN").Field("pin") == "" {
		t.Error("the PIN code is not asked for")
	}
	inIndia["pin"] = "5003"
	if desk.Call("invoice", inIndia).Want(422, "a short PIN").Field("pin") == "" {
		t.Error("a PIN code of four digits is accepted")
	}
	desk.Must("invoice", asked(s, b, map[string]any{"state": "Vestland", "pin": "5003", "preview": true}))
	inIndia["pin"] = "403001"
	desk.Must("invoice", inIndia)
	if lacks() {
		t.Error("the address is still asked for")
	}
	form, _ = s.Buy(map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "gst_no": "",
		"company_name": "Lime", "designation": "Partner", "membership_no": "", "institute_name": "",
		"invoice_address": "12 MG Road, Bhopal 462001"})
	token = s.SignInAs(form["email"].(string))
	id, _ = invoiceOf(s, token)
	buyer := s.Post("/invoice", map[string]any{"id": id}, "Authorization", token).Must(200).
		Body["invoice"].(map[string]any)["recipient"].(map[string]any)
	if lacks() || buyer["pin"] != "462001" || buyer["company"] != "Lime" ||
		buyer["address"] != "12 MG Road, Bhopal" {
		t.Errorf("the address of the form is not on the invoice: %v", buyer)
	}
	abroad, _ := s.Buy(map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "gst_no": "",
		"company_name": "Lime", "designation": "Partner", "membership_no": "", "institute_name": "", "country": "Norway",
		"city": "Bergen", "invoice_address": "1 Hill Road, Bergen"})
	token = s.SignInAs(abroad["email"].(string))
	id, _ = invoiceOf(s, token)
	buyer = s.Post("/invoice", map[string]any{"id": id}, "Authorization", token).Must(200).
		Body["invoice"].(map[string]any)["recipient"].(map[string]any)
	check.Equal(t, buyer["address"], "1 Hill Road, Bergen, Norway", "the address of a foreign buyer")
	small, _ := s.Buy(map[string]any{"invoice_address": "12 MG Road, Bhopal 462001"})
	token = s.SignInAs(small["email"].(string))
	if lacks() {
		t.Error("a small invoice asks for an address")
	}
}

func TestAddressAndNoteOfAFirm(t *testing.T) {
	const note = "No CGST and SGST of another State."
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) { c.Invoice.Note = note }})
	for gstin, want := range map[string]string{"": "", "23ABCDE5678G1ZI": "", "27ABCDE1234F1Z0": note} {
		_, b := s.Buy(map[string]any{"gst_no": gstin})
		all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
		if err != nil || all[0].Note != want || all[0].LacksAddress() != (gstin != "") {
			t.Errorf("%q: %+v, %v", gstin, all, err)
		}
		told := s.Post("/verify-payment", map[string]any{"bookingId": b.ID}).Must(200)
		check.Equal(t, strings.Contains(string(told.Raw), all[0].ID), gstin != "", "%q: %s", gstin, told.Raw)
	}
}

func TestEmailsHaveTheFigures(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	form, b := s.Buy(nil)
	refundPart(s, b, 590_00)
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	if err != nil || len(all) != 2 {
		t.Fatalf("%d documents, %v", len(all), err)
	}
	want := map[string]string{
		"Tax invoice TN/24-25/000001: taxable value ₹3,000, CGST ₹270, SGST ₹270, total ₹3,540.": all[0].ID,
		"Credit note TNC/24-25/000001: taxable value ₹500, CGST ₹45, SGST ₹45, total ₹590.":      all[1].ID,
	}
	for _, m := range s.SendMails() {
		for figures, id := range want {
			text := strings.Join(strings.Fields(m.Text), " ")
			if strings.Contains(m.To, form["email"].(string)) && strings.Contains(text, figures) &&
				strings.Contains(text, s.URL+"/invoice/"+id) {
				delete(want, figures)
			}
		}
	}
	if len(want) > 0 {
		t.Errorf("not emailed: %v", want)
	}
}

func TestCancelledInvoiceSaysSo(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	form, b := s.Buy(nil)
	token := s.SignInAs(form["email"].(string))
	shown := func(id string) (apitest.Answer, map[string]any) {
		a := s.Post("/invoice", map[string]any{"id": id}, "Authorization", token).Must(200)
		return a, a.Body["invoice"].(map[string]any)
	}
	numbers := func(value any) (text string) {
		switch value := value.(type) {
		case []any:
			for _, one := range value {
				text += one.(map[string]any)["number"].(string)
			}
		case map[string]any:
			text = value["number"].(string)
		}
		return text
	}
	old, _ := invoiceOf(s, token)
	if _, d := shown(old); d["cancelled"] != nil || d["credits"] != nil || d["replaces"] != nil ||
		d["replaced_by"] != nil {
		t.Errorf("%v", d)
	}
	refundPart(s, b, 590_00)
	if _, d := shown(old); d["cancelled"] != nil || numbers(d["credits"]) != "TNC/24-25/000001" {
		t.Errorf("credited in part: %v", d)
	}
	last := old
	for n, name := range []string{"One LLP", "Two LLP", "Three LLP"} {
		a := s.Post("/invoice-buyer", map[string]any{"id": last, "name": name}, "Authorization", token).Must(200)
		if got := a.Text("no_more"); (got != "") != (n == 2) || (a.Text("correct_until") == "") != (n == 2) {
			t.Errorf("correction %d: %q", n+1, got)
		}
		last = a.Body["invoice"].(map[string]any)["id"].(string)
	}
	if _, d := shown(old); d["cancelled"] != true || numbers(d["credits"]) != "TNC/24-25/000001TNC/24-25/000002" ||
		numbers(d["replaced_by"]) != "TN/24-25/000002" {
		t.Errorf("cancelled: %v", d)
	}
	a, d := shown(last)
	if d["cancelled"] != nil || numbers(d["replaces"]) != "TN/24-25/000003" || d["replaced_by"] != nil ||
		!strings.Contains(a.Text("no_more"), "three times") {
		t.Errorf("the last: %s", a.Raw)
	}
	rows := s.Post("/tickets", "{}", "Authorization", token).Must(200).Body["invoices"].([]any)
	seen := s.DeskAs(domain.RoleTreasurer).Must("registration", map[string]any{"id": b.ID}).Body["registration"]
	for _, list := range [][]any{rows, seen.(map[string]any)["invoices"].([]any)} {
		cancelled := 0
		for _, row := range list {
			if row.(map[string]any)["cancelled"] == true {
				cancelled++
			}
		}
		if cancelled != 3 || len(list) != 8 {
			t.Errorf("%d of %d are cancelled", cancelled, len(list))
		}
	}
	desk := s.DeskAs(domain.RoleTreasurer).Must("document", map[string]any{"id": old}).Body["invoice"].(map[string]any)
	check.Equal(t, numbers(desk["replaced_by"]), "TN/24-25/000002", "at the desk: %v", desk)
}
