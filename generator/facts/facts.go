// Package facts defines the names and values for texts: {{fact:deadline}} anywhere in content/ becomes "4 PM on 9 April
// 2025". Packages check and publish handle the text around the facts.
package facts

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/generator/display"
	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/texts"
)

// Fact is one value with its name.
type Fact struct {
	Name, Value string
	// Setting points to the content value from which the fact is made.
	Setting any
}

// Facts holds all facts in a content folder.
type Facts struct {
	list   []Fact
	byName map[string]int
}

// Of returns the facts in a content folder, with times in the event's time zone. Facts from missing or wrong values
// are meaningless, but such content is not published.
func Of(c *source.Content, zone *time.Location) *Facts {
	f := &Facts{byName: make(map[string]int, 400)}
	f.days(c.Event)
	f.places(c.Event)
	f.sales(c, zone)
	f.prices(c.Tickets)
	f.ages(c)
	f.counts(c)
	f.organiser(c)
	f.day("invoice.correct-until", c.Invoice.CorrectUntil, &c.Invoice.CorrectUntil)
	f.uploads(c.Registration)
	f.identity(&c.Registration.IDDocument.Retention)
	f.number("personal-data.after-event", c.Registration.PersonalData.AfterEventMonths, " months",
		&c.Registration.PersonalData.AfterEventMonths)
	return f
}

// Value returns a fact's text.
func (f *Facts) Value(name string) (string, bool) {
	i, ok := f.byName[name]
	if !ok {
		return "", false
	}
	return f.list[i].Value, true
}

// All lists the facts in the order of their subjects.
func (f *Facts) All() []Fact { return f.list }

// Names lists the names of all facts.
func (f *Facts) Names() []string {
	names := make([]string, len(f.list))
	for i := range f.list {
		names[i] = f.list[i].Name
	}
	return names
}

func (f *Facts) add(name, value string, setting any) {
	if _, taken := f.byName[name]; taken {
		return // two categories have the same type, which another check reports
	}
	f.byName[name] = len(f.list)
	f.list = append(f.list, Fact{name, value, setting})
}

func (f *Facts) day(name string, d schema.Date, setting any) {
	if len(d) != len(time.DateOnly) {
		return
	}
	f.add(name, display.Day(d), setting)
	f.add(name+".short", display.ShortDay(d), setting)
	f.add(name+".ordinal", display.Ordinal(d), setting)
	f.add(name+".weekday", display.Weekday(d), setting)
	f.add(name+".number", strings.TrimPrefix(string(d[8:]), "0"), setting)
}

func (f *Facts) moment(name string, i *schema.Instant, zone *time.Location) {
	local := i.In(zone)
	day, clock := display.DayOf(local), texts.Clock(local)
	f.add(name, texts.ClockOn(clock, display.Day(day)), i)
	f.add(name+".short", texts.ClockOn(clock, display.ShortDay(day)), i)
	f.add(name+".ordinal", texts.ClockOn(clock, display.Ordinal(day)), i)
	f.add(name+".time", clock, i)
	f.day(name+".day", day, i)
}

func (f *Facts) number(name string, n int, unit string, setting any) {
	f.add(name, strconv.Itoa(n)+unit, setting)
	words := texts.Number(n)
	if words == "" {
		return
	}
	f.add(name+".words", words+unit, setting)
	f.add(name+".Words", strings.ToUpper(words[:1])+words[1:]+unit, setting)
}

func (f *Facts) days(e *schema.Event) {
	f.add("event-days", display.SpanInWords(e.StartDate, e.EndDate), &e.StartDate)
	f.add("event-days.short", display.ShortSpan(e.StartDate, e.EndDate), &e.StartDate)
	f.add("event-days.dash", display.Span(e.StartDate, e.EndDate), &e.StartDate)
	if len(e.StartDate) >= 4 {
		f.add("year", string(e.StartDate[:4]), &e.StartDate)
	}
	f.day("first-day", e.StartDate, &e.StartDate)
	f.day("last-day", e.EndDate, &e.EndDate)
	for i := range e.Days {
		f.day("day-"+strconv.Itoa(i+1), e.Days[i].Date, &e.Days[i].Date)
	}
	f.number("days", len(e.Days), "", &e.Days)
	f.day("age-day", e.AgeReferenceDate, &e.AgeReferenceDate)
}

