package invented_test

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/apitest/check"
	"transom/api/booking"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/invented"
	"transom/api/registration"
	"transom/api/ticket"
	"transom/generator/schema"
)

func setup(s *apitest.Server) invented.Setup {
	return invented.Setup{
		Rehearsal: true, Store: s.Store, Sandbox: s.Sandbox, Tickets: ticket.NewIssuer(s.TicketKeys, s.Content),
		Content: s.Content, Clock: s.Clock, SiteURL: "https://site.example", Blobs: s.Blobs, Sealer: s.Sealer,
	}
}

// All subtests share the invented people, because inventing them takes seconds.
func TestARehearsalHasInventedPeople(t *testing.T) {
	options := apitest.Options{Content: func(c *domain.Content) {
		c.Gate.Lists[0].From = "09:15"
		c.Gate.Lists[0].Who = []schema.GateWho{{Categories: []string{"IIA_MEMBER_25_ABOVE", "NON_IIA_MEMBER"}}}
	}}
	s, again := apitest.Start(t, options), apitest.Start(t, options)
	s.Gate.Rehearsal = true // the gate accepts tickets that were paid for in the sandbox
	var codes [2]string
	for i, one := range []*apitest.Server{s, again} {
		if n, err := invented.Fill(t.Context(), setup(one)); n != invented.Number || err != nil {
			t.Fatal(n, err)
		}
		codes[i] = one.Text(`SELECT group_concat(id || code || booking_state) FROM (SELECT * FROM bookings ORDER BY id)`)
	}
	check.Equal(t, codes[0], codes[1], "two rehearsals differ")
	t.Run("in every state", func(t *testing.T) { everyStateExists(t, s.For(t)) })
	t.Run("checked in", func(t *testing.T) { someHaveCheckedIn(t, s.For(t)) })
	t.Run("corrected", func(t *testing.T) { theyCanBeCorrected(t, s.For(t)) })
	t.Run("pending", func(t *testing.T) { onePaymentStaysPending(t, s.For(t)) })
}

// The payments match the gateway's, to the rupee.
func everyStateExists(t *testing.T, s *apitest.Server) {
	reads := desk.Reads{Store: s.Store.Desk(), Content: s.Content, Clock: s.Clock}
	today, err := reads.Overview(t.Context(), desk.Everything)
	if err != nil || today.All.Count != invented.Number {
		t.Fatal(today.All, err)
	}
	if len(today.States) != len(booking.BookingStates) || len(today.PaidBy) != 5 || today.Tasks < 5 {
		t.Errorf("states %v, ways %v, %d tasks", today.States, today.PaidBy, today.Tasks)
	}
	for _, flag := range today.Flags {
		if flag.Count == 0 && flag.Key != "refund-due" && flag.Key != "part-paid" {
			t.Errorf("nobody is %s", flag.Key)
		}
	}
	people, err := reads.All(t.Context(), desk.Query{States: []string{"paid", "part refunded"}}, desk.Everything)
	if err != nil || len(people) < 100 {
		t.Fatal(len(people), err)
	}
	for _, b := range people {
		if claims, err := s.TicketKeys.Ring.Verify(b.Ticket.Signature, s.TicketKeys.Marks...); err != nil ||
			claims.TicketID != b.Ticket.ID || claims.Holder != b.Name() {
			t.Fatalf("the ticket of %s does not verify: %+v, %v", b.Name(), claims, err)
		}
		documents, err := s.Store.DocumentsOfBooking(t.Context(), b.ID)
		if err != nil || slices.ContainsFunc(documents, booking.Document.LacksAddress) {
			t.Fatalf("an invoice of %s lacks the address: %v", b.Name(), err)
		}
	}
	s.WantCount(0, `SELECT COUNT(*) FROM invoices a JOIN invoices b ON b.series = a.series AND b.year = a.year
		WHERE a.n < b.n AND a.issued_at > b.issued_at`)
	audit, err := s.Payments.Audit(t.Context(), func(int, int) {})
	if err != nil || !audit.Explained() {
		t.Errorf("the gateway and the rows differ: %+v, %v", audit.Findings, err)
	}
}

