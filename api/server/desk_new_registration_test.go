package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/store"
)

func added(s *apitest.Server, payment map[string]any, more map[string]any) map[string]any {
	form := s.Form()
	delete(form, "profile_url")
	delete(form, "aadharUrl")
	form["why"], form["payment"] = "wrote to the office", payment
	maps.Copy(form, more)
	return form
}

func transferOf(reference string) map[string]any {
	return map[string]any{"kind": "bank", "reference": reference, "date": "2025-03-10"}
}

func TestDeskAddNamesARegistrationWithTheSameMobileNumber(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	hint := "already belongs to registration "
	_, expired := s.Unpaid(map[string]any{"mobile": "9123456780"})
	s.Clock.Add(2 * time.Hour)
	s.Payments.Reconcile(t.Context())
	d := s.DeskAs(domain.RoleRegistrar)
	preview := added(s, map[string]any{"kind": "link"}, map[string]any{"preview": true, "mobile": "9123456780"})
	if a := d.Must("add", preview); s.Booking(expired.ID).HoldsSeat || strings.Contains(string(a.Raw), hint) {
		t.Errorf("an expired registration: %s", a.Raw)
	}
	_, b := s.Buy(map[string]any{"mobile": "9123456780"})
	d.Must("add", preview).Says(hint + b.Code + ".")
	unfinished := maps.Clone(preview)
	delete(unfinished, "lastname")
	said := d.Call("add", unfinished).Want(422).Body["hints"]
	if mobile, _ := said.(map[string]any)["mobile"].(string); !strings.Contains(mobile, hint+b.Code+".") {
		t.Errorf("the hints for an unfinished form are %v", said)
	}
	// It is a hint: a family may share a number.
	delete(preview, "preview")
	d.Must("add", preview)
}

func TestDeskAddPaidByBank(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleTreasurer)
	body := added(s, transferOf("UTR 123 abc"), nil)
	preview := maps.Clone(body)
	preview["preview"] = true
	if a := d.Must("add", preview); s.Count(`SELECT COUNT(*) FROM bookings`) != 0 ||
		!strings.Contains(string(a.Raw), "is registered (") {
		t.Fatalf("preview: %s", a.Raw)
	}
	b := s.Booking(d.Must("add", body).Text("booking_id"))
	if b.Status != booking.Success || b.PaidBy != "bank" || b.PaidReference != "UTR 123 abc" ||
		b.PaidOn != "2025-03-10" ||
		b.AmountPaise != 354000 {
		t.Errorf("%+v", b)
	}
	s.Post("/verify-payment", map[string]any{"bookingId": b.ID}).Must(200).Says(`"paid_at":"2025-03-10"`)
	if shown := string(d.Must("registration", map[string]any{"id": b.ID}).Raw); strings.Contains(shown, "UTR123ABC") ||
		!strings.Contains(shown, `"payment_id":"UTR 123 abc"`) {
		t.Errorf("the reference is not shown as it was typed: %s", shown)
	}
	d.Must("registrations", map[string]any{"query": "q=utr123abc"}).Says(b.ID)
	if !admits(s, s.Ticket(b.ID).ID) || mailsTo(s, b.Email, "confirmation") != 1 {
		t.Error("there is no valid ticket, or no email")
	}
	apitest.Says(t, s.SendMails()[0].Text, b.Code)
	d.Call("add", added(s, transferOf("utr123ABC"), nil)).Want(422, "the same reference again").Says("reference")
	// references are unique per payment method
	d.Must("add", added(s, map[string]any{"kind": "cheque", "reference": "UTR 123 abc", "date": "2025-03-10"}, nil))
	d.Call("add", added(s, map[string]any{"kind": "cash", "reference": "7"}, nil)).Want(422, "no date").
		Says("Please enter the date on which the money was received.")
	for field, payment := range map[string]map[string]any{
		"reference": {"kind": "cash", "reference": " ", "date": "2025-03-10"},
		"date":      {"kind": "cash", "reference": "7", "date": "2025-03-12"},
		"date ":     {"kind": "cash", "reference": "7", "date": "2024-02-12"},
		"reason":    {"kind": "free", "reason": "friend"},
	} {
		who := d
		if field == "reason" {
			who = s.DeskAs(domain.RoleOrganiser)
		}
		who.Call("add", added(s, payment, nil)).Want(422, "%s", field).Refuses(strings.TrimSpace(field))
	}
	checkPaidOn(t, s, b, "2025-03-10")
	audit, err := s.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || !audit.Explained() || audit.Manual.Payments != 2 || audit.Manual.Paise != 708000 ||
		audit.KeptPaise != 0 {
		t.Errorf("%+v, %v", audit, err)
	}
	if err := s.Payments.CheckAll(t.Context()); err != nil ||
		s.Count(`SELECT COUNT(*) FROM tasks WHERE done_at IS NULL`) != 0 {
		t.Errorf("the gateway got a request about money that it does not know: %v", err)
	}
	checkLog(t, s, b.ID, "add", d.Who.Name)

	d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 100000}))
	s.Payments.Reconcile(t.Context())
	s.WantCount(1, `SELECT COUNT(*) FROM tasks WHERE done_at IS NULL AND kind = 'refund_by_hand'`)
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 900"}))
	d.Call("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 900"})).Want(http.StatusConflict,
		"refunded twice")
	standing := booking.DeriveState(s.Booking(b.ID), s.PaymentsOf(b.ID))
	if standing.State != booking.Cancelled || standing.RefundPaise != 100000 || s.Count(`SELECT COUNT(*) FROM tasks
			WHERE done_at IS NULL`) != 0 {
		t.Errorf("%+v", standing)
	}
	explained(t, s, 6080_00)
}

