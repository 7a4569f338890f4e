package check

import (
	"path"
	"reflect"
	"slices"
	"strings"
	"sync"

	"transom/generator/claims"
	"transom/generator/facts"
	"transom/generator/source"
)

// facts compares what a longer text says with the calendar and with the settings.
func (c *Checker) facts(text string, at place, isPage bool, heading string) {
	where := func(snippet string) source.Position { return at(max(strings.Index(text, snippet), 0), snippet) }
	if isPage {
		if found := source.Placeholder(text); found != "" {
			c.tell(where(found), "\"%s\" looks like a text that was to be filled in later; write the real text", found)
		}
	}
	c.saidTwice(text, where)
	namesMonth := false
	for from := 0; from < len(text); {
		to := nextHeading(text, from)
		found := c.claims.Find(text[from:to], heading+" "+headingAt(text[from:to]), func(wrong claims.Contradiction) {
			c.contradiction(at(from+wrong.From, firstLineOf(text[from+wrong.From:from+wrong.To])), wrong)
		})
		namesMonth, from = namesMonth || found, to
	}
	if namesMonth {
		c.daysInText(text, where)
	}
}

// nextHeading is where the next section of a text begins.
func nextHeading(text string, from int) int {
	if i := strings.Index(text[from:], "\n#"); i >= 0 {
		return from + i + 1
	}
	return len(text)
}

// headingAt is the heading with which a section begins, if any.
func headingAt(section string) string {
	if !strings.HasPrefix(section, "#") {
		return ""
	}
	line, _, _ := strings.Cut(section, "\n")
	return strings.TrimLeft(line, "# ")
}

func firstLineOf(text string) string {
	line, _, _ := strings.Cut(text, "\n")
	return strings.TrimSpace(line)
}

// contradiction is a sentence that says something else than the settings.
type contradiction struct {
	at    source.Position
	wrong claims.Contradiction
}

func (c *Checker) contradiction(at source.Position, wrong claims.Contradiction) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.contradictions = append(c.contradictions, contradiction{at, wrong})
}

// doubting notes which facts are in doubt when a check has found something: no sentence is blamed for a wrong setting.
func (c *Checker) doubting(names string, check func()) {
	before := c.problems.Count()
	check()
	if c.problems.Count() > before {
		c.doubted = append(c.doubted, strings.Fields(names)...)
	}
}

// tellContradictions tells them with both places.
func (c *Checker) tellContradictions() {
	for _, found := range c.contradictions {
		wrong, instead, quoted := found.wrong, "; correct one of the two", ""
		if slices.ContainsFunc(c.doubted, func(name string) bool { return strings.HasPrefix(wrong.Fact, name) }) || c.ofDoubtedDay(wrong.Setting) {
			continue
		}
		mail := strings.TrimSuffix(path.Base(found.at.File), ".md")
		if exact := exactly[mail]; exact.fact != "" && exact.fact == wrong.Fact {
			c.tell(found.at, "\"%s\" is not so; write %s here, which is filled in when the mail is sent", wrong.Said, exact.instead)
			continue
		}
		if wrong.Setting == nil {
			c.tell(found.at, "\"%s\" is not so: %s; correct the sentence", wrong.Said, wrong.Holds)
			continue
		}
		setting := c.At(wrong.Setting)
		if !c.Whole(strings.TrimSuffix(path.Base(setting.File), ".yaml")) {
			continue // what could not be read may be what decides
		}
		if wrong.Fact != "" {
			instead += ", or write " + facts.Before + wrong.Fact + facts.After + " here"
			if total := wrong.Fact + ".total"; strings.HasPrefix(total, "price.") && c.isFact(total) {
				instead += ", with GST " + facts.Before + total + facts.After
			}
		}
		if v := reflect.ValueOf(wrong.Setting); v.Kind() == reflect.Pointer && v.Elem().Kind() != reflect.Slice {
			quoted = ", \"" + short(c.Line(setting)) + "\""
		}
		c.tell(found.at, "\"%s\" contradicts %s (line %d%s): %s%s", wrong.Said, setting.File, setting.Line, quoted, wrong.Holds, instead)
	}
}

// exactly are the placeholders of a mail that say a time better than any fact: the mail knows whose link it carries.
var exactly = map[string]struct{ fact, instead string }{
	"payment-link": {"payment-link", "\"until {{pay_until}}\""},
}

// ofDoubtedDay tells whether a setting is one of a day of the event, where the days were told to be wrong.
func (c *Checker) ofDoubtedDay(setting any) bool {
	for i := range c.Event.Days {
		d := &c.Event.Days[i]
		if setting == any(d) || setting == any(&d.Date) || setting == any(&d.Venue) || setting == any(&d.StartsAt) || setting == any(&d.EndsAt) {
			return slices.Contains(c.doubted, "day")
		}
	}
	return false
}

// doubtful tells settings that nothing may be compared with, because they were told to be wrong.
func (c *Checker) doubtful(setting any) bool {
	t := c.Tickets
	return c.Bad(setting) || setting == any(&t.GSTPercent) && !slices.Contains(gstRates, t.GSTPercent)
}

// heading is what the fields beside a text say it is about: the question of an answer, the label of a field.
func heading(v reflect.Value) string {
	known, ok := headings.Load(v.Type())
	if !ok {
		known, _ = headings.LoadOrStore(v.Type(), headingsOf(v.Type()))
	}
	text := ""
	for _, i := range known.([]int) {
		text += v.Field(i).String() + " "
	}
	return text
}

var headings sync.Map // reflect.Type -> []int

func headingsOf(t reflect.Type) []int {
	var list []int
	for i := range t.NumField() {
		switch f := t.Field(i); f.Name {
		case "Question", "Label", "Title", "Name", "HotelName":
			if f.Type.Kind() == reflect.String {
				list = append(list, i)
			}
		}
	}
	return list
}

// subjects are what a file is about, where the words above its list do not say so.
var subjects = map[string]string{"gallery": "gallery", "contacts": "contacts"}

// topics are what the names of fields say that no word beside the text does.
var topics = map[string]string{"Retention": " deleted", "Notice": " identity document", "Figures": " conference", "MaskTitle": " identity document", "MaskHelp": " identity document", "MaskConfirm": " identity document", "TentativeTariff": " hotel", "TotalRooms": " hotel"}
