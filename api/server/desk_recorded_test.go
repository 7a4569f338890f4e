package server_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
)

// An amount of 0 pays all that is left.
func received(reference string, paise, tds int64) map[string]any {
	payment := transferOf(reference)
	payment["tds_paise"] = tds
	if paise != 0 {
		payment["amount_paise"] = paise
	}
	return map[string]any{"payment": payment}
}

func explained(t *testing.T, s *apitest.Server, kept int64) {
	t.Helper()
	audit, err := s.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || !audit.Explained() || audit.Documents.DifferencePaise() != 0 ||
		audit.KeptPaise+audit.Manual.Paise != kept {
		t.Errorf("want %d: %+v, %v", kept, audit, err)
	}
	for _, err := range []error{s.Store.CheckSeats(t.Context()), s.Store.CheckStates(t.Context())} {
		if err != nil {
			t.Error(err)
		}
	}
}

func standing(s *apitest.Server, id string) booking.BookingState {
	return booking.DeriveState(s.Booking(id), s.PaymentsOf(id)).State
}

func TestDeskRecordsTransfersOfParts(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	shown := d.Must("paid", actionOn(s, b, map[string]any{"preview": true,
		"payment": received("UTR 1", 2000_00, 0)["payment"]}))
	shown.Says("₹1,540 is left to pay")
	d.Must("paid", actionOn(s, b, received("UTR 1", 2000_00, 0)))
	if b := s.Booking(b.ID); b.Status != booking.Initiated || !b.HoldsSeat || !b.PaidAt.IsZero() {
		t.Fatalf("%+v", b)
	}
	one := registrationOf(d, b.ID)
	equal[any](t, one["due_paise"], 1540_00.0, "left to pay")
	explained(t, s, 2000_00)
	s.Clock.Add(100 * time.Hour) // an expiring link does not release the seat
	s.Payments.Reconcile(t.Context())
	d = s.DeskAs(domain.RoleTreasurer)
	if b := s.Booking(b.ID); b.Status != booking.Initiated || !b.HoldsSeat {
		t.Fatalf("%+v", b)
	}
	d.Call("paid", actionOn(s, b, received("utr-1", 100, 0))).Says("already been recorded for " + b.Name() +
		" (" + b.Code + ")")
	d.Must("paid", actionOn(s, b, received("UTR 2", 1640_00, 0)))
	if b := s.Booking(b.ID); b.Status != booking.Success || b.PaidReference != "UTR 2" || openTasks(s, b.ID) != 1 ||
		mailsTo(s, b.Email, "confirmation") != 1 || standing(s, b.ID) != booking.Paid {
		t.Fatalf("%+v", b)
	}
	explained(t, s, 3640_00)
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 3"})) // ₹100 too much was paid
	equal(t, standing(s, b.ID), booking.Paid)
	settled(t, s, 3540_00)
	explained(t, s, 3540_00)
	d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 3540_00}))
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 4"}))
	equal(t, standing(s, b.ID), booking.FullyRefunded)
	settled(t, s, 0)
	explained(t, s, 0)
}

func TestDeskSaysWhatTheDocumentCovers(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	s.DeskAs(domain.RoleTreasurer).Must("paid", actionOn(s, b, received("UTR 1", 3540_00, 300_00))).
		Says("₹3,540 was received, and ₹300 was deducted as tax (TDS). The invoice or receipt covers ₹3,540.",
			"₹300 was overpaid")
}

func TestDeskRestIsPaidByLink(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 2000_00, 200_00)))
	d.Must("resend", actionOn(s, b, map[string]any{"what": "link", "preview": true}))
	d.Must("resend", actionOn(s, b, map[string]any{"what": "link"}))
	s.Pay(b)
	if b := s.Booking(b.ID); b.Status != booking.Success || b.PaidBy != booking.PaidOnline {
		t.Fatalf("%+v", b)
	}
	explained(t, s, 3540_00)
	a := d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 2000_00}))
	a.Says("₹1,340 will be refunded through the gateway", "₹660 has to be refunded manually")
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 4"}))
	settled(t, s, 1540_00)
	if standing(s, b.ID) != booking.PartlyRefunded || s.Ticket(b.ID).Status != booking.TicketValid {
		t.Errorf("%s", standing(s, b.ID))
	}
	explained(t, s, 1540_00)
}

