package check

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/source"
)

// facts compares what a longer text says with what the lists say: days, the deadline, prices.
func (c *Checker) facts(text string, at place, isPage bool) {
	where := func(snippet string) source.Position { return at(max(strings.Index(text, snippet), 0), snippet) }
	if namesMonth(text) {
		c.daysInText(text, where)
		for _, sentence := range sentences(text) {
			if lower := strings.ToLower(sentence); strings.Contains(lower, "registration") && strings.Contains(lower, "clos") {
				c.deadline(sentence, where, "this sentence")
			}
		}
	}
	if isPage {
		if found := source.Placeholder(text); found != "" {
			c.tell(where(found), "\"%s\" looks like a text that was to be filled in later; write the real text", found)
		}
	}
	if strings.ContainsRune(text, '₹') || strings.Contains(text, "Rs") || strings.Contains(text, "rupees") {
		for _, sentence := range sentences(text) {
			c.amounts(sentence, where)
		}
	}
}

// namesMonth is the quick look before the thorough one: of ten thousand pages most name no month.
func namesMonth(text string) bool {
	return slices.ContainsFunc(months, func(name string) bool { return strings.Contains(text, strings.ToUpper(name[:1])+name[1:]) })
}

// sentenceEnd does not find the point of "Rs. 500".
var sentenceEnd = lazy.Regexp(`[.!?]\s+[^\s0-9]|\n\s*(?:\n|[-*|])`)

func sentences(text string) []string {
	var list []string
	from := 0
	for _, at := range sentenceEnd().FindAllStringIndex(text, -1) {
		list = append(list, text[from:at[0]+1])
		from = at[0] + 1
	}
	return append(list, text[from:])
}

var spokenClock = lazy.Regexp(`(?i)\b([0-9]{1,2})(?:[:.]([0-9]{2}))? ?(AM|PM)\b`)

// deadline compares what a text says about the end of the registrations with the end itself.
func (c *Checker) deadline(text string, where func(string) source.Position, what string) {
	days := textDay().FindAllStringSubmatch(text, -1)
	if days == nil || !strings.Contains(strings.ToLower(text), "clos") {
		return
	}
	for _, day := range days {
		if !onCalendar(day) {
			return // told as such
		}
	}
	var closes *schema.Instant
	for i := range c.Tickets.Categories {
		category := &c.Tickets.Categories[i]
		if !category.OnRegisterPage || category.Sales.ClosesAt.IsZero() {
			continue
		}
		if closes == nil {
			closes = &category.Sales.ClosesAt
		}
		local := category.Sales.ClosesAt.In(c.zone())
		if slices.ContainsFunc(days, func(day []string) bool { return says(text, day, local) }) {
			return
		}
	}
	if closes != nil {
		at := c.At(closes)
		c.tell(where(days[len(days)-1][0]), "%s says \"%s\", but registrations close at %s (%s, line %d); make them agree", what, short(strings.Join(strings.Fields(text), " ")), c.moment(*closes), at.File, at.Line)
	}
}

// onCalendar tells whether a day, found by textDay, exists in some year.
func onCalendar(day []string) bool {
	_, err := time.Parse("2 January 2006", day[1]+" "+day[2]+" 2024")
	return err == nil
}

// says tells whether a text names the moment: its day, and its time where it names one.
func says(text string, day []string, moment time.Time) bool {
	number, _ := strconv.Atoi(day[1])
	if moment.Day() != number || !strings.EqualFold(moment.Month().String(), day[2]) {
		return false
	}
	m := spokenClock().FindStringSubmatch(text)
	if m == nil {
		return true
	}
	said, _ := time.Parse("3:04PM", m[1]+":"+ifNone(m[2], "00")+strings.ToUpper(m[3]))
	return said.Hour() == moment.Hour() && said.Minute() == moment.Minute()
}

var amount = lazy.Regexp(`(?:₹|\bRs\.?|\bINR) ?([0-9][0-9,]*[0-9]|[0-9])|\b([0-9][0-9,]*[0-9]) rupees\b`)

// ofTickets and ofOthers are words, without the s of the plural, that tell whether a sentence speaks of the prices in
// tickets.yaml; ofTwo those that tell whether it speaks of two persons.
var (
	ofTickets = []string{"ticket", "member", "associate", "spouse", "registration", "student", "professional", "category", "categorie"}
	ofOthers  = []string{"hotel", "room", "night", "taxi", "cab", "auto", "bus", "buse", "train", "flight", "sponsor", "deposit", "parking", "shuttle", "lunch", "dinner", "airport", "station", "membership", "refund"}
	ofTwo     = []string{"spouse", "two", "both", "couple", "seats", "together"}
)

// speaksOf tells whether one of the words stands in a sentence.
func speaksOf(sentence string, words []string) bool {
	for word := range strings.FieldsFuncSeq(strings.ToLower(sentence), func(r rune) bool { return !unicode.IsLetter(r) }) {
		if slices.Contains(words, word) || slices.Contains(words, strings.TrimSuffix(word, "s")) {
			return true
		}
	}
	return false
}

// amounts tells prices of tickets that tickets.yaml does not have.
func (c *Checker) amounts(sentence string, where func(string) source.Position) {
	found := amount().FindAllStringSubmatch(sentence, -1)
	if found == nil || !speaksOf(sentence, ofTickets) || speaksOf(sentence, ofOthers) {
		return
	}
	known, prices := c.prices(speaksOf(sentence, ofTwo))
	for _, m := range found {
		paise, err := strconv.ParseInt(strings.ReplaceAll(m[1]+m[2], ",", "")+"00", 10, 64)
		if err != nil || len(known) == 0 || slices.Contains(known, paise) {
			continue
		}
		c.tell(where(m[0]), "\"%s\" is no price of tickets.yaml, where the tickets cost %s without GST; make them agree", m[0], strings.Join(prices, ", "))
	}
}

// prices are all amounts that follow from tickets.yaml, for one or also for two persons, and the prices themselves as people read them. It is empty while
// one of them is not known.
func (c *Checker) prices(forTwo bool) (known []int64, listed []string) {
	t := c.Tickets
	if !c.Whole("tickets") {
		return nil, nil
	}
	for i := range t.Categories {
		category := &t.Categories[i]
		if category.Price == 0 || c.Bad(&category.Spouse.Price) || c.Bad(&t.GSTPercent) ||
			category.Spouse.Rule == "fixed" && category.Spouse.Price == 0 || !slices.Contains(gstRates, t.GSTPercent) {
			return nil, nil
		}
		p := schema.ComputePrices(*category, t.GSTPercent)
		one, two := p.Alone, p.WithSpouse
		known = append(known, one.NetPaise, one.GSTPaise, one.TotalPaise)
		if forTwo {
			known = append(known, two.NetPaise, two.GSTPaise, two.TotalPaise, two.NetPaise-one.NetPaise, two.TotalPaise-one.TotalPaise)
		}
		listed = append(listed, p.Alone.DisplayNet)
		if category.Spouse.Rule == "fixed" {
			listed = append(listed, schema.FormatPaise(two.NetPaise-one.NetPaise))
		}
	}
	return known, listed
}
