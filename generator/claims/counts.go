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
		{nouns: set("speaker speakers"), without: set("ceiling loud watt watts sound audio wall amplifier lamp lamps hall hang hung kg"), right: []int{len(c.Speakers.Speakers)}, fact: "speakers"},
		{nouns: set("bearer bearers"), beside: set("office institute " + strings.ToLower(c.Event.Organiser.ShortName)), right: []int{len(c.OfficeBearers.Bearers)}, fact: "bearers"},
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
		right, fact := c.rightFor(k, s, at)
		if slices.Contains(right, int(q.value)) || !c.denied(s, q, at, slices.Max(right)) {
			return nil
		}
		return c.holds(right, fact, q)
	}
	return nil
}

func (c *count) holds(right []int, fact string, q *quantity) *Contradiction {
	var numbers []string
	for _, n := range right {
		if text := strconv.Itoa(n); !slices.Contains(numbers, text) {
			numbers = append(numbers, text)
		}
	}
	noun := strings.TrimSuffix(strings.SplitN(c.fact, ".", 2)[0], "s") + "s"
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

// desksEach compares "three desks in each city" above the list of the desks.
func (k *Claims) desksEach(s *sentence, q *quantity) *Contradiction {
	noun := tokenAt(s.tokens, q.to)
	if !desks[noun.lower] || !s.headed(contacts) || !s.has(q.to, q.to+4, each) || k.content.Contacts == nil {
		return nil
	}
	for i := range k.content.Contacts.Cities {
		if city := &k.content.Contacts.Cities[i]; len(city.Contacts) != int(q.value) && len(city.Contacts) > 0 {
			return &Contradiction{Holds: city.City + " has " + strconv.Itoa(len(city.Contacts)), Setting: &city.Contacts}
		}
	}
	return nil
}

var (
	desks    = set("desks desk contacts numbers counters offices")
	contacts = set("contacts")
	each     = set("each every per both")
)

// rightFor are the right numbers and their fact; of hotels, those of the city behind the noun, or of the only one that the sentence
// names.
func (c *count) rightFor(k *Claims, s *sentence, noun int) (right []int, fact string) {
	if c.fact != "hotels" {
		return c.right, c.fact
	}
	named, ok := k.cities[lowerAt(s.tokens, noun+2)]
	if !ok {
		named = k.cityIn(s)
	}
	if named < 0 {
		return c.right, c.fact
	}
	for i := range k.content.Accommodation.Cities {
		if city := &k.content.Accommodation.Cities[i]; city.Venue == k.content.Event.Venues[named].ID {
			return []int{len(city.Hotels)}, c.fact + "." + string(city.Venue)
		}
	}
	return c.right, c.fact
}

// cityIn is the only city of the event that a sentence names, -1 when it names none or several.
func (k *Claims) cityIn(s *sentence) int {
	named := -1
	for _, t := range s.tokens {
		if at, ok := k.cities[t.lower]; ok {
			if named >= 0 && named != at {
				return -1
			}
			named = at
		}
	}
	return named
}

// denied tells whether a number says that there are more or fewer than there are, or only some of them.
func (c *count) denied(s *sentence, q *quantity, noun, total int) bool {
	n, one, two := int(q.value), before(s, q, 1), before(s, q, 2)
	behind := lowerAt(s.tokens, noun+1)
	switch {
	case n >= 100 && n > 5*total: // "a thousand questions"
		return false
	case approximately[one]:
		return 10*n > 11*total
	case one == "another", pointing[one] && c.fact != "pictures", one == "to" && two == "up", s.tokens[q.from].about == 0 && one == "no":
		return one == "to" && n < total
	case one == "than" && (two == "less" || two == "fewer"):
		return n <= total
	case one == "than" && two == "more" || one == "over" || one == "above" || one == "least" || lowerAt(s.tokens, q.to) == "+":
		return n > total || n == total && one != "least" && lowerAt(s.tokens, q.to) != "+"
	case partly[behind] || one == "top" || one == "first" || one == "last":
		return false
	case n > total, noun < q.from, isDash(tokenAt(s.tokens, q.to)), one == "all", one == "are", pointing[one]:
		return true
	}
	return n*2 > total && (whole[one] || whole[two] || c.listed(s, q) || c.wholeBehind(s, q, noun))
}

// wholeBehind tells from what follows that all are meant and not some of them: "Ten speakers of the conference", "Ten speakers from
// five countries".
func (c *count) wholeBehind(s *sentence, q *quantity, noun int) bool {
	behind, begins := lowerAt(s.tokens, noun+1), s.tokens[q.from].capital
	switch {
	case len(s.tokens) <= 7 || q.from == 0 && behind == ",":
		return true
	case followsWhole[behind]:
		return begins || lowerAt(s.tokens, noun+2) == "the"
	}
	return begins && behind == "from" && s.unitAt(noun+2) == number
}

// listed tells a number beside others of what is counted: "a dozen speakers and twenty sponsors".
func (c *count) listed(s *sentence, q *quantity) bool {
	for j := range s.quantities {
		other := &s.quantities[j]
		if other == q || other.unit != number || other.from < q.to && other.to > q.from {
			continue
		}
		between := s.tokens[min(q.to, other.to):max(q.from, other.from)]
		joined := slices.ContainsFunc(between, func(t token) bool { return t.lower == "and" || t.lower == "," || t.lower == "&" })
		if joined && s.aboutIn(other.to, other.to+3)&cCounted != 0 && len(between) < 8 {
			return true
		}
	}
	return false
}

var (
	approximately = set("about around nearly almost some approximately roughly")
	pointing      = set("these those")
	whole         = set("the our all are is with has have features feature presents lists list hosts brings meet meets of total these both in across hear thanks thank welcome welcomes booked arranged reserved chosen choose by")
	partly        = set("per each a")
	followsWhole  = set("of will at in on about")
)

var yearWords = set("in of since until year from to")

// otherYear tells a sentence that names another year and looks back or ahead.
func (s *sentence) otherYear(k *Claims) bool {
	for j := range s.quantities {
		if y := &s.quantities[j]; y.unit == years && int(y.value) != k.start.year && (y.value >= 1900 || yearWords[before(s, y, 1)]) && !s.yearOfFoundation(y) {
			return true
		}
	}
	return false
}
