package server_test

import (
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

const young, older, others, associate = "IIA_MEMBER_25_BELOW", "IIA_MEMBER_25_ABOVE", "NON_IIA_MEMBER",
	"INDUSTRY_ASSOCIATES"

var couple = map[string]any{"spouse": true, "spouseName": "Ravi Rao", "amount": 7080}

// ofCouncil corrects the details for a ticket for other institutes.
var ofCouncil = map[string]string{"institute_name": "Council of Architecture", "membership_no": "CA/2010/12345"}

func addSpouse(difference string) map[string]any {
	return map[string]any{"spouse": true, "spouseName": "Ravi Rao", "difference": difference}
}

func changeTo(s *apitest.Server, b booking.Booking, change map[string]any) map[string]any {
	now := s.Booking(b.ID)
	body := map[string]any{"ticketCategory": now.CategoryType, "spouse": now.Spouse, "spouseName": now.SpouseName}
	maps.Copy(body, change)
	return actionOn(s, b, body)
}

func replacedOnce(t *testing.T, s *apitest.Server, old booking.Ticket, seats, entries int) {
	t.Helper()
	next := s.Ticket(old.BookingID)
	if next.N != old.N+1 || next.Seats != seats || next.EntriesRemaining != entries ||
		next.Status != booking.TicketValid ||
		s.Count(`SELECT COUNT(*) FROM tickets WHERE booking_id = ? AND status = 'void'`, old.BookingID) != next.N-1 {
		t.Errorf("ticket %+v after %+v", next, old)
	}
	if admits(s, old.ID) || !admits(s, next.ID) {
		t.Error("the gate admits the wrong ticket")
	}
}

// A name that the form would not accept today does not stop a change of category.
func TestAChangeOfCategoryKeepsTheName(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	s.Exec(`UPDATE bookings SET last_name = 'Dvořák-Rao', person_key = ? WHERE id = ?`,
		domain.PersonKey(b.FirstName, "Dvořák-Rao", b.DOB), b.ID)
	d := s.DeskAs(domain.RoleTreasurer)
	to := map[string]any{"ticketCategory": others, "preview": true, "changes": ofCouncil}
	d.Must("change-ticket", changeTo(s, b, to))
	to["changes"] = map[string]string{"lastname": "Dvořák_Rao"}
	if d.Call("change-ticket", changeTo(s, b, to)).Want(422, "a typed name is checked").Field("lastname") == "" {
		t.Error("the name is not refused at its field")
	}
}

func TestDeskRemovesTheSpouse(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(couple)
	old := s.Ticket(b.ID)
	remove := map[string]any{"spouse": false, "difference": "refund"}
	shown := s.DeskAs(domain.RoleTreasurer).Must("change-ticket", changeTo(s, b, map[string]any{"spouse": false,
		"preview": true}))
	shown.Says("price on the day of registration", "₹7,080 has been paid, which is ₹3,540 too much",
		`"difference_paise":-354000`, `"field":"seats","before":"2","after":"1"`, `"before":"Ravi Rao","after":""`,
		`"field":"entries","before":"6 / 6","after":"3 / 3"`).Omits("Choose how")
	// What happens is said first, because a phone may show only the first sentences.
	remove["preview"] = true
	said := string(s.DeskAs(domain.RoleTreasurer).Must("change-ticket", changeTo(s, b, remove)).Raw)
	if effect, price := strings.Index(said, "will be refunded"), strings.Index(said, "price on the day"); effect < 0 ||
		price < effect {
		t.Errorf("the price is explained first: %s", said)
	}
	delete(remove, "preview")
	registrar := s.DeskAs(domain.RoleRegistrar)
	mustBe(t, "a registrar, without a choice", registrar.Call("change-ticket",
		changeTo(s, b, map[string]any{"spouse": false})), 403, domain.CodeForbidden)
	mustBe(t, "a registrar", registrar.Call("change-ticket", changeTo(s, b, remove)), 403, domain.CodeForbidden)
	mustBe(t, "a viewer", s.DeskAs(domain.RoleViewer).Call("change-ticket", changeTo(s, b, remove)), 403, "")
	d := s.DeskAs(domain.RoleTreasurer)
	for _, wrong := range []string{"", "link", "bank", "something"} {
		a := d.Call("change-ticket", changeTo(s, b, map[string]any{"spouse": false, "difference": wrong}))
		a.Want(http.StatusUnprocessableEntity, "%q", wrong).Refuses("difference")
	}
	if s.Ticket(b.ID).ID != old.ID {
		t.Fatal("a refusal has replaced the ticket")
	}
	d.Must("change-ticket", changeTo(s, b, remove))
	after := s.Booking(b.ID)
	if after.Spouse || after.SpouseName != "" || after.Seats != 1 || after.AmountPaise != 7080_00 ||
		mailsTo(s, b.Email, "ticket-changed") != 1 {
		t.Errorf("%+v", after)
	}
	mustBe(t, "while the refund is pending", d.Call("change-ticket", changeTo(s, b, addSpouse("waived"))), 409,
		domain.CodeNotPossible)
	replacedOnce(t, s, old, 1, 3)
	checkLog(t, s, b.ID, "change_ticket", "A treasurer")
	settled(t, s, 3540_00)
	explained(t, s, 3540_00)
	if standing(s, b.ID) != booking.PartlyRefunded || mailsTo(s, b.Email, "refund") != 1 {
		t.Errorf("%s", standing(s, b.ID))
	}
	mustBe(t, "the same again", d.Call("change-ticket", changeTo(s, b, nil)), 422, "")
}

// A couple's ticket was transferred to somebody who comes alone: the refund goes to the payer, the new ticket to the
// holder.
func TestDeskRemovesTheSecondPlaceAfterATransfer(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(couple)
	transferToColleague(s, b)
	old := s.Ticket(b.ID)
	if now := s.Booking(b.ID); now.Seats != 2 || now.SpouseName != "" || old.Seats != 2 {
		t.Fatalf("%+v", now)
	}
	s.DeskAs(domain.RoleTreasurer).Must("change-ticket", changeTo(s, b, map[string]any{"spouse": false,
		"difference": "refund"})).Says(`"field":"seats","before":"2","after":"1"`, "₹3,540 will be refunded")
	replacedOnce(t, s, old, 1, 3)
	settled(t, s, 3540_00)
	explained(t, s, 3540_00)
	if mailsTo(s, b.Email, "refund") != 1 || mailsTo(s, "colleague@example.org", "refund") != 0 ||
		mailsTo(s, "colleague@example.org", "ticket-changed") != 1 || s.Booking(b.ID).Seats != 1 {
		t.Error(s.Text(`SELECT group_concat(template || ' ' || to_address, ', ') FROM outbox`))
	}
}

func TestPayerOfATransferredTicketIsToldTheTruth(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	transferToColleague(s, b)
	d := s.DeskAs(domain.RoleTreasurer)
	link := addSpouse("link")
	d.Must("change-ticket", changeTo(s, b, link))
	d.Must("change-ticket", changeTo(s, b, nil))
	d.Must("change-ticket", changeTo(s, b, link))
	s.Pay(b)
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1000_00}))
	s.Payments.Reconcile(t.Context())
	for _, template := range []string{"change-link", "change-ended", "change-paid", "refund"} {
		apitest.Says(t, s.Text(`SELECT data FROM outbox WHERE template = ? AND to_address = '`+b.Email+`'`, template),
			`"ticket_state":"transferred"`)
	}
}

