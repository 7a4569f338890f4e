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

// scalar compares two texts sentence by sentence, and shows the ratio of two numbers.
func (c *comparison) scalar(at path, was, is any) {
	if was == is {
		return
	}
	before, after := c.shown(was), c.shown(is)
	a, b := sentences(before), sentences(after)
	if len(a) > 1 || len(b) > 1 || markup().MatchString(before+after) {
		c.sequence(at, "sentence ", a, b)
		return
	}
	c.say(at, "%s → %s%s", orNothing(before), orNothing(after), ratio(before, after))
}

func (c *comparison) texts(list []any) (all []string) {
	for _, v := range list {
		all = append(all, c.shown(v))
	}
	return all
}

func (c *comparison) shown(v any) string {
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
			return display.Moment(t, c.zone)
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

func orNothing(text string) string {
	if text == "" {
		return "(nothing)"
	}
	return text
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

// sequence compares two lists of strings by their longest common subsequence. Strings that were removed and added at
// the same place are shown in pairs, as changes.
func (c *comparison) sequence(at path, noun string, was, is []string) {
	longest := make([][]int, len(was)+1)
	for i := range longest {
		longest[i] = make([]int, len(is)+1)
	}
	for i := len(was) - 1; i >= 0; i-- {
		for j := len(is) - 1; j >= 0; j-- {
			if longest[i][j] = max(longest[i+1][j], longest[i][j+1]); was[i] == is[j] {
				longest[i][j] = longest[i+1][j+1] + 1
			}
		}
	}
	said := at[:len(at)-1].to(at[len(at)-1] + ":")
	var removed, added []string
	flush := func() {
		for k := range max(len(removed), len(added)) {
			switch {
			case k >= len(added):
				c.say(said, "%sremoved: %s", noun, removed[k])
			case k >= len(removed):
				c.say(said, "%sadded: %s", noun, added[k])
			default:
				c.say(said, "%schanged: %s → %s", noun, removed[k], added[k])
			}
		}
		removed, added = nil, nil
	}
	i, j := 0, 0
	for i < len(was) || j < len(is) {
		switch {
		case i < len(was) && j < len(is) && was[i] == is[j]:
			flush()
			i, j = i+1, j+1
		case j == len(is) || i < len(was) && longest[i+1][j] >= longest[i][j+1]:
			removed, i = append(removed, was[i]), i+1
		default:
			added, j = append(added, is[j]), j+1
		}
	}
	flush()
}
