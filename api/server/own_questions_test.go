package server_test

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/api/apitest"
	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

func ask(c *domain.Content) {
	both := []string{"member", "associate"}
	c.Registration.Fields = append(c.Registration.Fields,
		schema.Field{Name: "diet", Own: true, Label: "Diet", Kind: "select", Forms: both, Required: "Diet?",
			Options: []string{"Vegetarian", "Jain"}, AfterEventDays: 30},
		schema.Field{Name: "workshops", Own: true, Label: "Workshops", Kind: "multiple", Forms: both,
			Options: []string{"Earth", "Lime", "Bamboo"}},
		schema.Field{Name: "needs", Own: true, Label: "Needs", Kind: "text", Lines: 3, Forms: both},
		schema.Field{Name: "years", Own: true, Label: "Years of practice", Kind: "number", Forms: both})
}

func answering(answers map[string]string) map[string]any { return map[string]any{"answers": answers} }

func TestAnswersAreChangedInTheProfile(t *testing.T) {
	s := startOnce(t, apitest.Options{Content: ask, Settings: rehearse})
	form, b := s.Buy(answering(map[string]string{"diet": "Jain", "workshops": "Earth", "years": "12"}))
	token := s.SignInAs(form["email"].(string))
	for _, wrong := range []string{"", "Stones"} {
		a := s.Post("/update-profile", answering(map[string]string{"diet": wrong}), "Authorization", token).
			Must(http.StatusUnprocessableEntity, wrong)
		if fields, _ := a.Body["fields"].(map[string]any); len(fields) != 1 || fields["diet"] == nil {
			t.Errorf("%q: %s", wrong, a.Raw)
		}
	}
	s.Post("/update-profile", answering(map[string]string{"diet": "Vegetarian", "years": "", "shoe": "42"}),
		"Authorization", token).Must(http.StatusOK, "new answers")
	want := domain.Answers(`{"diet":"Vegetarian","workshops":"Earth"}`)
	equal(t, s.Booking(b.ID).Answers, want, "the registration has")
	equal(t, s.Text(`SELECT answers FROM accounts`), string(want), "the profile has")
}

func TestDeskWorksWithOwnQuestions(t *testing.T) {
	s := start(t, apitest.Options{Content: ask, Settings: rehearse})
	_, jain := s.Buy(answering(map[string]string{"diet": "Jain", "workshops": "Lime\nEarth", "years": "12",
		"needs": "A ramp\nAn early room"}))
	s.Buy(answering(map[string]string{"diet": "Vegetarian", "workshops": "Bamboo"}))
	s.Buy(answering(map[string]string{"diet": "Vegetarian", "years": ""}))
	d := s.DeskAs(domain.RoleOrganiser)
	for query, want := range map[string]float64{
		"": 3, "answers.diet=Jain": 1, "answers.diet=Vegetarian": 2, "answers.workshops=Earth": 1,
		"answers.workshops=Lime":                           1,
		"answers.workshops=Earth&answers.workshops=Bamboo": 2, "answers.diet=Jain&answers.workshops=Bamboo": 0,
		"answers.diet=": 3, "answers.years=*": 1,
	} {
		a := d.Must("registrations", map[string]any{"query": query})
		equal[any](t, a.Body["sums"].(map[string]any)["count"], want, "%s", query)
	}
	d.Call("registrations", map[string]any{"query": "answers.diet=Stones"}).Must(http.StatusUnprocessableEntity,
		"no such choice")
	d.Call("registrations", map[string]any{"query": "answers.shoe=42"}).Must(http.StatusUnprocessableEntity,
		"no such question")

	file := string(d.Must("export", map[string]any{"format": "csv", "purpose": "catering", "query": "answers.diet=Jain",
		"columns": []string{"code", "answers.diet", "answers.workshops", "answers.years", "answers.needs"}}).Raw)
	if !strings.Contains(file, "Code,Diet,Workshops,Needs,Years of practice\r\n") ||
		!strings.Contains(file, jain.Code+`,Jain,"Earth, Lime","A ramp`+"\r\nAn early room\",12\r\n") {
		t.Errorf("exported: %s", file)
	}

	change := map[string]any{"diet": "Vegetarian", "years": "13"}
	d.Call("correct", actionOn(s, jain, map[string]any{"changes": map[string]any{"years": "many"}})).
		Must(http.StatusUnprocessableEntity, "no number")
	d.Must("correct", actionOn(s, jain, map[string]any{"changes": change}))
	shown := registrationOf(d, jain.ID)
	answers, _ := json.Marshal(shown["person"].(map[string]any)["answers"])
	want := `{"diet":"Vegetarian","needs":"A ramp\nAn early room","workshops":"Earth\nLime","years":"13"}`
	equal(t, string(answers), want, "after the correction")
	if log := s.Text(`SELECT details FROM audit_details WHERE details LIKE '%"years":%'`); !strings.Contains(log, "12") ||
		strings.Contains(log, "Jain") || strings.Contains(log, "Vegetarian") {
		t.Errorf("the log keeps %s", log)
	}
}