func TestDeskAddsASpouseByLink(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	old := s.Ticket(b.ID)
	d := s.DeskAs(domain.RoleOrganiser)
	add := addSpouse("link")
	a := d.Call("change-ticket", changeTo(s, b, map[string]any{"spouse": true, "difference": "link"}))
	a.Want(422, "no name").Refuses("spouseName")
	d.Must("change-ticket", changeTo(s, b, add))
	if now := s.Booking(b.ID); now.Spouse || s.Ticket(b.ID).ID != old.ID || mailsTo(s, b.Email, "change-link") != 1 {
		t.Fatalf("changed before it is paid: %+v", now)
	}
	pending := d.Must("pending", map[string]any{"id": b.ID})
	if link := pending.Body["link"].(map[string]any); link["amount_paise"] != 3540_00.0 ||
		!strings.HasSuffix(link["change"].(string), " with spouse") || link["url"] == "" {
		t.Errorf("%s", pending.Raw)
	}
	for name, body := range map[string]map[string]any{
		"transfer": {"email": "colleague@example.org"}, "cancel": {"refund_paise": 0}, "refund": {"refund_paise": 100},
		"void": {},
	} {
		mustBe(t, name, d.Call(name, actionOn(s, b, body)), 409, domain.CodeNotPossible)
	}
	if all := strings.Join(timelineOf(t, d, b.ID), "\n"); !strings.Contains(all, "Ticket change requested") ||
		strings.Contains(all, "Ticket changed") {
		t.Errorf("the history before it is paid: %s", all)
	}
	s.Pay(b)
	if now := s.Booking(b.ID); !now.Spouse || now.SpouseName != "Ravi Rao" || now.Seats != 2 ||
		now.AmountPaise != 7080_00 || now.NetPaise != 6000_00 || mailsTo(s, b.Email, "ticket-changed") != 1 ||
		mailsTo(s, b.Email, "change-paid") != 1 || standing(s, b.ID) != booking.Paid {
		t.Errorf("%+v", now)
	}
	apitest.Says(t, mailOf(s, "change-paid", b), ` with spouse"`)
	replacedOnce(t, s, old, 2, 6)
	settled(t, s, 7080_00)
	explained(t, s, 7080_00)
	apitest.Says(t, s.Text(`SELECT data FROM outbox WHERE template = 'ticket-changed'`),
		`"changes":"Spouse: Ravi Rao (new)."`)
}

