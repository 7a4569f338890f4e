package main

import (
	"cmp"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"transom/generator/publish"
)

// The content that `new` writes must be valid in any year, and may contain only files that content/ has too.
func TestNewContentIsInOrder(t *testing.T) {
	for year, flags := range map[int]newFlags{2026: {}, 2027: {gst: 18},
		2031: {city: `Ljubljana "M"`, zone: "Europe/Ljubljana", from: "2032-03-27", to: "2032-03-31"},
		2033: {city: "Köln, Ghent, 東京", from: "2034-05-03", to: "2034-05-07"}} {
		folder := filepath.Join(t.TempDir(), "Geo-Forum")
		s := settings{content: filepath.Join(repository, "content"), newFlags: flags}
		must(t, begin(io.Discard, s, folder, time.Date(year, 6, 1, 0, 0, 0, 0, time.UTC)))
		result := build1(t, publish.Options{Content: folder, Out: t.TempDir()})
		for _, p := range append(result.Problems, result.Warnings...) {
			t.Error(p)
		}
		places := cmp.Or(strings.Replace(flags.city, ", Ghent,", ", Ghent and", 1), "City")
		if event := result.Content.Event; event.Name != "Geo-Forum "+string(event.StartDate[:4]) ||
			string(event.Edition) != "geo-forum-"+event.Name[10:] || event.Location != places ||
			result.Content.Tickets.GSTPercent != flags.gst {
			t.Errorf("%d: %s, %s", year, event.Name, event.Edition)
		}
		if year == 2026 { // one venue
			change(t, publish.Options{Content: folder}, "event.yaml", `city: "City"`, `name: Pepper House, city: "City"`)
			named := build1(t, publish.Options{Content: folder, Out: t.TempDir()})
			equal(t, named.Content.Event.Location, "Pepper House, City", "the place on a ticket")
		}
		if days := result.Content.Event.Days; year == 2033 && (days[1].Venue != "koln" || days[2].Venue != "ghent" ||
			days[4].Venue != "venue-3") {
			t.Errorf("the days are at %v", days)
		}
		for _, name := range filesIn(t, folder) {
			raw := read(t, filepath.Join(folder, name))
			if strings.Contains(string(raw), "call us") { // the conference has no phone number
				t.Errorf("%s: %s", name, raw)
			}
			for _, word := range []string{"spouse", "institute", "GST"} {
				isRate := word == "GST" && (flags.gst > 0 || name == "tickets.yaml")
				if !isRate && strings.Contains(string(raw), word) {
					t.Errorf("%s says %q, but nothing in the new content needs it", name, word)
				}
			}
			if strings.Contains(string(raw), "@NAME@") || strings.Contains(string(raw), "@\"") || !exists(filepath.Join(
				repository, "content", name)) {
				t.Errorf("%s: %s", name, raw)
			}
		}
		equal(t, run([]string{"check", folder}), 0, "check %s", folder)
		var samples []string // what the organiser must confirm before a release
		for _, at := range result.Samples {
			samples = append(samples, filepath.Base(at.File))
		}
		want := []string{"event.yaml", "payment-terms.md", "terms-condition.md", "tickets.yaml"}
		if slices.Sort(samples); !slices.Equal(slices.Compact(samples), want) {
			t.Errorf("samples in %v, want %v", samples, want)
		}
		if err := begin(io.Discard, s, folder, time.Now()); err == nil {
			t.Error("a folder that exists was overwritten")
		} else if !strings.Contains(err.Error(), "already exists. Choose another name, or delete it") {
			t.Error(err)
		}
	}
	equal(t, run([]string{"check", "nothing"}), 2, "check of a folder that is not there")
	misspelt := newFlags{zone: "Europe/Londn"}
	if _, err := misspelt.values(time.Now()); err == nil || !strings.Contains(err.Error(), `mean "Europe/London"?`) {
		t.Error(err)
	}
	for flags, says := range map[newFlags]string{{from: "07.06.2028"}: "write 2028-06-07",
		{from: "2028-06-11", to: "2028-06-07"}: "-to 2028-06-07 is before the first day, -from 2028-06-11"} {
		if _, err := flags.values(time.Now()); err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%+v: %v", flags, err)
		}
	}
	for _, flags := range []newFlags{{zone: "Europe/Laibach"}, {from: "5 May"}, {to: "2020-01-01"}, {city: "A, B"},
		{gst: 40}} {
		s := settings{newFlags: flags, content: filepath.Join(repository, "content")}
		if err := begin(io.Discard, s, filepath.Join(t.TempDir(), "geoforum"), time.Now()); err == nil {
			t.Errorf("%+v was accepted", flags)
		}
	}
	err := begin(io.Discard, settings{content: "nothing"}, filepath.Join(t.TempDir(), "geoforum"), time.Now())
	if err == nil || !strings.Contains(err.Error(), "run this in the product's folder") {
		t.Error(err)
	}
	for _, name := range []string{"", "???", "geoforum!", "Geo Forum"} {
		if err := begin(io.Discard, settings{}, name, time.Now()); err == nil || !strings.Contains(err.Error(), ": new geo") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

func TestLinksToAnArchivedEdition(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "geoforum")
	s := settings{content: filepath.Join(repository, "content")}
	must(t, begin(io.Discard, s, folder, time.Now()))
	t.Chdir(filepath.Dir(folder))
	for _, page := range []string{"index", "speakers"} {
		write(t, filepath.Join("archive-geoforum", "2026", page+".html"), "<html>")
	}
	about := "---\ntitle: About\ndescription: The forum\n---\n\n"
	links := "[Last year](/2026/), [its speakers](/2026/speakers/#top)"
	write(t, filepath.Join("geoforum", "pages", "about.md"), about+links+", [mistyped](/2062/), "+
		"[gone](/2026/hotels/), [old](/1998/).\n")
	var said []string
	for _, p := range build1(t, publish.Options{Content: "geoforum"}).Problems {
		said = append(said, p.Message)
	}
	want := []string{`there is no page "/2062"; did you mean "/2026"?`,
		`there is no page "/2026/hotels"; did you mean "/2026"?`,
		`there is no page "/1998"; if that site is elsewhere, write its full address, https://…/1998/; the addresses`}
	if len(said) != len(want) {
		t.Fatalf("%q", said)
	}
	for i := range want {
		if !strings.HasPrefix(said[i], want[i]) {
			t.Errorf("got %q\nwant %q", said[i], want[i])
		}
	}
}

