package publish

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"transom/generator/display"
	"transom/generator/facts"
	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/texts"
)

// derive computes values: HTML, prices, dates for people, UTC times, sizes of pictures. `extra` contains the links to
// the Markdown pages.
func derive(c *source.Content, known *facts.Facts, pages []schema.Route, extra []schema.NamedLink) {
	e, zone := c.Event, c.Zone()
	complete(c, pages, extra)
	announce(c)
	c.Brand.Complete()
	if s := c.Speakers; c.Has("speakers") {
		s.AdvanceMS, s.Visible = cmp.Or(s.AdvanceMS, 2000), cmp.Or(s.Visible, 1)
	}
	e.DisplayDates = display.Span(e.StartDate, e.EndDate)
	if c.Tickets.GSTPercent > 0 {
		c.Tickets.GSTLabel = cmp.Or(c.Tickets.GSTLabel, texts.GSTLabel)
	}
	if !c.Has("gate") {
		*c.Gate = schema.DefaultGate()
	}
	if !c.Has("desk") {
		*c.Desk = schema.DefaultDesk()
	}
	begins, _ := e.Days[0].Hours(zone)
	for _, until := range []*schema.Instant{&c.Desk.TransferUntil, &c.Desk.DocumentUntil} {
		if until.IsZero() {
			until.Time = begins
		}
	}
	for i := range c.Tickets.Categories {
		category := &c.Tickets.Categories[i]
		category.SetPrices(c.Tickets.GSTPercent, zone)
		for j := range category.PriceChanges {
			category.PriceChanges[j].DisplayFrom = display.Day(category.PriceChanges[j].From)
		}
		category.Sales.DisplayClosesAt = display.Moment(category.Sales.ClosesAt.Time, zone)
	}
	for i := range c.Registration.Fields {
		f := &c.Registration.Fields[i]
		f.Retention = retention(*f)
	}
	c.Desk.RefundAlonePaise = 100 * int64(c.Desk.RefundAlone)
	planned := c.Itinerary.Days
	c.Itinerary.Days = nil
	for _, day := range e.Days { // a day without a programme has no sessions
		programme := schema.ProgrammeDay{Date: day.Date}
		if i := slices.IndexFunc(planned, func(p schema.ProgrammeDay) bool { return p.Date == day.Date }); i >= 0 {
			programme = planned[i]
		}
		programme.Display = display.Weekday(day.Date)
		c.Itinerary.Days = append(c.Itinerary.Days, programme)
	}
	for i := range c.Accommodation.Cities {
		city := &c.Accommodation.Cities[i]
		city.DisplayCheckIn, city.DisplayCheckOut = display.ShortDay(city.CheckIn), display.ShortDay(city.CheckOut)
		for j := range city.VenueRooms {
			offer := &city.VenueRooms[j]
			offer.DisplayTariff = strings.TrimSpace(schema.FormatPaise(int64(offer.Tariff)*100) + " " + c.Tickets.GSTLabel)
		}
	}
	walk(reflect.ValueOf(&c.Content), c)
	known.FillAll(reflect.ValueOf(&c.Content))
}

// announce completes the banner and the buttons for each phase of the event.
func announce(c *source.Content) {
	c.Event.Banner = cmp.Or(c.Event.Banner, texts.Banner)
	c.Tickets.ClosedLabel = cmp.Or(c.Tickets.ClosedLabel, texts.ClosedLabel)
	closed := schema.Announcement{Banner: c.Registration.Messages.RegistrationClosed, Action: c.Tickets.ClosedLabel}
	c.Event.AfterDeadline = c.Event.AfterDeadline.Or(closed)
	c.Event.AfterEvent = c.Event.AfterEvent.Or(c.Event.AfterDeadline)
}

var (
	markdownType = reflect.TypeOf(schema.Markdown(""))
	imageType    = reflect.TypeOf(schema.Image{})
	instantType  = reflect.TypeOf(schema.Instant{})
)

func walk(v reflect.Value, c *source.Content) {
	switch {
	case v.Type() == markdownType:
		v.SetString(string(render(v.String())))
	case v.Type() == instantType:
		instant := v.Addr().Interface().(*schema.Instant)
		instant.Time = instant.UTC()
	case v.Type() == imageType:
		finish(v.Addr().Interface().(*schema.Image), c)
	case v.Kind() == reflect.Struct:
		for i := range v.NumField() {
			walk(v.Field(i), c)
		}
	case v.Kind() == reflect.Slice:
		for i := range v.Len() {
			walk(v.Index(i), c)
		}
	case v.Kind() == reflect.Pointer && !v.IsNil():
		walk(v.Elem(), c)
	}
}

// finish adds a picture's size, and turns its focus into two numbers.
func finish(image *schema.Image, c *source.Content) {
	picture := c.Picture(image.File)
	image.Width, image.Height = picture.Width, picture.Height
	if x, y, ok := image.Focus.Point(); ok {
		image.Focus = schema.Focus(fmt.Sprintf("%d %d", x, y))
	}
}