// The payment counts on the day it was received; its log entry has the time at which it was recorded.
func checkPaidOn(t *testing.T, s *apitest.Server, b booking.Booking, day string) {
	t.Helper()
	d := s.DeskAs(domain.RoleOrganiser)
	for _, one := range d.Must("overview", map[string]any{}).Body["days"].([]any) {
		of := one.(map[string]any)
		if paid := of["paid"].(map[string]any); (paid["count"] != 0.0) != (of["day"] == day) {
			t.Errorf("Today counts %v as paid on %v", paid["count"], of["day"])
		} else if a := d.Must("registrations",
			map[string]any{"query": paid["query"]}); a.Body["sums"].(map[string]any)["count"] != paid["count"] {
			t.Errorf("the list behind it: %s", a.Raw)
		}
	}
	facts := d.Must("registration", map[string]any{"id": b.ID}).Body
	row := facts["registration"].(map[string]any)
	equal(t, row["paid"], any(day), "the day of payment")
	s.WantCount(1, `SELECT COUNT(*) FROM audit_log WHERE booking_id = ? AND at = ?`, b.ID, s.Clock.Now().UnixMilli())
}

// Rule 46(d), (e): no address is needed of a buyer abroad, of a guest, or for a smaller invoice without a GSTIN.
func TestDeskAsksForTheAddressOfTheInvoice(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	associates := func(more map[string]any) map[string]any {
		form := map[string]any{"ticketCategory": associate, "gst_no": "", "company_name": "Lime",
			"designation": "Partner", "membership_no": "", "institute_name": ""}
		maps.Copy(form, more)
		return form
	}
	firm := map[string]any{"gst_no": "27ABCDE1234F1Z0", "invoice_name": "Lime LLP"}
	for n, form := range []map[string]any{associates(nil), associates(firm), firm} {
		d.Call("add", added(s, transferOf(fmt.Sprint("UTR ", n)), form)).Want(422, "%v", form).
			Refuses("invoice_address", "full address with PIN code")
		form["invoice_address"] = "12 MG Road, Bhopal 462001"
		b := s.Booking(d.Must("add", added(s, transferOf(fmt.Sprint("UTR ", n)), form)).Text("booking_id"))
		all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
		if err != nil || len(all) != 1 || all[0].LacksAddress() {
			t.Errorf("%+v, %v", all, err)
		}
	}
	d.Must("add", added(s, transferOf("UTR 10"), associates(map[string]any{"country": "Norway", "state": "Oslo"})))
	d.Must("add", added(s, map[string]any{"kind": "free", "reason": "speaker"}, associates(nil)))

	_, b := s.Buy(map[string]any{"gst_no": ""})
	change := changeTo(s, b, map[string]any{"ticketCategory": associate, "difference": "bank", "reference": "UTR 11",
		"date": "2025-03-10", "changes": map[string]any{"company_name": "Lime", "designation": "Partner"}})
	d.Call("change-ticket", change).Want(422, "a change to a large price").Refuses("invoice_address")
	change["changes"].(map[string]any)["invoice_address"] = "12 MG Road, Bhopal 462001"
	d.Must("change-ticket", change)
}

