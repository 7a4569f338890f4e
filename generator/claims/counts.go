package claims

import (
	"slices"
	"strconv"
	"strings"

	"transom/generator/facts"
	"transom/generator/source"
)

// count is how many of something there are.
type count struct {
	nouns map[string]bool
	// beside are words of which one must stand between the number and the noun, or before: knowledge partners.
	beside map[string]bool
	// topic must be among the subjects of the sentence, where the noun alone says too little.
	topic concepts
	// with has words of which one must stand in the sentence, when none of its subjects is the event; without those with which it
	// is about something else.
	with, without map[string]bool
	others        concepts
	right         []int
	fact          string
	// kinds are the numbers of each kind of room, by its first word.
	kinds map[string]int
}

// countsOf lists what can be counted.
func countsOf(c *source.Content) []count {
	sponsors, page := 0, 0
	for _, tier := range c.Sponsors.Tiers {
		sponsors += len(tier.Sponsors)
	}
	for _, category := range c.Tickets.Categories {
		if category.OnRegisterPage {
			page++
		}
	}
	cities := len(facts.Cities(c.Event))
	institutes := len(c.Registration.Institutes)
	list := []count{
		{nouns: set("speaker speakers"), without: set("ceiling loud watt watts sound audio wall amplifier"), right: []int{len(c.Speakers.Speakers)}, fact: "speakers"},
		{nouns: set("bearer bearers"), beside: set("office"), right: []int{len(c.OfficeBearers.Bearers)}, fact: "bearers"},
		{nouns: set("question questions faq faqs answers"), right: []int{len(c.FAQs.FAQs)}, fact: "faqs", others: cBuilding},
		{nouns: set("sponsor sponsors"), right: []int{sponsors}, fact: "sponsors"},
		{nouns: set("partner partners"), beside: set("knowledge"), right: []int{len(c.Partners.Partners)}, fact: "partners"},
		{nouns: set("picture pictures drawing drawings image images photograph photographs"), beside: set("gallery"), right: []int{len(c.Gallery.Images)}, fact: "pictures"},
		{nouns: set("category categories"), topic: cTicket | cRegister, right: []int{len(c.Tickets.Categories), page}, fact: "categories"},
		{nouns: set("institutes"), topic: cTicket | cRegister, right: []int{institutes, institutes - 1}, fact: "institutes"},
		{nouns: set("city cities"), topic: cEvent | cCity, right: []int{cities}, fact: "cities.number"},
		{nouns: set("venue venues"), topic: cEvent | cCity, right: []int{len(c.Event.Venues)}, fact: "cities.number"},
	}
	return append(list, roomsOf(c)...)
}

// roomsOf counts hotels and the rooms at the venues, of each city and of all.
func roomsOf(c *source.Content) []count {
	hotels := count{nouns: set("hotel hotels"), fact: "hotels", others: cBuilding, with: set("room rooms held hold list lists listed book choose choice stay accommodation shuttle tied offer partner partnered")}
	all := 0
	var rooms []count
	for i := range c.Accommodation.Cities {
		city := &c.Accommodation.Cities[i]
		all += len(city.Hotels)
		hotels.right = append(hotels.right, len(city.Hotels))
		r := count{nouns: set("room rooms"), topic: cVenue | cCity, fact: "rooms." + string(city.Venue), kinds: map[string]int{}}
		sum := 0
		for _, offer := range city.VenueRooms {
			sum += offer.Rooms
			r.right = append(r.right, offer.Rooms)
			kind, _, _ := strings.Cut(strings.ToLower(offer.Kind), " ")
			r.kinds[kind] = offer.Rooms
		}
		if sum > 0 {
			r.right = append(r.right, sum)
			rooms = append(rooms, r)
		}
	}
	hotels.right = append(hotels.right, all)
	if len(rooms) > 1 { // with rooms in several cities, any of the numbers may be meant
		for _, other := range rooms[1:] {
			rooms[0].right = append(rooms[0].right, other.right...)
		}
	}
	return append([]count{hotels}, rooms[:min(len(rooms), 1)]...)
}

