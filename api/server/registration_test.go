package server_test

import (
	"fmt"
	"maps"
	"net/http"
	"testing"

	"transom/api/apitest"
	"transom/api/domain"
)

func TestRegistration(t *testing.T) {
	s := start(t)
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

// Package registration tests the form's rules (form-cases.json); these rules need the server.
func TestRegistrationRules(t *testing.T) {
	s := start(t)
	pictures := map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
	const gone = "This upload can no longer be used. Please upload the picture again."
	for _, c := range []struct {
		name           string
		change         map[string]any
		field, message string
	}{
		{"line break in first name", map[string]any{"firstname": "Asha\nBcc: x"}, "firstname", "Only letters are allowed"},
		{"header in e-mail", map[string]any{"email": "a@example.org\r\nBcc: b@example.org"}, "email", "Invalid email format"},
		{"too young", map[string]any{"dob": "2000-04-11"}, "dob",
			"Your Age is below the required limit. You can not proceed with selected plan!"},
		{"another institute", map[string]any{"institute_name": "Council of Architecture"}, "institute_name",
			"Please select institute!"},
		{"associate without company", map[string]any{"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500,
			"designation": "Partner"}, "company_name", "Brand/Company Name is required"},
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
		if a.Want(http.StatusUnprocessableEntity, "%s", c.name).Field(c.field) != c.message {
			t.Errorf("%s: %s, want %q at %s", c.name, a.Raw, c.message, c.field)
		}
		s.WantCount(before, `SELECT COUNT(*) FROM bookings`)
	}
}

func TestRegistrationNamesAllFaultsAtOnce(t *testing.T) {
	s := start(t)
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
	for field, wanted := range map[string]bool{"ticketCategory": true, "firstname": true, "city": true, "company_name": false} {
		if (a.Field(field) != "") != wanted {
			t.Errorf("without a ticket: the message for %s is %q", field, a.Field(field))
		}
	}
}

func TestFieldsOfAnEditedForm(t *testing.T) {
	s := start(t, apitest.Options{Content: func(c *domain.Content) {
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
	s := start(t, apitest.Options{Settings: rehearse})
	d := s.DeskAs(domain.RoleOrganiser)
	_, first := s.Buy(map[string]any{"membership_no": "A 344-030"})
	if first.MembershipNo != "A 344-030" {
		t.Errorf("it is kept as %q", first.MembershipNo)
	}
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
	// Another institute has its own numbers, and the member may spell the number differently.
	more := map[string]any{"membership_no": "A344030", "ticketCategory": "NON_IIA_MEMBER",
		"institute_name": "Council of Architecture"}
	d.Must("add", added(s, transferOf("another institute"), more))
	d.Must("correct", actionOn(s, first, map[string]any{"changes": map[string]any{"membership_no": "A344030"}}))
	form := s.FullForm()
	form["membership_no"] = "A-344030"
	s.Post("/registration", form).Want(409, "after the correction")
}
