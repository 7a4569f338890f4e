package check

import (
	"regexp"
	"strconv"
	"strings"
	"time"

	"transom/generator/source"
)

var (
	textTag    = regexp.MustCompile(`</?[a-zA-Z][^<>]*>`)
	textEntity = regexp.MustCompile(`&(?:amp|lt|gt|quot|nbsp|ndash|mdash|#[0-9]+);`)
	textMarks  = regexp.MustCompile(`\*\*[^*\s][^*]*\*\*|\[[^\]]+\]\([^)\s]+\)`)
	weekday    = regexp.MustCompile(`(?i)\b(Monday|Tuesday|Wednesday|Thursday|Friday|Saturday|Sunday),? ([0-9]{1,2})(?:st|nd|rd|th)? (January|February|March|April|May|June|July|August|September|October|November|December)\b(?: ([0-9]{4}))?`)
	textDay    = regexp.MustCompile(`(?i)\b([0-9]{1,2})(?:st|nd|rd|th)? (January|February|March|April|May|June|July|August|September|October|November|December)\b`)
)

// plainText checks a text that is shown as it is written.
func (c *Checker) plainText(text string, at source.Position) {
	if !strings.ContainsAny(text, "<&*[0123456789") {
		return
	}
	if found := textTag.FindString(text); found != "" && !strings.ContainsAny(text, `\^`) {
		c.tell(at, "HTML is not possible here; \"%s\" would be shown as it stands. Delete it", short(found))
	}
	if found := textEntity.FindString(text); found != "" {
		c.tell(at, "\"%s\" would be shown as it stands; write the sign itself", found)
	}
	if found := textMarks.FindString(text); found != "" && !strings.Contains(text, `\`) {
		c.tell(at, "this text is shown as it is, without Markdown; write \"%s\" as plain words", short(found))
	}
	c.daysInText(text, func(string) source.Position { return at })
}

// daysInText finds days that the calendar does not have and weekdays that do not fit.
func (c *Checker) daysInText(text string, at func(snippet string) source.Position) {
	year := date(c.Event.StartDate).Year()
	for _, m := range textDay.FindAllStringSubmatch(text, -1) {
		if _, err := time.Parse("2 January 2006", m[1]+" "+m[2]+" 2024"); err != nil {
			c.tell(at(m[0]), "the day \"%s\" does not exist in the calendar", m[0])
		}
	}
	for _, m := range weekday.FindAllStringSubmatch(text, -1) {
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