func (f *Facts) places(e *schema.Event) {
	cities := Cities(e)
	f.add("cities", display.List(cities, texts.And), &e.Venues)
	f.number("cities.number", len(cities), "", &e.Venues)
	for i := range e.Venues {
		v := &e.Venues[i]
		f.add("city."+string(v.ID), v.City, &v.City)
		f.add("venue."+string(v.ID), cmp.Or(v.Name, v.City), &v.Name)
		if v.Address != "" {
			f.add("address."+string(v.ID), v.Address, &v.Address)
		}
	}
}

// Cities returns the venues' cities, without repeats.
func Cities(e *schema.Event) []string {
	var cities []string
	seen := map[string]bool{}
	for _, v := range e.Venues {
		if v.City != "" && !seen[v.City] {
			cities = append(cities, v.City)
		}
		seen[v.City] = true
	}
	return cities
}

// sales adds each category's sales times. The names without a category are for all tickets on the tickets page: when
// the first sales begin and the last ones end.
func (f *Facts) sales(c *source.Content, zone *time.Location) {
	var shown, all []*schema.Category
	for i := range c.Tickets.Categories {
		category := &c.Tickets.Categories[i]
		if category.Sales.ClosesAt.IsZero() || category.Sales.OpensAt.IsZero() {
			continue
		}
		all = append(all, category)
		if category.OnRegisterPage {
			shown = append(shown, category)
		}
	}
	if len(shown) > 0 {
		last := slices.MaxFunc(shown, func(a, b *schema.Category) int {
			return a.Sales.ClosesAt.Compare(b.Sales.ClosesAt.Time)
		})
		first := slices.MinFunc(shown, func(a, b *schema.Category) int {
			return a.Sales.OpensAt.Compare(b.Sales.OpensAt.Time)
		})
		f.moment("deadline", &last.Sales.ClosesAt, zone)
		f.moment("opening", &first.Sales.OpensAt, zone)
	}
	for _, category := range all {
		f.moment("deadline."+Key(category), &category.Sales.ClosesAt, zone)
		f.moment("opening."+Key(category), &category.Sales.OpensAt, zone)
	}
	f.number("payment-link", c.Tickets.LinkLifetimeMinutes, texts.Minutes, &c.Tickets.LinkLifetimeMinutes)
}

// Key returns a category's name in facts: its type in lower case with hyphens.
func Key(c *schema.Category) string { return KeyOf(c.Type) }

// KeyOf returns a ticket type in lower case with hyphens.
func KeyOf(category string) string {
	return strings.ReplaceAll(strings.ToLower(category), "_", "-")
}

func (f *Facts) prices(t *schema.Tickets) {
	if t.GSTPercent > 0 {
		rate := strconv.FormatFloat(t.GSTPercent, 'f', -1, 64)
		f.add("gst", rate+texts.PerCent, &t.GSTPercent)
		f.add("gst.sign", rate+"%", &t.GSTPercent)
		f.add("gst.number", rate, &t.GSTPercent)
	}
	f.number("categories", len(t.Categories), "", &t.Categories)
	for i := range t.Categories {
		category := &t.Categories[i]
		name := "price." + Key(category)
		add := func(form string, setting any, of func(schema.Prices) string) {
			if t.GSTPercent > 0 || !strings.HasSuffix(form, ".gst") {
				f.add(name+form, allPrices(*category, t.GSTPercent, of), setting)
			}
		}
		add("", &category.Price, func(p schema.Prices) string { return p.Alone.DisplayNet })
		add(".gst", &category.Price, func(p schema.Prices) string { return p.Alone.DisplayGST })
		add(".total", &category.Price, func(p schema.Prices) string { return p.Alone.DisplayTotal })
		f.priceDays(category)
		if category.Spouse.Rule == "" {
			continue
		}
		add(".with-spouse", &category.Price, func(p schema.Prices) string { return p.WithSpouse.DisplayNet })
		add(".with-spouse.gst", &category.Price, func(p schema.Prices) string { return p.WithSpouse.DisplayGST })
		add(".with-spouse.total", &category.Price, func(p schema.Prices) string { return p.WithSpouse.DisplayTotal })
		add(".spouse", SpousePrice(category),
			func(p schema.Prices) string { return schema.FormatPaise(p.WithSpouse.NetPaise - p.Alone.NetPaise) })
		add(".spouse.total", SpousePrice(category),
			func(p schema.Prices) string { return schema.FormatPaise(p.WithSpouse.TotalPaise - p.Alone.TotalPaise) })
	}
}

