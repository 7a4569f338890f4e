package schema

import "strings"

// Route is the address of a page that a component makes. Markdown pages are not listed here.
type Route struct {
	// Path is the address; a program page may have a parameter (":id").
	Path string
	// Module is the component in site/src/pages/; empty if it has the same name as the address.
	Module string
	// Program is a page that does something: it is hydrated, as part of one router. Others only inform.
	Program bool
	// Readable is a program page that is worth reading before its script runs, or without it.
	Readable bool
	// Guarded is a page for signed-in visitors only.
	Guarded bool
	// Apart is a page that no text may link to: it needs more than its address.
	Apart bool
	// File is the file of content/ without which there is no such page.
	File string
	// Form is the form of a ticket that is not on /register-now; the page exists only with such a ticket.
	Form string
	// Anchors are the places on the page that every edition has; those of lists come from the content.
	Anchors []string
}

// Routes are all routes. The site's list (site/src/routes.gen.ts) and the check of links are made from it.
var Routes = []Route{
	{Path: "/", Module: "home", Anchors: []string{"days"}},
	{Path: "/itinerary", File: "itinerary", Anchors: []string{"highlights"}},
	{Path: "/speakers", File: "speakers"},
	{Path: "/accommodation", File: "accommodation"},
	{Path: "/sponsors", File: "sponsors"},
	{Path: "/gallery", File: "gallery"},
	{Path: "/contact", File: "contacts"},
	{Path: "/faqs", File: "faqs"},
	{Path: "/404", Module: "not-found", Apart: true},
	{Path: "/error", Apart: true},
	{Path: "/register-now", Program: true, Readable: true, Anchors: []string{"register-now"}},
	{Path: "/bookings", Program: true},
	{Path: "/industry-associates-registration", Program: true, Form: "associate", Anchors: []string{"registrationForm"}},
	{Path: "/login", Program: true},
	{Path: "/dashboard", Program: true, Guarded: true},
	{Path: "/event-ticket/:id", Program: true, Apart: true},
	{Path: "/invoice/:id", Program: true, Apart: true},
	{Path: "/transfer", Program: true, Apart: true},
	{Path: "/verify/:bookingId", Program: true, Apart: true},
}

// Address returns the path without its parameter: the route of its sheet.
func (r Route) Address() string {
	address, _, _ := strings.Cut(r.Path, "/:")
	return address
}

// Component returns the name of its module in site/src/pages/.
func (r Route) Component() string {
	if r.Module != "" {
		return r.Module
	}
	return strings.TrimPrefix(r.Address(), "/")
}
