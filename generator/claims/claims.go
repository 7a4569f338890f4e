// Package claims compares what sentences say with what the settings decide: a day, a price, a number, a promise. A table of
// kinds (kinds.go) says for each which unit it is measured in, which words make it the topic, and where the truth stands. A
// number without a topic is left alone: missing a contradiction is better than a false alarm.
//
// It knows sentences and values; where a text stands in its file is package check's business.
package claims

import (
	"strings"
	"time"

	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
)

// Contradiction is a statement that the settings do not bear out.
type Contradiction struct {
	// From and To are where the wrong words stand in the text; Said is the part of the sentence around them.
	From, To int
	Said     string
	// Holds says in words what the settings decide.
	Holds string
	// Fact is the name to write instead; "" when there is none.
	Fact string
	// Setting is the address of the deciding value in the content.
	Setting any
}

// Claims knows the settings.
type Claims struct {
	content *source.Content
	facts   *facts.Facts
	bad     func(setting any) bool
	words   map[string]concepts
	beginnings
	start, end, ageDay date
	closes, opens      []moment
	cities             map[string]int // place in content.Event.Venues, by the city in small letters
	nameWords          []string
	counts             []count
	prices             []price
}

// moment is when sales begin or end.
type moment struct {
	date
	hour, minute int
	setting      *schema.Instant
}

// New reads the settings of a content. bad tells values that were told to be wrong: nothing is compared with them.
func New(c *source.Content, known *facts.Facts, zone *time.Location, bad func(setting any) bool) *Claims {
	k := &Claims{content: c, facts: known, bad: bad, words: make(map[string]concepts, len(vocabulary)+16), cities: map[string]int{}}
	for word, about := range vocabulary {
		k.words[word] = about
	}
	e := c.Event
	k.start, k.end, k.ageDay = dateOf(e.StartDate), dateOf(e.EndDate), dateOf(e.AgeReferenceDate)
	if e.EndDate < e.StartDate {
		k.start, k.end = date{}, date{} // told as such
	}
	for i := range e.Venues {
		city := strings.ToLower(e.Venues[i].City)
		if city != "" && !strings.ContainsAny(city, " {") {
			k.cities[city] = i
			k.words[city] |= cCity
		}
	}
	for word := range strings.FieldsSeq(strings.ToLower(e.Name)) {
		if word[0] >= 'a' && word[0] <= 'z' {
			k.nameWords = append(k.nameWords, word)
			if len(word) > 3 {
				k.words[word] |= cEvent
			}
		}
	}
	for i := range c.Tickets.Categories {
		sales := &c.Tickets.Categories[i].Sales
		if !sales.ClosesAt.IsZero() && !sales.OpensAt.IsZero() {
			k.closes = append(k.closes, momentOf(&sales.ClosesAt, zone))
			k.opens = append(k.opens, momentOf(&sales.OpensAt, zone))
		}
	}
	k.counts, k.prices = countsOf(c), k.pricesOf(c.Tickets)
	for word := range k.words {
		k.beginnings[prefix([]byte(word))] = true
	}
	return k
}

func dateOf(d schema.Date) date {
	t, err := time.Parse(time.DateOnly, string(d))
	if err != nil {
		return date{}
	}
	return date{t.Year(), int(t.Month()), t.Day()}
}

func momentOf(i *schema.Instant, zone *time.Location) moment {
	t := i.In(zone)
	return moment{date{t.Year(), int(t.Month()), t.Day()}, t.Hour(), t.Minute(), i}
}

// Find hands over every contradiction of a text. heading is what stands above it and may give the topic: the question of an
// answer, the label of a field. namesMonth says that days are named, which somebody else may want to look at.
func (k *Claims) Find(text, heading string, tell func(Contradiction)) (namesMonth bool) {
	context, known := concepts(0), false
	k.sentences(text, func(from, to int, about concepts) {
		namesMonth = namesMonth || about&cMonth != 0
		if !worthReading(about, ^concepts(0)) {
			return
		}
		if !known {
			context, known = k.subjects(heading), true
		}
		if !worthReading(about, context) {
			return
		}
		list := k.tokens(text, from, to)
		s := &sentence{text: text, tokens: list, about: about, context: context, heading: heading}
		s.quantities = quantitiesOf(text, list)
		k.judge(s, tell)
	})
	return namesMonth
}

// subjects are those of all words of a text.
func (k *Claims) subjects(text string) concepts {
	about := concepts(0)
	for _, t := range k.tokens(text, 0, len(text)) {
		about |= t.about
	}
	return about
}

// judge asks every kind about every quantity of its unit.
func (k *Claims) judge(s *sentence, tell func(Contradiction)) {
	for i := range s.quantities {
		q := &s.quantities[i]
		for _, kind := range kinds {
			if kind.unit != q.unit {
				continue
			}
			if wrong := kind.judge(k, s, q); wrong != nil {
				k.complete(s, q.from, q.to, wrong)
				tell(*wrong)
				break
			}
		}
	}
	for _, promise := range promises {
		if at, wrong := promise(k, s); wrong != nil {
			k.complete(s, at, at+1, wrong)
			tell(*wrong)
		}
	}
}

// complete adds the place, the words around it and the setting behind the fact.
func (k *Claims) complete(s *sentence, from, to int, wrong *Contradiction) {
	wrong.From, wrong.To = s.tokens[from].from, s.tokens[to-1].to
	wrong.Said = excerpt(s.text, s.tokens[0].from, s.tokens[len(s.tokens)-1].to, wrong.From, wrong.To)
	if wrong.Setting == nil {
		for _, f := range k.facts.All() {
			if f.Name == wrong.Fact {
				wrong.Setting = f.Setting
			}
		}
	}
}

// excerpt is the sentence, shortened around what is wrong.
func excerpt(text string, from, to, wrongFrom, wrongTo int) string {
	const most = 70
	before, after := "", ""
	if to-from > most {
		if start := strings.LastIndexByte(text[from:max(from, wrongFrom-(most-(wrongTo-wrongFrom))/2)], ' '); start > 0 {
			from, before = from+start+1, "… "
		}
		if to-from > most {
			if stop := strings.LastIndexByte(text[from:min(to, max(from+most, wrongTo+1))], ' '); from+stop >= wrongTo {
				to, after = from+stop, " …"
			}
		}
	}
	return before + strings.TrimLeft(strings.Join(strings.Fields(text[from:to]), " "), "-*+#>| ") + after
}
