package compare

import (
	"encoding/json"
	"fmt"
	"html"
	"strconv"
	"strings"
	"time"

	"transom/generator/display"
	"transom/generator/lazy"
	"transom/generator/schema"
)

var (
	markup = lazy.Regexp(`<[a-z]`)
	link   = lazy.Regexp(`(?s)<a href="([^"]*)"[^>]*>(.*?)</a>`)
	cells  = lazy.Regexp(`</t[dh]>\s*<t[dh]`)
	blocks = lazy.Regexp(`</(p|li|h\d|tr|blockquote)>|<br ?/?>`)
	tags   = lazy.Regexp(`<[^>]*>`)
	// A sentence ends after two lower-case letters or a digit, but not after "Ar." or in "A. Rao".
	sentenceEnd = lazy.Regexp(`((?:\p{Ll}{2}|[\d)%”"])[.!?]) +(\p{Lu}|\d|₹|“|"|\{)`)
	figure      = lazy.Regexp(`^₹?(\d[\d,]*(?:\.\d+)?)(?: .*)?$`)
)

// sentences returns the sentences in text or HTML. Links are followed by their addresses, because those can change too.
func sentences(text string) []string {
	if markup().MatchString(text) {
		text = strings.ReplaceAll(text, "\n", " ")
		text = link().ReplaceAllString(text, "$2 ($1)")
		text = cells().ReplaceAllString(text, " · <td") // a row is one sentence, which names what it is about
		text = blocks().ReplaceAllString(text, "\n")
		text = html.UnescapeString(tags().ReplaceAllString(text, ""))
	}
	text = sentenceEnd().ReplaceAllString(text, "$1\n$2")
	var all []string
	for line := range strings.SplitSeq(text, "\n") {
		if line = strings.Join(strings.Fields(line), " "); line != "" {
			all = append(all, line)
		}
	}
	return all
}

func (p *place) shown(v any) string {
	switch v := v.(type) {
	case nil:
		return ""
	case bool:
		if v {
			return "yes"
		}
		return "no"
	case string:
		if t, err := time.Parse(time.RFC3339, v); err == nil {
			return display.Moment(t, p.zone)
		}
		if _, err := time.Parse(time.DateOnly, v); err == nil {
			return display.Day(schema.Date(v))
		}
		return v
	case json.Number:
		return v.String()
	}
	return fmt.Sprint(v)
}

// ratio returns how much larger or smaller a number has become, such as " (×10)", or "" if the factor is below two.
func ratio(before, after string) string {
	was, is := number(before), number(after)
	switch {
	case was <= 0 || is <= 0:
		return ""
	case is >= 2*was:
		return " (×" + strconv.FormatFloat(is/was, 'g', 3, 64) + ")"
	case was >= 2*is:
		return " (÷" + strconv.FormatFloat(was/is, 'g', 3, 64) + ")"
	}
	return ""
}

func number(text string) float64 {
	found := figure().FindStringSubmatch(text)
	if found == nil {
		return 0
	}
	n, _ := strconv.ParseFloat(strings.ReplaceAll(found[1], ",", ""), 64)
	return n
}