func TestDeskVisitorPaysTheRest(t *testing.T) {
	s := startOnce(t)
	form, b := s.Unpaid(nil)
	s.DeskAs(domain.RoleTreasurer).Must("paid", actionOn(s, b, received("UTR 1", 2000_00, 0)))
	delete(form, "idempotency_key")
	s.Post("/registration", form).Must(http.StatusOK, "registration")
	s.Pay(b)
	if b := s.Booking(b.ID); b.Status != booking.Success {
		t.Fatalf("%+v", b)
	}
	explained(t, s, 3540_00)
}

func TestDeskWithdrawsAPayment(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3600_00, 0)))
	ticket, ref := s.Ticket(b.ID), s.PaymentsOf(b.ID)[0].AttemptRef
	s.DeskAs(domain.RoleRegistrar).Call("withdraw-payment", actionOn(s, b, map[string]any{"payment": ref})).
		Want(http.StatusForbidden, "a registrar")
	d.Call("withdraw-payment", actionOn(s, b, map[string]any{"payment": "another"})).Want(409, "an unknown payment")
	if !admits(s, ticket.ID) {
		t.Error("the ticket does not admit")
	}
	d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": ref, "preview": true})).
		Says("Careful: this ticket has already been used for entry.")
	a := d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": ref}))
	a.Says("This is not a refund")
	apitest.Says(t, mailOf(s, "cancelled", b), s.Text(`SELECT number FROM invoices WHERE kind <> 'invoice'`))
	if b := s.Booking(b.ID); b.Status != booking.Failed || b.HoldsSeat || admits(s, ticket.ID) ||
		mailsTo(s, b.Email, "cancelled") != 1 || openTasks(s, b.ID) != 0 || standing(s, b.ID) != booking.Expired {
		t.Errorf("%+v", b)
	}
	explained(t, s, 0)
	_, right := s.Unpaid(nil)
	d.Must("paid", actionOn(s, right, received("UTR 1", 0, 300_00)))
	explained(t, s, 3540_00)
	d.Must("paid", actionOn(s, b, received("UTR 2", 0, 0))) // the person whose payment was withdrawn pays after all
	if admits(s, ticket.ID) || s.Ticket(b.ID).Status != booking.TicketValid {
		t.Error("the void ticket admits, or there is no other")
	}
	explained(t, s, 7080_00)
}

func TestDeskWithdrawsAPartPayment(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, limitedTo(1000_00))
	_, b := s.Unpaid(nil)
	for _, one := range []string{"UTR 1", "UTR 2"} {
		d.Must("paid", actionOn(s, b, received(one, 900_00, 0)))
	}
	d.Must("paid", actionOn(s, b, received("UTR 3", 1500_00, 0)))
	refs := s.PaymentsOf(b.ID)
	withdrawn := d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": refs[0].AttemptRef}))
	withdrawn.Says(`"ticket":"none"`, "The registration is pending and keeps its seat")
	d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": refs[2].AttemptRef})).
		Says(`"ticket":"none"`, "Until then, nothing changes")
}

