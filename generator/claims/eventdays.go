package claims

import (
	"strconv"

	"transom/generator/display"
)

// eventDays compares spans with the days of the event, and single days with its first and last.
func (k *Claims) eventDays(s *sentence, q *quantity) *Contradiction {
	if k.start.day == 0 || k.end.day == 0 || q.named || k.elsewhere(s, q) || s.other(q, k.start.year) {
		return nil
	}
	topic := k.topicOf(s, q)
	if topic == dayOfNothing && s.onlyDay(q) && (q.span && (s.allCities(k) || s.savesDates()) || q.list && s.allCities(k)) {
		topic = dayOfEvent
	}
	if topic != dayOfEvent {
		return nil
	}
	if q.span {
		if q.first.same(k.start) && q.last.same(k.end) || s.about&cCity != 0 && !s.allCities(k) && k.during(q.first) && k.during(q.last) {
			return nil
		}
		return k.eventLasts(q)
	}
	if q.list && k.during(q.first) && !k.during(q.last) {
		return k.eventLasts(q)
	}
	return k.oneEventDay(s, q)
}

// savesDates tells "save the dates".
func (s *sentence) savesDates() bool {
	return s.about&(cRegister|cElsewhere) == 0 && s.named("save") && s.named("date")
}

// other tells a day of another year that the sentence may well mean.
func (s *sentence) other(q *quantity, year int) bool {
	if q.first.year != 0 && q.first.year != year {
		return s.about&(cPast|cNext) != 0
	}
	for j := range s.quantities {
		if y := &s.quantities[j]; y.unit == years && int(y.value) != year && s.about&(cPast|cNext) != 0 {
			return true
		}
	}
	return false
}

func (s *sentence) allCities(k *Claims) bool {
	found := map[string]bool{}
	for _, t := range s.tokens {
		if t.about&cCity != 0 {
			found[t.lower] = true
		}
	}
	return len(found) >= 2 && len(found) == len(k.cities)
}

// onlyDay tells that a sentence names no other day: "Bhopal and Indore, 11 to 13 April".
func (s *sentence) onlyDay(q *quantity) bool {
	for j := range s.quantities {
		if other := &s.quantities[j]; other.unit == day && other != q {
			return false
		}
	}
	return true
}

// oneEventDay compares a day on which the event is said to begin, to end or to be.
func (k *Claims) oneEventDay(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	about := s.aboutIn(from, to)
	if s.has(from, from+1, pronouns) {
		about |= s.context
	}
	if about&cEvent == 0 || q.list && k.during(q.first) && k.during(q.last) {
		return nil
	}
	if s.has(from, to, ceremonies) {
		return k.firstDay(s, q)
	}
	for i := q.from - 1; i >= from; i-- {
		switch t := s.tokens[i]; {
		case t.about&cEvent != 0 && s.leadsTo(i, q) && (!k.during(q.first) || q.list && !k.during(q.last)):
			return k.eventLasts(q)
		case t.lower == "from":
		case t.about&cOpen != 0 || t.lower == "inaugurated":
			if until[lowerAt(s.tokens, i+1)] {
				return nil
			}
			return k.firstDay(s, q)
		case t.about&cClose != 0 || ends[t.lower] || t.lower == "concludes" || s.lastDate(i):
			return k.lastDay(q)
		case t.about&cHeld != 0 || t.lower == "is":
			if k.during(q.first) && (q.first.year == 0 || q.first.year == k.start.year) || s.about&cPast != 0 && q.first.month != k.start.month {
				return nil
			}
			return k.eventLasts(q)
		}
	}
	return nil
}

// ceremonies are with what the event begins.
var ceremonies = set("ceremony inauguration inaugural")

func (k *Claims) firstDay(s *sentence, q *quantity) *Contradiction {
	if q.first.same(k.start) || s.has(0, len(s.tokens), closes) || s.named("closing") {
		return nil
	}
	return &Contradiction{Holds: "the event begins on " + display.Day(k.content.Event.StartDate), Fact: "first-day" + short(q.first)}
}

func (k *Claims) lastDay(q *quantity) *Contradiction {
	if q.first.same(k.end) {
		return nil
	}
	return &Contradiction{Holds: "the event ends on " + display.Day(k.content.Event.EndDate), Fact: "last-day" + short(q.first)}
}

// eventLasts names the day as the sentence does: with or without its year.
func (k *Claims) eventLasts(q *quantity) *Contradiction {
	said := q.first
	if q.span {
		said = q.last
	}
	return &Contradiction{Holds: "the event lasts from " + display.SpanInWords(k.content.Event.StartDate, k.content.Event.EndDate), Fact: "event-days" + short(said)}
}

