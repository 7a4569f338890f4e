package claims

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
	if q.named {
		return dayOfNothing
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

func (s *sentence) unitAt(token int) unit {
	if q := s.quantityFrom(token); q != nil {
		return q.unit
	}
	return none
}

// registers tells a sentence about registering; what stands above it counts when it has no subject of its own.
func (s *sentence) registers() bool {
	return s.about&cRegister != 0 || s.context&cRegister != 0 && s.about&cEvent == 0
}

// topicAbove is what the question or heading above asks about.
func (k *Claims) topicAbove(s *sentence) dayTopic {
	switch about := s.context; {
	case about&cElsewhere != 0 || s.about&cElsewhere != 0:
	case s.about&cEvent != 0 && s.about&cRegister == 0: // an answer about something else than was asked
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
	t, clause := s.tokens[i], s.aboutIn(from, to)
	near := s.leadsTo(i, q) || s.clockBetween(i, q)
	switch {
	case s.endsSales(i, q, clause), (clause&cRegister != 0 || s.pays(from, to)) && s.endsNear(i, q, near), near && s.endsDenied(i, from, to, clause), s.noLaterThan(i, q):
		return dayOfDeadline
	case t.about&cOpen != 0 && clause&cRegister != 0 && (t.lower != "from" || near) && !until[lowerAt(s.tokens, i+1)]:
		return dayOfOpening
	case t.about&cAge != 0, t.about&(cYoung|cOld) != 0 && clause&(cPerson|cAge) != 0 && s.quantityFrom(i+1) != nil:
		return dayOfAge
	case t.about&(cEvent|cHeld) != 0 && (clause|s.context)&cEvent != 0 && !s.relative(i):
		return dayOfEvent
	}
	return dayOfNothing
}

// endsSales tells "closes", "deadline", "last date", said of registrations, or of what stands for them: "the window closes".
func (s *sentence) endsSales(i int, q *quantity, clause concepts) bool {
	if word := s.tokens[i]; word.lower == "deadline" || s.lastDate(i) {
		return s.registers() || s.label(q)
	}
	return s.tokens[i].about&cClose != 0 && (s.registers() || clause&cPortal != 0 && clause&cEvent == 0)
}

// endsNear tells "until", "by", "up to" right before a day, and "ends".
func (s *sentence) endsNear(i int, q *quantity, near bool) bool {
	word := s.tokens[i].lower
	if s.tokens[i].about&cUntil == 0 || word == "last" || word == "final" || word == "later" || word == "up" && lowerAt(s.tokens, i+1) != "to" {
		return false
	}
	return near || ends[word]
}

// pays tells "payments must reach us".
func (s *sentence) pays(from, to int) bool {
	return s.aboutIn(from, to)&cUnpaid != 0 && s.has(from, to, arrives)
}

var arrives = set("reach received")

// endsDenied tells "no registrations after", "not accepted beyond".
func (s *sentence) endsDenied(i, from, to int, clause concepts) bool {
	word := s.tokens[i].lower
	return (word == "after" || word == "beyond") && clause&cRegister != 0 && s.has(from, to, negations)
}

// noLaterThan tells "no later than" right before a day.
func (s *sentence) noLaterThan(i int, q *quantity) bool {
	return s.tokens[i].lower == "later" && lowerAt(s.tokens, i+1) == "than" && s.registers() && (s.leadsTo(i+1, q) || s.clockBetween(i+1, q))
}

// relative tells an event from which time is counted: "two days before the conference".
func (s *sentence) relative(i int) bool {
	for j := i - 1; j >= max(0, i-3); j-- {
		switch word := s.tokens[j].lower; {
		case word == "before" || word == "after" || word == "until" || word == "for" && s.about&cRegister != 0:
			return true
		case !smallWords[word] && s.tokens[j].about&cEvent == 0:
			return false
		}
	}
	return false
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

var smallWords = set("the to on of at , end day monday tuesday wednesday thursday friday saturday sunday mon tue wed thu fri sat sun midnight evening night noon morning")

var (
	ends  = set("end ends ending expire expires latest")
	until = set("until till upto up to")
)

// clockBetween tells whether only an hour stands between a word and a day: "until 6 PM on 9 April".
func (s *sentence) clockBetween(i int, q *quantity) bool {
	for i++; smallWords[lowerAt(s.tokens, i)]; i++ {
	}
	other := s.quantityFrom(i)
	return other != nil && other.unit == clock && q.from >= other.to && s.leadsTo(other.to-1, q)
}

// lastDate tells "last date", "final day", "last day".
func (s *sentence) lastDate(i int) bool {
	word, next := s.tokens[i].lower, lowerAt(s.tokens, i+1)
	return (word == "last" || word == "final" || word == "closing") && (next == "date" || next == "day" || next == "chance" || next == "moment")
}

// label tells words that are no sentence, or a short one: "Last date: 10 April".
func (s *sentence) label(q *quantity) bool {
	return len(s.tokens)-(q.to-q.from) <= 10 && s.about&(cElsewhere|cEvent) == 0
}
