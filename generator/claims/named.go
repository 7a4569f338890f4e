package claims

import "time"

// A day is also told by its place: "the first day of the conference", "a week before the conference begins". It is read only where a
// sentence names no other day.

// withNamedDays adds such a day and takes away the numbers in its words.
func (k *Claims) withNamedDays(text string, list []token, found []quantity) []quantity {
	if k.start.day == 0 || k.end.day == 0 {
		return found
	}
	for i := range found {
		if found[i].unit == day {
			return found
		}
	}
	for i := range list {
		q := k.namedDayAt(text, list, i)
		if q.unit == none {
			continue
		}
		all := []quantity{}
		for _, other := range found {
			if other.to <= q.from {
				all = append(all, other)
			}
		}
		all = append(all, q)
		for _, other := range found {
			if other.from >= q.to {
				all = append(all, other)
			}
		}
		return all
	}
	return found
}

func (k *Claims) namedDayAt(text string, list []token, i int) quantity {
	if lowerAt(list, i+1) == "day" && lowerAt(list, i+2) == "of" {
		n := ordinals[list[i].lower]
		if lastDays[list[i].lower] {
			n = len(k.programme)
		}
		if to := eventAt(list, i+3); to > 0 && n > 0 && n <= len(k.programme) {
			return quantity{unit: day, from: i, to: to, first: k.programme[n-1].date, named: true}
		}
		return quantity{}
	}
	days, next := 0, i+1
	switch before := plainAt(text, list, i); {
	case list[i].lower == "day" && lowerAt(list, i-1) == "the":
		days = 1
	case before.unit == period && wholeDays[before.word]:
		days, next = int(before.value)/24, before.to
	}
	if days == 0 || lowerAt(list, next) != "before" {
		return quantity{}
	}
	to := eventAt(list, next+1)
	if to < 0 || ends[lowerAt(list, to)] || closes[lowerAt(list, to)] {
		return quantity{}
	}
	at := time.Date(k.start.year, time.Month(k.start.month), k.start.day-days, 12, 0, 0, 0, time.UTC)
	return quantity{unit: day, from: i, to: to, first: date{at.Year(), int(at.Month()), at.Day()}, named: true}
}

// eventAt is the end of "the national conference", -1 where something else stands or is meant: "the conference dinner".
func eventAt(list []token, i int) int {
	for articles[lowerAt(list, i)] {
		i++
	}
	t, next := tokenAt(list, i), tokenAt(list, i+1)
	if t.about&cEvent == 0 || t.lower == "edition" || next.about&cElsewhere != 0 {
		return -1
	}
	return i + 1
}

var (
	articles  = set("the our this national annual")
	lastDays  = set("last final closing")
	wholeDays = set("day days week weeks")
)
