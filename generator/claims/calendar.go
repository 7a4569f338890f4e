package claims

import "transom/generator/display"

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
	return s.aboutIn(from, to)&cElsewhere != 0 || s.otherEdition() || q.first.year == 0 && k.yearOf(s, q) != k.start.year
}

func (k *Claims) deadline(s *sentence, q *quantity) *Contradiction {
	if len(k.closes) == 0 || k.topicOf(s, q) != dayOfDeadline && !k.opensUntil(s, q) || k.elsewhere(s, q) || q.list || s.transfers() {
		return nil
	}
	said := q.first
	if q.span {
		said = q.last
	}
	if said.year != 0 && said.year < k.start.year && s.has(0, len(s.tokens), closedThen) {
		return nil // of an earlier edition
	}
	hour := s.clockOf(q)
	before := lowerAt(s.tokens, q.from-1) == "before" && lowerAt(s.tokens, q.from-2) != "or"
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
	return q.span && (k.topicOf(s, q) == dayOfOpening || s.registers() && s.has(q.from-3, q.from, salesTime))
}

var closedThen = set("closed ended was were had stopped finished shut")

var salesTime = set("window period")

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
	if s.about&cChecked != 0 || s.clockOf(q) != nil || !s.countsAges(q) {
		return nil // the day of the check, or of something that persons of an age do
	}
	switch lowerAt(s.tokens, q.from-1) {
	case "on", "of", "at", "by", ":", "is", "the", "date":
	default:
		return nil
	}
	if s.about&cBuilding != 0 {
		return nil
	}
	return &Contradiction{Holds: "ages count on " + display.Day(k.content.Event.AgeReferenceDate), Fact: "age-day" + short(q.first)}
}

// countsAges tells a sentence that says on which day ages count: "counted on", "as on", "you must be below 25 years of age on".
func (s *sentence) countsAges(q *quantity) bool {
	from, to := s.clause(q)
	if s.has(from, to, countedAges) || lowerAt(s.tokens, q.from-2) == "as" {
		return true
	}
	return s.aboutIn(from, to)&(cAge|cElsewhere) == cAge && s.has(from, to, must)
}

var (
	countedAges = set("counted reckoned calculated computed determined count counts reference applies limit whole completed decides decide matters")
	must        = set("must have has need needs should")
)

func short(d date) string {
	if d.year == 0 {
		return ".short"
	}
	return ""
}