// eventYear compares the year behind the event's full name.
func (k *Claims) eventYear(s *sentence, q *quantity) *Contradiction {
	n := len(k.nameWords)
	if n < 2 || q.from < n || k.start.year == 0 || int(q.value) == k.start.year {
		return nil
	}
	for i, word := range k.nameWords {
		if s.tokens[q.from-n+i].lower != word {
			return nil
		}
	}
	return &Contradiction{Holds: "the event is in " + string(k.content.Event.StartDate[:4]), Fact: "year"}
}

// eventMonth compares "the conference is held in May", where no day is told.
func (k *Claims) eventMonth(s *sentence) (int, *Contradiction) {
	if k.start.month == 0 || k.end.month == 0 || s.about&(cPast|cNext|cRegister|cElsewhere) != 0 || s.otherYear(k) {
		return 0, nil
	}
	for i := 2; i < len(s.tokens); i++ {
		m := monthAt(s.tokens, i)
		if m == 0 || m == k.start.month || m == k.end.month || s.tokens[i-1].lower != "in" || tokenAt(s.tokens, i+1).figures && tokenAt(s.tokens, i+1).number < 32 {
			continue
		}
		if from, to := s.clause(&quantity{from: i, to: i + 1}); s.aboutIn(from, to)&cEvent != 0 && (s.tokens[i-2].about&cHeld != 0 || s.tokens[i-2].lower == "is") {
			return i, &Contradiction{Holds: "the event lasts from " + display.SpanInWords(k.content.Event.StartDate, k.content.Event.EndDate), Fact: "event-days"}
		}
	}
	return 0, nil
}

// howManyDays compares "four days", "a three-day conference".
func (k *Claims) howManyDays(s *sentence, q *quantity) *Contradiction {
	days, n := len(k.content.Event.Days), int(q.value)/24
	if s.tokens[q.from].lower == "both" && lowerAt(s.tokens, q.to) != "of" {
		return nil // those of one city
	}
	if q.word != "days" && q.word != "day" || days == 0 || n == days || s.otherEdition() || s.otherYear(k) || s.has(0, len(s.tokens), notEventDays) {
		return nil
	}
	if !k.daysOfEvent(s, q) || s.daysAside(k, q) || n < days && s.someDays(q) {
		return nil
	}
	return &Contradiction{Holds: "the event has " + strconv.Itoa(days) + " days", Fact: "days.words"}
}

// daysOfEvent tells whether days are counted of the event: it, its cities or what else of it is counted stands beside them.
func (k *Claims) daysOfEvent(s *sentence, q *quantity) bool {
	from, to := s.clause(q)
	about := s.aboutIn(from, to)
	switch one, next := before(s, q, 1), lowerAt(s.tokens, q.to); {
	case about&cEvent != 0:
		return true
	case int(q.value)%168 == 0: // weeks
		return false
	case one == "all" && s.about&cElsewhere == 0, about&cCity != 0 && next != "to", s.allCities(k) && (q.from == 0 || next == "of"):
		return true
	case (s.aboutIn(from, q.from)|s.aboutIn(q.to, to))&cCounted != 0:
		return s.has(from, to, ourNouns)
	}
	return len(s.tokens) <= 3 && (s.heading == "" || s.context&cEvent != 0)
}

// daysAside tells days of something else beside the event: "two days before", "a two-day workshop".
func (s *sentence) daysAside(k *Claims, q *quantity) bool {
	one, two, next := before(s, q, 1), before(s, q, 2), lowerAt(s.tokens, q.to)
	if s.adjective(q) {
		return !s.edition(q.to) && !s.edition(q.to+1) && !(one == "a" && two == "is")
	}
	from, to := s.clause(q)
	if s.aboutIn(from, to)&cElsewhere != 0 && (q.from > 0 || !s.allCities(k)) {
		return true
	}
	return aside[one] && !(one == "in" && ourNouns[two]) || aside[two] || aside[next]
}

// adjective tells "three-day".
func (s *sentence) adjective(q *quantity) bool { return q.word == "day" && q.value > 24 }

// someDays tells fewer days that need not be all: "spend two days in Bhopal".
func (s *sentence) someDays(q *quantity) bool {
	return q.from > 0 && s.tokens[q.from].lower != "both" && !s.adjective(q) && !wholeTime[before(s, q, 1)]
}

var (
	wholeTime    = set("all for the , lasts fills")
	ourNouns     = set("cities speakers sponsors sessions")
	notEventDays = set("within working business notice week hour hours refund bank banks workshop postponed unpaid destroyed deleted kept")
	aside        = set("within after before in later ago earlier every each last first next past previous about than advance other")
)
