package claims_test

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	_ "time/tzdata"

	"transom/api/domain"
	"transom/api/onetime"
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
			Days:      []schema.Day{{Date: "2025-04-11", Venue: "bhopal"}, {Date: "2025-04-12", Venue: "bhopal"}, {Date: "2025-04-13", Venue: "indore"}},
			Organiser: schema.Organiser{Name: "The Indian Institute of Architects", ShortName: "IIA", FoundedYear: 1917},
			Venues:    []schema.Venue{{ID: "bhopal", City: "Bhopal", Name: "Hall"}, {ID: "indore", City: "Indore", Name: "Dome"}},
		},
		Tickets: &schema.Tickets{GSTPercent: 18, GSTLabel: "plus GST", LinkLifetimeMinutes: 30, Categories: []schema.Category{
			{Type: "MEMBER_BELOW", Price: 1500, Form: "member", OnRegisterPage: true, Spouse: schema.SpouseRule{Rule: "same"}, Age: schema.AgeRule{Min: 17, Max: 24}, Sales: sales},
			{Type: "MEMBER_ABOVE", Price: 3000, Form: "member", OnRegisterPage: true, Spouse: schema.SpouseRule{Rule: "same"}, Age: schema.AgeRule{Min: 25}, Sales: sales},
			{Type: "OTHER", Price: 8000, Form: "member", OnRegisterPage: true, ChooseInstitute: true, Spouse: schema.SpouseRule{Rule: "same"}, Sales: sales},
			{Type: "ASSOCIATES", Price: 75000, Form: "associate", Spouse: schema.SpouseRule{Rule: "fixed", Price: 50000}, Sales: sales},
		}},
		Registration: &schema.Registration{
			Institutes: []schema.Institute{{ID: "iia", Default: true}, {ID: "coa"}, {ID: "iiid"}, {ID: "itpi"}, {ID: "ice"}},
			IDDocument: schema.IDDocument{Mode: "masked", Retention: schema.IDRetention{AfterVerifiedHours: 24, UnpaidDays: 7, AfterEventDays: 30, AfterWithdrawalHours: 72}},
			Uploads: []schema.Upload{
				{Kind: "photo", Accept: []string{"png", "jpg", "jpeg"}, MaxMB: 2},
				{Kind: "aadhar", Accept: []string{"jpg", "jpeg"}, MaxMB: 2},
			},
		},
		Speakers:      &schema.Speakers{Speakers: make([]schema.Speaker, 13)},
		OfficeBearers: &schema.OfficeBearers{Bearers: make([]schema.Bearer, 10)},
		Home:          &schema.Home{Figures: []schema.Figure{{Value: "3", Label: "days"}, {Value: "15+", Label: "sessions"}, {Value: "29,000+", Label: "members of the institute"}}},
		Itinerary: &schema.Itinerary{Days: []schema.ProgrammeDay{
			{Date: "2025-04-11", Dress: "Formals"},
			{Date: "2025-04-12", Dress: "Traditional", Sessions: []schema.Session{{Title: "Bus to Indore"}, {Title: "Evening session", Venue: "indore"}}},
			{Date: "2025-04-13", Dress: "Formals"},
		}},
		Desk:     &schema.Desk{TransferDays: 7, TransferUntil: schema.Instant{Time: time.Date(2025, 4, 10, 18, 0, 0, 0, zone)}, PaymentLinkHours: 48},
		Contacts: &schema.Contacts{Cities: []schema.CityContacts{{Venue: "bhopal", City: "Bhopal", Contacts: make([]schema.Contact, 3)}, {Venue: "indore", City: "Indore", Contacts: make([]schema.Contact, 3)}}},
		FAQs:     &schema.FAQs{FAQs: make([]schema.FAQ, 14)},
		Partners: &schema.Partners{Partners: make([]schema.Mark, 9)},
		Sponsors: &schema.Sponsors{Tiers: []schema.Tier{{Sponsors: make([]schema.Mark, 24)}}},
		Gallery:  &schema.Gallery{Images: make([]schema.GalleryImage, 19)},
		Accommodation: &schema.Accommodation{Cities: []schema.CityHotels{
			{Venue: "bhopal", Hotels: hotels(20), CheckIn: "2025-04-11", CheckOut: "2025-04-12"},
			{Venue: "indore", Hotels: hotels(10), CheckIn: "2025-04-12", CheckOut: "2025-04-14", VenueRooms: []schema.RoomOffer{{Rooms: 39, Kind: "Single", Tariff: 5500}, {Rooms: 30, Kind: "Twin", Tariff: 7500}}},
		}},
	}
	c.OfficeBearers.Bearers[0] = schema.Bearer{Name: "Ar. Vilas Vasant Avachat", Role: "President", Body: c.Event.Organiser.Name}
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

