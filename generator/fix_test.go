package main

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"

	"transom/generator/publish"
)

func TestFixWritesWhatIsCertain(t *testing.T) {
	o := validContent(t)
	o.Out = ""
	before := texts(t, o.Content)
	change(t, o, "event.yaml", `start_date: "2030-05-03"`, `start_date: “2030–05–03”`)
	change(t, o, "speakers.yaml", "speakers/one.png", "Speakers/One.PNG")
	change(t, o, "faqs.yaml", "What do I wear?", "What do I wear â€“ and where?")
	change(t, o, "event.yaml", "+91 755 123 4567", "+91 755–123 4567")
	change(t, o, "event.yaml", "  - { label: Speakers", "  • { label: Speakers")
	change(t, o, "itinerary.yaml", "intro: Two days.", "intro: Two\u200b days.")
	change(t, o, "accommodation.yaml", "    city: Lakeside", "\u00a0   city: Lakeside")
	change(t, o, "tickets.yaml", "gst_percent: 18", "gst_percent: 18 %")
	change(t, o, "tickets.yaml", "price: 3000", "price: 3,000")
	change(t, o, "tickets.yaml", "min: 25, message", "min: 025, message")
	change(t, o, "itinerary.yaml", `{ starts_at: "09:00", ends_at`, `{ starts_at: "9:00 AM", ends_at`)
	change(t, o, "itinerary.yaml", `"2030-05-04"`, `"4 May 2030"`)
	tickets := filepath.Join(o.Content, "tickets.yaml")
	write(t, tickets, strings.ReplaceAll(read(t, tickets), "\n", "\r\n"))
	rename(t, filepath.Join(o.Content, "states.yaml"), filepath.Join(o.Content, "States.yaml"))
	var said bytes.Buffer
	result, err := fix(&said, o)
	if err != nil || len(result.Problems) > 0 {
		t.Fatalf("left: %v %v", err, result.Problems)
	}
	for file, text := range texts(t, o.Content) {
		want := before[file]
		if file == "faqs.yaml" {
			want = strings.Replace(want, "What do I wear?", "What do I wear – and where?", 1)
		}
		if file == "tickets.yaml" {
			want = strings.ReplaceAll(want, "\n", "\r\n") // a fix keeps the line endings
		}
		if text != want {
			t.Errorf("%s is not as it was:\n%s", file, text)
		}
	}
	for _, want := range []string{`event.yaml:7:13: wrote start_date: "2030-05-03"`, "States.yaml: renamed to states.yaml",
		"speakers/one.png",
		"wear – and"} {
		if !strings.Contains(said.String(), want) {
			t.Errorf("nothing was reported about %q in\n%s", want, said.String())
		}
	}
}

func TestFixLeavesWhatIsNotCertain(t *testing.T) {
	o := validContent(t)
	o.Out = ""
	change(t, o, "tickets.yaml", "price: 3000", "price: 3O00")
	change(t, o, "tickets.yaml", "price: 1500", "price: 400,50")
	change(t, o, "tickets.yaml", "gst_percent: 18", "gst_percent: 2,5")
	change(t, o, "itinerary.yaml", "2030-05-03", "03/05/2030")
	before := texts(t, o.Content)["tickets.yaml"]
	var said bytes.Buffer
	result, err := fix(&said, o)
	if err != nil || len(result.Problems) != 4 || said.Len() > 0 || texts(t, o.Content)["tickets.yaml"] != before {
		t.Errorf("have %v %v, said %q", err, result.Problems, said.String())
	}
	told := jsonResult{}
	tellJSON(t, result, &told)
	if f := told.Problems[3].Fix; f.Line != 31 || f.Was != "    price: 3O00" || f.Now != "    price: 3000" || f.Certain {
		t.Errorf("the fix for tools is %+v", f)
	}
}

func TestWarningsDoNotStopTheBuild(t *testing.T) {
	o := validContent(t)
	change(t, o, "event.yaml", "help@example.org", "help@gmail.con")
	result := build1(t, o)
	if len(result.Problems) != 0 || len(result.Warnings) != 1 || result.Written == 0 {
		t.Fatalf("have %+v", result)
	}
	var output bytes.Buffer
	report(&output, settings{command: "check", format: "github"}, result)
	if !strings.HasPrefix(output.String(), "::warning file=content/event.yaml,line=35") {
		t.Errorf("have %s", output.String())
	}
	if again, err := publish.Build(o); err != nil || !again.Unchanged {
		t.Errorf("the second build has %+v, %v", again, err)
	}
}

func texts(t *testing.T, dir string) map[string]string {
	t.Helper()
	list := map[string]string{}
	for _, name := range filesIn(t, dir) {
		if ending := filepath.Ext(name); ending == ".yaml" || ending == ".md" {
			list[name] = read(t, filepath.Join(dir, name))
		}
	}
	return list
}