func TestDeskWithdrawsAChange(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	link := addSpouse("link")
	d.Must("change-ticket", changeTo(s, b, link))
	first := attemptOf(s, b.ID)
	link["spouseName"] = "Ravi Raoo"
	d.Must("change-ticket", changeTo(s, b, link)) // the staff member mistyped the name
	if _, err := s.Sandbox.Pay(t.Context(), first); err == nil {
		t.Error("the first link can still be paid")
	}
	d.Call("paid", actionOn(s, b, received("UTR 1", 3540_00, 0))).Says("use Change ticket again with the new category")
	d.Must("change-ticket", changeTo(s, b, nil)).Says("link for the change is c")
	equal(t, mailsTo(s, b.Email, "change-ended"), 1, "the replaced link has its own email")
	apitest.Says(t, mailOf(s, "change-ended", b), "₹3,540", "with spouse")
	equal[any](t, d.Must("pending", map[string]any{"id": b.ID}).Body["link"], nil)
	d.Must("change-ticket", changeTo(s, b, link))
	s.Sandbox.Pay(t.Context(), attemptOf(s, b.ID))
	mustBe(t, "paid at the same time", d.Call("change-ticket", changeTo(s, b, map[string]any{"spouse": false})), 409,
		domain.CodeChanged)
	if !s.Booking(b.ID).Spouse {
		t.Error("the payment was lost")
	}
	explained(t, s, 7080_00)
	if s.Count(`SELECT COUNT(*) FROM audit_log WHERE action = 'change_ticket_request'`) != 3 ||
		s.Count(`SELECT COUNT(*) FROM audit_log WHERE action = 'change_ticket_withdraw'`) != 1 {
		t.Error("the log does not tell requests and changes apart")
	}
	_, other := s.Buy(nil)
	d.Must("change-ticket", changeTo(s, other, link))
	s.Clock.Add(100 * time.Hour)
	s.Payments.Reconcile(t.Context())
	if a := s.DeskAs(domain.RoleTreasurer).Must("pending", map[string]any{"id": other.ID}); a.Body["link"] != nil ||
		s.Booking(other.ID).Spouse {
		t.Errorf("%s", a.Raw)
	}
	explained(t, s, 10620_00)
}