// The overview's number matches its list and the Check-in page, nobody entered twice, and the tickets offered for
// rehearsing the gate are unused.
func someHaveCheckedIn(t *testing.T, s *apitest.Server) {
	reads := desk.Reads{Store: s.Store.Desk(), Content: s.Content, Clock: s.Clock}
	today, err := reads.Overview(t.Context(), desk.Everything)
	if err != nil || len(today.Inside) != 1 || today.Inside[0].Name != "Day 1" || today.Inside[0].Count < 40 {
		t.Fatalf("arrivals: %+v, %v", today.Inside, err)
	}
	arrived, err := reads.All(t.Context(), desk.Query{CheckedIn: today.Inside[0].Key}, desk.Everything)
	if err != nil || len(arrived) != today.Inside[0].Count {
		t.Errorf("%d in the list, %v", len(arrived), err)
	}
	live, err := s.Gate.Live(t.Context(), "", gate.All)
	if err != nil || len(live.Devices) != 2 || len(live.Counts) < 10 || len(live.Conflicts) != 0 ||
		live.ToShow.Total != 0 {
		t.Errorf("%d devices, %d figures, conflicts %+v, to show %+v, %v", len(live.Devices), len(live.Counts),
			live.Conflicts, live.ToShow, err)
	}
	now := s.Count(`SELECT SUM(inside) FROM gate_entries`)
	if all := s.Count(`SELECT SUM(used) FROM gate_entries`); now < 40 || now >= all {
		t.Errorf("%d inside of %d who came", now, all)
	}
	shown, err := s.Store.GateTickets(t.Context(), s.Gate.Rehearsal)
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range shown[:48] {
		s.WantCount(0, `SELECT COUNT(*) FROM gate_entries WHERE ticket_id = ?`, one.ID)
	}
	opens := s.Clock.Now().In(s.Content.Zone).Format("2006-01-02 ") + string(s.Content.Gate.Lists[0].From)
	first := time.UnixMilli(int64(s.Count(`SELECT MIN(wall) FROM gate_scans`))).In(s.Content.Zone)
	if first.Format("2006-01-02 15:04") < opens {
		t.Errorf("somebody entered at %s, before %s", first, opens)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_scans s JOIN tickets t ON t.id = s.ticket_id
		WHERE t.category_type NOT IN ('IIA_MEMBER_25_ABOVE', 'NON_IIA_MEMBER')`)
}

func TestNoInventedPeopleInAPublicDatabase(t *testing.T) {
	s := apitest.Start(t, apitest.Options{})
	public, real := setup(s), setup(s)
	public.Rehearsal, real.Sandbox = false, nil
	for what, attack := range map[string]invented.Setup{"in public": public, "with a real gateway": real} {
		if n, err := invented.Fill(t.Context(), attack); n != 0 || !errors.Is(err, invented.ErrNotARehearsal) {
			t.Errorf("%s: %d, %v", what, n, err)
		}
	}
	for _, table := range []string{"bookings", "gate_devices", "gate_invitations", "gate_scans", "gate_entries"} {
		s.WantCount(0, `SELECT COUNT(*) FROM `+table)
	}
	s.RegisterPaid(nil)
	if n, err := invented.Fill(t.Context(), setup(s)); n != 0 || err != nil {
		t.Errorf("together with somebody who has registered: %d, %v", n, err)
	}
	s.WantCount(1, `SELECT COUNT(*) FROM bookings`)
}

// Invented people satisfy the form's rules: the desk accepts a corrected membership number in every category.
func theyCanBeCorrected(t *testing.T, s *apitest.Server) {
	reads := desk.Reads{Store: s.Store.Desk(), Content: s.Content, Clock: s.Clock}
	people, err := reads.All(t.Context(), desk.Query{States: []string{"paid"}}, desk.Everything)
	form, formErr := registration.NewForm(s.Content)
	if err != nil || formErr != nil {
		t.Fatal(err, formErr)
	}
	institutes := map[string]bool{}
	for _, b := range people {
		category, _ := s.Content.CategoryByType(b.CategoryType)
		institutes[b.InstituteName] = true
		if _, faults, rules := form.CheckCorrection(b.Booking, map[string]string{"membership_no": b.MembershipNo + "1"},
			category, s.Clock.Now()); len(faults)+len(rules) > 0 && !strings.Contains(faults["membership_no"],
			"is not needed") {
			t.Errorf("%s of %s, %s: %v %v", b.Code, b.InstituteName, b.CategoryType, faults, rules)
		}
	}
	if len(institutes) < 2 {
		t.Errorf("all are of %v", institutes)
	}
}

// One payment stays pending throughout the rehearsal, so that people can try to pay it.
func onePaymentStaysPending(t *testing.T, s *apitest.Server) {
	waits := func() int {
		return s.Count(`SELECT COUNT(*) FROM bookings WHERE status = 'INITIATED' AND holds_seat = 1`)
	}
	first := waits()
	for range 3 {
		s.Clock.Add(2 * time.Hour)
		s.Payments.Reconcile(t.Context())
	}
	if now := waits(); first == 0 || now != first {
		t.Errorf("%d waited at first, %d after six hours", first, now)
	}
	// The payment page returns to the registration's page, whatever is chosen.
	id := s.Text(`SELECT id FROM bookings WHERE status = 'INITIATED' AND holds_seat = 1`)
	link, err := s.Sandbox.Find(t.Context(), s.Text(`SELECT provider_id FROM payment_attempts WHERE booking_id = ?`, id))
	if want := "https://site.example/verify/" + id; err != nil || link.ReturnURL != want {
		t.Errorf("returns to %q, want %q (%v)", link.ReturnURL, want, err)
	}
	s.WantCount(0, `SELECT COUNT(*) FROM gate_scans g JOIN tickets t ON t.id = g.ticket_id WHERE g.at < t.issued_at`)
}

// Invented people fill at most half of a category. Nobody has a value that the category's form does not ask for, such
// as a spouse. If India is not the home country, no name is Indian.
func TestInventedPeopleLeaveFreeSeats(t *testing.T) {
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) {
		for i := range c.Tickets.Categories {
			c.Tickets.Categories[i].Capacity = 12 * i // 0 means no limit
		}
		c.Registration.HomeCountry = ""
		c.Registration.Fields = slices.DeleteFunc(c.Registration.Fields,
			func(f schema.Field) bool { return f.Name == "spouse" || f.Name == "gst_no" })
		for i, f := range c.Registration.Fields {
			if f.Name == "membership_no" {
				c.Registration.Fields[i].Forms = []string{"member"}
			}
		}
	}})
	if n, err := invented.Fill(t.Context(), setup(s)); err != nil || n != invented.Number {
		t.Fatal(n, err)
	}
	for i, c := range s.Content.Tickets.Categories {
		if n := s.Count(`SELECT COALESCE(SUM(seats), 0) FROM bookings WHERE category_type = ?`, c.Type); n == 0 || i > 0 &&
			n > c.Capacity/2 {
			t.Errorf("%s: %d seats of %d", c.Type, n, c.Capacity)
		}
		if asks := c.Form == "member"; !asks && s.Count(`SELECT COUNT(*) FROM bookings WHERE category_type = ?
				AND membership_no <> ''`, c.Type) > 0 {
			t.Errorf("%s: a membership number that its form does not ask for", c.Type)
		}
	}
	s.WantCount(0, `SELECT COUNT(*) FROM bookings WHERE spouse = 1 OR seats <> 1`)
	s.WantCount(0, `SELECT COUNT(*) FROM bookings WHERE first_name = 'Asha' OR last_name = 'Namuna' OR city = 'Exampur'
		OR country <> ''`)
}
