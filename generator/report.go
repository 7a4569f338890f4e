package main

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"transom/generator/publish"
	"transom/generator/source"
)

// report tells the mistakes and, in one line, what was done.
func report(w io.Writer, s settings, r publish.Result) {
	switch s.format {
	case "json":
		reportJSON(w, r)
		return
	case "github":
		for _, p := range r.Problems {
			annotate(w, "error", p)
		}
		for _, p := range r.Warnings {
			annotate(w, "warning", p)
		}
	default:
		for _, p := range r.Problems {
			fmt.Fprintln(w, p)
		}
		for _, p := range r.Warnings {
			fmt.Fprintln(w, p)
		}
	}
	fmt.Fprintln(w, summary(s, r))
}

func annotate(w io.Writer, kind string, p source.Problem) {
	fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d::%s\n", kind, property(p.File), max(p.Line, 1), max(p.Column, 1), data(p.Message))
}

func summary(s settings, r publish.Result) string {
	samples := ""
	if n := len(r.Samples); n > 0 {
		samples = fmt.Sprintf("; %s marked \"sample: true\"", count(n, "entry is", "entries are"))
	}
	switch {
	case len(r.Problems) > 0:
		kept := ""
		if s.command != "check" {
			kept = "; nothing was written, the last good site stays"
		}
		return count(len(r.Problems), "mistake", "mistakes") + " in the content" + kept + samples
	case r.Unchanged:
		return s.out + " is up to date"
	case s.command == "check":
		return "the content is in order" + samples
	}
	return fmt.Sprintf("the content is in order; %s written to %s%s", count(r.Written, "file", "files"), s.out, samples)
}

func reportJSON(w io.Writer, r publish.Result) {
	type problem struct {
		File    string      `json:"file"`
		Line    int         `json:"line"`
		Column  int         `json:"column"`
		Message string      `json:"message"`
		Fix     *source.Fix `json:"fix,omitempty"`
	}
	out := struct {
		Problems []problem `json:"problems"`
		Warnings []problem `json:"warnings"`
		Samples  []problem `json:"samples"`
		Written  int       `json:"written"`
	}{[]problem{}, []problem{}, []problem{}, r.Written}
	for _, p := range r.Problems {
		out.Problems = append(out.Problems, problem{p.File, p.Line, p.Column, p.Message, p.Fix})
	}
	for _, p := range r.Warnings {
		out.Warnings = append(out.Warnings, problem{p.File, p.Line, p.Column, p.Message, p.Fix})
	}
	for _, at := range r.Samples {
		out.Samples = append(out.Samples, problem{at.File, at.Line, at.Column, "marked as a sample", nil})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	_ = encoder.Encode(out)
}

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

// data and property write text as CI annotations want it.
func data(s string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(s)
}

func property(s string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(data(s))
}