func TestDeskAddFree(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar, apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Tickets.Categories[1].Capacity = 2 }})
	free := map[string]any{"kind": "free", "reason": "speaker"}
	b := s.Booking(d.Must("add", added(s, free, nil)).Text("booking_id"))
	if b.AmountPaise != 0 || b.NetPaise != 0 || b.FreeReason != "speaker" || b.PaidBy != booking.PaidFree ||
		!admits(s, s.Ticket(b.ID).ID) || mailsTo(s, b.Email, "complimentary") != 1 {
		t.Errorf("%+v", b)
	}
	d.Must("add", added(s, free, nil))
	if a := d.Call("add", added(s, free, nil)); a.Text("error") != domain.CodeSoldOut || s.Count(`SELECT COUNT(*)
			FROM bookings`) != 2 {
		t.Errorf("a seat too many: %d %s", a.Status, a.Raw)
	}
	explained(t, s, 0)
	d.Must("cancel", actionOn(s, b, nil))
	if standing := booking.DeriveState(s.Booking(b.ID), nil); standing.State != booking.Cancelled ||
		admits(s, s.Ticket(b.ID).ID) || mailsTo(s, b.Email, "cancelled") != 1 {
		t.Errorf("%+v", standing)
	}
	d.Must("add", added(s, free, nil)) // the cancelled registration's seat is free
}

func TestDeskAddFollowsTheRules(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	if a := d.Call("add", added(s, transferOf("1"), map[string]any{"mobile": "12", "lastname": ""})); a.Status != 422 ||
		len(a.Body["fields"].(map[string]any)) != 2 {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	young := map[string]any{"dob": "2004-05-06", "membership_no": "Z1"}
	if a := d.Call("add", added(s, transferOf("1"), young)); a.Status != 422 ||
		len(a.Body["rules"].(map[string]any)) != 2 {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	young["override"] = true
	d.Must("add", added(s, transferOf("1"), young))
	_, paid := s.Buy(nil)
	again := added(s, transferOf("2"), map[string]any{"firstname": paid.FirstName, "lastname": paid.LastName,
		"dob": paid.DOB})
	if a := d.Call("add", again); a.Text("error") != domain.CodeAlreadyRegistered || a.Text("booking_id") != paid.ID ||
		!strings.Contains(a.Text("message"), "This person is already registered, under the code "+paid.Code) {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	member := added(s, transferOf("2"), map[string]any{"membership_no": paid.MembershipNo})
	if a := d.Call("add", member); a.Text("error") != domain.CodeAlreadyRegistered || a.Text("booking_id") != paid.ID ||
		!strings.Contains(a.Text("message"), paid.Name()) {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	_, waits := s.Unpaid(nil)
	again = added(s, transferOf("2"), map[string]any{"firstname": waits.FirstName, "lastname": waits.LastName,
		"dob": waits.DOB})
	if a := d.Call("add", again); a.Text("error") != domain.CodeUnpaid || a.Text("booking_id") != waits.ID {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	d.Must("paid", actionOn(s, waits, map[string]any{"payment": transferOf("2")}))
	if b := s.Booking(waits.ID); b.Status != booking.Success || b.PaidBy != "bank" ||
		s.Ticket(b.ID).Status != booking.TicketValid {
		t.Errorf("%+v", b)
	}
	explained(t, s, 3*3540_00)
}

func TestDeskAddByLink(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	asked := added(s, map[string]any{"kind": "link"}, map[string]any{"preview": true})
	if preview := d.Must("add", asked).Body["preview"].(map[string]any); preview["money"] != nil {
		t.Errorf("nothing is paid yet, and the preview says %v", preview["money"])
	}
	asked["preview"] = false
	b := s.Booking(d.Must("add", asked).Text("booking_id"))
	if b.Status != booking.Initiated || !b.HoldsSeat || mailsTo(s, b.Email, "payment-link") != 1 {
		t.Fatalf("%+v", b)
	}
	for _, m := range s.SendMails() {
		if m.Subject == "Please pay" && (!strings.Contains(m.Text, "/verify/"+b.ID) ||
			strings.Contains(m.Text, b.FirstName)) {
			t.Errorf("%s", m.Text)
		}
	}
	s.Clock.Add(47 * time.Hour)
	s.Payments.Reconcile(t.Context())
	if now := s.Booking(b.ID); now.Status != booking.Initiated {
		t.Fatalf("the link did not last: %+v", now)
	}
	s.Clock.Add(2 * time.Hour) // the link has expired, and nobody has checked it
	d = s.DeskAs(domain.RoleOrganiser)
	d.Must("resend", actionOn(s, b, map[string]any{"what": "link"}))
	view, err := s.Store.FindPaymentView(t.Context(), b.ID)
	if err != nil || !strings.HasSuffix(view.Attempt.Ref, "-2") ||
		view.Attempt.ExpiresAt.Sub(s.Clock.Now()) < 47*time.Hour {
		t.Errorf("%+v, %v", view.Attempt, err)
	}
	s.Pay(b)
	equal(t, s.Booking(b.ID).Status, booking.Success, "the link could not be paid")
}

var transferLink = regexp.MustCompile(`/transfer#(\S+)`)

func transferToColleague(s *apitest.Server, b booking.Booking) {
	s.Clock.Add(time.Minute)
	token := offer(s, s.DeskAs(domain.RoleRegistrar), b, "colleague@example.org")
	s.Post("/transfer-accept", acceptance(s, token, nil)).Must(200)
}

func offer(s *apitest.Server, d *apitest.Desk, b booking.Booking, email string) (token string) {
	d.Must("transfer", actionOn(s, b, map[string]any{"email": email}))
	for _, m := range s.SendMails() {
		if found := transferLink.FindStringSubmatch(m.Text); found != nil && strings.Contains(m.To, email) {
			if !strings.Contains(m.Text, b.Name()) {
				s.T().Errorf("the offer does not say who gives the ticket: %s", m.Text)
			}
			return found[1]
		}
	}
	s.T().Fatal("no mail with a link")
	return ""
}

func acceptance(s *apitest.Server, token string, more map[string]any) map[string]any {
	form := s.FullForm()
	form["token"], form["consent"] = token, true
	maps.Copy(form, more)
	return form
}

func TestDeskTransferWhileARefundIsRequested(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse, Content: noRefundAlone})
	_, b := s.Buy(nil)
	token := offer(s, s.DeskAs(domain.RoleRegistrar), b, "colleague@example.org")
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1000_00}))
	s.Post("/transfer-accept", acceptance(s, token, nil)).Want(http.StatusConflict, "a colleague").
		Says("This ticket cannot be accepted now.")
}