func TestDeskSurplusPaysForAWithdrawnPayment(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, limitedTo(50_000_00))
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 2000_00, 0)))
	d.Must("paid", actionOn(s, b, received("UTR 2", 1640_00, 0)))
	withdraw := func(reference string) apitest.Answer {
		ref := s.Text(`SELECT attempt_ref FROM payments WHERE provider_payment_id = ?`, reference)
		return d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": ref}))
	}
	withdraw("UTR1").Says("The overpayment of ₹100, which was due for a refund, now pays for the ticket.")
	if one := registrationOf(d, b.ID); one["due_paise"] != 1900_00.0 || openTasks(s, b.ID) != 0 {
		t.Errorf("%v left to pay, %d tasks", one["due_paise"], openTasks(s, b.ID))
	}
	equal[any](t, paymentOf(s, b.ID)["due"], 1900.0)
	explained(t, s, 1640_00)
	d.Must("paid", actionOn(s, b, received("UTR 3", 1900_00, 0)))
	equal(t, standing(s, b.ID), booking.Paid)
	explained(t, s, 3540_00)
	withdraw("UTR2").Says("The overpayment of ₹100 that was received with this payment is also withdrawn.")
	equal[any](t, registrationOf(d, b.ID)["due_paise"], 1640_00.0)
	d.Must("paid", actionOn(s, b, received("UTR 4", 5000_00, 0)))
	withdraw("UTR3").Says(`"ticket":"valid"`, "The registration stays valid.",
		"₹1,460 more than the ticket's price was paid.")
	if now := s.Booking(b.ID); standing(s, b.ID) != booking.Paid || now.PaidReference != "UTR 4" ||
		openTasks(s, b.ID) != 1 {
		t.Errorf("%+v", now)
	}
	d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": 1460_00}))
	due := 0.0
	for _, p := range registrationOf(d, b.ID)["payments"].([]any) {
		paise, _ := p.(map[string]any)["due_paise"].(float64)
		due += paise
	}
	equal(t, due, 1460_00.0)
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 5"}))
	equal(t, openTasks(s, b.ID), 0, "after the refund")
	explained(t, s, 3540_00)
}

func TestDeskWithdrawsAPaymentAfterAChange(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, limitedTo(50_000_00))
	_, b := s.Unpaid(couple)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3080_00, 0)))
	d.Must("paid", actionOn(s, b, received("UTR 2", 4000_00, 0)))
	refs := s.PaymentsOf(b.ID)
	d.Must("change-ticket", changeTo(s, b, map[string]any{"spouse": false, "difference": "refund"}))
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 3"}))
	d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": refs[0].AttemptRef}))
	equal[any](t, registrationOf(d, b.ID)["due_paise"], 3080_00.0)
	s.WantCount(1, `SELECT COUNT(*) FROM outbox WHERE template = 'part-paid' AND data LIKE '%"rest":"₹3,080"%'
		AND dedupe_key LIKE 'withdrawn%'`)
	s.Post("/pay-again", map[string]any{"bookingId": b.ID}).Must(200)
	equal[any](t, paymentOf(s, b.ID)["due"], 3080.0)
	s.Pay(b)
	if now := s.Booking(b.ID); now.Status != booking.Success || !isValid(s, b.ID) {
		t.Errorf("%+v", now)
	}
	explained(t, s, 3540_00)
}

func TestDeskWithdrawalNeedsASecondPerson(t *testing.T) {
	s := startOnce(t, limitedTo(1000_00))
	d, second := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 900_00, 0)))
	d.Must("paid", actionOn(s, b, received("UTR 2", 0, 0)))
	refs := s.PaymentsOf(b.ID)
	asked := d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": refs[1].AttemptRef}))
	if asked.Text("request") == "" || s.Booking(b.ID).Status != booking.Success {
		t.Fatalf("%s", asked.Raw)
	}
	apitest.Says(t, s.Text(`SELECT data FROM outbox WHERE template = 'refund-request'`),
		`"request_state":"withdraw_payment"`)
	approve := map[string]any{"request": asked.Text("request"), "why": "looked at the statement"}
	mustBe(t, "by the same person", d.Call("approve", approve), http.StatusForbidden, "")
	second.Must("approve", approve)
	if b := s.Booking(b.ID); b.Status != booking.Initiated || !b.HoldsSeat || isValid(s, b.ID) {
		t.Errorf("another payment remains: %+v", b)
	}
	if mailsTo(s, b.Email, "cancelled") != 0 || s.Count(`SELECT COUNT(*) FROM outbox WHERE template = 'part-paid'
		AND data LIKE '%"amount":"₹900"%' AND data LIKE '%"rest":"₹2,640"%' AND dedupe_key LIKE 'withdrawn%'
		AND data LIKE '%"money_state":"withdrawn"%'`) != 1 {
		t.Error("the email does not say what is left to pay")
	}
	explained(t, s, refs[0].AmountPaise)
	// Withdrawn payments count towards the limit; otherwise staff could avoid it by withdrawing in parts.
	equal(t, d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": refs[0].AttemptRef,
		"preview": true})).Text("request"), "", "what was approved counts")
	mustBe(t, "a part of it", d.Call("cancel", actionOn(s, b, map[string]any{"refund_paise": 1})), 422, "")
	d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": refs[0].AmountPaise}))
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 3"}))
	if standing(s, b.ID) != booking.FullyRefunded || s.Booking(b.ID).HoldsSeat {
		t.Errorf("%s", standing(s, b.ID))
	}
	explained(t, s, 0)
}

