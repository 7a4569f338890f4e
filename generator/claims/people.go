package claims

import (
	"strconv"

	"transom/generator/facts"
	"transom/generator/schema"
)

// limit is what a sentence says of an age.
type limit int

const (
	noLimit limit = iota
	above
	below
	least
	most
	between // the upper end of "between 16 and 25", which may or may not be meant with it
)

// ageLimit compares "above 16", "25 or older", "17 to 24 years" with the ages of the tickets.
func (k *Claims) ageLimit(s *sentence, q *quantity) *Contradiction {
	age := q.value
	if q.unit == period {
		if q.word != "years" && q.word != "year" {
			return nil
		}
		age /= periods["years"]
	}
	about := s.aboutIn(s.clause(q))
	if about&(cElsewhere|cPayElse) != 0 && about&(cRegister|cCost) == 0 || !s.agesOfTickets() {
		return nil
	}
	if (about|s.context)&(cAge|cPerson) == 0 || s.about&cBuilding != 0 || s.has(0, len(s.tokens), notAges) || age != float64(int(age)) || age > 120 || age < 1 {
		return nil
	}
	said := limitOf(s, q)
	if said == noLimit || !endsThere(s, q) || s.lasting(q) || s.fraction() {
		return nil
	}
	if q.unit == period && (said == above || said == least) && about&cAge == 0 && s.context&cAge == 0 && !s.personBefore(q) {
		return nil
	}
	return k.ages(said, int(age), about)
}

// agesOfTickets tells a sentence whose ages are those of the tickets: it, or what stands above it, is about buying one, or it says
// nothing but an age. Other persons of an age sit in the first row or go to the crèche.
func (s *sentence) agesOfTickets() bool {
	if (s.about|s.context)&(cRegister|cCost) != 0 || s.has(0, len(s.tokens), ticketKinds) {
		return true
	}
	if s.heading != "" && s.context&(cPerson|cTicket|cAge) == 0 || s.context&(cElsewhere|cForeign) != 0 {
		return false
	}
	for i := range s.tokens {
		switch t := &s.tokens[i]; {
		case t.figures, !isLetter(t.lower[0]), t.about&(cAge|cPerson|cTicket|cYoung|cOld|cNumber) != 0, onlyAges[t.lower]:
		default:
			return false
		}
	}
	return true
}

var (
	ticketKinds = set("reduced discounted category categories qualify qualifies")
	onlyAges    = set("only for open to be is are must may can need needs has have limit of and or the a an at least most more less than year years minimum maximum lowest highest between from up upwards plus i e g who completed not yet as take")
)

// lasting tells "for over 25 years" and "for more than 25 years".
func (s *sentence) lasting(q *quantity) bool {
	return before(s, q, 2) == "for" && (before(s, q, 1) == "over" || before(s, q, 1) == "above") || before(s, q, 3) == "for" && before(s, q, 1) == "than"
}

// fraction tells "every third visitor" and "half of the members".
func (s *sentence) fraction() bool {
	for i := range s.tokens {
		switch s.tokens[i].lower {
		case "every":
			if ordinals[lowerAt(s.tokens, i+1)] != 0 {
				return true
			}
		case "half", "most", "many", "some":
			if next := lowerAt(s.tokens, i+1); next == "of" || tokenAt(s.tokens, i+1).about&cPerson != 0 {
				return true
			}
		}
	}
	return false
}

// notAges are words with which a number of years is no age of a person.
var notAges = set("experience practice career ago since history standing sessions floors storeys seats capacity per accompanied adult adults guardian parent parents child children kid kids infant infants senior seniors anniversary warranty guarantee old-growth life lifespan")

func before(s *sentence, q *quantity, n int) string { return lowerAt(s.tokens, q.from-n) }

func (s *sentence) personBefore(q *quantity) bool {
	return s.aboutIn(q.from-3, q.from)&cPerson != 0
}

// limitOf reads the words beside a number.
func limitOf(s *sentence, q *quantity) limit {
	for _, read := range []func(*sentence, *quantity) limit{limitBehind, limitBetween, limitBefore, limitSpan} {
		if said := read(s, q); said != noLimit {
			return said
		}
	}
	return noLimit
}

var (
	skipped = set("years year yrs of age old")
	orMore  = set("above older over more up upwards")
	orLess  = set("below younger under less")
)

// limitBehind reads "25 or older", "25+", "24 and below".
func limitBehind(s *sentence, q *quantity) limit {
	at := q.to
	for skipped[lowerAt(s.tokens, at)] {
		at++
	}
	next, after, third := lowerAt(s.tokens, at), lowerAt(s.tokens, at+1), tokenAt(s.tokens, at+2)
	switch joined := (next == "and" || next == "or") && !third.figures && small[third.lower] == 0; {
	case next == "+" || next == "plus" || joined && orMore[after]:
		return least
	case joined && orLess[after]:
		return most
	}
	return noLimit
}

// limitBetween reads "between 16 and 25".
func limitBetween(s *sentence, q *quantity) limit {
	switch one := before(s, q, 1); {
	case one == "between" && s.agedSpan(q.to+1):
		return above
	case one == "and" && before(s, q, 3) == "between" && s.agedSpan(q.from):
		return between
	}
	return noLimit
}

