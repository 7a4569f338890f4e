package main

import (
	"fmt"
	"io"
	"slices"
	"time"

	"transom/generator/display"
	"transom/generator/facts"
	"transom/generator/publish"
	"transom/generator/schema"
	"transom/generator/source"
)

// parseMoment parses the flag -at. Without an offset, it uses the event's time zone.
func parseMoment(text string, zone *time.Location) (time.Time, error) {
	for _, layout := range []string{time.RFC3339, "2006-01-02T15:04Z07:00", "2006-01-02T15:04:05", "2006-01-02T15:04",
		"2006-01-02 15:04", time.DateOnly} {
		if t, err := time.ParseInLocation(layout, text, zone); err == nil {
			return t, nil
		}
	}
	return time.Time{},
		fmt.Errorf("-at is a date or time in the event's time zone, like 2025-04-09 or 2025-04-09T16:01, or with an "+
			"offset, like 2025-04-09T16:01+05:30; found %q", text)
}

func printMoment(w io.Writer, c *source.Content, known *facts.Facts, at time.Time) {
	zone := c.Zone()
	fmt.Fprintf(w, "At %s (%s):\n", at.In(zone).Format("3:04 PM, Monday, 2 January 2006"), c.Event.TimeZone)
	fmt.Fprintf(w, "  the banner  %s\n", known.Fill(banner(c, at, zone)))
	for _, category := range c.Tickets.Categories {
		fmt.Fprintf(w, "  %-24s %s\n", known.Fill(category.Name), salesState(c.Tickets, category, at, zone))
	}
}

// banner follows the same rule as site/src/phase.ts.
func banner(c *source.Content, at time.Time, zone *time.Location) string {
	publish.Announce(c)
	if _, end := c.Event.Days[len(c.Event.Days)-1].Hours(zone); !at.Before(end) {
		return c.Event.AfterEvent.Banner
	}
	closed := func(t schema.Category) bool { return t.Sales.StateAt(at, false) == schema.SalesClosed }
	if !slices.ContainsFunc(c.Tickets.Categories, func(t schema.Category) bool { return !closed(t) }) {
		return c.Event.AfterDeadline.Banner
	}
	return c.Event.Banner
}

// salesState describes a category's card and, if it differs, the card in a rehearsal.
func salesState(t *schema.Tickets, category schema.Category, at time.Time, zone *time.Location) string {
	category.SetPrices(t.GSTPercent, zone)
	prices := category.PricesAt(at)
	state := stateText(t, category, category.Sales.StateAt(at, false), prices, zone)
	if rehearsal := stateText(t, category, category.Sales.StateAt(at, true), prices, zone); rehearsal != state {
		return state + "; in a rehearsal: " + rehearsal
	}
	return state
}

func stateText(t *schema.Tickets, category schema.Category, state schema.SalesState, prices schema.Prices,
	zone *time.Location) string {
	moment := func(i schema.Instant) string { return display.Moment(i.Time, zone) }
	switch state {
	case schema.SalesOpen:
		withGST := ""
		if t.GSTPercent > 0 {
			withGST = ", with GST " + prices.Alone.DisplayTotal
		}
		withSpouse := ""
		if category.Spouse.Rule != "" {
			withSpouse = "; with spouse " + prices.WithSpouse.DisplayTotal
		}
		return fmt.Sprintf("on sale until %s: %s%s%s", moment(category.Sales.ClosesAt), prices.Alone.DisplayNet, withGST,
			withSpouse)
	case schema.SalesNotYet:
		return "not yet on sale; opens at " + moment(category.Sales.OpensAt)
	}
	return `"` + t.ClosedLabel + `"`
}
