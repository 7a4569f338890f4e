package claims

import "transom/generator/display"

// what a day in a sentence may be the day of.
type dayTopic int

const (
	dayOfNothing dayTopic = iota
	dayOfDeadline
	dayOfOpening
	dayOfEvent
	dayOfAge
)

// topicOf finds out what the day or hour is about: the nearest word before it decides, in its clause; else the nearest behind.
func (k *Claims) topicOf(s *sentence, q *quantity) dayTopic {
	if q.first.year != 0 && abs(q.first.year-k.start.year) > 2 {
		return dayOfNothing // a day of history
	}
	from, to := s.clause(q)
	for i := q.from - 1; i >= from; i-- {
		if s.taken(i, q) {
			continue
		}
		if topic := k.trigger(s, i, from, to, q); topic != dayOfNothing {
			return topic
		}
	}
	for i := q.to; i < to; i++ {
		if other := s.quantityFrom(i); other != nil && other.unit == day {
			break
		}
		if topic := k.trigger(s, i, from, to, q); topic != dayOfNothing {
			return topic
		}
	}
	return k.topicAbove(s)
}

// taken tells whether another day stands between a word and this one: the word is that day's.
func (s *sentence) taken(i int, q *quantity) bool {
	for j := range s.quantities {
		other := &s.quantities[j]
		if other.unit == day && other.from > i && other.to <= q.from && s.tokens[i].about&cEvent == 0 {
			return true
		}
	}
	return false
}

func (s *sentence) quantityFrom(token int) *quantity {
	for j := range s.quantities {
		if s.quantities[j].from == token {
			return &s.quantities[j]
		}
	}
	return nil
}

// topicAbove is what the question or heading above asks about.
func (k *Claims) topicAbove(s *sentence) dayTopic {
	switch about := s.context; {
	case about&cElsewhere != 0 || s.about&cElsewhere != 0:
	case about&cRegister != 0 && about&(cClose|cUntil) != 0:
		return dayOfDeadline
	case about&cRegister != 0 && about&cOpen != 0:
		return dayOfOpening
	case about&cEvent != 0:
		return dayOfEvent
	}
	return dayOfNothing
}

// trigger tells what a word makes of a day near it.
func (k *Claims) trigger(s *sentence, i, from, to int, q *quantity) dayTopic {
	t, near := s.tokens[i], s.leadsTo(i, q)
	if other := s.clockBetween(i, q); other {
		near = true
	}
	clauseAbout := s.aboutIn(from, to)
	registers := (clauseAbout|s.about|s.context)&cRegister != 0
	switch {
	case t.about&cClose != 0 && registers, (t.lower == "deadline" || s.lastDate(i)) && (registers || s.label()):
		return dayOfDeadline
	case t.lower == "after" && near && clauseAbout&cRegister != 0 && s.has(from, to, negations):
		return dayOfDeadline
	case t.about&cUntil != 0 && clauseAbout&cRegister != 0 && t.lower != "last" && t.lower != "final" && (t.lower != "up" || lowerAt(s.tokens, i+1) == "to") && (near || ends[t.lower]):
		return dayOfDeadline
	case t.about&cOpen != 0 && clauseAbout&cRegister != 0 && (t.lower != "from" || near) && !until[lowerAt(s.tokens, i+1)]:
		return dayOfOpening
	case t.about&cAge != 0, t.about&(cYoung|cOld) != 0 && s.aboutIn(from, to)&(cPerson|cAge) != 0 && s.quantityFrom(i+1) != nil:
		return dayOfAge
	case t.about&(cEvent|cHeld) != 0 && (clauseAbout|s.context)&cEvent != 0:
		return dayOfEvent
	}
	return dayOfNothing
}

// leadsTo tells whether only small words stand between a word and a quantity: "until the", "up to Thursday,".
func (s *sentence) leadsTo(i int, q *quantity) bool {
	for j := i + 1; j < q.from; j++ {
		if !smallWords[s.tokens[j].lower] {
			return false
		}
	}
	return i < q.from
}

var smallWords = set("the to on of at , end day monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun midnight evening")

var (
	ends  = set("end ends ending expire expires latest")
	until = set("until till upto up to")
)