func TestDeskChangesTheCategory(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	old := s.Ticket(b.ID)
	d := s.DeskAs(domain.RoleTreasurer)
	bank := map[string]any{"ticketCategory": others, "difference": "bank", "reference": "UTR 7", "date": "2025-03-10"}
	d.Call("change-ticket", changeTo(s, b, bank)).Must(422, "without an institute").Refuses("institute_name")
	for _, changes := range []map[string]string{nil, {"membership_no": ""}} {
		a := d.Call("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": young, "changes": changes,
			"preview": true}))
		a.Says(s.Content.Tickets.Categories[0].Age.Message)
	}
	d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": young, "preview": true})).
		Says("is for people who are 17 to 24 years old on 10 April 2025.")
	bank["changes"] = map[string]string{"institute_name": "Council of Architecture", "membership_no": "CA/2010/12345",
		"email": "another@example.org"}
	d.Call("change-ticket", changeTo(s, b, bank)).Want(422, "another mailbox")
	delete(bank["changes"].(map[string]string), "email")
	bank["amount_paise"] = 5899_99
	d.Call("change-ticket", changeTo(s, b, bank)).Must(422, "too little").Refuses("amount_paise")
	bank["amount_paise"] = 6000_00
	a := d.Must("change-ticket", changeTo(s, b, bank))
	a.Says("Today's price applies").Says("₹6,000 is recorded as paid.").Says("₹100 was overpaid")
	apitest.Says(t, s.Text(`SELECT data FROM outbox WHERE template = 'change-paid'`), "plus an overpayment of ₹100")
	after := s.Booking(b.ID)
	if after.CategoryType != others || after.AmountPaise != 9440_00 || after.InstituteName != "Council of Architecture" {
		t.Errorf("%+v", after)
	}
	replacedOnce(t, s, old, 1, 3)
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 8"}))
	equal(t, openTasks(s, b.ID), 0, "after the refund of the surplus")
	explained(t, s, 9440_00)
	if a := d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": older, "preview": true,
		"changes": map[string]string{"membership_no": "A12345"}})); strings.Contains(string(a.Raw), "for people who are") {
		t.Errorf("the age limit is shown although the person meets it: %s", a.Raw)
	}
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	lines := ""
	for _, d := range all {
		lines += string(d.Kind) + " " + d.Lines[0].Description + "\n"
	}
	if strings.Count(lines, "invoice Registration: Other institutes") != 1 || strings.Count(lines, "credit_note") != 1 ||
		!strings.Contains(lines, "invoice Difference in price: Registration: Other institutes") {
		t.Error(lines)
	}
	mustBe(t, "the reference again", d.Call("change-ticket", changeTo(s, b, map[string]any{"spouse": true,
		"spouseName": "R", "difference": "bank", "reference": "utr-7", "date": "2025-03-10"})), 422, "")
	dear := changeTo(s, b, addSpouse("waived"))
	s.DeskAs(domain.RoleTreasurer).Call("change-ticket", dear).Refuses("difference")
	// The person is too young for the category; staff override the rule and waive the difference.
	down := map[string]any{"ticketCategory": young, "difference": "waived"}
	broken := d.Call("change-ticket", changeTo(s, b, down))
	if broken.Status != 422 || broken.Body["rules"] == nil {
		t.Fatalf("%s", broken.Raw)
	}
	down["override"] = true
	d.Must("change-ticket", changeTo(s, b, down))
	equal(t, s.Booking(b.ID).CategoryType, young, "not changed")
	checkTimeline(t, d, b.ID, "Registered online for "+s.Content.CategoryName(b.CategoryType)+".",
		texts.TimelineTicket, texts.TimelineAnotherTicket)
	explained(t, s, 9440_00)
}