func TestAWithdrawalCountsTowardsOnePersonsLimit(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Desk.RefundAlonePaise = 1000_00 }})
	d := s.DeskAs(domain.RoleTreasurer)
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 900_00, 0)))
	d.Must("paid", actionOn(s, b, received("UTR 2", 0, 0)))
	d.Must("withdraw-payment", actionOn(s, b, map[string]any{"payment": s.PaymentsOf(b.ID)[0].AttemptRef}))
	d.Must("paid", actionOn(s, b, received("UTR 3", 0, 0)))
	for paise, second := range map[int]bool{100_00: false, 101_00: true} {
		a := d.Must("refund", actionOn(s, b, map[string]any{"refund_paise": paise, "preview": true}))
		if asks := a.Text("request") != ""; asks != second {
			t.Errorf("a refund of %d paise needs a second person: %v\n%s", paise, asks, a.Raw)
		}
	}
}

// With noRefundAlone, every refund needs a second person's approval.
func noRefundAlone(c *domain.Content) { c.Desk.RefundAlonePaise = 0 }

func TestDeskRefusesAFullRefundBeforeItIsRequested(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse, Content: noRefundAlone})
	_, b := s.Buy(nil)
	s.DeskAs(domain.RoleTreasurer).Call("refund", actionOn(s, b, map[string]any{"refund_paise": b.AmountPaise})).
		Want(http.StatusConflict, "a full refund").Says("cancel the registration")
	s.WantCount(0, `SELECT COUNT(*) FROM outbox WHERE template = 'refund-request'`)
}

func paymentOf(s *apitest.Server, id string, headers ...string) map[string]any {
	a := s.Post("/verify-payment", map[string]any{"bookingId": id}, headers...).Must(http.StatusOK, "verify-payment")
	return a.Body["transaction_status"].(map[string]any)
}

func isValid(s *apitest.Server, id string) bool { return s.Ticket(id).Status == booking.TicketValid }

// A transfer that two colleagues record for two registrations counts once.
func TestDeskRecordingRaces(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	desks := []*apitest.Desk{s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)}
	for range 5 {
		_, one := s.Unpaid(nil)
		_, other := s.Unpaid(nil)
		bodies := []map[string]any{actionOn(s, one, received("UTR "+one.Code, 0, 0)),
			actionOn(s, other, received("UTR "+one.Code, 0, 0))}
		_, statuses := atOnce(2, func(i int) apitest.Answer { return desks[i].Call("paid", bodies[i]) })
		equal(t, statuses[200], 1, "successes of two at once")
	}
	for i := range 5 {
		_, one := s.Unpaid(nil)
		version := actionOn(s, one, nil)["version"]
		answers, statuses := atOnce(2, func(n int) apitest.Answer {
			body := received(fmt.Sprintf("CASH %d %d", i, n), 1770_00, 0)
			body["version"] = version
			return desks[n].Call("paid", actionOn(s, one, body))
		})
		equal(t, statuses[200], 1, "successes of two at once")
		apitest.Says(t, string(answers[0].Raw)+string(answers[1].Raw), `"changed"`)
	}
	_, paid := s.Unpaid(nil)
	body := actionOn(s, paid, received("UTR late", 100_00, 0))
	s.Sandbox.Pay(t.Context(), attemptOf(s, paid.ID))
	desks[0].Call("paid", body).Want(http.StatusConflict, "the link was paid first")
	s.Payments.Reconcile(t.Context())
	explained(t, s, 6*3540_00+5*1770_00)
}

func attemptOf(s *apitest.Server, id string) string {
	return s.Text(`SELECT provider_id FROM payment_attempts WHERE booking_id = ? ORDER BY n DESC LIMIT 1`, id)
}

