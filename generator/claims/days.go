package claims

import (
	"strconv"
	"strings"
)

// date is a day; year 0 means that the sentence names none.
type date struct{ year, month, day int }

// same tells whether two days are the same as far as both are told.
func (d date) same(other date) bool {
	return d.day == other.day && d.month == other.month && (d.year == 0 || other.year == 0 || d.year == other.year)
}

func (d date) before(other date) bool { return d.number() < other.number() }

func (d date) number() int { return d.month*100 + d.day }

type month struct {
	number      int
	abbreviated bool
	capital     bool // is another word too, when it begins with a small letter
}

var months = func() map[string]month {
	all := map[string]month{}
	for i, name := range strings.Fields("january february march april may june july august september october november december") {
		all[name] = month{number: i + 1, capital: name == "may" || name == "march" || name == "august"}
		if len(name) > 3 {
			all[name[:3]] = month{number: i + 1, abbreviated: true, capital: name == "march"}
		}
	}
	all["sept"] = month{number: 9, abbreviated: true}
	return all
}()

func monthAt(list []token, i int) int {
	if i < 0 || i >= len(list) {
		return 0
	}
	m := months[list[i].lower]
	if m.capital && !list[i].capital {
		return 0
	}
	return m.number
}

// dayNumber reads "9", "9th", "ninth".
func dayNumber(list []token, i int) (n, next int) {
	if i >= len(list) {
		return 0, i
	}
	t := list[i]
	if ordinal := ordinals[t.lower]; ordinal != 0 {
		return ordinal, i + 1
	}
	if (t.lower == "twenty" || t.lower == "thirty") && isDash(tokenAt(list, i+1)) && ordinals[lowerAt(list, i+2)] != 0 {
		return int(small[t.lower]) + ordinals[lowerAt(list, i+2)], i + 3
	}
	if !t.figures || len(t.lower) > 2 || t.number < 1 || t.number > 31 {
		return 0, i
	}
	switch ending := tokenAt(list, i+1); ending.lower {
	case "st", "nd", "rd", "th":
		if ending.glued {
			return int(t.number), i + 2
		}
	}
	return int(t.number), i + 1
}

// dayAt reads a day, a list or a span of days: "9 April", "April 9th, 2025", "2025-04-09", "11–13 April", "11 and 13 April",
// "from 11 April to 13 April".
func dayAt(text string, list []token, i int) quantity {
	q, next := oneDay(text, list, i)
	if q.unit == none {
		return daysBefore(text, list, i)
	}
	return longer(text, list, q, next)
}

// longer looks for the second day of a span that begins with a whole day.
func longer(text string, list []token, q quantity, next int) quantity {
	if !spans(list, next) {
		return q
	}
	if lowerAt(list, next+1) == "the" {
		next++
	}
	next = behindWeekday(list, next)
	if second, end := oneDay(text, list, next+1); second.unit == day {
		q.last, q.span, q.to = second.first, true, end
	} else if n, end := dayNumber(list, next+1); n > q.first.day && monthAt(list, next-1) != 0 && monthAt(list, end) == 0 && periods[lowerAt(list, end)] == 0 { // April 11 to 13
		q.last, q.span, q.to = date{q.first.year, q.first.month, n}, true, end
		yearAfter(list, &q)
	} else if n > q.first.day && monthAt(list, q.from) != 0 && monthAt(list, end) == 0 {
		q.last, q.span, q.to = date{q.first.year, q.first.month, n}, true, end
		yearAfter(list, &q)
	}
	if q.span && q.first.year == 0 {
		q.first.year = q.last.year
	}
	return q
}

func yearAfter(list []token, q *quantity) {
	if year, end := yearAt(list, q.to); year != 0 {
		q.first.year, q.last.year, q.to = year, year, end
	}
}

func spans(list []token, i int) bool {
	switch lowerAt(list, i) {
	case "to", "-", "–", "through", "till", "until", "and", "upto":
		return true
	}
	return false
}

// daysBefore reads days before their month: "11 to 13 April", "11, 12 and 13 April".
func daysBefore(text string, list []token, i int) quantity {
	first, next := dayNumber(list, i)
	if first == 0 {
		return quantity{}
	}
	span, last := false, first
	for {
		sign := lowerAt(list, next)
		if sign != "," && sign != "&" && sign != "/" && !spans(list, next) {
			return quantity{}
		}
		if sign == "," && lowerAt(list, next+1) == "and" || lowerAt(list, next+1) == "the" {
			next++
		}
		next = behindWeekday(list, next)
		span = span || sign != "," && sign != "&" && sign != "/" && sign != "and"
		if q, end := oneDay(text, list, next+1); q.unit == day {
			return quantity{unit: day, from: i, to: end, first: date{q.first.year, q.first.month, first}, last: q.first, span: span, list: !span}
		}
		if last, next = dayNumber(list, next+1); last == 0 {
			return quantity{}
		}
	}
}

