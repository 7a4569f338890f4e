package check

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"transom/generator/facts"
	"transom/generator/lazy"
	"transom/generator/source"
)

// A price, percentage, date or time in a text does not change with its setting. If there is a fact of the same kind,
// this is a mistake: the text must use the fact, or {{literal:₹900}} for a value that depends on no setting.

// unit is a kind of value that settings contain and texts repeat.
type unit struct {
	name    string
	pattern func() *regexp.Regexp
	// hints are the strings with which a match can begin, or that can follow its first number. The regular expressions are
	// slow, so they run only on the few words with a hint.
	hints []string
	// key returns the same string for equal values, such as "₹3,000" and "Rs. 3000", or "" for a match that is not a
	// value.
	key func(match []string) string
}

const month = `(Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sept?(?:ember)?|` +
	`Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b`

var units = []unit{
	{"price", lazy.Regexp(
		`^(?:(?:₹|(?:Rs\.?|INR|Rupees)) ?([0-9]+(?:,[0-9]+)*(?:\.[0-9]+)?)(?: ?(lakh|crore|k)\b)?|([0-9]+(?:,[0-9]+)*) ` +
			`(?:rupees|Rupees)\b)`), []string{"₹", "Rs", "INR", "Rupees", "rupees"}, priceKey},
	{"percentage", lazy.Regexp(`^([0-9]+(?:\.[0-9]+)?) ?(?:%|per ?cent\b)`), []string{"%", "per"},
		func(m []string) string { return m[1] }},
	{"day", lazy.Regexp(`^(?:(?:([0-9]{1,2}) ?(?:to|and|–|-) ?)?([0-9]{1,2})(?:st|nd|rd|th)?(?: of)? ` + month +
		`(?:,? ([0-9]{4})\b)?` +
		`|` + month + `\.? ([0-9]{1,2})(?:st|nd|rd|th)?\b(?:,? ([0-9]{4})\b)?|(20[0-9]{2}-[0-9]{2}-[0-9]{2})\b)`),
		[]string{"Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec", "-"}, dayKey},
	{"time", lazy.Regexp(
		`^(?:(1[0-2]|0?[1-9])(?:[:.]([0-5][0-9]))? ?([AaPp])\.?[Mm]\b\.?|([01][0-9]|2[0-3]):([0-5][0-9])\b)`),
		[]string{":", "AM", "PM", "am", "pm", "Am", "Pm", "aM", "pM", "A.", "P.", "a.", "p."}, timeKey},
}

func priceKey(m []string) string {
	factor, digits := map[string]float64{"lakh": 1e5, "crore": 1e7, "k": 1e3}[m[2]], cmp.Or(m[1], m[3])
	n, err := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
	if err != nil {
		return ""
	}
	return strconv.FormatFloat(n*cmp.Or(factor, 1), 'f', -1, 64)
}

func dayKey(m []string) string {
	if m[8] != "" || m[1] != "" {
		return cmp.Or(m[8], m[0]) // two ranges of days are equal only if their words are equal
	}
	day, name, year := cmp.Or(m[2], m[6]), cmp.Or(m[3], m[5]), cmp.Or(m[4], m[7])
	t, err := time.Parse("2 Jan 2006", day+" "+name[:3]+" "+cmp.Or(year, "2024"))
	if err != nil {
		return m[0] // the day does not exist
	}
	return year + t.Format("-01-02")
}

func timeKey(m []string) string {
	text, layout := m[4]+":"+m[5], "15:04"
	if m[3] != "" {
		text, layout = m[1]+":"+cmp.Or(m[2], "00")+m[3]+"M", "3:04PM"
	}
	t, _ := time.Parse(layout, strings.ToUpper(text))
	return t.Format("15:04")
}

type literal struct {
	unit     *unit
	key      string
	from, to int
}

