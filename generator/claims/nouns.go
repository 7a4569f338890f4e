package claims

// nounOf is the place of the noun that a number counts, or -1: "15 eminent national and international speakers", "12 architects as
// speakers".
func (c *count) nounOf(s *sentence, q *quantity) int {
	const far = 6
	for i := q.to; i < q.to+far; i++ {
		if lowerAt(s.tokens, i) == "as" && c.nouns[lowerAt(s.tokens, i+1)] && s.quantityFrom(i-1) == nil {
			return i + 1
		}
	}
	for i := q.to; i < min(q.to+far, len(s.tokens)); i++ {
		word := s.tokens[i].lower
		switch _, kind := c.kinds[word]; {
		case c.nouns[word] && (i < q.to+4 || lowerAt(s.tokens, i-1) != "and"), kind && s.named("room"):
			return i
		case word == "-" || word == "+" || word == "and" && s.describes(i-1) && s.describes(i+1):
		case !isLetter(word[0]) || stops[word] || s.quantityFrom(i) != nil:
			return c.nounBefore(s, q)
		}
	}
	return c.nounBefore(s, q)
}

// describes tells a word that is no noun in the plural: what stands between a number and what it counts.
func (s *sentence) describes(i int) bool {
	word := lowerAt(s.tokens, i)
	return len(word) > 3 && word[len(word)-1] != 's' && isLetter(word[0])
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
		if sign == ":" && q.from <= 3 || before(s, q, 3) == "of" && before(s, q, 4) == "number" {
			return q.from - 2
		}
	}
	return -1
}

// about tells whether the sentence is about what is counted here.
func (c *count) about(s *sentence, q *quantity, noun int) bool {
	all := s.about | s.context
	switch {
	case s.about&c.others != 0 || s.has(0, len(s.tokens), c.without):
		return false
	case c.with != nil && all&(cEvent|cCity|cPerson) == 0 && !s.has(0, len(s.tokens), c.with) && len(s.tokens) > 6:
		return false
	case c.beside != nil:
		return c.qualified(s, q, noun)
	case c.nouns["rooms"] && (s.has(0, len(s.tokens), notOurRooms) || s.context&cHotel != 0 || s.properName()) && !s.venueAt(q):
		return false
	}
	return c.topic == 0 || all&c.topic != 0 || c.nouns["cities"] && s.named("day")
}

// qualified tells whether one of the words stands near that make the noun ours, "knowledge partners", or another number of ours.
func (c *count) qualified(s *sentence, q *quantity, noun int) bool {
	switch {
	case c.listed(s, q) && s.about&(cBuilding|cElsewhere) == 0, s.headed(c.beside), len(s.tokens) <= 3 && s.heading == "":
		return true
	case c.fact == "pictures":
		return s.has(0, len(s.tokens), c.beside)
	}
	return s.has(min(q.from, noun)-4, max(q.to, noun), c.beside)
}

// venueAt tells that the venue stands nearer before a number than another house: "in the hotels, or at the venue 39 single rooms".
func (s *sentence) venueAt(q *quantity) bool {
	for i := q.from - 1; i >= 0; i-- {
		switch word := s.tokens[i].lower; {
		case word == "venue":
			return true
		case notOurRooms[word]:
			return false
		}
	}
	return false
}

var notOurRooms = set("hotel hotels palace museum house school meeting class exhibition palaces haveli fort drawing breakout")