// limitBefore reads "above 16", "below the age of 25", "at least 17", "minimum age: 17".
func limitBefore(s *sentence, q *quantity) limit {
	one, two := s.beforeAge(q)
	switch {
	case one == "above" || one == "over" || one == "than" && (two == "older" || two == "more"):
		return above
	case one == "below" || one == "under" || one == "than" && (two == "younger" || two == "less"):
		return below
	case one == "completed" && (two == "not" || two == "yet"):
		return below
	case one == "least" || one == "minimum" || one == "completed", one == "from" && (before(s, q, 1) == "of" || q.unit == period):
		return least
	case one == "most" || one == "maximum" || one == "to" && two == "up":
		return most
	case (one == "is" || one == "of" || one == ":" || one == "age") && s.has(q.from-6, q.from, minimum) && s.has(q.from-6, q.from, ageWords):
		return least
	}
	return noLimit
}

var (
	minimum  = set("minimum lowest")
	ageWords = set("age")
)

// beforeAge are the two words before a number; the words of "the age of" and "aged" are passed over.
func (s *sentence) beforeAge(q *quantity) (one, two string) {
	at := 1
	if before(s, q, 1) == "of" && before(s, q, 2) == "age" {
		if at = 3; before(s, q, 3) == "the" {
			at = 4
		}
	} else if word := before(s, q, 1); word == "age" || word == "aged" {
		at = 2
	}
	return before(s, q, at), before(s, q, at+1)
}

// limitSpan reads "17 to 24 years".
func limitSpan(s *sentence, q *quantity) limit {
	switch one := before(s, q, 1); {
	case (lowerAt(s.tokens, q.to) == "to" || isDash(tokenAt(s.tokens, q.to))) && s.agedSpan(q.to+1):
		return least
	case (one == "to" || isDash(tokenAt(s.tokens, q.from-1))) && s.agedSpan(q.from):
		return most
	}
	return noLimit
}

// agedSpan tells "17 to 24 years" and "aged 17–24".
func (s *sentence) agedSpan(last int) bool {
	if _, n := numberAt(s.tokens, last); n == 0 {
		return false
	}
	start := last - 2
	return before(s, &quantity{from: start}, 1) == "aged" || before(s, &quantity{from: start}, 1) == "ages" ||
		lowerAt(s.tokens, last+1) == "years" && (lowerAt(s.tokens, last+2) == "of" || lowerAt(s.tokens, last+2) == "old" || s.about&cPerson != 0)
}

// endsThere tells that the number counts years and not what comes next: "above 16 metres".
func endsThere(s *sentence, q *quantity) bool {
	next := tokenAt(s.tokens, q.to)
	if next.lower == "+" { // 25+, but not 100+ members
		behind := tokenAt(s.tokens, q.to+1)
		return s.personBefore(q) && (behind.lower == "" || followers[behind.lower])
	}
	return next.lower == "" || followers[next.lower] || !isLetter(next.lower[0])
}

var followers = set("years year yrs of age old on and or may can must pay pays are is as only to at when need needs get who but will should take for in by plus up upwards")

// ages compares one age with the categories.
func (k *Claims) ages(said limit, age int, about concepts) *Contradiction {
	var nearest *schema.Category
	for i := range k.content.Tickets.Categories {
		c := &k.content.Tickets.Categories[i]
		if k.bad(&c.Age.Min) || k.bad(&c.Age.Max) {
			return nil
		}
		value, set := c.Age.Min, c.Age.Min > 0
		if said == below || said == most || said == between {
			value, set = c.Age.Max, c.Age.Max > 0
		}
		if !set {
			continue
		}
		switch {
		case said == above && (age == value-1 || age == value), said == below && age == value+1, said == least && age == value, said == most && age == value, said == between && (age == value || age == value+1):
			return nil
		}
		if nearest == nil || (said == least || said == above && about&cYoung == 0) && abs(value-age) < abs(nearest.Age.Min-age) {
			nearest = c
		}
	}
	if nearest == nil || farFrom(nearest, age) {
		return nil
	}
	return ageHolds(said, nearest)
}

// farFrom tells an age at which another group begins: "free for members above 60".
func farFrom(c *schema.Category, age int) bool {
	const far = 12
	return abs(c.Age.Min-age) > far && (c.Age.Max == 0 || abs(c.Age.Max-age) > far)
}

func abs(n int) int { return max(n, -n) }

func ageHolds(said limit, c *schema.Category) *Contradiction {
	name := "age." + facts.Key(c)
	limits := "from " + strconv.Itoa(c.Age.Min)
	if c.Age.Max > 0 {
		limits = "above " + strconv.Itoa(c.Age.Min-1) + " and below " + strconv.Itoa(c.Age.Max+1)
	}
	holds := "this ticket is for ages " + limits
	switch said {
	case above:
		return &Contradiction{Holds: holds, Fact: name + ".above"}
	case below, between:
		return &Contradiction{Holds: holds, Fact: name + ".below"}
	case least:
		return &Contradiction{Holds: holds, Fact: name + ".min"}
	}
	return &Contradiction{Holds: holds, Fact: name + ".max"}
}