// literalsIn returns the values written out in a line, in order. Text in {{ }} or in an address does not count.
func literalsIn(line string) []literal {
	if !strings.ContainsAny(line, "0123456789") {
		return nil
	}
	plain := line
	for _, at := range inBraces(line) {
		plain = plain[:at[0]] + strings.Repeat("\x00", at[1]-at[0]) + plain[at[1]:]
	}
	var list []literal
	hints, ends := hintsBy(), map[*unit]int{}
	for from, r := range []byte(plain) {
		if r >= 'a' && r <= 'z' || r == ' ' {
			continue // most characters do not begin a hint
		}
		sign := signOf(plain, from)
		if sign == "" {
			continue
		}
		for _, h := range hints[sign[0]] {
			if from < ends[h.unit] || !strings.HasPrefix(sign, h.text) {
				continue
			}
			match := h.unit.pattern().FindStringSubmatch(plain[from:])
			if match == nil {
				continue
			}
			to := from + len(match[0])
			ends[h.unit] = to
			inAddress := from > 0 && strings.IndexByte("/#=_-.", plain[from-1]) >= 0
			if key := h.unit.key(match); key != "" && !inAddress {
				list = append(list, literal{h.unit, key, from, to})
			}
		}
	}
	return list
}

// signOf returns text[from:] if it begins with a capital letter or ₹, and what follows the numbers if it begins with
// one or two ("11 to 13th of"). Otherwise, it returns "".
func signOf(text string, from int) string {
	r := text[from]
	isNumber := r >= '0' && r <= '9'
	switch {
	case r == "₹"[0]:
		return text[from:]
	case !isNumber && (r < 'A' || r > 'Z') || from > 0 && isWord(text[from-1]):
		return ""
	case isNumber:
		text = strings.TrimLeft(text[from:], "0123456789,.")
		for _, part := range []string{" ", "to", "and", "–", "-", " "} {
			text = strings.TrimPrefix(text, part)
		}
		for text != "" && text[0] >= '0' && text[0] <= '9' {
			text = text[1:]
		}
		for _, part := range []string{"st", "nd", "rd", "th", " ", "of "} {
			text = strings.TrimPrefix(text, part)
		}
		return text
	}
	return text[from:]
}

type hint struct {
	text string
	unit *unit
}

var hintsBy = sync.OnceValue(func() *[256][]hint {
	by := new([256][]hint)
	for i := range units {
		for _, text := range units[i].hints {
			by[text[0]] = append(by[text[0]], hint{text, &units[i]})
		}
	}
	return by
})

func isWord(b byte) bool {
	return b >= '0' && b <= '9' || b >= 'A' && b <= 'Z' || b >= 'a' && b <= 'z' || b == '_'
}

func (c *Checker) literals(text string, at place) {
	if n := strings.Count(text, facts.Literal); n > 0 {
		c.mu.Lock()
		c.literalCount += n
		c.mu.Unlock()
	}
	c.weekdays(text, at)
	start := 0
	for line := range strings.SplitSeq(text, "\n") {
		for _, l := range c.moments(line, literalsIn(line)) {
			if message := c.literalMessage(line, l); message != "" {
				c.report(at(start+l.from, line[l.from:l.to]), "%s", message)
			}
		}
		start += len(line) + 1
	}
}

var weekday = lazy.Regexp(`\b((?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day),? (?:the )?`)

// weekdays reports a weekday that does not match the day after it. A day without a year is in the event's year or the
// year before.
func (c *Checker) weekdays(text string, at place) {
	if !strings.Contains(text, "day") || c.Event.StartDate == "" {
		return
	}
	for _, found := range weekday().FindAllStringSubmatchIndex(text, -1) {
		said := text[found[2]:found[3]]
		match := units[2].pattern().FindStringSubmatch(c.known.Fill(text[found[1]:]))
		if match == nil {
			continue
		}
		key := units[2].key(match)
		yearless := strings.HasPrefix(key, "-")
		if yearless {
			key = string(c.Event.StartDate[:4]) + key
		}
		day, err := time.Parse(time.DateOnly, key)
		isBefore := yearless && day.AddDate(-1, 0, 0).Weekday().String() == said
		if err == nil && day.Weekday().String() != said && !isBefore {
			c.report(at(found[0], said), "%s is a %s, not a %s; correct one of the two", match[0], day.Weekday(), said)
		}
	}
}