// The old QR code is valid until the colleague accepts.
func TestDeskTransfer(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	old := s.Ticket(b.ID)
	s.Clock.Add(time.Minute)
	own := d.Call("transfer", actionOn(s, b, map[string]any{"email": " " + strings.ToUpper(b.Email)}))
	own.Want(422, "to their own address").Says(`"email":"This is the registration's own email address`)
	token := offer(s, d, b, "colleague@example.org")
	if s.Ticket(b.ID).ID != old.ID || s.Ticket(b.ID).Status != booking.TicketValid {
		t.Fatal("the offer has taken the ticket")
	}
	held := s.Post("/tickets", map[string]any{}, "Authorization", "Bearer "+
		s.SignInAs(b.Email)).Body["tickets"].([]any)[0].(map[string]any)
	if held["offered_to"] != "colleague@example.org" || held["offered_until"] == "" {
		t.Errorf("the holder is shown %v", held)
	}
	s.Clock.Add(2 * time.Minute)
	d.Call("transfer", actionOn(s, b, map[string]any{"email": "other@example.org"})).Want(http.StatusConflict,
		"offered twice")
	if a := s.Post("/transfer", map[string]any{"token": token}); a.Status != 200 ||
		a.Text("email") != "colleague@example.org" || strings.Contains(string(a.Raw), b.LastName) {
		t.Errorf("%d %s", a.Status, a.Raw)
	}
	s.Post("/transfer-accept", acceptance(s, token, map[string]any{"dob": "2010-01-01"})).
		Want(422, "too young for the price")
	s.Post("/transfer-accept", acceptance(s, token, map[string]any{"consent": false})).Want(422, "without consent")
	// The payer has the invoice, so a GST number from an older page is ignored.
	taken := acceptance(s, token, map[string]any{"email": "somebody-else@example.org", "gst_no": "27WRONG",
		"invoice_name": "Lime LLP"})
	a := s.Post("/transfer-accept", taken).Must(200)
	now, ticket := s.Booking(b.ID), s.Ticket(b.ID)
	if now.Email != "colleague@example.org" || now.FirstName != taken["firstname"] || now.AmountPaise != b.AmountPaise ||
		now.PhotoAsset == b.PhotoAsset || now.PhotoAsset == "" || now.GSTNo+now.InvoiceName != "" {
		t.Errorf("%+v", now)
	}
	if a.Text("ticket_id") != ticket.ID || ticket.HolderName != now.Name() || admits(s, old.ID) || !admits(s, ticket.ID) {
		t.Errorf("%+v", ticket)
	}
	if now.Code == b.Code || now.Code == "" {
		t.Errorf("the code stays %s", now.Code)
	}
	for _, code := range []string{b.Code, now.Code} {
		if a := d.Call("registration", map[string]any{"id": code}); a.Status != 200 ||
			a.Body["registration"].(map[string]any)["id"] != b.ID {
			t.Errorf("by code %s: %d %s", code, a.Status, a.Raw)
		}
	}
	for _, former := range []string{b.Name(), b.Email} {
		d.Must("registrations", map[string]any{"query": "q=" + url.QueryEscape(former)}).Says(b.ID)
	}
	equal(t, mailsTo(s, b.Email, "transfer-offered"), 1, "the holder was not informed that the ticket is offered")
	equal(t, mailsTo(s, "colleague@example.org", "confirmation"), 0, "the colleague has the payer's receipt")
	if mailsTo(s, b.Email, "transferred") != 1 || mailsTo(s, "colleague@example.org", "transfer-taken") != 1 {
		t.Error("not both were informed")
	}
	s.WantCount(1, `SELECT COUNT(*) FROM consents WHERE booking_id = ? AND given_at = ?`, b.ID,
		s.Clock.Now().UnixMilli())
	s.Post("/transfer-accept", acceptance(s, token, nil)).Want(http.StatusNotFound, "accepted twice")
	checkTransferred(t, s, b, old, ticket)
	checkLog(t, s, b.ID, domain.ActionTransferTaken, "the colleague")
	apitest.Omits(t, s.Log.String(), token)
	erase(t, s, b)
	chain, err := s.Store.CheckAuditLog(t.Context())
	if err != nil || chain.Erased == 0 || s.Booking(b.ID).FirstName != taken["firstname"] {
		t.Errorf("%+v, %v", chain, err)
	}
}

