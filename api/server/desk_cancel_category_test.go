package server_test

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/store"
	"transom/api/texts"
	"transom/api/wire"
)

const dinner = "IIA_MEMBER_25_ABOVE"

// limitedTo makes larger refunds need a second person.
func limitedTo(paise int64) apitest.Options {
	return apitest.Options{Settings: rehearse,
		Content: func(c *domain.Content) { c.Desk.RefundAlonePaise = paise }}
}

// pausedDinner returns an organiser whose passkey is confirmed.
func pausedDinner(s *apitest.Server) *apitest.Desk {
	d := s.DeskAs(domain.RoleOrganiser)
	d.Must("sales/pause", map[string]any{"category": dinner, "sentence": "The dinner does not take place.", "why": "w"})
	return d
}

func dinnerIs(more map[string]any) map[string]any {
	body := map[string]any{"category": dinner, "why": "the boat is out of order"}
	maps.Copy(body, more)
	return body
}

func states(s *apitest.Server) map[booking.BookingState]int {
	all := map[booking.BookingState]int{}
	for _, state := range booking.BookingStates {
		if n := s.Count(`SELECT COUNT(*) FROM bookings WHERE booking_state = ?`, string(state)); n > 0 {
			all[state] = n
		}
	}
	return all
}

func checkStates(t *testing.T, s *apitest.Server, want map[booking.BookingState]int) {
	t.Helper()
	if got := states(s); !maps.Equal(got, want) {
		t.Errorf("the registrations are %v, want %v", got, want)
	}
}

