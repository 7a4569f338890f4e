package server_test

import (
	"maps"
	"net/http"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/domain"
)

func TestRegistration(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{})
	form := s.FullForm()
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
		`SELECT COUNT(*) FROM payment_attempts WHERE amount_paise = 354000`:                                       1,
		`SELECT COUNT(*) FROM consents WHERE notice_version = '2025-01' AND ticked = 'I agree.'`:                  1,
		`SELECT COUNT(*) FROM assets WHERE claimed_at IS NOT NULL`:                                                2,
		`SELECT COUNT(*) FROM sessions WHERE scope = 'booking' AND booking_id IS NOT NULL AND account_id IS NULL`: 1,
	} {
		if got := s.Count(query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
}

// Every rule of the specification's section 5, as the API says it.
func TestRegistrationRules(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{})
	pictures := map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
	associate := map[string]any{
		"ticketCategory": "INDUSTRY_ASSOCIATES", "amount": 88500, "company_name": "Stone & Co", "designation": "Partner",
		"membership_no": "", "institute_name": "",
	}
	other := map[string]any{"ticketCategory": "NON_IIA_MEMBER", "amount": 9440,
		"institute_name": "Council of Architecture"}
	young := map[string]any{"ticketCategory": "IIA_MEMBER_25_BELOW", "amount": 1770, "dob": "2003-01-01"}
	with := func(base map[string]any, pairs ...any) map[string]any {
		out := maps.Clone(base)
		if out == nil {
			out = map[string]any{}
		}
		for i := 0; i < len(pairs); i += 2 {
			out[pairs[i].(string)] = pairs[i+1]
		}
		return out
	}
	foreignAddress := "This address contains an unusual character that looks like a normal letter. Please retype it."
	outside := "Age is outside allowed range. You can not proceed with selected plan!"
	below := "Your Age is below the required limit. You can not proceed with selected plan!"
	for _, c := range []struct {
		name    string
		change  map[string]any
		field   string
		message string
	}{
		{"no first name", with(nil, "firstname", ""), "firstname", "First name is required"},
		{"blank first name", with(nil, "firstname", "   "), "firstname", "First name is required"},
		{"no last name", with(nil, "lastname", ""), "lastname", "Last name is required"},
		{"digits in first name", with(nil, "firstname", "Asha2"), "firstname", "Only letters are allowed"},
		{"address in last name", with(nil, "lastname", "http://x.example"), "lastname", "Only letters are allowed"},
		{"line break in first name", with(nil, "firstname", "Asha\nBcc: x"), "firstname", "Only letters are allowed"},
		{"no e-mail", with(nil, "email", ""), "email", "Email is required"},
		{"no at sign", with(nil, "email", "asha.example.org"), "email", "Invalid email format"},
		{"two at signs", with(nil, "email", "a@b@example.org"), "email", "Invalid email format"},
		{"header in e-mail", with(nil, "email", "a@example.org\r\nBcc: b@example.org"), "email", "Invalid email format"},
		{"encoded word in e-mail", with(nil, "email", "=?utf-8?q?a?=@example.org"), "email", "Invalid email format"},
		{"quoted local part", with(nil, "email", `"a b"@example.org`), "email", "Invalid email format"},
		{"display name", with(nil, "email", "A <a@example.org>"), "email", "Invalid email format"},
		{"Kelvin sign", with(nil, "email", "mi\u212Ae@example.org"), "email", foreignAddress},
		{"Turkish letter", with(nil, "email", "m\u0130ke@example.org"), "email", foreignAddress},
		{"Cyrillic letter", with(nil, "email", "\u0430sha@example.org"), "email", foreignAddress},
		{"invisible letter in e-mail", with(nil, "email", "as\u200Bha@example.org"), "email", foreignAddress},
		{"other letters in the domain", with(nil, "email", "asha@ex\u0430mple.org"), "email", foreignAddress},
		{"name that shows nothing", with(nil, "firstname", "\u3164"), "firstname", "Only letters are allowed"},
		{"name with a filler", with(nil, "lastname", "Ver\u3164ma"), "lastname", "Only letters are allowed"},
		{"name of marks", with(nil, "lastname", "\u0301\u0301"), "lastname", "Only letters are allowed"},
		{"city that shows nothing", with(nil, "city", "\u2800\u200D"), "city", "Only letters are allowed"},
		{"city with an invisible letter", with(nil, "city", "Bho\u200Bpal"), "city", "Only letters are allowed"},
		{"city with a joiner", with(nil, "city", "\u0915\u094D\u200D\u0937"), "", ""},
		{"no mobile", with(nil, "mobile", ""), "mobile", "Mobile number is required"},
		{"nine digits", with(nil, "mobile", "987654321"), "mobile", "Mobile number must be 10 digits"},
		{"letters in mobile", with(nil, "mobile", "98765abcde"), "mobile", "Mobile number must be 10 digits"},
		{"no membership number", with(nil, "membership_no", ""), "membership_no", "Membership number is required"},
		{"no birth date", with(nil, "dob", ""), "dob", "Date of birth is required"},
		{"birth date in the future", with(nil, "dob", "2025-03-12"), "dob", "Date of birth cannot be in the future"},
		{"birth date is no date", with(nil, "dob", "2001-02-30"), "dob", "Please enter a valid date, 1900 or later."},
		{"no gender", with(nil, "gender", ""), "", ""},
		{"unknown gender", with(nil, "gender", "x"), "gender", "Please choose one of the list."},
		{"no city", with(nil, "city", ""), "city", "City is required"},
		{"no state", with(nil, "state", ""), "state", "State is required"},
		{"no country", with(nil, "country", ""), "country", "Country is required"},
		{"unknown country", with(nil, "country", "Atlantis"), "country", "Country is required"},
		{"state that India has not", with(nil, "state", "Oslo"), "state", "State is required"},
		{"associate without company", with(associate, "company_name", ""), "company_name", "Brand/Company Name is required"},
		{"associate without designation", with(associate, "designation", ""), "designation", "Designation is required"},
		{"no paper", with(nil, "aadharUrl", ""), "aadharUrl", "Please upload aadhar card photo to proceed!"},
		{"no photo", with(nil, "profile_url", ""), "profile_url", "Please upload profile photo to proceed!"},
		{"plan 0 at 25", with(young, "dob", "2000-04-10"), "dob", outside},
		{"plan 0 at 16", with(young, "dob", "2008-04-11"), "dob", outside},
		{"plan 0 at 24 years and 364 days", with(young, "dob", "2000-04-11"), "", ""},
		{"plan 0 at 17 to the day", with(young, "dob", "2008-04-10"), "", ""},
		{"plan 1 at 24", with(nil, "dob", "2000-04-11"), "dob", below},
		{"plan 1 at 25 to the day", with(nil, "dob", "2000-04-10"), "", ""},
		{"plan 2 without institute", with(other, "institute_name", ""), "institute_name", "Please select institute!"},
		{"plan 2 with the default institute", with(other, "institute_name", "Indian Institute of Architects"),
			"institute_name", "Please select institute!"},
		{"plan 2 with an unknown institute", with(other, "institute_name", "x"), "institute_name",
			"Please select institute!"},
		{"plan 1 with another institute", with(nil, "institute_name", "Council of Architecture"), "institute_name",
			"Please select institute!"},
		{"spouse without name", with(nil, "spouse", true, "amount", 7080), "spouseName", "Spouse Name cannot be left empty!"},
		{"spouse with digits", with(nil, "spouse", true, "amount", 7080, "spouseName", "R2"), "spouseName",
			"Only letters are allowed"},
		{"architect without A or F", with(nil, "membership_no", "B123"), "membership_no",
			"Invalid Membership No, please re-enter"},
		{"architect in small letters", with(nil, "membership_no", "a12345"), "", ""},
		{"no architect, in small letters", with(nil, "membership_no", "b123"), "membership_no",
			"Invalid Membership No, please re-enter"},
		{"fellow", with(nil, "membership_no", "F123"), "", ""},
		{"trainee designer", with(other, "institute_name", "Indian Institute of Interior Designer", "membership_no", "TR1"),
			"membership_no", "Invalid Membership No, please re-enter"},
		{"trainee in small letters", with(other, "institute_name", "Indian Institute of Interior Designer", "membership_no",
			"tr1"), "membership_no", "Invalid Membership No, please re-enter"},
		{"designer", with(other, "institute_name", "Indian Institute of Interior Designer", "membership_no", "D1"), "", ""},
		{"no consent", with(nil, "consent", false), "consent", "Please agree to proceed."},
		{"unknown ticket", with(nil, "ticketCategory", "FREE"), "ticketCategory", "Please choose one of the tickets."},
		{"address as photo", with(nil, "profile_url", "http://169.254.169.254/latest"), "profile_url",
			"This upload can no longer be used. Please upload the picture again."},
		{"path as paper", with(nil, "aadharUrl", "asset:../../etc/passwd"), "aadharUrl",
			"This upload can no longer be used. Please upload the picture again."},
		{"photo as paper", with(nil, "aadharUrl", pictures["profile_url"]), "aadharUrl",
			"This upload can no longer be used. Please upload the picture again."},
		{"letters with marks", with(nil, "firstname", "आशा", "lastname", "Müller"), "", ""},
		{"state of another country", with(nil, "country", "Norway", "state", "Oslo"), "", ""},
		{"other institutes", other, "", ""},
		{"associate", associate, "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			form := s.Form()
			maps.Copy(form, pictures)
			maps.Copy(form, c.change)
			before := s.Count(`SELECT COUNT(*) FROM bookings`)
			a := s.Post("/registration", form)
			if c.field == "" {
				a.Must(http.StatusOK)
				pictures = map[string]any{"profile_url": s.Picture("photo"), "aadharUrl": s.Picture("aadhar")}
				return
			}
			if a.Status != http.StatusUnprocessableEntity || a.Field(c.field) != c.message {
				t.Errorf("%d %s, want %q beside %s", a.Status, a.Raw, c.message, c.field)
			}
			if after := s.Count(`SELECT COUNT(*) FROM bookings`); after != before {
				t.Errorf("a refused form left %d rows", after-before)
			}
		})
	}
}