// A part payment, deducted tax and an overpayment must not make the Overview, the export, the history and the documents
// differ.
func TestDeskMoneyAgrees(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, part := s.Unpaid(nil)
	_, b := s.Unpaid(map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "gst_no": "",
		"company_name": "Lime", "designation": "Partner", "membership_no": "", "institute_name": ""})
	agree := func(received, tds, refunded, outside int64) {
		t.Helper()
		documents := d.Must("overview", nil).Body["documents"].(map[string]any)
		for key, want := range map[string]int64{"received_paise": received, "tds_paise": tds, "refunded_paise": refunded,
			"outside_paise": outside, "difference_paise": 0} {
			equal(t, int64(documents[key].(float64)), want, "%s", key)
		}
		issued := int64(documents["invoices_paise"].(float64) - documents["credits_paise"].(float64))
		equal(t, issued, received+tds-refunded-outside, "the sum of the documents")
		var sums [3]int64
		file := d.Must("export", map[string]any{"query": "", "format": "csv", "purpose": "sums",
			"columns": []string{"received", "tds", "refund"}})
		rows, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(string(file.Raw), "\ufeff"))).ReadAll()
		must(t, err)
		for _, row := range rows[1:] {
			for i, cell := range row {
				rupees, _ := strconv.ParseFloat(cell, 64)
				sums[i] += int64(rupees * 100)
			}
		}
		equal(t, sums, [3]int64{received, tds, refunded}, "export")
	}
	d.Must("paid", actionOn(s, part, received("UTR 1", 1000_00, 0)))
	agree(1000_00, 0, 0, 0)
	d.Must("paid", actionOn(s, b, received("UTR 2", 50_000_00, 7_500_00)))
	d.Must("paid", actionOn(s, b, received("UTR 3", 40_000_00, 0)))
	agree(91_000_00, 7_500_00, 0, 9_000_00) // the refund is due, but nobody has made it
	history := string(d.Must("registration", map[string]any{"id": b.ID}).Raw)
	if strings.Contains(history, "₹57,500 received") || strings.Count(history, `"kind":"link"`) != 1 ||
		!strings.Contains(history,
			"₹50,000 received (bank transfer on 10 March 2025). Another ₹7,500 was deducted as tax (TDS).") {
		t.Errorf("%s", history)
	}
	s.DeskAs(domain.RoleOrganiser).Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 4"}))
	agree(91_000_00, 7_500_00, 9_000_00, 0)
	// The lists leave out what was paid in excess and returned; the Overview says so.
	all := d.Must("overview", nil).Body["all"].(map[string]any)
	equal(t, all["refunded_paise"], any(0.0), "refunded in the lists")
}

func TestDeskAmountIsChecked(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	for _, paise := range []int64{0, -1, 1_00_00_000_01} {
		for _, preview := range []bool{true, false} {
			body := received("UTR 1", 0, 0)
			body["payment"].(map[string]any)["amount_paise"] = paise
			body["preview"] = preview
			if d.Call("paid", actionOn(s, b, body)).Want(422, "amount").Field("amount_paise") == "" {
				t.Errorf("%d is not refused at its field", paise)
			}
		}
	}
	d.Must("paid", actionOn(s, b, map[string]any{"payment": transferOf("UTR 1")}))
	settled(t, s, 3540_00)
}