// Whoever has entered stays; everybody else is refunded as by hand: online, manually, or not at all.
func TestDeskCancelsACategory(t *testing.T) {
	s := start(t, limitedTo(100_000_00))
	_, online := s.Buy(nil)
	_, part := s.Buy(nil)
	_, entered := s.Buy(nil)
	_, before := s.Buy(nil)
	_, other := s.Buy(map[string]any{"ticketCategory": associate, "amount": 88500, "gst_no": "", "company_name": "Lime",
		"designation": "Partner", "membership_no": "", "institute_name": ""})
	_, disputed := s.Buy(nil)
	must(t, s.Store.Write(t.Context(), func(tx *store.Tx) error {
		return tx.AddTask(t.Context(), booking.Task{Kind: booking.TaskDispute, BookingID: disputed.ID,
			DedupeKey: "dispute:1", Text: "a dispute"}, s.Clock.Now())
	}))
	_, unpaid := s.Unpaid(nil)
	admits(s, s.Ticket(entered.ID).ID)
	d := s.DeskAs(domain.RoleOrganiser)
	d.Must("cancel", actionOn(s, disputed, map[string]any{"preview": true, "refund_paise": disputed.AmountPaise})).Says(
		"Careful: the bank disputes a payment.")
	byBank := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	free := s.Booking(d.Must("add", added(s, map[string]any{"kind": "free", "reason": "speaker"}, nil)).Text("booking_id"))
	d.Must("cancel", actionOn(s, before, nil))
	d.Must("refund", actionOn(s, part, map[string]any{"refund_paise": 54000}))
	s.Payments.Reconcile(t.Context())
	d.Call("cancel-category", dinnerIs(nil)).Want(http.StatusConflict, "on sale").Says("not paused")

	d = pausedDinner(s)
	d.Call("cancel-category", map[string]any{"category": dinner}).Want(422, "no reason")
	states := map[booking.BookingState]int{booking.Paid: 6, booking.PartlyRefunded: 1, booking.Cancelled: 1,
		booking.PendingPayment: 1}
	offer(s, d, online, "colleague@example.org")
	always := []string{"Of these, to be refunded manually: 1, ₹3,540", "Already cancelled: 1.",
		` cancelled: 1, ₹3,540 paid. This ticket has already been used for entry. ` + entered.Name() + " (" +
			entered.Code + ").", " cancelled: 1, ₹3,540 paid. The bank disputes a payment."}
	d.Must("cancel-category", dinnerIs(map[string]any{"preview": true})).Says(always...).Says("Will be cancelled: 5.",
		"Will be refunded: 3, ₹10,080 in all", "offers to colleagues that will end: 1.", "Will not be cancelled: 1").
		Omits(`"Cancelled`, `"Refunded`, "have ended", `"Not cancelled`)
	checkStates(t, s, states)
	d.Must("cancel-category", dinnerIs(nil)).Says(always...).Says("Cancelled: 5.", "Refunded: 3, ₹10,080 in all",
		"offers to colleagues that have ended: 1.", "Not cancelled: 1").Omits("will end", "Will ")
	for range 2 {
		s.Payments.Reconcile(t.Context())
		checkStates(t, s, map[booking.BookingState]int{booking.Paid: 3, booking.FullyRefunded: 2, booking.Cancelled: 3,
			booking.Expired: 1})
		d.Must("cancel-category", dinnerIs(nil)).Says("Already cancelled: 5.").Omits("Refunded")
	}
	for _, b := range []booking.Booking{online, part, byBank} {
		equal(t, s.PaymentsOf(b.ID)[0].TargetPaise(), b.AmountPaise, "to refund")
		equal(t, s.Ticket(b.ID).Status, booking.TicketVoid)
	}
	if !admitsOn(s, s.Ticket(other.ID).ID, firstDay) || admits(s, s.Ticket(online.ID).ID) {
		t.Error("the wrong tickets are void")
	}
	emails := map[string]int{"refund to " + online.Email: 1, "refund to " + part.Email: 2, "cancelled to " + free.Email: 1,
		"cancelled to " + byBank.Email: 1, "cancelled-unpaid to " + unpaid.Email: 1,
		"cancelled to " + entered.Email: 0, "refund to " + entered.Email: 0}
	for what, want := range emails {
		template, to, _ := strings.Cut(what, " to ")
		equal(t, mailsTo(s, to, template), want, "%s", what)
	}
	checkLog(t, s, online.ID, "cancel", d.Who.Name)
	s.WantCount(6, `SELECT COUNT(*) FROM audit_log WHERE action = 'cancel'`)
	s.WantCount(3, `SELECT COUNT(*) FROM audit_log WHERE action = 'cancel_category' AND object = ?`, dinner)
	if audit, err := s.Payments.Audit(t.Context(), func(int, int) {}); err != nil || !audit.Explained() {
		t.Errorf("%+v, %v", audit, err)
	}
}

