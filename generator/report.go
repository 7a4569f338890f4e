package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"transom/generator/facts"
	"transom/generator/publish"
	"transom/generator/source"
)

func report(w io.Writer, s settings, r publish.Result) {
	if s.format == "json" {
		encoder := json.NewEncoder(w)
		encoder.SetEscapeHTML(false)
		encoder.SetIndent("", "  ")
		_ = encoder.Encode(asJSON(r, nil))
		return
	}
	for _, p := range slices.Concat(r.Problems, r.Warnings) {
		if s.format == "github" {
			annotate(w, p)
		} else {
			fmt.Fprintln(w, p)
		}
	}
	fmt.Fprintln(w, summary(s, r))
}

func annotate(w io.Writer, p source.Problem) {
	kind := "error"
	if p.Warning {
		kind = "warning"
	}
	fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d::%s\n", kind,
		strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(p.File)),
		max(p.Line, 1), max(p.Column, 1), data(p.Message))
}

func summary(s settings, r publish.Result) string {
	samples := ""
	if len(r.Samples) > 0 {
		samples = "; " + count(len(r.Samples), "entry is", "entries are") + ` marked "sample: true"`
	}
	if r.Literals > 0 {
		samples += "; " + count(r.Literals, "value is", "values are") + " written out as {{literal:…}}"
	}
	switch {
	case len(r.Problems) > 0:
		kept := ""
		if s.command == "build" || s.command == "watch" {
			kept = "; nothing was written, and the last good site is kept"
		}
		return count(len(r.Problems), "mistake", "mistakes") + " in the content" + kept + samples
	case r.Unchanged:
		return s.out + " is up to date"
	case s.command == "check":
		return "the content is in order" + samples
	}
	return fmt.Sprintf("the content is in order; %s written to %s%s", count(r.Written, "file", "files"), s.out, samples)
}

func listFacts(w io.Writer, known *facts.Facts) {
	for _, f := range known.All() {
		if !strings.Contains(f.Name, ".") {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%-52s %s\n", facts.Before+f.Name+facts.After, f.Value)
	}
}

type jsonResult struct {
	Problems []source.Problem `json:"problems"`
	Warnings []source.Problem `json:"warnings"`
	Samples  []source.Problem `json:"samples"`
	Written  int              `json:"written"`
	// Changes are what has changed for visitors since the last commit; only watch reports them.
	Changes []string `json:"changes,omitempty"`
}

func asJSON(r publish.Result, changes []string) jsonResult {
	none := []source.Problem{} // so that JSON has an empty list instead of null
	out := jsonResult{append(none, r.Problems...), append(none, r.Warnings...), none, r.Written, changes}
	for _, at := range r.Samples {
		out.Samples = append(out.Samples, source.Problem{Position: at, Message: "marked as a sample"})
	}
	return out
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// data escapes text for CI annotations.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}