// Tax that the payer deducted is not shown as paid.
func TestPartPaymentIsTold(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	told := func() map[string]any { return paymentOf(s, b.ID) }
	if status := told(); status["received"] != nil || status["due"] != nil || status["amount"] != 3540.0 {
		t.Errorf("unpaid: %v", status)
	}
	d.Must("paid", actionOn(s, b, received("UTR 1", 1000_00, 300_00)))
	if status := told(); status["paymentStatus"] != "INITIATED" || status["amount"] != 3540.0 ||
		status["received"] != 1000.0 || status["tds"] != 300.0 || status["due"] != 2240.0 || status["payment_url"] != nil {
		t.Errorf("paid in part: %v", status)
	}
	s.Post("/pay-again", map[string]any{"bookingId": b.ID}).Must(200)
	if status := told(); status["amount"] != 3540.0 || status["due"] != 2240.0 || status["payment_url"] == nil {
		t.Errorf("with a link: %v", status)
	}
	s.Pay(b)
	if status := told(); status["paymentStatus"] != "SUCCESS" || status["received"] != nil || status["due"] != nil ||
		status["tds"] != 300.0 {
		t.Errorf("paid: %v", status)
	}
	s.Clock.Add(2 * time.Minute) // the ticket can be sent once a minute
	s.DeskAs(domain.RoleRegistrar).Must("resend", actionOn(s, b, map[string]any{"what": "ticket"}))
	mails := map[string]string{}
	for _, m := range s.SendMails() {
		if strings.Contains(m.To, b.Email) {
			mails[m.Subject] += strings.Join(strings.Fields(m.Text), " ")
		}
	}
	for subject, want := range map[string][]string{
		"Your part payment": {"₹1,000, and another ₹300 was deducted as tax (TDS), ₹2,240 left",
			s.URL + "/verify/" + b.ID, "Tax invoice TN/24-25/000001", s.URL + "/invoice/"},
		"Your registration for Transom Natcon 2025": {"₹3,240, and another ₹300 was deducted as tax (TDS)",
			"Tax invoice TN/24-25/000001",
			"Tax invoice TN/24-25/000002", s.URL + "/dashboard"},
	} {
		apitest.Says(t, mails[subject], want...)
	}
	explained(t, s, 3540_00)
}

func TestOpenChangeIsNoPendingPayment(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse})
	_, b := s.Buy(nil)
	s.DeskAs(domain.RoleTreasurer).Must("change-ticket", changeTo(s, b, addSpouse("link")))
	status := paymentOf(s, b.ID)
	if status["paymentStatus"] != "SUCCESS" || status["state"] != "paid" || status["amount"] != 3540.0 ||
		status["due"] != 3540.0 || status["payment_url"] == nil || status["received"] != nil {
		t.Errorf("%v", status)
	}
	s.Pay(b)
	status = paymentOf(s, b.ID)
	if status["amount"] != 7080.0 || status["due"] != nil || status["payment_url"] != nil {
		t.Errorf("paid: %v", status)
	}
}

// The maximum is 22 % of the price without GST (20 % income tax without a PAN, and 2 % under GST), for all payments
// together.
func TestImplausibleTDS(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleTreasurer)
	_, b := s.Unpaid(nil)
	refused := func(name string, body map[string]any) {
		t.Helper()
		apitest.Says(t, d.Call(name, body).Want(422, name).Field("tds_paise"), "22% of the price")
	}
	refused("paid", actionOn(s, b, received("UTR 1", 0, 660_01)))
	d.Must("paid", actionOn(s, b, received("UTR 1", 1000_00, 560_00)))
	refused("paid", actionOn(s, b, received("UTR 2", 0, 100_01)))
	d.Must("paid", actionOn(s, b, received("UTR 2", 0, 100_00)))
	explained(t, s, 3540_00)
	change := changeTo(s, b, map[string]any{"spouse": true, "spouseName": "Ravi Rao", "difference": "bank",
		"reference": "UTR 3", "date": "2025-03-10", "tds_paise": 660_01})
	refused("change-ticket", change)
	change["tds_paise"] = 660_00
	d.Must("change-ticket", change).Says("₹2,880 was received, and ₹660 was deducted as tax (TDS).")
	explained(t, s, 7080_00)
	all, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
	must(t, err)
	for i, tds := range []int64{560_00, 100_00, 660_00} {
		shown := d.Must("document", map[string]any{"id": all[i].ID}).Body["invoice"].(map[string]any)
		equal[any](t, shown["tds_paise"], float64(tds), "%s", all[i].Number)
	}
	// a corrected invoice must not count its TDS twice
	d.Must("invoice", actionOn(s, b, map[string]any{"name": "Lime LLP"}))
	book, err := excelize.OpenReader(bytes.NewReader(d.Must("invoices/export", map[string]any{"month": "2025-03",
		"format": "xlsx", "purpose": "test"}).Raw))
	must(t, err)
	rows, err := book.GetRows(book.GetSheetName(0), excelize.Options{RawCellValue: true})
	must(t, err)
	deducted, at := 0.0, slices.Index(rows[0], "TDS")
	for _, row := range rows[1:] {
		tds, _ := strconv.ParseFloat(row[at], 64)
		deducted += tds
	}
	equal(t, deducted, 1320.0)
	s.WantCount(1, `SELECT COUNT(*) FROM outbox WHERE template = 'change-paid'
		AND data LIKE '%"amount":"₹2,880"%' AND data LIKE '%₹660 was deducted as tax (TDS)%'`)
}