// The ticket still has two seats.
func TestDeskTransferForTwo(t *testing.T) {
	s, d := startDesk(t, domain.RoleRegistrar, apitest.Options{Settings: rehearse})
	offers := 0
	for spouse, admits := range map[string]string{"": "ASHA", "Ravi": "ASHA, Ravi"} {
		email := strings.ToLower("two" + spouse + "@example.org")
		_, b := s.Buy(map[string]any{"spouse": true, "spouseName": "Meera Iyer", "amount": 7080})
		token := offer(s, d, b, email)
		s.Post("/transfer-accept", acceptance(s, token, map[string]any{"spouseName": spouse})).Must(200)
		now, ticket := s.Booking(b.ID), s.Ticket(b.ID)
		if now.SpouseName != spouse || !now.Spouse || ticket.Seats != 2 {
			t.Errorf("%q: %+v with %d seats", spouse, now, ticket.Seats)
		}
		texts := ""
		for _, m := range s.SendMails() {
			if strings.Contains(m.To, email) {
				texts += m.Text
			}
		}
		offers += strings.Count(texts, "for you and, if you like, your spouse")
		apitest.Says(t, texts, "For "+strings.ReplaceAll(admits, "ASHA", now.Name())+".")
	}
	equal(t, offers, 2, "offers name the spouse")
}

func checkTransferred(t *testing.T, s *apitest.Server, b booking.Booking, old, now booking.Ticket) {
	t.Helper()
	at := s.Clock.Now().UTC().Format(time.RFC3339)
	bearer := map[string]string{b.Email: "Bearer " + s.SignInAs(b.Email), now.ID: "Bearer " +
		s.SignInAs("colleague@example.org"), "": ""}
	tickets := func(who string) []any {
		return s.Post("/tickets", map[string]any{}, "Authorization", bearer[who]).Body["tickets"].([]any)
	}
	gave, took := tickets(b.Email), tickets(now.ID)
	if len(gave) != 1 || len(took) != 1 {
		t.Fatalf("%v, %v", gave, took)
	}
	given, taken := gave[0].(map[string]any), took[0].(map[string]any)
	if given["booking_code"] != b.Code || taken["booking_code"] == b.Code {
		t.Errorf("codes: %v and %v", given["booking_code"], taken["booking_code"])
	}
	if given["id"] != old.ID || given["name"] != b.Name() || given["transferred_at"] != at || given["qr"] != "" ||
		given["paid_by_other"] != nil {
		t.Errorf("the previous holder sees %v", given)
	}
	if taken["id"] != now.ID || taken["transferred_at"] != nil || taken["qr"] == "" || taken["paid_by_other"] != true {
		t.Errorf("the new holder sees %v", taken)
	}
	for who, want := range map[string]struct{ amount, ticket any }{"": {}, now.ID: {nil, now.ID}, b.Email: {3540.0,
		nil}} {
		var header []string
		if bearer[who] != "" {
			header = []string{"Authorization", bearer[who]}
		}
		status := paymentOf(s, b.ID, header...)
		if status["transferred_at"] != at || status["amount"] != want.amount ||
			(status["paid_at"] != nil) != (want.amount != nil) || status["ticket_id"] != want.ticket ||
			status["booking_code"] != nil {
			t.Errorf("%q sees %v", who, status)
		}
	}
}

