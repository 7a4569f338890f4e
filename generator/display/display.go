// Package display formats dates, times and numbers for people. All packages use it, so that they look the same
// everywhere.
package display

import (
	"strconv"
	"strings"
	"time"

	"transom/generator/schema"
	"transom/generator/texts"
)

// day parses a checked date; an empty one becomes the zero time.
func day(d schema.Date) time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

// Weekday returns "Friday, 11 April 2025", Day "11 April 2025", ShortDay "11 April", Ordinal "11th April".
func Weekday(d schema.Date) string  { return format(d, texts.Weekday) }
func Day(d schema.Date) string      { return format(d, texts.Day) }
func ShortDay(d schema.Date) string { return format(d, texts.ShortDay) }
func Ordinal(d schema.Date) string  { return format(d, texts.OrdinalDay) }

func format(d schema.Date, as func(time.Time) string) string {
	if d == "" {
		return ""
	}
	return as(day(d))
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
func SpanInWords(from, to schema.Date) string { return span(from, to, texts.To, Day) }
func ShortSpan(from, to schema.Date) string   { return span(from, to, texts.To, ShortDay) }

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

// DayOf returns the date of a time in its zone.
func DayOf(t time.Time) schema.Date { return schema.Date(t.Format(time.DateOnly)) }

// Moment formats a date and time in the event's time zone: "4 PM, 9 April 2025".
func Moment(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	return texts.Clock(t) + ", " + Day(DayOf(t))
}

// List returns "a, b and c".
func List(words []string, and string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " " + and + " " + words[len(words)-1]
}