// moments joins a time with the day after it if a fact contains both: "4 PM on 9 April 2025".
func (c *Checker) moments(line string, list []literal) []literal {
	for i := 0; i+1 < len(list); i++ {
		both := line[list[i].from:list[i+1].to]
		if slices.ContainsFunc(c.known.All(), func(f facts.Fact) bool { return f.Value == both }) {
			list[i].to, list[i].key = list[i+1].to, both
			list = slices.Delete(list, i+1, i+2)
		}
	}
	return list
}

// literalMessage returns "" if no fact has the unit.
func (c *Checker) literalMessage(line string, l literal) string {
	said := line[l.from:l.to]
	same, part, others := c.factsLike(said, l)
	meant := facts.Literal + said + facts.After
	switch {
	case len(same) > 0:
	case part != nil:
		return fmt.Sprintf(`"%s" is part of the fact %s (%s); write the whole fact, or, if the text has nothing `+
			`to do with the fact, %s`,
			said, facts.Before+part.Name+facts.After, part.Value, meant)
	case len(others) == 0:
		return ""
	}
	if len(same) > 0 {
		more := ""
		if len(same) > 1 {
			more = fmt.Sprintf(" (other facts with this value: %s)", strings.Join(same[1:min(len(same), 5)], ", "))
		}
		return fmt.Sprintf(`"%s" is a value from the settings and would not follow when they change; write: %s%s. If it `+
			`has nothing to do with a setting, write %s`, said,
			strings.TrimSuffix(excerpt(line[:l.from], facts.Before+same[0]+facts.After, line[l.to:]), "."), more, meant)
	}
	return fmt.Sprintf(`"%s" matches no setting with this %s; facts of this kind are %s. Use the right fact. If it has `+
		`nothing to do with a setting, write: %s`, said, l.unit.name, strings.Join(others[:min(len(others), 4)], ", "),
		excerpt(line[:l.from], meant, line[l.to:]))
}

// factsLike returns three results: the facts with this value, beginning with those that are spelt the same; a fact that
// contains this price, such as a price that changes; and other facts with the same unit, with their values.
func (c *Checker) factsLike(said string, l literal) (same []string, part *facts.Fact, others []string) {
	var exact []string
	for _, f := range c.known.All() {
		if f.Value == said {
			exact = append(exact, f.Name)
			continue
		}
		for i, of := range literalsIn(f.Value) {
			switch {
			case of.unit != l.unit:
			case of.key == l.key && of.to-of.from < len(f.Value) && l.unit.name == "price":
				part = cmp.Or(part, &f)
			case of.to-of.from == len(f.Value) && (of.key == l.key || l.unit.name == "day" && strings.HasSuffix(of.key, l.key)):
				same = append(same, f.Name)
			case strings.Count(f.Name, ".") <= 1 && i == 0:
				others = append(others, fmt.Sprintf("%s (%s)", f.Name, f.Value))
			}
		}
	}
	// Short names come first: a category's price precedes an equal price for two people in another category.
	slices.SortStableFunc(exact, func(a, b string) int {
		return cmp.Compare(strings.Count(a, "."), strings.Count(b, "."))
	})
	return append(exact, same...), part, others
}

func excerpt(before, now, after string) string {
	const most = 60
	if r := []rune(before); len(r) > most {
		before = "…" + string(r[len(r)-most:])
	}
	if r := []rune(after); len(r) > most {
		after = string(r[:most]) + "…"
	}
	return strings.TrimSpace(before + now + after)
}

func (c *Checker) facts(text string, at place, isPage bool) {
	where := func(snippet string) source.Position { return at(max(strings.Index(text, snippet), 0), snippet) }
	if isPage {
		if found := source.Placeholder(text); found != "" {
			c.report(where(found), `"%s" looks like a placeholder; write the real text`, found)
		}
	}
	c.gstNamed(text, at)
	c.literals(text, at)
}