// priceDays adds, for each later price, its first day, the day before, and both prices.
func (f *Facts) priceDays(c *schema.Category) {
	price := c.Price
	for i := range c.PriceChanges {
		from, name := &c.PriceChanges[i].From, "price-change."+Key(c)
		if i > 0 {
			name += "." + strconv.Itoa(i+1)
		}
		if day, err := time.Parse(time.DateOnly, string(*from)); err == nil {
			f.day(name, *from, from)
			f.day(name+".before", display.DayOf(day.AddDate(0, 0, -1)), from)
		}
		f.add(name+".old-price", schema.FormatPaise(int64(price)*100), from)
		price = c.PriceChanges[i].Price
		f.add(name+".new-price", schema.FormatPaise(int64(price)*100), from)
	}
}

// allPrices adds dates to an amount that changes, so that pages are right on every day: "₹3,000 until 28 February
// 2025, ₹3,500 from 1 March 2025".
func allPrices(c schema.Category, gstPercent float64, of func(schema.Prices) string) string {
	last := of(schema.ComputePrices(c, gstPercent))
	all := last
	for _, change := range c.PriceChanges {
		c.Price = change.Price
		amount := of(schema.ComputePrices(c, gstPercent))
		if day, err := time.Parse(time.DateOnly, string(change.From)); err == nil && amount != last {
			all = texts.PriceUntil(all, display.Day(display.DayOf(day.AddDate(0, 0, -1))), amount, display.Day(change.From))
			last = amount
		}
	}
	return all
}

// SpousePrice returns the setting from which the spouse's price comes.
func SpousePrice(c *schema.Category) any {
	if c.Spouse.Rule == "fixed" {
		return &c.Spouse.Price
	}
	return &c.Price
}

func (f *Facts) ages(c *source.Content) {
	for i := range c.Tickets.Categories {
		a, name := &c.Tickets.Categories[i].Age, "age."+Key(&c.Tickets.Categories[i])
		if a.Min > 0 {
			f.add(name+".min", strconv.Itoa(a.Min), &a.Min)
			f.add(name+".above", strconv.Itoa(a.Min-1), &a.Min)
		}
		if a.Max > 0 {
			f.add(name+".max", strconv.Itoa(a.Max), &a.Max)
			f.add(name+".below", strconv.Itoa(a.Max+1), &a.Max)
		}
	}
}

func (f *Facts) counts(c *source.Content) {
	count := func(name, file string, n int, setting any) {
		if c.Has(file) {
			f.number(name, n, "", setting)
		}
	}
	count("speakers", "speakers", len(c.Speakers.Speakers), &c.Speakers.Speakers)
	count("bearers", "office-bearers", len(c.OfficeBearers.Bearers), &c.OfficeBearers.Bearers)
	count("faqs", "faqs", len(c.FAQs.FAQs), &c.FAQs.FAQs)
	count("partners", "partners", len(c.Partners.Partners), &c.Partners.Partners)
	count("pictures", "gallery", len(c.Gallery.Images), &c.Gallery.Images)
	f.number("institutes", len(c.Registration.Institutes), "", &c.Registration.Institutes)
	sponsors := 0
	for _, tier := range c.Sponsors.Tiers {
		sponsors += len(tier.Sponsors)
	}
	count("sponsors", "sponsors", sponsors, &c.Sponsors.Tiers)
	hotels := 0
	for i := range c.Accommodation.Cities {
		hotels += len(c.Accommodation.Cities[i].Hotels)
	}
	count("hotels", "accommodation", hotels, &c.Accommodation.Cities)
	for i := range c.Accommodation.Cities {
		f.rooms(&c.Accommodation.Cities[i])
	}
}

