package server_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

func mailOf(s *apitest.Server, template string, b booking.Booking) string {
	return s.Text(`SELECT data FROM outbox WHERE template = ? AND to_address = '`+b.Email+`' ORDER BY id DESC LIMIT 1`,
		template)
}

func TestARefundsEmailSaysHowAndWhenItWasMade(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3640_00, 0)))
	made := map[string]any{"reference": "UTR 3", "date": "2025-03-10"}
	d.Must("record-refund", actionOn(s, b, made))
	apitest.Says(t, mailOf(s, "refund", b), `"refund_state":"by_staff"`, `"refund_day":"10 March 2025"`,
		`"refund_reference":"UTR 3"`, `"ticket_state":"surplus"`)
	var sent strings.Builder
	for _, m := range s.SendMails() {
		sent.WriteString(m.Text)
	}
	apitest.Says(t, sent.String(), "Sent on 10 March 2025 as UTR 3. It was overpaid.")
	_, online := s.Buy(nil)
	d.Must("refund", actionOn(s, online, map[string]any{"refund_paise": 500_00}))
	s.Payments.Reconcile(t.Context())
	apitest.Says(t, mailOf(s, "refund", online), `"refund_state":"by_gateway"`, `"refund_reference":""`)
	// An overpayment is refunded together with a part of the price.
	_, both := s.Unpaid(nil)
	d.Must("paid", actionOn(s, both, received("UTR 4", 3640_00, 0)))
	d.Must("refund", actionOn(s, both, map[string]any{"refund_paise": 500_00}))
	invoice := map[string]any{"name": "Lime LLP", "preview": true}
	d.Must("invoice", actionOn(s, both, invoice)).Says("A refund of this payment has not been made yet.")
	d.Must("record-refund", actionOn(s, both, map[string]any{"reference": "UTR 5"}))
	d.Must("invoice", actionOn(s, both, invoice)).Omits("A refund of this payment")
	apitest.Says(t, mailOf(s, "refund", both), `"amount":"₹600"`, `"ticket_state":"valid"`)
}

func TestTheEmailAboutANewTicketMentionsTheRefund(t *testing.T) {
	s := startOnce(t, limitedTo(4000_00))
	removed := map[string]any{"spouse": false, "difference": "refund"}
	change := func(b booking.Booking, to map[string]any) {
		t.Helper()
		s.DeskAs(domain.RoleTreasurer).Must("change-ticket", changeTo(s, b, to))
	}
	bought := func() booking.Booking { _, b := s.Buy(couple); return b }
	for difference, want := range map[string]string{
		"refund": `"money_state":"refund_follows"`, "waived": `"money_state":"kept"`,
	} {
		b := bought()
		change(b, map[string]any{"spouse": false, "difference": difference})
		apitest.Says(t, mailOf(s, "ticket-changed", b), want)
		if difference == "refund" {
			apitest.Says(t, mailOf(s, "ticket-changed", b), `"refund_amount":"₹3,540"`)
		}
	}
	s.Content.Desk.RefundAlonePaise = 1000_00
	asked, transferred := bought(), bought()
	change(asked, removed)
	apitest.Says(t, mailOf(s, "ticket-changed", asked), `"money_state":"refund_asked"`)
	transferToColleague(s, transferred)
	change(transferred, removed)
	colleague := s.Booking(transferred.ID)
	apitest.Omits(t, mailOf(s, "ticket-changed", colleague), "refund_asked")
}

// A refund is recorded for a day on which it can have been made.
func TestDeskRefusesARefundBeforeItWasDecided(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, limitedTo(1000_00))
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3640_00, 0)))
	on := func(day string) map[string]any {
		return actionOn(s, b, map[string]any{"reference": "UTR 3", "date": day, "preview": true})
	}
	d.Call("record-refund", on("2025-03-09")).Refuses("date", "The payment was received on 10 March 2025.")
	d.Must("record-refund", on("2025-03-10")) // nobody has to decide the refund of an overpayment
	s.Clock.Add(24 * time.Hour)
	d = s.DeskAs(domain.RoleTreasurer)
	request := d.Must("cancel", actionOn(s, b, map[string]any{"refund_paise": 3540_00})).Text("request")
	s.Clock.Add(24 * time.Hour)
	d, second := s.DeskAs(domain.RoleTreasurer), s.DeskAs(domain.RoleOrganiser)
	second.Must("approve", map[string]any{"request": request, "why": "agreed"})
	d.Call("record-refund", on("2025-03-12")).Want(422, "before the approval").
		Refuses("date", "The refund was decided on 13 March 2025. Enter that day or a later one.")
	d.Must("record-refund", on("2025-03-13"))
}

func TestTheHistoryHasAnOverpaymentOnce(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	d.Must("paid", actionOn(s, b, received("UTR 1", 3640_00, 0)))
	about := func(want ...string) {
		t.Helper()
		money := slices.DeleteFunc(timelineOf(t, d, b.ID), func(text string) bool { return !strings.Contains(text, "₹") })
		if !slices.Equal(money, want) {
			t.Errorf("%q, want %q", money, want)
		}
	}
	paid := "₹3,640 received (bank transfer on 10 March 2025). This was ₹100 more than the price."
	about(paid, "A manual refund of ₹100 is due.")
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 3", "date": "2025-03-10"}))
	about(paid, "₹100 refunded on 10 March 2025.")
}

func TestTheHistoryShowsWhenStaffRecordedMoney(t *testing.T) {
	s, d := startDesk(t, domain.RoleTreasurer, apitest.Options{Settings: rehearse})
	_, b := s.Unpaid(nil)
	at := map[string]string{"paid": wire.Instant(s.Clock.Now())}
	d.Must("paid", actionOn(s, b, received("UTR 1", 3640_00, 0)))
	s.Clock.Add(time.Minute)
	at["refund"] = wire.Instant(s.Clock.Now())
	d.Must("record-refund", actionOn(s, b, map[string]any{"reference": "UTR 3", "date": "2025-03-11"}))
	for _, e := range registrationOf(d, b.ID)["timeline"].([]any) {
		e := e.(map[string]any)
		if want := at[e["kind"].(string)]; want != "" {
			equal[any](t, e["at"], want, e["text"].(string))
			delete(at, e["kind"].(string))
		}
	}
	equal(t, len(at), 0, "payments and refunds that the history lacks")
}