func TestRegistrationNamesAllFaultsAtOnce(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{})
	a := s.Post("/registration", map[string]any{"ticketCategory": "NON_IIA_MEMBER", "spouse": true})
	for _, field := range []string{
		"firstname", "lastname", "email", "mobile", "dob", "membership_no", "institute_name", "country",
		"state", "city", "spouseName", "profile_url", "aadharUrl", "consent",
	} {
		if a.Field(field) == "" {
			t.Errorf("no message for %s", field)
		}
	}
}

// What the content's "forms" says of a field is the whole truth, whichever form it names.
func TestFieldsOfAnEditedForm(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{Content: func(c *domain.Content) {
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
		if got := s.Count(query); got != want {
			t.Errorf("%s: %d, want %d", query, got, want)
		}
	}
}

// Small letters are the same number, kept in capitals.
func TestMembershipNumbersAreKeptInCapitals(t *testing.T) {
	t.Parallel()
	s := apitest.Start(t, apitest.Options{})
	form := s.FullForm()
	form["membership_no"] = "a12345b"
	s.Post("/registration", form).Must(http.StatusOK)
	if s.Count(`SELECT COUNT(*) FROM bookings WHERE membership_no = 'A12345B'`) != 1 {
		t.Error("the number is not kept in capitals")
	}
}

func TestSalesWindowToTheSecond(t *testing.T) {
	t.Parallel()
	deadline := time.Date(2025, 4, 9, 10, 30, 0, 0, time.UTC) // 16:00 in India
	for _, c := range []struct {
		name string
		now  time.Time
		want int
	}{
		{"before it opens", time.Date(2025, 1, 15, 4, 29, 59, 0, time.UTC), http.StatusForbidden},
		{"when it opens", time.Date(2025, 1, 15, 4, 30, 0, 0, time.UTC), http.StatusOK},
		{"last second", deadline.Add(-time.Second), http.StatusOK},
		{"deadline", deadline, http.StatusForbidden},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := apitest.Start(t, apitest.Options{Now: c.now})
			a := s.Post("/registration", s.FullForm())
			if a.Status != c.want || c.want != http.StatusOK && a.Text("error") != "registration_closed" {
				t.Errorf("%d %s", a.Status, a.Raw)
			}
		})
	}
}
