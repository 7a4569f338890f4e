package server_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
	"transom/generator/schema"
)

// laterPrice gives the member's ticket, ₹3,000, the price of ₹3,500 from a day on.
func laterPrice(zone string, from schema.Date) func(*domain.Content) {
	return func(c *domain.Content) {
		c.Event.TimeZone = zone
		c.Zone, _ = time.LoadLocation(zone)
		member := &c.Tickets.Categories[1]
		member.PriceChanges = []schema.PriceChange{{From: from, Price: 3500}}
		member.SetPrices(c.Tickets.GSTPercent, c.Zone)
	}
}

// A price changes to the second, at midnight of the event's zone. A visitor who saw another price gets the right one in
// the answer.
func TestPriceChangesOnItsDay(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		zone string
		from schema.Date
		at   string
	}{
		{"Asia/Kolkata", "2025-03-25", "2025-03-24T18:30:00Z"},
		{"Europe/Berlin", "2025-03-30", "2025-03-29T23:00:00Z"}, // summer time begins on this day
		{"Europe/Berlin", "2025-03-31", "2025-03-30T22:00:00Z"},
		{"America/New_York", "2025-03-10", "2025-03-10T04:00:00Z"},
	} {
		t.Run(c.zone+" "+string(c.from), func(t *testing.T) {
			t.Parallel()
			s := apitest.Start(t, apitest.Options{Content: laterPrice(c.zone, c.from)})
			begins, err := time.Parse(time.RFC3339, c.at)
			must(t, err)
			for _, step := range []struct {
				after  time.Duration
				spouse bool
				right  int
				stale  int
			}{
				{-time.Second, false, 3540, 4130}, {-time.Second, true, 7080, 8260},
				{0, false, 4130, 3540}, {0, true, 8260, 7080}, {time.Second, false, 4130, 3540},
			} {
				s.Clock.Set(begins.Add(step.after))
				form := s.FullForm()
				form["spouse"], form["spouseName"], form["amount"] = step.spouse, "Ravi", step.stale
				a := s.Post("/registration", form)
				if a.Status != http.StatusConflict || a.Text("error") != "price_changed" ||
					a.Body["amount"] != float64(step.right) {
					t.Errorf("%v after, a stale amount: %d %s", step.after, a.Status, a.Raw)
				}
				form["amount"] = step.right
				a = s.Post("/registration", form).Must(http.StatusOK, "%v after", step.after)
				if b := s.Booking(a.Text("booking_id")); b.AmountPaise != int64(100*step.right) ||
					b.NetPaise+b.GSTPaise != b.AmountPaise {
					t.Errorf("%v after: %+v", step.after, b)
				}
			}
		})
	}
}

// A registration keeps its original price if it is paid later or submitted again. A new payment link after a failed
// payment is a new registration.
func TestRegistrationRetainsItsPrice(t *testing.T) {
	s := start(t, apitest.Options{Content: laterPrice("Asia/Kolkata", "2025-03-25"), Settings: rehearse})
	begins := s.Content.Tickets.Categories[1].PriceChanges[0].At.Time
	s.Clock.Set(begins.Add(-time.Minute))
	_, early := s.Unpaid(nil)
	form, again := s.Unpaid(nil)
	_, failed := declined(s, nil)
	s.Clock.Set(begins)

	form["amount"] = 4130
	if a := s.Post("/registration", form); a.Status != http.StatusConflict || a.Body["amount"] != float64(3540) {
		t.Errorf("sent again with the new price: %d %s", a.Status, a.Raw)
	}
	form["amount"] = 3540
	if a := s.Post("/registration", form).Must(http.StatusOK, "sent again"); a.Text("booking_id") != again.ID {
		t.Errorf("sent again: %s", a.Raw)
	}
	s.Pay(early)
	if b := s.Booking(early.ID); b.Status != booking.Success || b.AmountPaise != 354000 {
		t.Errorf("paid after the change: %+v", b)
	}
	payAgain(s, failed.ID).Want(http.StatusConflict, "a new link at the old price")

	d := s.DeskAs(domain.RoleTreasurer)
	b := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	if b.AmountPaise != 413000 {
		t.Errorf("registered by the desk after the change: %+v", b)
	}
}

// If no GST is charged, the total is the price, and neither the desk nor an export mentions GST.
func TestWithoutGST(t *testing.T) {
	s := start(t, apitest.Options{Settings: rehearse, Content: func(c *domain.Content) {
		c.Tickets.GSTPercent, c.Tickets.GSTLabel = 0, ""
		for i := range c.Tickets.Categories {
			c.Tickets.Categories[i].SetPrices(0, c.Zone)
		}
		c.Registration.Fields = slices.DeleteFunc(c.Registration.Fields,
			func(f schema.Field) bool { return f.Name == "gst_no" })
	}})
	_, b := s.Buy(map[string]any{"amount": 3000})
	if b.AmountPaise != 300000 || b.NetPaise != 300000 || b.GSTPaise != 0 {
		t.Errorf("%+v", b)
	}
	d := s.DeskAs(domain.RoleOrganiser)
	for action, body := range map[string]any{
		"add":           added(s, transferOf("UTR 1"), map[string]any{"preview": true}),
		"registrations": wire.DeskRegistrationsRequest{Query: "per=1"},
		"export":        wire.DeskExportRequest{Format: "csv", Purpose: "accounts"},
	} {
		if a := d.Must(action, body); strings.Contains(string(a.Raw), "GST") {
			t.Errorf("%s mentions GST: %s", action, a.Raw)
		}
	}
}
