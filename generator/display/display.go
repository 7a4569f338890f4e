// Package display formats dates, times and numbers for people. All packages use it, so that they look the same
// everywhere.
package display

import (
	"strconv"
	"time"

	"transom/generator/schema"
)

// day parses a checked date; an empty one becomes the zero time.
func day(d schema.Date) time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// Weekday returns "Friday, 11 April 2025", Day "11 April 2025", ShortDay "11 April", Ordinal "11th April".
func Weekday(d schema.Date) string  { return format(d, "Monday, 2 January 2006") }
func Day(d schema.Date) string      { return format(d, "2 January 2006") }
func ShortDay(d schema.Date) string { return format(d, "2 January") }
func Ordinal(d schema.Date) string {
	if d == "" {
		return ""
	}
	return ordinal(day(d).Day()) + format(d, " January")
}

func ordinal(n int) string {
	ending := "th"
	if n/10 != 1 {
		switch n % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(n) + ending
}

func format(d schema.Date, layout string) string {
	if d == "" {
		return ""
	}
	return day(d).Format(layout)
}

// Span formats a range of days: "11–13 April 2025", "30 April – 2 May 2025".
func Span(from, to schema.Date) string {
	space := " – "
	if day(from).Month() == day(to).Month() && day(from).Year() == day(to).Year() {
		space = "–"
	}
	return span(from, to, space, Day)
}

// SpanInWords returns "11 to 13 April 2025", ShortSpan "11 to 13 April".
func SpanInWords(from, to schema.Date) string { return span(from, to, " to ", Day) }
func ShortSpan(from, to schema.Date) string   { return span(from, to, " to ", ShortDay) }

func span(from, to schema.Date, between string, last func(schema.Date) string) string {
	a, b := day(from), day(to)
	switch {
	case from == to:
		return last(from)
	case a.Year() != b.Year():
		return last(from) + between + last(to)
	case a.Month() != b.Month():
		return ShortDay(from) + between + last(to)
	}
	return strconv.Itoa(a.Day()) + between + last(to)
}

// Clock formats a time: "4 PM", "4:30 PM".
func Clock(t time.Time) string {
	if t.Minute() != 0 {
		return t.Format("3:04 PM")
	}
	return t.Format("3 PM")
}

// DayOf returns the date of a time in its zone.
func DayOf(t time.Time) schema.Date { return schema.Date(t.Format(time.DateOnly)) }

// Moment formats a date and time in the event's time zone: "4 PM, 9 April 2025".
func Moment(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return Clock(t) + ", " + Day(DayOf(t))
}