func TestNewNamesWhatItInvented(t *testing.T) {
	for flags, invented := range map[newFlags]string{{}: `Invented: -city "City", -zone UTC, -from 2027-02-05. `,
		{city: "Oslo", zone: "Europe/Oslo"}:                     "Invented: -from 2027-02-05. ",
		{city: "Oslo", zone: "Europe/Oslo", from: "2027-05-03"}: ""} {
		var said strings.Builder
		folder := filepath.Join(t.TempDir(), "ports2027")
		s := settings{content: filepath.Join(repository, "content"), newFlags: flags}
		must(t, begin(&said, s, folder, time.Date(2026, 6, 1, 0, 0, 0, 0, time.UTC)))
		if !strings.Contains(said.String(), invented) || strings.Contains(said.String(), "Invented: ") != (invented != "") {
			t.Errorf("%+v: %s", flags, &said)
		}
		event := read(t, filepath.Join(folder, "event.yaml"))
		if !strings.Contains(event, `name: "ports 2027"`) || !strings.Contains(event, `edition: "ports-2027"`) {
			t.Error("the year is in the name twice:", event)
		}
	}
}

func TestBadgeMayHaveNoFieldsAndColours(t *testing.T) {
	o := validContent(t)
	write(t, filepath.Join(o.Content, "badge.yaml"), "width_mm: 90\nheight_mm: 130\nsheet: a4\n")
	if result := build1(t, o); len(result.Problems) > 0 {
		t.Fatal(result.Problems)
	}
	if badge := read(t, filepath.Join(o.Out, "badge.json")); !strings.Contains(badge, `"fields": []`) ||
		!strings.Contains(badge, `"colours": []`) {
		t.Errorf("for the site, a list is never null: %s", badge)
	}
}
