// Package claims compares what sentences say with what the settings decide: a day, a price, a number, a promise. A table of
// kinds (kinds.go) says for each which unit it is measured in, which words make it the topic, and where the truth stands. A
// number without a topic is left alone: missing a contradiction is better than a false alarm.
//
// It knows sentences and values; where a text stands in its file is package check's business.
package claims

import (
	"strings"

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
	words   map[string]concepts // that only this content has
	all     map[string]concepts // … and the vocabulary
	beginnings
	start, end, ageDay date
	closes, opens      []moment
	transfers          []moment // when tickets are no longer transferred; empty when nobody decided it
	transfersEnd       string
	cityWords          []string       // the cities in small letters, "{}" for one of several words
	cities             map[string]int // place in content.Event.Venues, by the city in small letters
	nameWords          []string
	counts             []count
	prices             []price
	programme          []eventDay
	figures            []figureOf
	roomKinds          map[string]bool
	organiser          []string // the words of its name
	head               string   // "institute"
}

// moment is when sales begin or end.
type moment struct {
	date
	hour, minute int
	setting      *schema.Instant
}

// Find hands over every contradiction of a text. heading is what stands above it and may give the topic: the question of an
// answer, the label of a field. namesMonth says that days are named, which somebody else may want to look at.
func (k *Claims) Find(text, heading string, tell func(Contradiction)) (namesMonth bool) {
	context, known := concepts(0), false
	var topic theme
	words := tokenLists.Get().(*[]token)
	defer tokenLists.Put(words)
	k.sentences(text, func(f found) {
		if tellsByName(f.about) {
			f.about |= cDate
		}
		foreign := topic.next(f)
		namesMonth = namesMonth || f.about&cMonth != 0
		if !f.measured || f.about&cOurs == 0 && (foreign || f.about&cForeign != 0) || !worthReading(f.about, ^concepts(0)) {
			return
		}
		if !known {
			*words = k.tokens(*words, heading, 0, len(heading))
			context, known = subjects(*words), true
		}
		if !worthReading(f.about, context) {
			return
		}
		*words = k.tokens(*words, text, f.from, f.to)
		list := *words
		s := &sentence{text: text, tokens: list, about: f.about, context: context, heading: heading, foreign: foreign}
		s.about |= s.aboutIn(0, len(list)) // words joined of two
		if s.quantities = k.withMonths(quantitiesOf(text, list)); tellsByName(s.about) {
			s.quantities = k.withNamedDays(text, list, s.quantities)
		}
		k.judge(s, tell)
	})
	return namesMonth
}

// tellsByName tells a sentence that may name a day by its place: "on the first day of the conference".
func tellsByName(about concepts) bool { return about&cDays != 0 && about&cEvent != 0 }

// subjects are those of all words of a text.
func subjects(list []token) concepts {
	about := concepts(0)
	for _, t := range list {
		about |= t.about
	}
	return about
}

// judge asks every kind about every quantity of its unit that is not another institution's.
func (k *Claims) judge(s *sentence, tell func(Contradiction)) {
	all := s.about | s.context
	for i := range s.quantities {
		q := &s.quantities[i]
		if s.foreignAt(q) {
			continue
		}
		for _, kind := range kinds {
			if kind.unit != q.unit || all&kind.topics == 0 {
				continue
			}
			if wrong := kind.judge(k, s, q); wrong != nil {
				if !k.ofAnotherTime(s) {
					k.complete(s, q.from, q.to, wrong)
					tell(*wrong)
				}
				break
			}
		}
	}
	for _, promise := range promises {
		if s.about&promise.marks == 0 || all&promise.topics == 0 || s.foreignAt(nil) {
			continue
		}
		if at, wrong := promise.judge(k, s); wrong != nil && !k.ofAnotherTime(s) {
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