// Refunds that are together above the limit are one decision of a second person, whom one email asks.
func TestDeskCancelledCategoryIsApprovedAtOnce(t *testing.T) {
	s := start(t, limitedTo(4_000_00))
	treasurer := s.DeskAs(domain.RoleTreasurer)
	var all []booking.Booking
	for range 3 {
		_, b := s.Buy(nil)
		all = append(all, b)
	}
	s.Unpaid(nil)
	organiser := pausedDinner(s)
	again(t, s, treasurer)
	waits := map[booking.BookingState]int{booking.Paid: 3, booking.Expired: 1}
	offer(s, organiser, all[2], "colleague@example.org")
	says := "approve: 3, ₹10,620 in all, because one person may refund up to ₹4,000."
	organiser.Must("cancel-category", dinnerIs(map[string]any{"preview": true})).Says(says, "Will be cancelled: 1.").
		Omits("offers")
	organiser.Must("cancel-category", dinnerIs(nil)).Says(says, `"Cancelled: 1.`).Omits("offers")
	checkStates(t, s, waits)
	organiser.Must("cancel-category", dinnerIs(nil)).Says("waiting for a second person's approval: 3.")
	s.WantCount(1, `SELECT COUNT(*) FROM outbox WHERE template = 'refund-request' AND to_address = ?`, treasurer.Email)
	apitest.Says(t, s.Text(`SELECT data FROM outbox WHERE template = 'refund-request'`), `"amount":"₹10,620"`,
		`and others (3 in all)"`)

	// A request for a single registration is not part of it.
	organiser.Must("sales/resume", map[string]any{"category": dinner, "why": "w"})
	_, alone := s.Buy(nil)
	again(t, s, organiser)
	s.Content.Desk.RefundAlonePaise = 100
	organiser.Must("cancel", actionOn(s, alone, map[string]any{"refund_paise": 354000, "why": dinnerIs(nil)["why"]}))
	var request any
	for _, b := range []booking.Booking{all[0], alone} {
		offered := treasurer.Must("pending", map[string]any{"id": b.ID}).Body["requests"].([]any)[0].(map[string]any)
		equal(t, offered["of_category"] == true, b.ID == all[0].ID)
		if b.ID == all[0].ID {
			request = offered["request"]
		}
	}
	again(t, s, organiser)
	again(t, s, treasurer)
	answer := func(more map[string]any) map[string]any {
		body := map[string]any{"request": request, "all": true, "why": "agreed"}
		maps.Copy(body, more)
		return body
	}
	organiser.Call("approve", answer(nil)).Want(http.StatusForbidden, "one's own requests")
	admits(s, s.Ticket(all[1].ID).ID)
	treasurer.Must("approve", answer(map[string]any{"preview": true})).Says("Will be refunded: 2, ₹7,080 in all",
		"Will not be cancelled: 1, ₹3,540 paid.", all[1].Name(), "that will end: 1.")
	checkStates(t, s, map[booking.BookingState]int{booking.Paid: 4, booking.Expired: 1})
	treasurer.Must("approve", answer(nil)).Says("Cancelled: 2.", "Not cancelled: 1,", all[1].Name(),
		"have ended: 1.")
	s.Payments.Reconcile(t.Context())
	checkStates(t, s, map[booking.BookingState]int{booking.Paid: 2, booking.FullyRefunded: 2, booking.Expired: 1})
	treasurer.Call("approve", answer(nil)).Want(http.StatusNotFound, "an answered request")
	left := s.Text(`SELECT id FROM refund_requests WHERE state = 'open' AND booking_id = ?`, all[1].ID)
	organiser.Must("approve", answer(map[string]any{"request": left, "refuse": true, "preview": true})).Says(
		"Requests that will be refused or withdrawn: 1.")
	organiser.Must("approve", answer(map[string]any{"request": left, "refuse": true})).Says("refused or withdrawn: 1.")
	s.WantCount(1, `SELECT COUNT(*) FROM refund_requests WHERE state = 'open'`)
}

// stops ends the call, as a closed browser does, after a number of transactions.
type stops struct {
	desk.Store
	left int
	stop func()
}

func (s *stops) Write(ctx context.Context, f func(desk.Tx) error) error {
	if s.left--; s.left < 0 {
		s.stop()
	}
	return s.Store.Write(ctx, f)
}

func TestDeskCancelsACategoryOnce(t *testing.T) {
	s := start(t, limitedTo(100_000_00))
	const people = 4
	var paid int64
	for range people {
		_, b := s.Buy(nil)
		paid += b.AmountPaise
	}
	d := pausedDinner(s)
	actions := *s.Actions
	ctx, stop := context.WithCancel(t.Context())
	actions.Store = &stops{s.Actions.Store, people + 2, stop} // after the preview and two registrations
	_, err := actions.CancelCategory(ctx, desk.Request{Who: d.Who, Why: "w"}, wire.DeskCancelCategoryRequest{
		Category: dinner})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("the interrupted call: %v", err)
	}
	checkStates(t, s, map[booking.BookingState]int{booking.Paid: people - 2, booking.Cancelled: 2})
	_, statuses := atOnce(3, func(int) apitest.Answer { return d.Call("cancel-category", dinnerIs(nil)) })
	equal(t, statuses[http.StatusOK], 3, "three calls at once: %v", statuses)
	for range 3 {
		s.Payments.Reconcile(t.Context())
	}
	checkStates(t, s, map[booking.BookingState]int{booking.FullyRefunded: people})
	s.WantCount(people, `SELECT COUNT(*) FROM outbox WHERE template = 'refund'`)
	s.WantCount(people, `SELECT COUNT(*) FROM audit_log WHERE action = 'cancel'`)
	audit, err := s.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || !audit.Explained() || audit.KeptPaise != 0 {
		t.Errorf("%d was paid: %+v, %v", paid, audit, err)
	}
}