// howMany compares a number and the noun behind it.
func (k *Claims) howMany(s *sentence, q *quantity) *Contradiction {
	if q.value != float64(int(q.value)) || q.value < 1 || s.otherEdition() || s.otherYear(k) {
		return nil
	}
	for i := range k.counts {
		c := &k.counts[i]
		at := c.nounOf(s, q)
		if at < 0 || !c.about(s, q, at) || c.right[len(c.right)-1] == 0 {
			continue
		}
		if kind, n := c.kindOf(s, q); kind != "" {
			if n == int(q.value) {
				return nil
			}
			return &Contradiction{Holds: "there are " + strconv.Itoa(n) + " " + kind + " rooms at the venue", Fact: c.fact + "." + kind}
		}
		right := c.rightFor(k, s)
		if slices.Contains(right, int(q.value)) || !c.denied(s, q, at, slices.Max(right)) {
			return nil
		}
		return c.holds(k, right, q)
	}
	return nil
}

func (c *count) holds(k *Claims, right []int, q *quantity) *Contradiction {
	var numbers []string
	for _, n := range right {
		if text := strconv.Itoa(n); !slices.Contains(numbers, text) {
			numbers = append(numbers, text)
		}
	}
	noun := strings.TrimSuffix(strings.SplitN(c.fact, ".", 2)[0], "s") + "s"
	fact := c.fact
	if written := int(q.value); written < 20 {
		fact += ".words"
	}
	if noun == "citys" || noun == "cities" {
		noun = "cities"
	}
	return &Contradiction{Holds: "the number of " + spoken(noun) + " is " + strings.Join(numbers, " or "), Fact: fact}
}

func spoken(noun string) string {
	switch noun {
	case "faqs":
		return "questions"
	case "bearers":
		return "office bearers"
	case "partners":
		return "knowledge partners"
	}
	return noun
}

// nounOf is the place of the noun that a number counts, or -1.
func (c *count) nounOf(s *sentence, q *quantity) int {
	for i := q.to; i < min(q.to+4, len(s.tokens)); i++ {
		word := s.tokens[i].lower
		switch _, kind := c.kinds[word]; {
		case c.nouns[word], kind && s.named("room"):
			return i
		case word == "-" || word == "+":
		case !isLetter(word[0]) || stops[word]:
			return c.nounBefore(s, q)
		}
	}
	return c.nounBefore(s, q)
}

// kindOf is the kind of room that stands behind a number.
func (c *count) kindOf(s *sentence, q *quantity) (string, int) {
	for i := q.to; i < min(q.to+2, len(s.tokens)); i++ {
		if n, ok := c.kinds[s.tokens[i].lower]; ok {
			return s.tokens[i].lower, n
		}
	}
	return "", 0
}

// stops are words behind which another thing is meant.
var stops = set("of in on at to and or for from per by with is are was were the a an who that which more other further minutes others")

// nounBefore reads "Speakers: 14" and "the number of speakers is 14".
func (c *count) nounBefore(s *sentence, q *quantity) int {
	sign := before(s, q, 1)
	if (sign == ":" || sign == "is" || sign == "are") && c.nouns[before(s, q, 2)] && tokenAt(s.tokens, q.to).about == 0 {
		if sign == ":" || before(s, q, 3) == "of" && before(s, q, 4) == "number" {
			return q.from - 2
		}
	}
	return -1
}

// about tells whether the sentence is about what is counted here.
func (c *count) about(s *sentence, q *quantity, noun int) bool {
	all := s.about | s.context
	if c.others != 0 && s.about&c.others != 0 || s.has(0, len(s.tokens), c.without) {
		return false
	}
	if c.with != nil && all&(cEvent|cCity|cPerson) == 0 && !s.has(0, len(s.tokens), c.with) && len(s.tokens) > 6 {
		return false
	}
	if c.beside != nil {
		near := s.has(min(q.from, noun)-4, max(q.to, noun), c.beside)
		for _, word := range strings.Fields(strings.ToLower(s.heading)) {
			near = near || c.beside[word]
		}
		return near || c.fact == "pictures" && s.has(0, len(s.tokens), c.beside)
	}
	if c.topic == 0 {
		return true
	}
	if c.nouns["rooms"] && s.has(0, len(s.tokens), notOurRooms) {
		return false
	}
	return all&c.topic != 0 || c.nouns["cities"] && s.has(0, len(s.tokens), set("days"))
}