func (f *Facts) rooms(city *schema.CityHotels) {
	venue, all := string(city.Venue), 0
	f.number("hotels."+venue, len(city.Hotels), "", &city.Hotels)
	f.day("check-in."+venue, city.CheckIn, &city.CheckIn)
	f.day("check-out."+venue, city.CheckOut, &city.CheckOut)
	for i := range city.VenueRooms {
		offer := &city.VenueRooms[i]
		all += offer.Rooms
		kind, _, _ := strings.Cut(strings.ToLower(offer.Kind), " ")
		f.number("rooms."+venue+"."+kind, offer.Rooms, "", &offer.Rooms)
		f.add("rooms."+venue+"."+kind+".price", schema.FormatPaise(int64(offer.Tariff)*100), &offer.Tariff)
	}
	if all > 0 {
		f.number("rooms."+venue, all, "", &city.VenueRooms)
	}
}

func (f *Facts) organiser(c *source.Content) {
	if year := &c.Event.Organiser.FoundedYear; *year > 0 {
		f.add("founded", strconv.Itoa(*year), year)
	}
	o := &c.Event.Organiser
	f.add("support-email", string(o.SupportEmail), &o.SupportEmail)
	f.add("privacy-email", string(cmp.Or(o.PrivacyEmail, o.SupportEmail)), &o.PrivacyEmail)
	for i := range c.Home.Figures {
		figure := &c.Home.Figures[i]
		if _, value, ok := NumberOf(figure); ok {
			f.add("figure."+FigureKey(figure), value, &figure.Value)
		}
	}
	roles := map[string]int{}
	for i := range c.OfficeBearers.Bearers {
		roles[OfficeKey(c.OfficeBearers.Bearers[i].Role)]++
	}
	for i := range c.OfficeBearers.Bearers {
		bearer := &c.OfficeBearers.Bearers[i]
		if key := OfficeKey(bearer.Role); roles[key] == 1 && key != "" {
			f.add("office."+key, bearer.Name, &bearer.Name)
		}
	}
}

// NumberOf returns the number in a figure on the home page, and the figure without its plus sign: for "29,000+", 29000
// and "29,000". ok is false if the figure is not a plain number.
func NumberOf(f *schema.Figure) (n int, value string, ok bool) {
	value = strings.TrimSuffix(f.Value, "+")
	n, err := strconv.Atoi(strings.ReplaceAll(value, ",", ""))
	return n, value, err == nil && FigureKey(f) != ""
}

// FigureKey returns a figure's name: the first word of its label.
func FigureKey(f *schema.Figure) string {
	noun, _, _ := strings.Cut(strings.ToLower(f.Label), " ")
	return noun
}

// OfficeKey returns an office's name in facts, which contain an office only if exactly one person holds it.
func OfficeKey(role string) string { return strings.Join(strings.Fields(strings.ToLower(role)), "-") }

func (f *Facts) uploads(r *schema.Registration) {
	for i := range r.Uploads {
		u := &r.Uploads[i]
		f.add("upload."+u.Kind, strconv.Itoa(u.MaxMB)+"MB", &u.MaxMB)
		f.add("upload."+u.Kind+".formats", display.List(u.Accept, texts.Or), &u.Accept)
	}
}

func (f *Facts) identity(r *schema.IDRetention) {
	period := func(name, unit string, n *int) {
		if *n > 0 { // the period is not set if no form asks for a document
			f.number("identity."+name, *n, unit, n)
		}
	}
	period("after-check", texts.Hours, &r.AfterVerifiedHours)
	period("unpaid", texts.Days, &r.UnpaidDays)
	period("after-event", texts.Days, &r.AfterEventDays)
	period("after-withdrawal", texts.Hours, &r.AfterWithdrawalHours)
}