// clockBetween tells whether only an hour stands between a word and a day: "until 6 PM on 9 April".
func (s *sentence) clockBetween(i int, q *quantity) bool {
	other := s.quantityFrom(i + 1)
	return other != nil && other.unit == clock && q.from >= other.to && s.leadsTo(other.to-1, q)
}

// lastDate tells "last date", "final day", "last day".
func (s *sentence) lastDate(i int) bool {
	word, next := s.tokens[i].lower, lowerAt(s.tokens, i+1)
	return (word == "last" || word == "final" || word == "closing") && (next == "date" || next == "day" || next == "chance" || next == "moment")
}

// label tells words that are no sentence: "Last date: 10 April".
func (s *sentence) label() bool {
	return len(s.tokens) <= 12 && s.about&(cElsewhere|cEvent) == 0
}

// clockOf is the hour that belongs to a day.
func (s *sentence) clockOf(q *quantity) *quantity {
	from, to := s.clause(q)
	for j := range s.quantities {
		if c := &s.quantities[j]; c.unit == clock && c.from >= from && c.to <= to && (c.to <= q.from && s.leadsTo(c.to-1, q) || c.from >= q.to && s.leadsTo(q.to-1, c)) {
			return c
		}
	}
	return nil
}

// says tells whether a day, and the hour beside it, are a moment.
func (m moment) says(d date, c *quantity) bool {
	if !m.same(d) {
		return false
	}
	return c == nil || m.at(c) || m.hour == 0 && m.minute == 0 && c.hour == 24
}

func (m moment) at(c *quantity) bool { return c.hour == m.hour && c.minute == m.minute }

func anyOf(list []moment, right func(moment) bool) bool {
	for _, m := range list {
		if right(m) {
			return true
		}
	}
	return false
}

func (k *Claims) elsewhere(s *sentence, q *quantity) bool {
	from, to := s.clause(q)
	return s.aboutIn(from, to)&cElsewhere != 0 || s.otherEdition()
}

func (k *Claims) deadline(s *sentence, q *quantity) *Contradiction {
	if len(k.closes) == 0 || k.topicOf(s, q) != dayOfDeadline && !k.opensUntil(s, q) || k.elsewhere(s, q) || q.list {
		return nil
	}
	said := q.first
	if q.span {
		said = q.last
	}
	hour := s.clockOf(q)
	before := lowerAt(s.tokens, q.from-1) == "before"
	right := anyOf(k.closes, func(m moment) bool {
		return m.says(said, hour) || before && hour == nil && date{m.year, m.month, m.day + 1}.same(said)
	})
	if right {
		return nil
	}
	return k.closing(form(hour != nil, said.year != 0, "deadline"))
}

// opensUntil tells a span between the beginning and the end of registrations: "open from 15 January to 9 April".
func (k *Claims) opensUntil(s *sentence, q *quantity) bool {
	return q.span && k.topicOf(s, q) == dayOfOpening
}

func form(hour, year bool, fact string) string {
	switch {
	case hour && year:
		return fact
	case hour:
		return fact + ".short"
	case year:
		return fact + ".day"
	}
	return fact + ".day.short"
}

func (k *Claims) closing(fact string) *Contradiction {
	value, _ := k.facts.Value("deadline")
	if value == "" {
		return nil
	}
	return &Contradiction{Holds: "registrations close at " + value, Fact: fact}
}

func (k *Claims) opening(s *sentence, q *quantity) *Contradiction {
	if len(k.opens) == 0 || k.topicOf(s, q) != dayOfOpening || k.elsewhere(s, q) || q.list || k.during(q.first) {
		return nil
	}
	hour := s.clockOf(q)
	if anyOf(k.opens, func(m moment) bool { return m.says(q.first, hour) }) {
		return nil
	}
	value, _ := k.facts.Value("opening")
	if value == "" {
		return nil
	}
	return &Contradiction{Holds: "registrations open at " + value, Fact: form(hour != nil, q.first.year != 0, "opening")}
}

// during tells a day of the event, on which a desk may open.
func (k *Claims) during(d date) bool {
	return d.same(k.start) || d.same(k.end) || k.start.before(d) && d.before(k.end)
}