func TestDeskChangeWithoutMoney(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	registrar := s.DeskAs(domain.RoleRegistrar)
	free := added(s, map[string]any{"kind": "free", "reason": "speaker"}, nil)
	id := s.DeskAs(domain.RoleOrganiser).Must("add", free).Text("booking_id")
	b := s.Booking(id)
	registrar.Must("change-ticket", changeTo(s, b, map[string]any{"spouse": true, "spouseName": "Ravi Rao"}))
	if now := s.Booking(id); now.Seats != 2 || now.AmountPaise != 0 {
		t.Errorf("%+v", now)
	}
	explained(t, s, 0)
}

func TestDeskChangeIsRefused(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse, Content: func(c *domain.Content) {
		c.Tickets.Categories[1].Capacity, c.Tickets.Categories[0].Capacity = 5, 1
	}})
	d := s.DeskAs(domain.RoleOrganiser)
	waived := func(change map[string]any) map[string]any {
		change["difference"], change["override"] = "waived", true
		return change
	}
	addSpouse := func() map[string]any { return waived(map[string]any{"spouse": true, "spouseName": "Ravi Rao"}) }
	_, two := s.Buy(couple)
	_, one := s.Buy(nil)
	_, other := s.Buy(nil)
	d.Must("change-ticket", changeTo(s, one, addSpouse()))
	a := d.Call("change-ticket", changeTo(s, other, addSpouse()))
	if a.Text("error") != domain.CodeSoldOut || !strings.Contains(a.Text("message"), "sold out") {
		t.Errorf("oversold: %d %s", a.Status, a.Raw)
	}
	a = d.Call("change-ticket", changeTo(s, two, waived(map[string]any{"ticketCategory": young})))
	if a.Text("error") != domain.CodeSoldOut || !strings.Contains(a.Text("message"), "Only 1 seat") {
		t.Errorf("oversold: %d %s", a.Status, a.Raw)
	}
	admits(s, s.Ticket(two.ID).ID)
	admits(s, s.Ticket(two.ID).ID)
	a = d.Call("change-ticket", changeTo(s, two, waived(map[string]any{"spouse": false})))
	a.Want(409, "both were admitted").Says("already been admitted")
	d.Must("transfer", actionOn(s, other, map[string]any{"email": "colleague@example.org"}))
	a = d.Call("change-ticket", changeTo(s, other, waived(map[string]any{"ticketCategory": young})))
	a.Want(409, "offered").Says("has been offered to")
	_, unpaid := s.Unpaid(map[string]any{"ticketCategory": young, "amount": 1770, "dob": "2004-01-01"})
	mustBe(t, "unpaid", d.Call("change-ticket", changeTo(s, unpaid, addSpouse())), 409, domain.CodeNotPossible)
	mustBe(t, "unknown", d.Call("change-ticket", changeTo(s, one, map[string]any{"ticketCategory": "GOLD"})), 422, "")
	if err := s.Store.CheckSeats(t.Context()); err != nil {
		t.Error(err)
	}
}

func TestAChangeThatIsNotPaidIsReported(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	add := addSpouse("link")
	d.Must("change-ticket", changeTo(s, b, add))
	_, err := s.Sandbox.Decline(t.Context(), attemptOf(s, b.ID))
	must(t, err)
	s.Clock.Add(time.Minute)
	if status := paymentOf(s, b.ID); status["change_unpaid"] != true || status["due"] != nil {
		t.Errorf("the page does not know: %v", status)
	}
	equal(t, mailsTo(s, b.Email, "change-ended"), 1)
	apitest.Says(t, mailOf(s, "change-ended", b), "₹3,540", "with spouse")
	d.Must("change-ticket", changeTo(s, b, add)) // offers the change once more
	s.Pay(b)
	if status := paymentOf(s, b.ID); status["change_unpaid"] != nil || status["change_paid"] != 3540.0 {
		t.Errorf("paid in the end: %v", status)
	}
}