// A thousand registrations may take longer than the server's time for a response.
func TestDeskCancelsACategoryForMinutes(t *testing.T) {
	s := start(t, limitedTo(100_000_00))
	s.Buy(nil)
	d := pausedDinner(s)
	web := httptest.NewUnstartedServer(s.Handler)
	web.Config.WriteTimeout = time.Nanosecond
	web.Start()
	t.Cleanup(web.Close)
	origin := s.DeskOrigin()
	s.URL = web.URL
	if answer, err := http.Get(web.URL + "/healthz"); err == nil {
		t.Errorf("the control was answered with %d", answer.StatusCode)
	}
	d.Call("cancel-category", dinnerIs(nil), "Origin", origin).Must(http.StatusOK).Says("Cancelled: 1.")
}

func TestDeskNamesThoseWhoAreLeftOut(t *testing.T) {
	for n, between := range map[int]string{5: " ", 6: "\n"} {
		got := texts.DeskManyDone.LeftOut("Used.", "₹10", slices.Repeat([]string{"Asha (A)"}, n))
		want := fmt.Sprintf("Not cancelled: %d, ₹10 paid. Used.%sAsha (A), ", n, between)
		if !strings.HasPrefix(got, want) || !strings.HasSuffix(got, " Asha (A).") {
			t.Errorf("%q", got)
		}
	}
}

// meets makes a second call of an unpaid registration's cancellation begin and end between the first call's check and
// the closing of its link.
type meets struct {
	desk.Store
	checks int
	meet   func()
	forget bool // whether the first call cannot see what the second one did
}

func (m *meets) Write(ctx context.Context, f func(desk.Tx) error) error {
	err := m.Store.Write(ctx, func(tx desk.Tx) error {
		if m.forget {
			tx = forgetful{tx}
		}
		return f(tx)
	})
	if m.checks--; m.checks == 0 {
		m.meet()
	}
	return err
}

type forgetful struct{ desk.Tx }

func (forgetful) BookingChangesSince(context.Context, string, int) ([]booking.BookingChange, error) {
	return nil, nil
}

func TestDeskCancelsAnUnpaidRegistrationOnce(t *testing.T) {
	for name, control := range map[string]bool{"protected": false, "control": true} {
		t.Run(name, func(t *testing.T) {
			s := start(t, limitedTo(100_000_00))
			_, b := s.Unpaid(nil)
			d := pausedDinner(s)
			actions := *s.Actions
			actions.Store = &meets{s.Actions.Store, 2, func() { d.Must("cancel-category", dinnerIs(nil)) }, control}
			_, err := actions.CancelCategory(t.Context(), desk.Request{Who: d.Who, Why: "w"}, wire.DeskCancelCategoryRequest{
				Category: dinner})
			must(t, err)
			checkStates(t, s, map[booking.BookingState]int{booking.Expired: 1})
			times := map[bool]int{false: 1, true: 2}[control]
			s.WantCount(times, `SELECT COUNT(*) FROM audit_log WHERE action = 'cancel' AND booking_id = ?`, b.ID)
			equal(t, mailsTo(s, b.Email, "cancelled-unpaid"), times, "emails")
		})
	}
}
