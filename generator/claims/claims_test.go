package claims_test

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"transom/generator/claims"
	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
)

// edition is a conference of the tests' own: 11 to 13 April 2025 in Bhopal and Indore, registrations until 4 PM on 9 April, 18 per
// cent of GST, tickets for 1,500, 3,000, 8,000 and 75,000 rupees, thirteen speakers.
func edition(t testing.TB) (*source.Content, *time.Location) {
	t.Helper()
	zone, err := time.LoadLocation("Asia/Kolkata")
	if err != nil {
		t.Fatal(err)
	}
	sales := schema.SalesWindow{
		OpensAt:  schema.Instant{Time: time.Date(2025, 1, 15, 10, 0, 0, 0, zone)},
		ClosesAt: schema.Instant{Time: time.Date(2025, 4, 9, 16, 0, 0, 0, zone)},
	}
	hotels := func(n int) []schema.Hotel { return make([]schema.Hotel, n) }
	c := &source.Content{
		Event: &schema.Event{
			Name: "Transom Natcon 2025", StartDate: "2025-04-11", EndDate: "2025-04-13", AgeReferenceDate: "2025-04-10",
			Days:   []schema.Day{{Date: "2025-04-11"}, {Date: "2025-04-12"}, {Date: "2025-04-13"}},
			Venues: []schema.Venue{{ID: "bhopal", City: "Bhopal", Name: "Hall"}, {ID: "indore", City: "Indore", Name: "Dome"}},
		},
		Tickets: &schema.Tickets{GSTPercent: 18, Categories: []schema.Category{
			{Type: "MEMBER_BELOW", Price: 1500, Form: "member", OnRegisterPage: true, Spouse: schema.SpouseRule{Rule: "same"}, Age: schema.AgeRule{Min: 17, Max: 24}, Sales: sales},
			{Type: "MEMBER_ABOVE", Price: 3000, Form: "member", OnRegisterPage: true, Spouse: schema.SpouseRule{Rule: "same"}, Age: schema.AgeRule{Min: 25}, Sales: sales},
			{Type: "OTHER", Price: 8000, Form: "member", OnRegisterPage: true, ChooseInstitute: true, Spouse: schema.SpouseRule{Rule: "same"}, Sales: sales},
			{Type: "ASSOCIATES", Price: 75000, Form: "associate", Spouse: schema.SpouseRule{Rule: "fixed", Price: 50000}, Sales: sales},
		}},
		Registration: &schema.Registration{
			Institutes: make([]schema.Institute, 5),
			IDDocument: schema.IDDocument{Mode: "masked", Retention: schema.IDRetention{AfterVerifiedHours: 24, UnpaidDays: 7, AfterEventDays: 30, AfterWithdrawalHours: 72}},
			Uploads: []schema.Upload{
				{Kind: "photo", Accept: []string{"png", "jpg", "jpeg"}, MaxMB: 2},
				{Kind: "aadhar", Accept: []string{"jpg", "jpeg"}, MaxMB: 2},
			},
		},
		Speakers:      &schema.Speakers{Speakers: make([]schema.Speaker, 13)},
		OfficeBearers: &schema.OfficeBearers{Bearers: make([]schema.Bearer, 10)},
		FAQs:          &schema.FAQs{FAQs: make([]schema.FAQ, 14)},
		Partners:      &schema.Partners{Partners: make([]schema.Mark, 9)},
		Sponsors:      &schema.Sponsors{Tiers: []schema.Tier{{Sponsors: make([]schema.Mark, 24)}}},
		Gallery:       &schema.Gallery{Images: make([]schema.GalleryImage, 19)},
		Accommodation: &schema.Accommodation{Cities: []schema.CityHotels{
			{Venue: "bhopal", Hotels: hotels(20)},
			{Venue: "indore", Hotels: hotels(10), VenueRooms: []schema.RoomOffer{{Rooms: 39, Kind: "Single", Tariff: 5500}, {Rooms: 30, Kind: "Twin", Tariff: 7500}}},
		}},
	}
	return c, zone
}

func known(t testing.TB) *claims.Claims {
	c, zone := edition(t)
	return claims.New(c, facts.Of(c, zone), zone, func(any) bool { return false })
}

// said splits "question? > answer" and lists what is told of the answer.
func said(k *claims.Claims, line string) []string {
	heading, text, found := strings.Cut(line, " > ")
	if !found {
		heading, text = "", line
	}
	var told []string
	k.Find(strings.ReplaceAll(text, `\n`, "\n"), heading, func(c claims.Contradiction) {
		told = append(told, fmt.Sprintf("%q: %s {{fact:%s}}", c.Said, c.Holds, c.Fact))
	})
	return told
}

func lines(t *testing.T, file string) []string {
	t.Helper()
	raw, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.SplitSeq(strings.TrimSpace(string(raw)), "\n") {
		if line != "" && !strings.HasPrefix(line, "//") {
			list = append(list, line)
		}
	}
	return list
}

// Every line of contradictions.txt says something else than the settings; before the bar stands the fact to be named.
func TestContradictionsAreTold(t *testing.T) {
	k := known(t)
	list := lines(t, "testdata/contradictions.txt")
	if len(list) < 60 {
		t.Fatalf("only %d sentences", len(list))
	}
	for _, line := range list {
		want, sentence, _ := strings.Cut(line, " | ")
		told := said(k, sentence)
		if len(told) != 1 || !strings.Contains(told[0], "{{fact:"+want) {
			t.Errorf("%s\n  wanted {{fact:%s}}, told %q", sentence, want, told)
		}
	}
}

// Every line of harmless.txt is true, or about something else.
func TestHarmlessSentencesAreLeftAlone(t *testing.T) {
	k := known(t)
	list := lines(t, "testdata/harmless.txt")
	if len(list) < 60 {
		t.Fatalf("only %d sentences", len(list))
	}
	for _, line := range list {
		if told := said(k, line); len(told) > 0 {
			t.Errorf("%s\n  told %q", line, told)
		}
	}
}