// tells compares what was told with the names of facts that were wanted, or words of the message after "=".
func tells(told []string, want string) bool {
	wanted := strings.Split(want, ",")
	if words, ok := strings.CutPrefix(want, "="); ok {
		return len(told) == 1 && strings.Contains(told[0], words)
	}
	for i := range min(len(told), len(wanted)) {
		if !strings.Contains(told[i], "{{fact:"+wanted[i]) {
			return false
		}
	}
	return len(told) == len(wanted)
}

// Every line of contradictions.txt says something else than the settings; before the bar stands what is to be named.
func TestContradictionsAreTold(t *testing.T) {
	k := known(t)
	list := lines(t, "testdata/contradictions.txt")
	if len(list) < 60 {
		t.Fatalf("only %d sentences", len(list))
	}
	for _, line := range list {
		want, sentence, _ := strings.Cut(line, " | ")
		if told := said(k, sentence); !tells(told, want) {
			t.Errorf("%s\n  wanted %s, told %q", sentence, want, told)
		}
	}
}

// TRANSOM_SENTENCES names a file of sentences like contradictions.txt that nobody has looked at; how many are told is printed.
// Without it there is nothing to try.
func TestShareOfUnseenSentences(t *testing.T) {
	file := cmp.Or(os.Getenv("TRANSOM_SENTENCES"), os.DevNull)
	k, list, right := known(t), lines(t, file), 0
	for _, line := range list {
		want, sentence, _ := strings.Cut(line, " | ")
		if told := said(k, sentence); tells(told, want) {
			right++
		} else {
			t.Logf("%s\n  wanted %s, told %q", sentence, want, told)
		}
	}
	t.Logf("%d of %d are told", right, len(list))
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

// Pages of honest prose about other things, full of numbers and days: nothing in them is ours.
func TestProseAboutOtherThingsIsLeftAlone(t *testing.T) {
	k := known(t)
	pages, err := filepath.Glob("testdata/prose/*.md")
	if err != nil || len(pages) < 2 {
		t.Fatal(pages, err)
	}
	for _, page := range pages {
		raw, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for section := range strings.SplitSeq(string(raw), "\n#") {
			heading, _, _ := strings.Cut(section, "\n")
			k.Find(section, heading, func(c claims.Contradiction) { t.Errorf("%s: %q told as %s", page, c.Said, c.Holds) })
		}
	}
}

// How long a code works is decided by the API; here it stands a second time.
func TestCodesWorkAsLongAsTheAPISays(t *testing.T) {
	if want := int(domain.CodeLifetime.Minutes()); claims.CodeMinutes != want {
		t.Errorf("codes work for %d minutes, not %d", want, claims.CodeMinutes)
	}
}

// Any words in any order are read to their end, and what is told stands in the text. Every test run shuffles all sentences once.
func TestWordsInAnyOrder(t *testing.T) {
	k, seed := known(t), time.Now().UnixNano()
	shuffle := rand.New(rand.NewPCG(uint64(seed), 0))
	list := append(lines(t, "testdata/contradictions.txt"), lines(t, "testdata/harmless.txt")...)
	for i, line := range list {
		words := strings.Fields(line + " " + list[shuffle.IntN(len(list))])
		shuffle.Shuffle(len(words), func(a, b int) { words[a], words[b] = words[b], words[a] })
		text := strings.Join(words[:shuffle.IntN(len(words))], " ")
		k.Find(text, list[len(list)-1-i], func(c claims.Contradiction) {
			if c.From < 0 || c.From >= c.To || c.To > len(text) || c.Holds == "" {
				t.Errorf("seed %d: %q told as %+v", seed, text, c)
			}
		})
	}
}

// Where registrations close in another month than that of the event, nobody can say which 13th is meant.
func TestDaysWithoutMonthNeedOneMonth(t *testing.T) {
	c, zone := edition(t)
	for i := range c.Tickets.Categories {
		c.Tickets.Categories[i].Sales.ClosesAt.Time = time.Date(2025, 3, 29, 16, 0, 0, 0, zone)
	}
	k := claims.New(c, facts.Of(c, zone), zone, func(any) bool { return false })
	if told := said(k, "The bus from Bhopal to Indore leaves on the 13th."); len(told) > 0 {
		t.Errorf("told %q", told)
	}
	if told := said(k, "The bus from Bhopal to Indore leaves on 13 April."); !tells(told, "day-2") {
		t.Errorf("told %q", told)
	}
}

// How many digits a code has is decided by the API, too.
func TestCodesHaveAsManyDigitsAsTheAPIMakes(t *testing.T) {
	if code := onetime.New(); len(code) != claims.CodeDigits {
		t.Errorf("codes have %d digits, not %d", len(code), claims.CodeDigits)
	}
}