func TestDeskTransferOnce(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleRegistrar)
	_, b := s.Buy(nil)
	token := offer(s, d, b, "once@example.org")
	bodies := []map[string]any{acceptance(s, token, nil), acceptance(s, token, nil), acceptance(s, token, nil)}
	_, statuses := atOnce(3, func(i int) apitest.Answer { return s.Post("/transfer-accept", bodies[i]) })
	if statuses[200] != 1 || statuses[404] != 2 {
		t.Errorf("%v", statuses)
	}
	for name, spoil := range map[string]func(b booking.Booking){
		"withdrawn": func(b booking.Booking) { d.Must("transfer-withdraw", actionOn(s, b, nil)) },
		"cancelled": func(b booking.Booking) { d.Must("cancel", actionOn(s, b, nil)) },
		"over":      func(booking.Booking) { s.Clock.Add(8 * 24 * time.Hour) },
	} {
		d = s.DeskAs(domain.RoleRegistrar)
		_, b := s.Buy(nil)
		token := offer(s, d, b, strings.ReplaceAll(name, " ", "")+"@example.org")
		if s.Post("/transfer", map[string]any{"token": token}).Status != 200 { // the control
			t.Errorf("%s: the link does not work at first", name)
		}
		spoil(b)
		s.Post("/transfer-accept", acceptance(s, token, nil)).Want(http.StatusNotFound, "%s", name)
		equal(t, s.Booking(b.ID).Email, b.Email, "%s: the ticket was removed", name)
	}
	d = s.DeskAs(domain.RoleRegistrar)
	_, used := s.Buy(nil)
	token = offer(s, d, used, "used@example.org")
	if !admits(s, s.Ticket(used.ID).ID) {
		t.Fatal("not admitted")
	}
	d.Must("pending", map[string]any{"id": used.ID}).Says(`"is_used":true`)
	for _, path := range []string{"/transfer", "/transfer-accept"} {
		s.Post(path, acceptance(s, token, nil)).Want(http.StatusConflict, path).Says("has already been used for entry")
	}
}

func personOf(b booking.Booking) store.Person {
	return store.Person{EmailKey: b.EmailKey, PersonKey: b.PersonKey}
}

// The age limit applies to guests with a free ticket too, and two guests count as two people.
func TestDeskAddGuestWithoutMembership(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser)
	free := map[string]any{"kind": "free", "reason": "press"}
	nobody := map[string]any{"membership_no": "", "institute_name": ""}
	for _, category := range s.Content.Tickets.Categories[1:3] {
		for range 2 {
			more := maps.Clone(nobody)
			more["ticketCategory"] = category.Type
			b := s.Booking(d.Must("add", added(s, free, more)).Text("booking_id"))
			if b.MembershipNo != "" || b.InstituteName != "" || !admits(s, s.Ticket(b.ID).ID) {
				t.Errorf("%s: %q of %q", category.Type, b.MembershipNo, b.InstituteName)
			}
		}
	}
	for what, body := range map[string]map[string]any{
		"who pays":             added(s, transferOf("1"), nobody),
		"without a reason":     added(s, map[string]any{"kind": "free"}, nobody),
		"an unknown institute": added(s, free, map[string]any{"membership_no": "", "institute_name": "Nowhere"}),
		"too young": added(s, free, map[string]any{"membership_no": "", "institute_name": "",
			"dob": "2010-01-01"}),
		"without a birth date": added(s, free, map[string]any{"membership_no": "", "institute_name": "", "dob": ""}),
	} {
		d.Call("add", body).Want(422, "%s", what)
	}
}
