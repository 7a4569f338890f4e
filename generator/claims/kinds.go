package claims

// kind is one kind of fact that sentences repeat: its unit, and how it is told from other numbers and compared. judge returns
// nil when the quantity is something else or says the truth.
type kind struct {
	name  string
	unit  unit
	judge func(*Claims, *sentence, *quantity) *Contradiction
}

// kinds are asked in this order; the first that finds a contradiction tells it.
var kinds = []kind{
	{"the end of registrations", day, (*Claims).deadline},
	{"the beginning of registrations", day, (*Claims).opening},
	{"the day on which ages count", day, (*Claims).ageDate},
	{"the days of the event", day, (*Claims).eventDays},
	{"the hour at which registrations end", clock, (*Claims).deadlineHour},
	{"the year of the event", years, (*Claims).eventYear},
	{"the rate of GST", share, (*Claims).gstRate},
	{"the rate of GST", number, (*Claims).bareRate},
	{"the price of a ticket", money, (*Claims).ticketPrice},
	{"the age limits", number, (*Claims).ageLimit},
	{"the age limits", period, (*Claims).ageLimit},
	{"how many there are", number, (*Claims).howMany},
	{"how many days the event has", period, (*Claims).howManyDays},
	{"how large an upload may be", size, (*Claims).uploadSize},
	{"when identity documents are destroyed", period, (*Claims).retention},
}

// promises are said without a number.
var promises = []func(*Claims, *sentence) (at int, wrong *Contradiction){(*Claims).masking, (*Claims).formats}

// aboutIn are the subjects of the tokens in a range.
func (s *sentence) aboutIn(from, to int) concepts {
	about := concepts(0)
	for i := max(from, 0); i < min(to, len(s.tokens)); i++ {
		about |= s.tokens[i].about
	}
	return about
}

// clause is the part of the sentence around a quantity that is about one thing.
func (s *sentence) clause(q *quantity) (from, to int) {
	from, to = 0, len(s.tokens)
	for i := q.from - 1; i >= 0; i-- {
		if s.breaks(i) {
			from = i + 1
			break
		}
	}
	for i := q.to; i < len(s.tokens); i++ {
		if s.breaks(i) {
			to = i
			break
		}
	}
	return from, to
}

// breaks tells whether a new clause begins behind a token.
func (s *sentence) breaks(i int) bool {
	switch s.tokens[i].lower {
	case "(":
		return s.longNote(i)
	case ")":
		for j := i - 1; j >= 0; j-- {
			if s.tokens[j].lower == "(" {
				return s.longNote(j)
			}
		}
	case ";", "|", "but", "while", "whereas", "·", "•":
		return true
	case "–":
		return !s.tokens[i].glued && !tokenAt(s.tokens, i+1).glued && !spanSign(s, i)
	case ",":
		next := lowerAt(s.tokens, i+1)
		return next == "and" || next == "so" || next == "which" || next == "then"
	}
	return false
}

// longNote tells whether brackets hold more than a remark like (12%).
func (s *sentence) longNote(open int) bool {
	for i := open + 1; i < min(open+6, len(s.tokens)); i++ {
		if s.tokens[i].lower == ")" {
			return false
		}
	}
	return true
}

// spanSign tells a dash between two numbers, with spaces around it.
func spanSign(s *sentence, i int) bool {
	return tokenAt(s.tokens, i+1).figures && i > 0 && (s.tokens[i-1].figures || months[s.tokens[i-1].lower].number != 0)
}

// has tells whether one of the words stands in a range of tokens.
func (s *sentence) has(from, to int, list map[string]bool) bool {
	for i := max(from, 0); i < min(to, len(s.tokens)); i++ {
		if list[s.tokens[i].lower] {
			return true
		}
	}
	return false
}

// past tells a sentence about an earlier or a later event: "last year's conference", "the next edition".
func (s *sentence) otherEdition() bool {
	for i, t := range s.tokens {
		if t.about&(cPast|cNext) != 0 && t.lower != "was" && t.lower != "were" && editions[lowerAt(s.tokens, i+1)] {
			return true
		}
	}
	return false
}

var editions = set("year edition conference natcon event time years editions conferences events")
