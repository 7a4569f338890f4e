package check

import (
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/generator/claims"
	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/source"
)

var (
	textTag    = lazy.Regexp(`</?[a-zA-Z][^<>]*>`)
	textEntity = lazy.Regexp(`&(?:amp|lt|gt|quot|nbsp|ndash|mdash|#[0-9]+);`)
	textMarks  = lazy.Regexp(`\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\([^)\s]+\)`)
	weekday    = lazy.Regexp(`(?i)\b(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday),? ([0-9]{1,2})(?:st|nd|rd|th)? (January|February|March|April|May|June|July|August|September|October|November|December)\b(?: ([0-9]{4}))?`)
	textDay    = lazy.Regexp(`(?i)\b([0-9]{1,2})(?:st|nd|rd|th)? (January|February|March|April|May|June|July|August|September|October|November|December)\b`)
)

// plainText checks a text that is shown as it is written.
func (c *Checker) plainText(value *string, in file, above string) {
	text := *value
	c.factNames(text, func(snippet string) source.Position { return in.Find(value, snippet) })
	if !strings.Contains(text, " ") && !strings.ContainsAny(text, "<&*[") {
		return
	}
	c.saidTwice(text, func(snippet string) source.Position { return in.Find(value, snippet) })
	at := func(string) source.Position { return in.At(value) } // looked up only when needed: nearly every text is in order
	if found := findIn(textTag, text, "<"); found != "" && !strings.ContainsAny(text, `\^`) {
		c.tell(at(""), "HTML is not possible here; \"%s\" would be shown as it stands. Delete it", short(found))
	}
	if found := entityIn(text); found != "" {
		c.tell(at(""), "\"%s\" would be shown as it stands; write the sign itself", found)
	}
	if found := marksIn(text); found != "" && !strings.Contains(text, `\`) {
		c.tell(at(""), "this text is shown as it is, without Markdown; write \"%s\" as plain words", short(found))
	}
	if bullet := strings.TrimLeft(text, wordBullets); bullet != text {
		c.tell(at(""), "the text begins with %c, which Word makes for the points of a list; write \"%s\"", []rune(text)[0], strings.TrimSpace(bullet))
	}
	if c.claims.Find(text, above, func(wrong claims.Contradiction) {
		c.contradiction(in.Find(value, firstLineOf(text[wrong.From:wrong.To])), wrong)
	}) {
		c.daysInText(text, at)
	}
}

// figure compares a number of the home page, whose unit stands in a field of its own.
func (c *Checker) figure(f *schema.Figure) {
	c.claims.Find(f.Value+" "+f.Label, "conference", func(wrong claims.Contradiction) { c.contradiction(c.At(&f.Value), wrong) })
}

// entityIn and marksIn search only a text that holds all signs of a find.
func entityIn(text string) string {
	if at := strings.IndexByte(text, '&'); at < 0 || strings.IndexByte(text[at:], ';') < 0 {
		return ""
	}
	return textEntity().FindString(text)
}

func marksIn(text string) string {
	if !strings.Contains(text, "**") && !strings.Contains(text, "](") {
		return ""
	}
	return textMarks().FindString(text)
}

// findIn searches only a text that holds one of the signs with which a find begins.
func findIn(expression func() *regexp.Regexp, text, signs string) string {
	if !strings.ContainsAny(text, signs) {
		return ""
	}
	return expression().FindString(text)
}

var months = []string{"january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november", "december"}

// monthBehindFigures tells whether a text may hold a day: most do not, and need not be searched.
func monthBehindFigures(text string) bool {
	for i := 1; i < len(text); i++ {
		if text[i-1] < '0' || text[i-1] > '9' {
			continue
		}
		behind := strings.TrimLeft(text[i:min(i+3, len(text))], "stndrhSTNDRH") // of an ordinal
		if at := i + min(3, len(text)-i) - len(behind); at < len(text) && text[at] == ' ' && slices.ContainsFunc(months, func(name string) bool {
			return len(text)-at > len(name) && strings.EqualFold(text[at+1:at+1+len(name)], name)
		}) {
			return true
		}
	}
	return false
}

// daysInText finds days that the calendar does not have and weekdays that do not fit.
func (c *Checker) daysInText(text string, at func(snippet string) source.Position) {
	if !monthBehindFigures(text) {
		return
	}
	year := date(c.Event.StartDate).Year()
	for _, m := range textDay().FindAllStringSubmatch(text, -1) {
		if !onCalendar(m) {
			c.tell(at(m[0]), "the day \"%s\" does not exist in the calendar", m[0])
		}
	}
	if !strings.Contains(strings.ToLower(text), "day") {
		return
	}
	for _, m := range weekday().FindAllStringSubmatch(text, -1) {
		y := year
		if m[4] != "" {
			y, _ = strconv.Atoi(m[4])
		}
		t, err := time.Parse("2 January 2006", m[2]+" "+m[3]+" "+strconv.Itoa(y))
		if err == nil && y > 1 && !strings.EqualFold(t.Weekday().String(), m[1]) {
			c.tell(at(m[0]), "\"%s\" is a %s; correct the weekday or the day", m[0], t.Weekday())
		}
	}
}

// onCalendar tells whether a day, found by textDay, exists in some year.
func onCalendar(day []string) bool {
	_, err := time.Parse("2 January 2006", day[1]+" "+day[2]+" 2024")
	return err == nil
}
