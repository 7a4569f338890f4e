package facts_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"time"
	_ "time/tzdata"
	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
)

func shipped(t *testing.T) *facts.Facts {
	t.Helper()
	problems := new(source.Problems)
	c := source.Load("../../content", "content", false, problems)
	c.Tickets.Categories[3].PriceChanges = []schema.PriceChange{{From: "2025-03-01", Price: 80000},
		{From: "2025-04-01", Price: 85000}}
	zone, err := time.LoadLocation(c.Event.TimeZone)
	if err != nil {
		t.Fatal(err)
	}
	return facts.Of(c, zone)
}

var names = strings.NewReplacer("CATEGORY", "[a-z0-9-]+", "VENUE", "[a-z0-9-]+", "KIND", "[a-z-]+", "UPLOAD", "[a-z]+",
	"COUNTED", "[a-z]+", "ROLE", "[a-z-]+", "day-N", "day-[0-9]+", ".N", `\.[0-9]+`, ".", `\.`)

func TestSubjectsAreTheFacts(t *testing.T) {
	known := shipped(t)
	documented := map[string]bool{}
	for _, s := range facts.Subjects {
		for _, form := range append([]string{""}, s.Forms...) {
			pattern := regexp.MustCompile("^" + names.Replace(s.Name+form) + "$")
			found := false
			for _, name := range known.Names() {
				if pattern.MatchString(name) {
					documented[name], found = true, true
				}
			}
			if !found {
				t.Errorf("%s%s is documented, but there is no such fact", s.Name, form)
			}
		}
	}
	for _, name := range known.Names() {
		if !documented[name] {
			t.Errorf("%s is in no subject", name)
		}
	}
}

func TestDeadlineIsTheLastOne(t *testing.T) {
	c := source.Load("../../content", "content", false, new(source.Problems))
	first, last := &c.Tickets.Categories[0].Sales, &c.Tickets.Categories[1].Sales
	first.OpensAt.Time = first.OpensAt.AddDate(0, 0, 5)
	last.ClosesAt.Time = last.ClosesAt.AddDate(0, 0, 1)
	got := facts.Of(c, time.UTC).Fill("{{fact:opening.day}}, {{fact:deadline.day}}")
	if want := "15 January 2025, 10 April 2025"; got != want {
		t.Errorf("registrations open and close on %q, not %q", got, want)
	}
}

func TestReadmeShowsEachSubject(t *testing.T) {
	raw, err := os.ReadFile("../../content/README.md")
	if err != nil {
		t.Fatal(err)
	}
	known := shipped(t)
	rows := regexp.MustCompile("(?m)^\\| `(\\{\\{fact:[^`]+)` \\| ([^|]+) \\|").FindAllStringSubmatch(string(raw), -1)
	for _, row := range rows {
		if have := known.Fill(row[1]); have != row[2] {
			t.Errorf("%s is %q, the README says %q", row[1], have, row[2])
		}
	}
	for _, s := range facts.Subjects {
		pattern := regexp.MustCompile("(?m)^\\| `\\{\\{fact:" + names.Replace(s.Name) + "(\\.[A-Za-z.]+)?\\}\\}`")
		if !pattern.Match(raw) {
			t.Errorf("the README has no example of %s", s.Name)
		}
	}
}

func TestFill(t *testing.T) {
	known := shipped(t)
	for text, want := range map[string]string{
		"nothing":       "nothing",
		"{{fact:year}}": "2025",
		"a {{fact:year}}b{{fact:speakers.words}}c": "a 2025bthirteenc",
		"{{fact:unknown}} {{fact:year}}":           "{{fact:unknown}} 2025",
		"{{fact:year":                              "{{fact:year",
		"{{name}} {{fact:{{fact:year}}}}":          "{{name}} {{fact:2025}}",
	} {
		if have := known.Fill(text); have != want {
			t.Errorf("%q became %q, want %q", text, have, want)
		}
	}
}