// oneDay reads a single day.
func oneDay(text string, list []token, i int) (quantity, int) {
	if i >= len(list) {
		return quantity{}, i
	}
	if q, next := inFigures(text, list, i); q.unit != none {
		return q, next
	}
	if m := monthAt(list, i); m != 0 { // April 9th, 2025
		at := i + 1
		if lowerAt(list, at) == "." || lowerAt(list, at) == "the" {
			at++
		}
		n, next := dayNumber(list, at)
		if n == 0 || monthAt(list, next) != 0 {
			return quantity{}, i
		}
		year, next := yearAt(list, next)
		return quantity{unit: day, from: i, to: next, first: date{year, m, n}}, next
	}
	n, next := dayNumber(list, i)
	if n == 0 {
		return quantity{}, i
	}
	if lowerAt(list, next) == "of" || isDash(tokenAt(list, next)) && tokenAt(list, next).glued && monthAt(list, next+1) != 0 {
		next++
	}
	m := monthAt(list, next)
	if m == 0 {
		return quantity{}, i
	}
	next++
	if lowerAt(list, next) == "." && months[lowerAt(list, next-1)].abbreviated {
		next++
	}
	year, next := yearAt(list, next)
	return quantity{unit: day, from: i, to: next, first: date{year, m, n}}, next
}

// yearAt reads the year behind a day: "2025", ", 2025", "-2025", "'25".
func yearAt(list []token, i int) (year, next int) {
	at := i
	if lowerAt(list, at) == "," || isDash(tokenAt(list, at)) && tokenAt(list, at).glued {
		at++
	}
	if t := tokenAt(list, at); t.figures && len(t.lower) == 4 && t.number >= 1000 && t.number < 2200 {
		return int(t.number), at + 1
	}
	return 0, i
}

// inFigures reads 2025-04-09, 09/04/2025 and 9.4.2025.
func inFigures(text string, list []token, i int) (quantity, int) {
	if !list[i].figures {
		return quantity{}, i
	}
	rest := text[list[i].from:]
	end := len(rest) - len(strings.TrimLeft(rest, "0123456789./-"))
	parts := strings.FieldsFunc(strings.TrimRight(rest[:end], "./-"), func(r rune) bool { return r == '.' || r == '/' || r == '-' })
	if len(parts) != 3 {
		return quantity{}, i
	}
	if len(parts[0]) == 4 {
		parts[0], parts[2] = parts[2], parts[0]
	}
	d, _ := strconv.Atoi(parts[0])
	m, _ := strconv.Atoi(parts[1])
	y, _ := strconv.Atoi(parts[2])
	if len(parts[2]) == 2 {
		y += 2000
	}
	if len(parts[2]) == 3 || d < 1 || d > 31 || m < 1 || m > 12 || y < 1000 || y > 2200 {
		return quantity{}, i
	}
	next := i
	for next < len(list) && list[next].from < list[i].from+end {
		next++
	}
	return quantity{unit: day, from: i, to: next, first: date{y, m, d}}, next
}

// clockAt reads "4 PM", "4:30 p.m.", "16:00", "1600 hrs", "six in the evening", "noon".
func clockAt(_ string, list []token, i int) quantity {
	switch list[i].lower {
	case "noon":
		return quantity{unit: clock, from: i, to: i + 1, hour: 12}
	case "midnight":
		return quantity{unit: clock, from: i, to: i + 1, hour: 24}
	}
	if next := tokenAt(list, i+1); list[i].lower == "12" && (next.lower == "noon" || next.lower == "midnight") {
		return quantity{unit: clock, from: i, to: i + 2, hour: map[string]int{"noon": 12, "midnight": 24}[next.lower]}
	}
	hour, minute, next, sure := hourAt(list, i)
	if next == i {
		return quantity{}
	}
	half, end := halfAt(list, next)
	switch {
	case half == "pm" && hour < 12:
		hour += 12
	case half == "am" && hour == 12:
		hour = 0
	case half == "" && !sure:
		return quantity{}
	}
	return quantity{unit: clock, from: i, to: end, hour: hour, minute: minute}
}

// hourAt reads the hour and the minute; sure means that they can be nothing else.
func hourAt(list []token, i int) (hour, minute, next int, sure bool) {
	t := list[i]
	if !t.figures {
		value, n := wordsAt(list, i)
		if n == 0 || value > 12 || value < 1 {
			return 0, 0, i, false
		}
		return int(value), 0, i + n, false
	}
	if whole, rest, point := strings.Cut(t.lower, "."); point && len(rest) == 2 && t.number < 24 {
		hour, _ = strconv.Atoi(whole)
		minute, _ = strconv.Atoi(rest)
		return hour, minute, i + 1, false
	}
	after := tokenAt(list, i+2)
	if lowerAt(list, i+1) == ":" && tokenAt(list, i+1).glued && after.figures && after.glued && len(after.lower) == 2 && t.number < 25 {
		return int(t.number), int(after.number), i + 3, true
	}
	switch unit := lowerAt(list, i+1); {
	case len(t.lower) == 4 && (unit == "hrs" || unit == "hours" || unit == "h"):
		return int(t.number) / 100, int(t.number) % 100, i + 2, t.number <= 2400
	case t.number > 12 || t.number < 1 || len(t.lower) > 2:
		return 0, 0, i, false
	}
	return int(t.number), 0, i + 1, false
}

// halfAt reads am, p.m., "in the evening", "o'clock".
func halfAt(list []token, i int) (half string, next int) {
	switch word := lowerAt(list, i); word {
	case "am", "pm":
		return word, i + 1
	case "a", "p":
		if lowerAt(list, i+1) == "." && lowerAt(list, i+2) == "m" {
			if lowerAt(list, i+3) == "." {
				return word + "m", i + 4
			}
			return word + "m", i + 3
		}
	case "in", "at":
		at := i + 1
		if lowerAt(list, at) == "the" {
			at++
		}
		switch lowerAt(list, at) {
		case "afternoon", "evening", "night":
			return "pm", at + 1
		case "morning":
			return "am", at + 1
		}
	}
	return "", i
}
