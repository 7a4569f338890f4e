package publish

import (
	"cmp"
	"strings"
	"time"

	"transom/generator/display"
	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/texts"
)

// complete fills in what event.yaml leaves out. `pages` contains the pages that components render, and `extra` the
// links to the Markdown pages.
func complete(c *source.Content, pages []schema.Route, extra []schema.NamedLink) {
	e, zone := c.Event, c.Zone()
	cities := display.List(facts.Cities(e), texts.And)
	location := cities
	if v := e.Venues[0]; len(e.Venues) == 1 { // a ticket names the building nowhere else
		location = strings.TrimPrefix(v.Name+", "+v.City, ", ")
	}
	e.Location = cmp.Or(e.Location, location)
	e.Description = cmp.Or(e.Description,
		texts.Description(e.Name, display.SpanInWords(e.StartDate, e.EndDate), cities))
	e.Language = cmp.Or(e.Language, "en-GB") // in British English, the day comes before the month, as in all texts
	e.AgeReferenceDate = cmp.Or(e.AgeReferenceDate, e.StartDate)
	e.Organiser.ShortName = cmp.Or(e.Organiser.ShortName, e.Organiser.Name)
	e.Organiser.PrivacyEmail = cmp.Or(e.Organiser.PrivacyEmail, e.Organiser.SupportEmail)
	if e.RehearsalAt.IsZero() {
		e.RehearsalAt = middleOfSale(c.Tickets.Categories)
	}
	for i := range e.Days {
		d := &e.Days[i]
		d.Display = display.Weekday(d.Date)
		begins, ends := d.Hours(zone)
		d.StartUTC, d.EndUTC = begins.UTC().Format(time.RFC3339), ends.UTC().Format(time.RFC3339)
	}
	if c.Badge != nil { // a list is never null for the site
		c.Badge.Fields = append([]string{}, c.Badge.Fields...)
		c.Badge.Colours = append([]schema.BadgeColour{}, c.Badge.Colours...)
	}
	completeSheets(c, pages)
	completeMenus(e, pages, extra)
}

// middleOfSale returns a time when all tickets are on sale or, if there is no such time, when the first ticket is.
func middleOfSale(categories []schema.Category) schema.Instant {
	opens, closes := categories[0].Sales.OpensAt, categories[0].Sales.ClosesAt
	for _, category := range categories {
		latest, earliest := opens, closes
		if category.Sales.OpensAt.After(latest.Time) {
			latest = category.Sales.OpensAt
		}
		if category.Sales.ClosesAt.Before(earliest.Time) {
			earliest = category.Sales.ClosesAt
		}
		if latest.Before(earliest.Time) {
			opens, closes = latest, earliest
		}
	}
	return schema.Instant{Time: opens.Add(closes.Sub(opens.Time) / 2).Truncate(time.Minute)}
}

// completeSheets adds missing sheets and missing values. Only a drawing set has sheet numbers.
func completeSheets(c *source.Content, pages []schema.Route) {
	e, at := c.Event, map[schema.Link]int{}
	for i := range e.Sheets {
		at[e.Sheets[i].Route] = i
	}
	for _, page := range pages {
		route := schema.Link(page.Address())
		if _, has := at[route]; !has {
			at[route], e.Sheets = len(e.Sheets), append(e.Sheets, schema.Sheet{Route: route})
		}
		sheet := &e.Sheets[at[route]]
		standard := texts.Pages[page.Address()]
		sheet.Title = cmp.Or(sheet.Title, standard.Title, e.Name) // the home page has the event's name as its title
		sheet.Description = cmp.Or(sheet.Description, standard.Description, e.Description)
		sheet.NoIndex = sheet.NoIndex || page.NoIndex
	}
	for i := range e.Sheets {
		if !c.Brand.DrawingSet {
			e.Sheets[i].Number = ""
		}
	}
}

func completeMenus(e *schema.Event, pages []schema.Route, extra []schema.NamedLink) {
	links := []schema.NamedLink{}
	title := map[schema.Link]string{}
	for _, sheet := range e.Sheets {
		title[sheet.Route] = sheet.Title
	}
	for _, page := range pages {
		if route := schema.Link(page.Path); page.File != "" {
			links = append(links, schema.NamedLink{Label: title[route], Link: route})
		}
	}
	tickets := schema.NamedLink{Label: title["/register-now"], Link: "/register-now/#register-now"}
	if len(e.Navigation) == 0 {
		for _, page := range extra {
			links = append(links, schema.NamedLink{Label: cmp.Or(title[page.Link], page.Label), Link: page.Link})
		}
		e.Navigation = append(links, tickets)
	}
	if len(e.Footer.QuickLinks) == 0 {
		e.Footer.QuickLinks = []schema.NamedLink{tickets, {Label: texts.Terms, Link: "/terms-condition"},
			{Label: texts.PaymentTerms, Link: "/payment-terms"}, {Label: texts.PrivacyPolicy, Link: "/privacy-policy"}}
	}
}
