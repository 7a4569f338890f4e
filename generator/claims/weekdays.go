package claims

import (
	"strings"
	"time"

	"transom/generator/display"
)

var weekdayNames = func() map[string]time.Weekday {
	all := map[string]time.Weekday{}
	for d := time.Sunday; d <= time.Saturday; d++ {
		all[strings.ToLower(d.String())] = d
	}
	return all
}()

// weekdayAt reads "Friday" and "Friday to Sunday".
func weekdayAt(_ string, list []token, i int) quantity {
	first, ok := weekdayNames[list[i].lower]
	if !ok || !list[i].capital {
		return quantity{}
	}
	q := quantity{unit: weekday, from: i, to: i + 1, first: date{day: int(first)}}
	if last, ok := weekdayNames[lowerAt(list, i+2)]; ok && spans(list, i+1) && list[i+1].lower != "and" {
		q.last, q.span, q.to = date{day: int(last)}, true, i+3
	}
	return q
}

// eventWeekday compares days of the week that stand without a date; one with a date is the calendar's business.
func (k *Claims) eventWeekday(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	if len(k.programme) == 0 || s.about&(cMonth|cRegister|cHotel) != 0 || s.aboutIn(from, to)&cElsewhere != 0 || s.otherEdition() || often[before(s, q, 1)] || often[lowerAt(s.tokens, q.to)] {
		return nil
	}
	if q.span {
		return k.weekdaySpan(s, q)
	}
	if wrong := k.weekdayIn(s, q); wrong != nil {
		return wrong
	}
	return k.weekdayEdge(s, q)
}

var often = set("every each all any last next until till by before after")

func (k *Claims) weekdaySpan(s *sentence, q *quantity) *Contradiction {
	first, last := k.programme[0], k.programme[len(k.programme)-1]
	if s.about&cEvent == 0 && !s.allCities(k) && (s.context&cEvent == 0 || len(s.tokens) > 6) || int(first.weekday) == q.first.day && int(last.weekday) == q.last.day {
		return nil
	}
	return &Contradiction{Holds: "the event lasts from " + display.Weekday(first.setting.Date) + " to " + display.Weekday(last.setting.Date), Fact: "event-days"}
}

// weekdayIn reads "Friday in Bhopal, Sunday in Indore": more than one day, or a sentence about the event.
func (k *Claims) weekdayIn(s *sentence, q *quantity) *Contradiction {
	city := lowerAt(s.tokens, q.to+1)
	if _, ours := k.cities[city]; !ours || lowerAt(s.tokens, q.to) != "in" || s.about&cEvent == 0 && !s.severalWeekdays() {
		return k.eventOnWeekday(s, q)
	}
	for i := range k.programme {
		if day := &k.programme[i]; int(day.weekday) == q.first.day && day.cities[city] {
			return nil
		}
	}
	for i := range k.programme {
		if day := &k.programme[i]; k.cityOf(day.setting.Venue) == city {
			return &Contradiction{Holds: "the event is in " + k.cityNamed(day.setting.Venue) + " on " + display.Weekday(day.setting.Date), Setting: &day.setting.Date}
		}
	}
	return nil
}

// eventOnWeekday reads "On Sunday the conference is in Bhopal".
func (k *Claims) eventOnWeekday(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	city, found := k.onlyCity(s, from, to)
	if !found || s.aboutIn(from, to)&cEvent == 0 || s.severalWeekdays() {
		return nil
	}
	for i := range k.programme {
		if day := &k.programme[i]; int(day.weekday) == q.first.day && !day.cities[city] {
			return k.daysCity(day)
		}
	}
	return nil
}

func (s *sentence) severalWeekdays() bool {
	n := 0
	for j := range s.quantities {
		if s.quantities[j].unit == weekday {
			n++
		}
	}
	return n > 1
}

// weekdayEdge reads "the conference begins on Saturday".
func (k *Claims) weekdayEdge(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	if s.aboutIn(from, to)&cEvent == 0 || s.severalWeekdays() {
		return nil
	}
	for i := from; i < to; i++ {
		switch word := s.tokens[i].lower; {
		case begins[word] && (i == 0 || s.tokens[i-1].lower != "is" && s.tokens[i-1].lower != "are") && int(k.programme[0].weekday) != q.first.day:
			return &Contradiction{Holds: "the event begins on " + display.Weekday(k.programme[0].setting.Date), Fact: "first-day.weekday"}
		case closes[word] && int(k.programme[len(k.programme)-1].weekday) != q.first.day:
			return &Contradiction{Holds: "the event ends on " + display.Weekday(k.programme[len(k.programme)-1].setting.Date), Fact: "last-day.weekday"}
		}
	}
	return nil
}

var (
	begins = set("opens open begins begin starts start inaugurated inauguration opening")
	closes = set("ends closes concludes finishes")
)