func TestWhatWasWaivedRemainsWaived(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil) // ₹3,540
	d := s.DeskAs(domain.RoleOrganiser)
	d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": "NON_IIA_MEMBER", "difference": "waived",
		"changes": ofCouncil}))
	add := addSpouse("link")
	d.Must("change-ticket", changeTo(s, b, add)).
		Says("₹5,900 was waived earlier and remains waived.", "so ₹9,440 is still to be paid")
	s.Pay(b)
	if now := s.Booking(b.ID); !now.Spouse || now.AmountPaise != 12_980_00 || now.WaivedPaise != 5900_00 {
		t.Errorf("%+v", now)
	}
	explained(t, s, 12_980_00)
	// A cheaper ticket than what was paid leaves nothing that is waived, and nothing of it is refunded.
	d = s.DeskAs(domain.RoleOrganiser)
	d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": "IIA_MEMBER_25_ABOVE", "difference": "refund",
		"changes": map[string]any{"institute_name": "Indian Institute of Architects", "membership_no": b.MembershipNo}})).
		Says(`"difference_paise":-590000`)
	equal(t, s.Booking(b.ID).WaivedPaise, 0)
}

func TestALatePaymentMakesNoOutdatedChange(t *testing.T) {
	for name, change := range map[string]map[string]any{
		"refund":        {"refund_paise": 100},
		"change-ticket": {"ticketCategory": "IIA_MEMBER_25_ABOVE", "spouse": false, "difference": "waived"},
	} {
		t.Run(name, func(t *testing.T) {
			s := startOnce(t, apitest.Options{Settings: rehearse})
			_, b := s.Buy(couple)
			d := s.DeskAs(domain.RoleOrganiser)
			d.Must("change-ticket", changeTo(s, b, map[string]any{"ticketCategory": "NON_IIA_MEMBER", "spouse": true,
				"spouseName": "Ravi Rao", "difference": "link",
				"changes": ofCouncil}))
			_, err := s.Sandbox.PayLate(t.Context(), attemptOf(s, b.ID))
			must(t, err)
			s.Clock.Add(15 * time.Second) // the bank answers five seconds later
			equal[any](t, paymentOf(s, b.ID)["change_unpaid"], true)
			d.Must(name, actionOn(s, b, change))
			before := s.Booking(b.ID)
			s.Clock.Add(10 * time.Minute)
			paymentOf(s, b.ID) // asks the gateway again
			if now := s.Booking(b.ID); now.CategoryType != b.CategoryType || now.Seats != before.Seats ||
				now.AmountPaise != before.AmountPaise {
				t.Errorf("the earlier change was made: %+v", now)
			}
			s.WantCount(1, `SELECT COUNT(*) FROM payments WHERE disposition IN ('duplicate_refund_due', 'refunded')`)
		})
	}
}

func TestDeskChangeFindsNoSeat(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse, Content: func(c *domain.Content) {
		c.Tickets.Categories[1].Capacity = 2
	}})
	_, b := s.Buy(nil)
	s.DeskAs(domain.RoleOrganiser).Must("change-ticket", changeTo(s, b, addSpouse("link")))
	link := attemptOf(s, b.ID)
	s.Buy(nil)
	_, err := s.Sandbox.Pay(t.Context(), link)
	must(t, err)
	s.Clock.Add(time.Minute)
	settled(t, s, 7080_00)
	explained(t, s, 7080_00)
	if now := s.Booking(b.ID); now.Spouse || standing(s, b.ID) != booking.Paid ||
		mailsTo(s, b.Email, "late-payment-refund") != 1 || !isValid(s, b.ID) {
		t.Errorf("%+v is %s", now, standing(s, b.ID))
	}
}

