package claims

// kind is one kind of fact that sentences repeat.
type kind struct {
	name string
	// unit is what it is measured in.
	unit unit
	// topics are its subjects: a sentence that, with what stands above it, has none of them is not asked.
	topics concepts
	// judge tells it from other numbers and compares: nil when the quantity is something else or says the truth.
	judge func(*Claims, *sentence, *quantity) *Contradiction
}

// kinds are asked in this order; the first that finds a contradiction tells it.
var kinds = []kind{
	{"until when tickets are transferred", day, cTicket | cRegister, (*Claims).transferUntil},
	{"the end of registrations", day, cRegister | cClose | cUntil | cPortal, (*Claims).deadline},
	{"the beginning of registrations", day, cRegister, (*Claims).opening},
	{"the day on which ages count", day, cAge | cYoung | cOld, (*Claims).ageDate},
	{"which day of the event it is", day, cCounted, (*Claims).dayNamed},
	{"the city of a day", day, cCity, (*Claims).dayIn},
	{"the days of the event", day, cEvent | cCity | cHeld, (*Claims).eventDays},
	{"the days of the hotels", day, cStay, (*Claims).stay},
	{"the day of the bus", day, cBus, (*Claims).bus},
	{"the dress of a day", day, cElsewhere, (*Claims).dress},
	{"the weekday of the bus", weekday, cBus, (*Claims).busWeekday},
	{"the weekdays of the event", weekday, cEvent | cCity, (*Claims).eventWeekday},
	{"the hour at which registrations end", clock, cRegister, (*Claims).deadlineHour},
	{"the year of the event", years, cEvent, (*Claims).eventYear},
	{"the year of the foundation", years, cFounded, (*Claims).founded},
	{"the rate of GST", share, cTax, (*Claims).gstRate},
	{"the rate of GST", number, cTax, (*Claims).bareRate},
	{"the price of a room", money, cVenue, (*Claims).roomPrice},
	{"the price of a ticket", money, cTicket | cRegister | cCost | cCompany, (*Claims).ticketPrice},
	{"the age limits", number, cAge | cPerson, (*Claims).ageLimit},
	{"the age limits", period, cAge | cPerson, (*Claims).ageLimit},
	{"how many there are", number, cCounted, (*Claims).howMany},
	{"how many digits a one-time code has", number, cCode, (*Claims).codeDigits},
	{"how many desks each city has", number, cElsewhere | cCounted, (*Claims).desksEach},
	{"the figures of the home page", number, cFigure, (*Claims).figure},
	{"the digits of the identity document", number, cIdentity, (*Claims).digits},
	{"how many days the event has", period, cCounted, (*Claims).howManyDays},
	{"how long a link for paying works", period, cLink, (*Claims).paymentLink},
	{"how long a one-time code works", period, cCode, (*Claims).codeLifetime},
	{"how large an upload may be", size, cUpload | cIdentity, (*Claims).uploadSize},
	{"when identity documents are destroyed", period, cIdentity | cPaper, (*Claims).retention},
}

// promise is what is said without a number.
type promise struct {
	name string
	// marks are words of which the sentence has one, topics those of which it or what stands above it has one.
	marks, topics concepts
	judge         func(*Claims, *sentence) (at int, wrong *Contradiction)
}

var promises = []promise{
	{"what of an identity document is visible", cDestroy | cMasked | cLimit | cNumber, cIdentity, (*Claims).masking},
	{"the formats of uploads", cMasked, cUpload | cIdentity, (*Claims).formats},
	{"whether prices hold GST", cTax, cCost, (*Claims).gstIncluded},
	{"what a spouse pays", cIncluded, cTwo, (*Claims).spouseShare},
	{"the cities", cCity, cEvent | cCounted | cNext, (*Claims).citiesNamed},
	{"where the event begins", cCity, cEvent, (*Claims).beginsIn},
	{"who holds an office", cOffice, cOffice, (*Claims).officer},
	{"the month of the event", cMonth, cEvent, (*Claims).eventMonth},
}

// marks are the words and signs without which a sentence has no quantity of a unit.
var marks = map[unit]concepts{day: cMonth | cDate, clock: cDate, money: cMoney, years: cDate, weekday: cWeekday}

// worthwhile is what the tables above ask for, each once.
var worthwhile = func() []readable {
	byMarks := map[concepts]concepts{}
	for _, kind := range kinds {
		byMarks[marks[kind.unit]] |= kind.topics
	}
	for _, promise := range promises {
		byMarks[promise.marks] |= promise.topics
	}
	var list []readable
	for marks, topics := range byMarks {
		list = append(list, readable{marks, topics})
	}
	return list
}()

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
		if t.about&(cPast|cNext) != 0 && t.lower != "was" && t.lower != "were" && s.edition(i+1) {
			return true
		}
	}
	return false
}

// edition tells a word for one of several conferences; the event's own name is one.
func (s *sentence) edition(i int) bool {
	return i < len(s.tokens) && (editions[s.tokens[i].lower] || s.tokens[i].about&(cEvent|cOurs) == cEvent|cOurs)
}

var editions = set("year edition event time years editions events")