var notOurRooms = set("hotel hotels palace museum house school meeting class exhibition palaces haveli fort drawing breakout")

// rightFor are the right numbers; of hotels, those of the city that the sentence names.
func (c *count) rightFor(k *Claims, s *sentence) []int {
	if c.fact != "hotels" {
		return c.right
	}
	named := -1
	for _, t := range s.tokens {
		if at, ok := k.cities[t.lower]; ok {
			if named >= 0 && named != at {
				return c.right
			}
			named = at
		}
	}
	if named < 0 {
		return c.right
	}
	for i := range k.content.Accommodation.Cities {
		if city := &k.content.Accommodation.Cities[i]; city.Venue == k.content.Event.Venues[named].ID {
			return []int{len(city.Hotels)}
		}
	}
	return c.right
}

// denied tells whether a number says that there are more or fewer than there are, or only some of them.
func (c *count) denied(s *sentence, q *quantity, noun, total int) bool {
	n, one, two := int(q.value), before(s, q, 1), before(s, q, 2)
	behind := lowerAt(s.tokens, noun+1)
	switch {
	case roughly[one] || one == "to" && two == "up" || s.tokens[q.from].about == 0 && one == "no":
		return one == "to" && n < total
	case one == "than" && (two == "more" || two == "less" || two == "fewer") || one == "over" || one == "above" || one == "least" || lowerAt(s.tokens, q.to) == "+":
		if two == "less" || two == "fewer" {
			return n <= total
		}
		return n > total || n == total && one != "least" && lowerAt(s.tokens, q.to) != "+"
	case behind == "per" || behind == "each" || behind == "a" || one == "top" || one == "first" || one == "last":
		return false
	case n > total:
		return true
	case noun < q.from || whole[one] || whole[two] && n*2 > total:
		return noun < q.from || one == "all" || one == "are" || n*2 > total
	case isDash(tokenAt(s.tokens, q.to)):
		return true
	}
	return n*2 > total && (len(s.tokens) <= 7 || q.from == 0 && behind == "," || s.tokens[q.from].capital && followsWhole[behind] || followsWhole[behind] && lowerAt(s.tokens, noun+2) == "the")
}

var (
	roughly      = set("about around nearly almost some approximately roughly another these those")
	whole        = set("the our all are is with has have features feature presents lists list hosts brings meet meets of total these both in across")
	followsWhole = set("of will at in on about")
)

// otherYear tells a sentence that names another year and looks back or ahead.
func (s *sentence) otherYear(k *Claims) bool {
	for j := range s.quantities {
		if y := &s.quantities[j]; y.unit == years && int(y.value) != k.start.year {
			return true
		}
	}
	return false
}

// howManyDays compares "four days", "a three-day conference".
func (k *Claims) howManyDays(s *sentence, q *quantity) *Contradiction {
	days := len(k.content.Event.Days)
	if q.word != "days" && q.word != "day" || days == 0 || s.otherEdition() || s.otherYear(k) || s.has(0, len(s.tokens), notEventDays) {
		return nil
	}
	n := int(q.value) / 24
	from, to := s.clause(q)
	about := s.aboutIn(from, to)
	one, two, next := before(s, q, 1), before(s, q, 2), lowerAt(s.tokens, q.to)
	adjective := q.word == "day" && n > 1
	ours := about&cEvent != 0 || one == "all" && s.about&cElsewhere == 0 || about&cCity != 0 && next != "to" || s.about&cCounted != 0 && s.has(from, to, set("cities")) ||
		len(s.tokens) <= 3 && (s.heading == "" || s.context&cEvent != 0)
	if !ours || n == days || about&cElsewhere != 0 && !adjective || aside[one] || aside[two] || aside[next] || adjective && !editions[next] && !editions[lowerAt(s.tokens, q.to+1)] {
		return nil
	}
	if n < days && !adjective && one != "all" && one != "for" && one != "the" && one != "" && one != "," && q.from > 0 && one != "lasts" {
		return nil
	}
	return &Contradiction{Holds: "the event has " + strconv.Itoa(days) + " days", Fact: "days.words"}
}

var (
	notEventDays = set("within working business notice week hour hours refund bank banks workshop postponed unpaid destroyed deleted kept")
	aside        = set("within after before in later ago earlier every each last first next past previous about than advance other")
)