func TestDeskChangeRefundNeedsASecondPerson(t *testing.T) {
	s := startOnce(t, limitedTo(1000_00))
	_, b := s.Buy(couple)
	old := s.Ticket(b.ID)
	d, second := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)
	d.Must("change-ticket", changeTo(s, b, map[string]any{"spouse": false, "difference": "refund"}))
	mustBe(t, "while a request is open", d.Call("change-ticket", changeTo(s, b, map[string]any{"spouse": true,
		"spouseName": "R", "difference": "waived"})), 409, domain.CodeNotPossible)
	replacedOnce(t, s, old, 1, 3)
	explained(t, s, 7080_00)
	requests := d.Must("pending", map[string]any{"id": b.ID}).Body["requests"].([]any)
	approve := map[string]any{"request": requests[0].(map[string]any)["request"], "why": "agreed"}
	mustBe(t, "by the same person", d.Call("approve", approve), http.StatusForbidden, "")
	refuse := map[string]any{"request": approve["request"], "why": "no", "refuse": true, "preview": true}
	second.Must("approve", refuse).Says("The ticket change still applies.",
		"₹3,540 more than the ticket's price was paid.")
	surplus := func() int { return s.Count(`SELECT COUNT(*) FROM tasks WHERE kind = 'surplus' AND done_at IS NULL`) }
	flagged := func() any {
		flags := d.Must("overview", nil).Body["flags"].([]any)
		return flags[len(flags)-1].(map[string]any)["count"]
	}
	equal(t, surplus(), 0, "while the request is open")
	refuse["preview"] = false
	second.Must("approve", refuse)
	equal(t, surplus(), 1, "after the refusal")
	equal[any](t, flagged(), 1.0, "on the Overview")
	back := actionOn(s, b, map[string]any{"refund_paise": 3540_00})
	request := d.Must("refund", back).Text("request")
	equal(t, surplus(), 0, "while the refund is requested again")
	second.Must("approve", map[string]any{"request": request, "why": "agreed"})
	settled(t, s, 3540_00)
	explained(t, s, 3540_00)
	if surplus() != 0 || flagged() != 0.0 {
		t.Error("a task is open after the refund")
	}
}

// The task opens again only if the amount changes.
func TestDeskKeepsASurplus(t *testing.T) {
	s := startOnce(t, limitedTo(1000_00))
	_, b := s.Buy(couple)
	d, second := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)
	d.Must("change-ticket", changeTo(s, b, map[string]any{"spouse": false, "difference": "refund"}))
	second.Must("approve", map[string]any{"request": s.Text(`SELECT id FROM refund_requests`), "why": "no",
		"refuse": true})
	task := d.Must("tasks", nil).Body["tasks"].([]any)[0].(map[string]any)
	equal[any](t, task["action"], "refund")
	d.Must("task-done", map[string]any{"key": task["key"], "why": "the payer donates it"})
	d.Must("note", actionOn(s, b, map[string]any{"text": "called"}))
	second.Must("void", actionOn(s, b, nil))
	equal(t, openTasks(s, b.ID), 0, "after it was closed")
	second.Must("reissue", actionOn(s, b, nil))
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1000_00}))
	s.Payments.Reconcile(t.Context())
	apitest.Says(t, s.Text(`SELECT text FROM tasks WHERE kind = 'surplus' AND done_at IS NULL`), "₹2,540 more than")
	s.DeskAs(domain.RoleOrganiser).Must("change-ticket", changeTo(s, b, addSpouse("link"))).
		Says("₹1,000 is still to be paid")
	s.Pay(b)
	equal(t, openTasks(s, b.ID), 0, "after the difference was paid")
	explained(t, s, 7080_00)
}