func (k *Claims) deadlineHour(s *sentence, q *quantity) *Contradiction {
	if len(k.closes) == 0 || k.elsewhere(s, q) || daily(s) {
		return nil
	}
	for j := range s.quantities {
		if s.quantities[j].unit == day || s.quantities[j].unit == clock && &s.quantities[j] != q {
			return nil // compared with its day, or a span of hours
		}
	}
	from, to := s.clause(q)
	about := s.aboutIn(from, to)
	if about&cRegister == 0 || about&cClose == 0 || about&cEvent != 0 {
		return nil
	}
	if anyOf(k.closes, func(m moment) bool { return m.at(q) }) {
		return nil
	}
	return k.closing("deadline.time")
}

var everyDay = set("each every daily day morning evening tea badges lunch first second third")

func daily(s *sentence) bool { return s.has(0, len(s.tokens), everyDay) }

func (k *Claims) ageDate(s *sentence, q *quantity) *Contradiction {
	if k.ageDay.day == 0 || k.topicOf(s, q) != dayOfAge || q.span || q.list || q.first.same(k.ageDay) {
		return nil
	}
	switch lowerAt(s.tokens, q.from-1) {
	case "on", "of", "at", "by", ":", "is", "the", "date":
	default:
		return nil
	}
	if s.about&(cPerson|cYoung|cOld) == 0 && !s.has(0, len(s.tokens), countedAges) || s.about&cBuilding != 0 {
		return nil
	}
	return &Contradiction{Holds: "ages count on " + display.Day(k.content.Event.AgeReferenceDate), Fact: "age-day" + short(q.first)}
}

var countedAges = set("counted reckoned taken calculated computed counts reference applies limit whole completed as")

func short(d date) string {
	if d.year == 0 {
		return ".short"
	}
	return ""
}

// eventDays compares spans with the days of the event, and single days with its first and last.
func (k *Claims) eventDays(s *sentence, q *quantity) *Contradiction {
	if k.start.day == 0 || k.end.day == 0 || k.elsewhere(s, q) || s.other(q, k.start.year) {
		return nil
	}
	topic := k.topicOf(s, q)
	if topic == dayOfNothing && q.span && s.allCities(k) && s.onlyDay(q) {
		topic = dayOfEvent
	}
	if topic != dayOfEvent {
		return nil
	}
	if q.span {
		if q.first.same(k.start) && q.last.same(k.end) || s.about&cCity != 0 && !s.allCities(k) && k.during(q.first) && k.during(q.last) {
			return nil
		}
		return &Contradiction{Holds: "the event lasts from " + display.SpanInWords(k.content.Event.StartDate, k.content.Event.EndDate), Fact: "event-days" + short(q.last)}
	}
	return k.oneEventDay(s, q)
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
	verbs := 0
	for i := from; i < to; i++ {
		if s.tokens[i].about&cEvent != 0 {
			verbs |= 1
		}
	}
	if verbs == 0 || q.list && k.during(q.first) && k.during(q.last) {
		return nil
	}
	first, last := k.content.Event.StartDate, k.content.Event.EndDate
	for i := q.from - 1; i >= from; i-- {
		switch t := s.tokens[i]; {
		case t.about&cEvent != 0 && s.leadsTo(i, q) && !k.during(q.first):
			return &Contradiction{Holds: "the event lasts from " + display.SpanInWords(first, last), Fact: "event-days" + short(q.first)}
		case t.lower == "from":
		case t.about&cOpen != 0 || t.lower == "inaugurated":
			if q.first.same(k.start) || until[lowerAt(s.tokens, i+1)] {
				return nil
			}
			return &Contradiction{Holds: "the event begins on " + display.Day(first), Fact: "first-day" + short(q.first)}
		case t.about&cClose != 0 || ends[t.lower] || t.lower == "concludes" || s.lastDate(i):
			if q.first.same(k.end) {
				return nil
			}
			return &Contradiction{Holds: "the event ends on " + display.Day(last), Fact: "last-day" + short(q.first)}
		case t.about&cHeld != 0 || t.lower == "is":
			if k.during(q.first) && (q.first.year == 0 || q.first.year == k.start.year) || s.about&cPast != 0 && q.first.month != k.start.month {
				return nil
			}
			return &Contradiction{Holds: "the event lasts from " + display.SpanInWords(first, last), Fact: "event-days" + short(q.first)}
		}
	}
	return nil
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