func TestAnswersNeedTheRightToSeeContactData(t *testing.T) {
	s, d := startDesk(t, domain.RoleViewer, apitest.Options{Content: ask, Settings: rehearse})
	_, b := s.Buy(answering(map[string]string{"diet": "Jain"}))
	list, one := d.Must("registrations", map[string]any{"query": ""}), d.Must("registration", map[string]any{"id": b.ID})
	if all := string(list.Raw) + string(one.Raw); strings.Contains(all, "Jain") {
		t.Error(all)
	}
	d.Call("registrations", map[string]any{"query": "answers.diet=Jain"}).Must(http.StatusUnprocessableEntity, "filter")
}

func TestAnswersAreErasedAfterTheirPeriod(t *testing.T) {
	s := start(t, apitest.Options{Content: ask, Settings: rehearse})
	form, b := s.Buy(answering(map[string]string{"diet": "Jain", "years": "12"}))
	s.SignInAs(form["email"].(string))
	retention := s.Retention()
	purge := func(dryRun bool) int {
		purged, err := retention.Purge(t.Context(), dryRun, func(int) {})
		must(t, err)
		return purged.Answers
	}
	over := time.Date(2025, 4, 14, 0, 0, 0, 0, s.Content.Zone)
	s.Clock.Add(over.AddDate(0, 0, 30).Add(-time.Minute).Sub(s.Clock.Now()))
	if n := purge(false); n != 0 || s.Booking(b.ID).Answers.Of("diet") != "Jain" {
		t.Errorf("too early: %d", n)
	}
	s.Clock.Add(time.Minute)
	if planned, done, again := purge(true), purge(false), purge(false); planned != 2 || done != 2 || again != 0 {
		t.Errorf("planned %d, done %d and %d", planned, done, again)
	}
	want := domain.Answers(`{"years":"12"}`)
	equal(t, s.Booking(b.ID).Answers, want, "the registration keeps")
	equal(t, s.Text(`SELECT answers FROM accounts`), string(want), "the profile keeps")
	equal(t, b.Status, booking.Success, "it was never paid")
}

func TestAnswersToARemovedQuestionAreErasedWhenTheEventIsOver(t *testing.T) {
	s := startOnce(t, apitest.Options{Content: ask, Settings: rehearse})
	_, b := s.Buy(answering(map[string]string{"diet": "Jain", "years": "12"}))
	changed := *s.Content
	changed.Registration.Fields = slices.DeleteFunc(slices.Clone(s.Content.Registration.Fields),
		func(f schema.Field) bool { return f.Name == "years" })
	retention := s.Retention()
	retention.Content = &changed
	over := time.Date(2025, 4, 14, 0, 0, 0, 0, s.Content.Zone)
	s.Clock.Add(over.Add(-time.Minute).Sub(s.Clock.Now()))
	for _, want := range []domain.Answers{`{"diet":"Jain","years":"12"}`, `{"diet":"Jain"}`} {
		_, err := retention.Purge(t.Context(), false, func(int) {})
		must(t, err)
		equal(t, s.Booking(b.ID).Answers, want, "the registration keeps")
		s.Clock.Add(time.Minute)
	}
}

// Without a birth date, people with the same name count as different people.
func TestAFormMayHaveFewFields(t *testing.T) {
	s := startOnce(t, apitest.Options{Settings: rehearse, Content: func(c *domain.Content) {
		little := []string{"firstname", "lastname", "email", "mobile"}
		c.Registration.Fields = slices.DeleteFunc(c.Registration.Fields, func(f schema.Field) bool {
			return !slices.Contains(little, f.Name)
		})
		c.Registration.Institutes, c.Registration.Genders, c.Registration.Uploads = nil, nil, nil
		c.Registration.IDDocument = schema.IDDocument{}
	}})
	form := map[string]any{}
	for name, value := range s.Form() {
		if !slices.Contains([]string{"dob", "profile_url", "aadharUrl", "consent"}, name) {
			form[name] = value
		}
	}
	var codes []string
	for _, email := range []string{"one@example.org", "two@example.org"} {
		form["email"] = email
		a := s.Post("/registration", form).Must(http.StatusOK, email)
		profile := string(s.Post("/profile", map[string]any{}, "Authorization", s.SignInAs(email)).Must(http.StatusOK).Raw)
		for _, off := range []string{"dob", "gender", "institute_name", "profile_url"} {
			apitest.Omits(t, string(a.Raw)+profile, `"`+off+`"`)
		}
		b := s.Booking(a.Text("booking_id"))
		s.Pay(b)
		if b = s.Booking(b.ID); b.Status != booking.Success || b.InstituteName+b.Gender+b.DOB+b.PhotoAsset != "" {
			t.Errorf("%+v", b)
		}
		codes = append(codes, b.Code)
	}
	d := s.DeskAs(domain.RoleOrganiser)
	file := string(d.Must("export", map[string]any{"format": "csv", "purpose": "badges"}).Raw)
	apitest.Says(t, file, codes...)
	apitest.Omits(t, file, "Spouse", "Institute", "Date of birth", "Gender", "Country")
}
