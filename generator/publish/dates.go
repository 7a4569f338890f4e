package publish

import (
	"fmt"
	"time"

	"transom/generator/schema"
)

// day reads a checked date; the zero time when there is none.
func day(d schema.Date) time.Time {
	t, _ := time.Parse(time.DateOnly, string(d))
	return t
}

func displayWeekday(d schema.Date) string { return format(d, "Monday, 2 January 2006") }
func displayDay(d schema.Date) string     { return format(d, "2 January 2006") }
func displayShort(d schema.Date) string   { return format(d, "2 January") }

func format(d schema.Date, layout string) string {
	if d == "" {
		return ""
	}
	return day(d).Format(layout)
}

// displaySpan writes a span of days as people do: "11–13 April 2025", "30 April – 2 May 2025".
func displaySpan(from, to schema.Date) string {
	a, b := day(from), day(to)
	switch {
	case from == to:
		return displayDay(from)
	case a.Year() != b.Year():
		return displayDay(from) + " – " + displayDay(to)
	case a.Month() != b.Month():
		return displayShort(from) + " – " + displayDay(to)
	}
	return fmt.Sprintf("%d–%s", a.Day(), displayDay(to))
}

// displayMoment writes an instant in the event's zone: "4 PM, 9 April 2025".
func displayMoment(t time.Time, zone *time.Location) string {
	t = t.In(zone)
	layout := "3 PM, 2 January 2006"
	if t.Minute() != 0 {
		layout = "3:04 PM, 2 January 2006"
	}
	return t.Format(layout)
}

// utc is the instant of a day's clock time in the event's zone.
func utc(d schema.Date, clock schema.Clock, zone *time.Location) string {
	t, err := time.ParseInLocation("2006-01-02 15:04", string(d)+" "+string(clock), zone)
	if err != nil {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
