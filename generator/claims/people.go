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
	if (about|s.context)&(cAge|cPerson) == 0 || s.about&cBuilding != 0 || s.has(0, len(s.tokens), notAges) || age != float64(int(age)) || age > 120 || age < 1 {
		return nil
	}
	said := limitOf(s, q)
	if said == noLimit || !endsThere(s, q) || s.lasting(q) {
		return nil
	}
	if q.unit == period && (said == above || said == least) && about&cAge == 0 && s.context&cAge == 0 && !s.personBefore(q) {
		return nil
	}
	return k.ages(said, int(age), about)
}

// lasting tells "for over 25 years" and "for more than 25 years".
func (s *sentence) lasting(q *quantity) bool {
	return before(s, q, 2) == "for" && (before(s, q, 1) == "over" || before(s, q, 1) == "above") || before(s, q, 3) == "for" && before(s, q, 1) == "than"
}

// notAges are words with which a number of years is no age of a person.
var notAges = set("experience practice career ago since history standing sessions floors storeys seats capacity per anniversary warranty guarantee old-growth life lifespan")

func before(s *sentence, q *quantity, n int) string { return lowerAt(s.tokens, q.from-n) }

func (s *sentence) personBefore(q *quantity) bool {
	return s.aboutIn(q.from-3, q.from)&cPerson != 0
}

// limitOf reads the words beside a number.
func limitOf(s *sentence, q *quantity) limit {
	one, two := before(s, q, 1), before(s, q, 2)
	if one == "of" && two == "age" {
		one, two = before(s, q, 4), before(s, q, 5) // below the age of 25
		if before(s, q, 3) != "the" {
			one, two = before(s, q, 3), before(s, q, 4)
		}
	}
	if one == "age" || one == "aged" {
		one, two = before(s, q, 2), before(s, q, 3)
	}
	behind := q.to
	for skipped[lowerAt(s.tokens, behind)] {
		behind++
	}
	next, after := lowerAt(s.tokens, behind), lowerAt(s.tokens, behind+1)
	switch {
	case (next == "and" || next == "or") && (after == "above" || after == "older" || after == "over" || after == "more" || after == "up" || after == "upwards") && !tokenAt(s.tokens, behind+2).figures && small[lowerAt(s.tokens, behind+2)] == 0, next == "+", next == "plus":
		return least
	case (next == "and" || next == "or") && (after == "below" || after == "younger" || after == "under" || after == "less") && !tokenAt(s.tokens, behind+2).figures && small[lowerAt(s.tokens, behind+2)] == 0:
		return most
	case one == "between" && s.agedSpan(q.to+1):
		return above
	case one == "and" && before(s, q, 3) == "between" && s.agedSpan(q.from):
		return between
	case one == "above" || one == "over" || one == "than" && (two == "older" || two == "more"):
		return above
	case one == "below" || one == "under" || one == "than" && (two == "younger" || two == "less"):
		return below
	case one == "least" || one == "minimum" || two == "minimum" && (one == "age" || one == "is" || one == ":"):
		return least
	case one == "most" || one == "maximum" || one == "to" && two == "up":
		return most
	case lowerAt(s.tokens, q.to) == "to" || isDash(tokenAt(s.tokens, q.to)):
		if s.agedSpan(q.to + 1) {
			return least
		}
	case one == "to" || isDash(tokenAt(s.tokens, q.from-1)):
		if s.agedSpan(q.from) {
			return most
		}
	}
	return noLimit
}

var skipped = set("years year yrs of age old")

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
	if nearest == nil {
		return nil
	}
	return ageHolds(said, nearest)
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