// Staff read the amount that they recorded, not the part that pays for the ticket.
func TestDeskShowsASurplusBesideTDS(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3000_00, 600_00))).Says("₹3,000 is recorded as paid.")
	all := registrationOf(d, b.ID)["payments"].([]any)
	first, second := all[0].(map[string]any), all[1].(map[string]any)
	equal[any](t, first["amount_paise"].(float64)-first["tds_paise"].(float64)+first["surplus_paise"].(float64), 3000_00.0)
	equal[any](t, first["surplus_paise"], second["amount_paise"])
	equal[any](t, second["is_surplus"], true)
	history := strings.Join(timelineOf(t, d, b.ID), "\n")
	apitest.Says(t, history,
		"₹3,000 received (bank transfer on 10 March 2025). Another ₹600 was deducted as tax (TDS).",
		"This was ₹60 more than the price.", "A manual refund of ₹60 is due.")
}

func TestDeskSurplusAboveTheLimitNeedsTwoPeople(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, limitedTo(1000_00))
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3540_00+1000_01, 0)))
	made := map[string]any{"reference": "UTR 9"}
	d.Call("record-refund", actionOn(s, b, made)).Want(http.StatusConflict, "alone").Says("Another person has to record")
	organiser, linked := s.DeskAs(domain.RoleOrganiser), s.DeskAs(domain.RoleOrganiser)
	linked.Must("staff/role", map[string]any{"id": d.Who.ID, "role": domain.RoleOrganiser, "why": "w"})
	d.Call("record-refund", actionOn(s, b, made)).Want(http.StatusConflict, "after a promotion")
	linked.Call("record-refund", actionOn(s, b, made)).Want(http.StatusConflict, "who promoted the other")
	organiser.Must("record-refund", actionOn(s, b, made))
	_, small := s.Unpaid(nil)
	d.Must("paid", actionOn(s, small, received("UTR 2", 3540_00+1000_00, 0)))
	d.Must("record-refund", actionOn(s, small, map[string]any{"reference": "utr-9", "preview": true})).
		Says("already recorded for a refund of registration " + b.Code)
	d.Must("record-refund", actionOn(s, small, map[string]any{"reference": "utr2", "preview": true})).
		Says("This is the reference of the payment.")
	d.Must("record-refund", actionOn(s, small, map[string]any{"reference": "UTR 10"}))
	apitest.Omits(t, strings.Join(timelineOf(t, d, small.ID), "\n"), "already recorded")
}

func TestOverpaymentIsTold(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3600_00, 0)))
	refund := func() map[string]any { return paymentOf(s, b.ID)["refund"].(map[string]any) }
	s.Payments.Reconcile(t.Context()) // asks no gateway for it
	s.WantCount(0, `SELECT COUNT(*) FROM payments WHERE refund_tries > 0`)
	if r := refund(); r["amount"] != 60.0 || r["surplus"] != 60.0 || r["manual"] != true || r["at"] != nil ||
		r["ticket"] != "valid" {
		t.Errorf("due: %v", r)
	}
	told := ""
	for _, m := range s.SendMails() {
		if strings.Contains(m.To, b.Email) && strings.HasPrefix(m.Subject, "Your registration") {
			told = strings.Join(strings.Fields(m.Text), " ")
		}
	}
	apitest.Says(t, told, "₹3,540, plus an overpayment of ₹60, which the organisers will refund to you")
	apitest.Says(t, strings.Join(timelineOf(t, d, b.ID), "\n"), "A manual refund of ₹60 is due.")
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 2"}))
	if r := refund(); r["manual"] != nil || r["at"] == nil || r["surplus"] != 60.0 {
		t.Errorf("made: %v", r)
	}
}
