package schema

import "strings"

// Route is the address of a page that a component renders; Markdown pages are not among the Routes.
type Route struct {
	// Path is the address; a program page may have a parameter (":id").
	Path string
	// Module is the component's name in site/src/pages/, or "" if it is the same as the address.
	Module string
	// Program marks a page that does more than show text; it is hydrated, as part of one router.
	Program bool
	// Readable marks a program page that is useful before its script runs, or if the script never runs.
	Readable bool
	// Guarded marks a page for signed-in visitors only.
	Guarded bool
	// Apart marks a page to which no text may link: an error page, or a page about one ticket or payment.
	Apart bool
	// File is the file in content/ without which the page does not exist.
	File string
	// Form is a form of tickets that are not on /register-now; the page exists only if there is such a ticket.
	Form string
	// Anchors are the page's anchors in every edition; the anchors of list entries come from the content.
	Anchors []string
	// NoIndex keeps the page out of search engines.
	NoIndex bool
}

// Routes lists the pages that components render. They are written to site/src/routes.gen.ts, and links are checked
// against them.
var Routes = []Route{
	{Path: "/", Module: "home", Anchors: []string{"days"}},
	{Path: "/itinerary", File: "itinerary", Anchors: []string{"highlights"}},
	{Path: "/speakers", File: "speakers"},
	{Path: "/accommodation", File: "accommodation"},
	{Path: "/sponsors", File: "sponsors"},
	{Path: "/gallery", File: "gallery"},
	{Path: "/contact", File: "contacts"},
	{Path: "/faqs", File: "faqs"},
	{Path: "/404", Module: "not-found", Apart: true, NoIndex: true},
	{Path: "/error", Apart: true, NoIndex: true},
	{Path: "/register-now", Program: true, Readable: true, Anchors: []string{"register-now"}},
	{Path: "/bookings", Program: true, NoIndex: true},
	{Path: "/industry-associates-registration", Program: true, Form: "associate", Anchors: []string{"registrationForm"}},
	{Path: "/login", Program: true},
	{Path: "/dashboard", Program: true, Guarded: true, NoIndex: true},
	{Path: "/event-ticket/:id", Program: true, Apart: true, NoIndex: true},
	{Path: "/invoice/:id", Program: true, Apart: true, NoIndex: true},
	{Path: "/transfer", Program: true, Apart: true, NoIndex: true},
	{Path: "/verify/:bookingId", Program: true, Apart: true, NoIndex: true},
}

// Address returns the path without its parameter; it is also the route of the page's sheet.
func (r Route) Address() string {
	address, _, _ := strings.Cut(r.Path, "/:")
	return address
}

// Component returns the name of the page's module in site/src/pages/.
func (r Route) Component() string {
	if r.Module != "" {
		return r.Module
	}
	return strings.TrimPrefix(r.Address(), "/")
}
