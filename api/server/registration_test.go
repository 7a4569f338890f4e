package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
	"transom/generator/schema"
)

func TestRegistration(t *testing.T) {
	s := startOnce(t)
	form := s.FullForm()
	form["membership_no"] = "a12345b" // stored in capitals
	a := s.Post("/registration", form)
	if a.Status != http.StatusOK || a.Text("status") != "success" {
		t.Fatalf("%d %s", a.Status, a.Raw)
	}
	id := a.Text("booking_id")
	if len(id) < 16 || a.Text("payment_url") == "" || len(a.Text("accesstoken")) != 47 {
		t.Errorf("answer: %s", a.Raw)
	}
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM bookings WHERE amount_paise = 354000 AND status = 'INITIATED' AND holds_seat = 1`:   1,
		`SELECT COUNT(*) FROM bookings WHERE membership_no = 'A12345B'`:                                           1,
		`SELECT COUNT(*) FROM payment_attempts WHERE amount_paise = 354000`:                                       1,
		`SELECT COUNT(*) FROM consents WHERE notice_version = '2025-01' AND ticked = 'I agree.'`:                  1,
		`SELECT COUNT(*) FROM assets WHERE claimed_at IS NOT NULL`:                                                2,
		`SELECT COUNT(*) FROM sessions WHERE scope = 'booking' AND booking_id IS NOT NULL AND account_id IS NULL`: 1,
	} {
		s.WantCount(want, query)
	}
}

// api/registration tests the other rules (form-cases.json).
func TestRegistrationRules(t *testing.T) {
	s := startOnce(t)
	pictures := map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
	const gone = "This upload can no longer be used. Please upload the picture again."
	for _, c := range []struct {
		name           string
		change         map[string]any
		field, message string
	}{
		{"too young", map[string]any{"dob": "2000-04-11"}, "dob",
			"Your Age is below the required limit. You can not proceed with selected plan!"},
		{"no consent", map[string]any{"consent": false}, "consent", "Please agree to proceed."},
		{"unknown ticket", map[string]any{"ticketCategory": "FREE"}, "ticketCategory", "Please choose one of the tickets."},
		{"path as document", map[string]any{"aadharUrl": "asset:../../etc/passwd"}, "aadharUrl", gone},
		{"photo as document", map[string]any{"aadharUrl": pictures["profile_url"]}, "aadharUrl", gone},
		{"state of another country", map[string]any{"country": "Norway", "state": "Oslo"}, "", ""},
		{"other institutes", map[string]any{"ticketCategory": "NON_IIA_MEMBER", "amount": 9440,
			"institute_name": "Council of Architecture"}, "", ""},
		{"associate", map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "designation": "Partner",
			"company_name": "Stone & Co", "membership_no": "", "institute_name": ""}, "", ""},
	} {
		form := s.Form()
		maps.Copy(form, pictures)
		maps.Copy(form, c.change)
		before := s.Count(`SELECT COUNT(*) FROM bookings`)
		a := s.Post("/registration", form)
		if c.field == "" {
			a.Must(http.StatusOK, "%s", c.name)
			pictures = map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
			continue
		}
		equal(t, a.Want(http.StatusUnprocessableEntity, "%s", c.name).Field(c.field), c.message,
			"%s at %s", c.name, c.field)
		s.WantCount(before, `SELECT COUNT(*) FROM bookings`)
	}
}

func TestRegistrationNamesAllFaultsAtOnce(t *testing.T) {
	s := startOnce(t)
	a := s.Post("/registration", map[string]any{"ticketCategory": "NON_IIA_MEMBER", "spouse": true})
	for _, field := range []string{
		"firstname", "lastname", "email", "mobile", "dob", "membership_no", "institute_name", "country",
		"state", "city", "spouseName", "profile_url", "aadharUrl", "consent",
	} {
		if a.Field(field) == "" {
			t.Errorf("no message for %s", field)
		}
	}
	a = s.Post("/registration", map[string]any{})
	for field, wanted := range map[string]bool{"ticketCategory": true, "firstname": true, "city": true,
		"company_name": false} {
		equal(t, a.Field(field) != "", wanted, "without a ticket, a message for %s", field)
	}
}

func TestFieldsOfAnEditedForm(t *testing.T) {
	s := startOnce(t, apitest.Options{Content: func(c *domain.Content) {
		for i := range c.Registration.Fields {
			field := &c.Registration.Fields[i]
			switch field.Name {
			case "designation":
				field.Forms = []string{"member", "associate"}
			case "profile_url", "aadharUrl", "gst_no":
				field.Forms = []string{"associate"}
			}
		}
	}})
	if a := s.Post("/registration", s.Form()); a.Field("designation") != "Designation is required" ||
		a.Field("profile_url") != "" || a.Field("consent") != "" {
		t.Errorf("without a designation: %d %s", a.Status, a.Raw)
	}
	form := s.Form()
	maps.Copy(form, map[string]any{"designation": "Principal", "gst_no": "23AAAAA0000A1Z5",
		"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")})
	s.Post("/registration", form).Must(http.StatusOK)
	for query, want := range map[string]int{
		`SELECT COUNT(*) FROM bookings WHERE designation = 'Principal' AND gst_no = ''`: 1,
		`SELECT COUNT(*) FROM assets WHERE claimed_at IS NOT NULL`:                      0,
		`SELECT COUNT(*) FROM consents`:                                                 0,
	} {
		s.WantCount(want, query)
	}
}

func TestMembershipNumbersIgnoreSpelling(t *testing.T) {
	s, d := startDesk(t, domain.RoleOrganiser, apitest.Options{Settings: rehearse})
	_, first := s.Buy(map[string]any{"membership_no": "A 344-030"})
	equal(t, first.MembershipNo, "A 344-030", "it is kept as")
	_, other := s.Buy(map[string]any{"membership_no": "A344031"})
	for i, spelling := range []string{"A344030", "a 344030", "A-344030", "A/344030", "A344030.", "A\u2013344\u00a0030",
		"A３４４０３０"} {
		form := s.FullForm()
		form["membership_no"] = spelling
		s.Post("/registration", form).Want(409, "%q registers", spelling)
		d.Call("add", added(s, transferOf(fmt.Sprint("UTR ", i)),
			map[string]any{"membership_no": spelling})).Want(409, "%q is added", spelling)
		d.Call("correct", actionOn(s, other, map[string]any{"changes": map[string]any{"membership_no": spelling}})).
			Want(409, "%q is corrected to", spelling)
	}
	// Another institute's numbers have another format, and members may write the same number in different ways.
	more := map[string]any{"membership_no": "A344030", "ticketCategory": "NON_IIA_MEMBER",
		"institute_name": "Council of Architecture"}
	d.Must("add", added(s, transferOf("another institute"), more))
	d.Must("correct", actionOn(s, first, map[string]any{"changes": map[string]any{"membership_no": "A344030"}}))
	form := s.FullForm()
	form["membership_no"] = "A-344030"
	s.Post("/registration", form).Want(409, "after the correction")
}

func laterPrice(zone string, from schema.Date) func(*domain.Content) {
	return func(c *domain.Content) {
		c.Event.TimeZone = zone
		c.Zone, _ = time.LoadLocation(zone)
		member := &c.Tickets.Categories[1]
		member.PriceChanges = []schema.PriceChange{{From: from, Price: 3500}}
		member.SetPrices(c.Tickets.GSTPercent, c.Zone)
	}
}

func TestPriceChangesOnItsDay(t *testing.T) {
	once(t)
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

// After a failed payment, a new link is refused at the old price.
func TestRegistrationRetainsItsPrice(t *testing.T) {
	s := startOnce(t, apitest.Options{Content: laterPrice("Asia/Kolkata", "2025-03-25"), Settings: rehearse})
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
	equal(t, s.Post("/registration", form).Must(http.StatusOK, "sent again").Text("booking_id"), again.ID, "sent again")
	s.Pay(early)
	if b := s.Booking(early.ID); b.Status != booking.Success || b.AmountPaise != 354000 {
		t.Errorf("paid after the change: %+v", b)
	}
	payAgain(s, failed.ID).Want(http.StatusConflict, "a new link at the old price")

	d := s.DeskAs(domain.RoleTreasurer)
	b := s.Booking(d.Must("add", added(s, transferOf("UTR 1"), nil)).Text("booking_id"))
	equal(t, b.AmountPaise, 413000, "registered by the desk after the change")
}

func TestWithoutGST(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse, Content: func(c *domain.Content) {
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
		d.Must(action, body).Omits("GST")
	}
}
