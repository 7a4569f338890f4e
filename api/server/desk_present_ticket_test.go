package server_test

import (
	"strings"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
)

// Lists and exports show the category and the price of the present ticket, and of a bank transfer only the day. Until
// the difference is refunded, the new invoice has the old amount and says what is refunded.
func TestDeskShowsThePresentTicket(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse, Content: func(c *domain.Content) {
		c.Desk.RefundAlonePaise = 10_000_00
	}})
	d := s.DeskAs(domain.RoleTreasurer)
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
	for _, has := range []string{`"net_paise":300000`, `"gst_paise":54000`, `"captured":"2025-03-08"`,
		`{"at":"2025-03-08","kind":"paid"`} {
		if !strings.Contains(string(shown.Raw), has) {
			t.Errorf("%s is not in %s", has, shown.Raw)
		}
	}
	csv := d.Must("export", map[string]any{"query": "q=" + b.Code, "format": "csv", "purpose": "test",
		"columns": []string{"paid", "amount", "category"}})
	if !strings.Contains(string(csv.Raw), "2025-03-08,"+s.Content.CategoryName(older)+",3540.00") {
		t.Error(string(csv.Raw))
	}
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

// A change of a transferred ticket replaces the invoices of the person who paid, who gets them by email.
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

// The person who got the link for a change is told that the link is closed.
func TestDeskClosesTheLinkOfAChange(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	d := s.DeskAs(domain.RoleTreasurer)
	d.Must("change-ticket", changeTo(s, b, map[string]any{"spouse": true, "spouseName": "Ravi Rao", "difference": "link"}))
	d.Must("change-ticket", changeTo(s, b, nil))
	if data := s.Text(`SELECT data FROM outbox WHERE template = 'change-ended'`); !strings.Contains(data, "₹3,540") ||
		!strings.Contains(data, "with spouse") {
		t.Error(data)
	}
}

// The desk corrects the invoice of each payment of a registration.
func TestDeskCorrectsEachInvoice(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d := s.DeskAs(domain.RoleTreasurer)
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
	mustBe(t, "a cancelled invoice", d.Call("invoice", actionOn(s, b, map[string]any{"name": "X", "document": first})), 409,
		domain.CodeNotPossible)
	totals := s.Text(`SELECT group_concat(signed_paise, ' ') FROM (SELECT signed_paise FROM invoices
		WHERE document LIKE '%LLP%' AND kind = 'invoice' ORDER BY n)`)
	if named("Lime LLP") != 1 || named("Stone LLP") != 1 || totals != "254000 100000" {
		t.Error(totals)
	}
	explained(t, s, 3540_00)
}
