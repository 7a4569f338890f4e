package claims

import (
	"maps"
	"slices"
	"strings"
	"time"

	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
)

// New reads the settings of a content. bad tells values that were told to be wrong: nothing is compared with them.
func New(c *source.Content, known *facts.Facts, zone *time.Location, bad func(setting any) bool) *Claims {
	k := &Claims{content: c, facts: known, bad: bad, words: map[string]concepts{}, cities: map[string]int{}, roomKinds: map[string]bool{}}
	k.readEvent(c.Event)
	k.readSales(c.Tickets, zone)
	k.readDesk(zone)
	k.counts, k.prices = countsOf(c), k.pricesOf(c.Tickets)
	k.programme, k.figures = k.programmeOf(), figuresOf(c.Home)
	k.organiserWords()
	k.learn()
	k.all = maps.Clone(vocabulary)
	for word, subjects := range k.words {
		k.all[word] |= subjects
	}
	for word := range k.all {
		k.beginnings[prefix(word)] = true
	}
	return k
}

// readEvent takes over days, cities and the name.
func (k *Claims) readEvent(e *schema.Event) {
	k.start, k.end, k.ageDay = dateOf(e.StartDate), dateOf(e.EndDate), dateOf(e.AgeReferenceDate)
	if e.EndDate < e.StartDate {
		k.start, k.end = date{}, date{} // told as such
	}
	for i := range e.Venues {
		city := strings.ToLower(e.Venues[i].City)
		if city == "" || strings.ContainsAny(city, " {") {
			continue
		}
		k.cities[city] = i
		k.words[city] |= cCity
		if !slices.Contains(k.cityWords, city) {
			k.cityWords = append(k.cityWords, city)
		}
	}
	for word := range strings.FieldsSeq(strings.ToLower(e.Name)) {
		if word[0] < 'a' || word[0] > 'z' {
			continue
		}
		k.nameWords = append(k.nameWords, word)
		if len(word) > 3 {
			k.words[word] |= cEvent | cOurs
		}
	}
}

// readSales takes over when each category is sold.
func (k *Claims) readSales(t *schema.Tickets, zone *time.Location) {
	for i := range t.Categories {
		sales := &t.Categories[i].Sales
		if !sales.ClosesAt.IsZero() && !sales.OpensAt.IsZero() {
			k.closes = append(k.closes, momentOf(&sales.ClosesAt, zone))
			k.opens = append(k.opens, momentOf(&sales.OpensAt, zone))
		}
	}
}

// learn adds the words that only this content has: other institutes, kinds of rooms, what is worn, what the figures count.
func (k *Claims) learn() {
	for _, institute := range k.content.Registration.Institutes {
		if !institute.Default {
			k.words[strings.ToLower(string(institute.ID))] |= cOther
		}
	}
	for i := range k.counts {
		for kind := range k.counts[i].kinds {
			k.roomKinds[kind] = true
		}
	}
	for i := range k.programme {
		k.words[strings.TrimSuffix(k.programme[i].dress, "s")] |= cElsewhere
	}
	for i := range k.figures {
		k.words[strings.TrimSuffix(k.figures[i].noun, "s")] |= cFigure
	}
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
