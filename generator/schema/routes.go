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
	// Title and Description are used for the page's sheet unless event.yaml has its own; NoIndex keeps the page out of
	// search engines.
	Title, Description string
	NoIndex            bool
}

// Routes lists the pages that components render. They are written to site/src/routes.gen.ts, and links are checked
// against them.
var Routes = []Route{
	{Path: "/", Module: "home", Anchors: []string{"days"}},
	{Path: "/itinerary", File: "itinerary", Anchors: []string{"highlights"},
		Title: "Programme", Description: "The programme of each day."},
	{Path: "/speakers", File: "speakers", Title: "Speakers", Description: "The speakers and their work."},
	{Path: "/accommodation", File: "accommodation", Title: "Accommodation", Description: "Hotels near the venue."},
	{Path: "/sponsors", File: "sponsors", Title: "Sponsors", Description: "The sponsors of the event."},
	{Path: "/gallery", File: "gallery", Title: "Gallery", Description: "Pictures of the event."},
	{Path: "/contact", File: "contacts", Title: "Contact", Description: "How to reach the organisers."},
	{Path: "/faqs", File: "faqs", Title: "Questions", Description: "Questions that visitors often ask."},
	{Path: "/404", Module: "not-found", Apart: true,
		Title: "Not found", Description: "This page does not exist.", NoIndex: true},
	{Path: "/error", Apart: true,
		Title: "Something went wrong", Description: "A page that could not be shown.", NoIndex: true},
	{Path: "/register-now", Program: true, Readable: true, Anchors: []string{"register-now"},
		Title: "Tickets", Description: "Tickets and prices."},
	{Path: "/bookings", Program: true, Title: "Registration", Description: "The registration form.", NoIndex: true},
	{Path: "/industry-associates-registration", Program: true, Form: "associate", Anchors: []string{"registrationForm"},
		Title: "Companies", Description: "Registration for companies."},
	{Path: "/login", Program: true, Title: "Sign in", Description: "Sign in with a code that we email you."},
	{Path: "/dashboard", Program: true, Guarded: true,
		Title: "Dashboard", Description: "Your registration and your tickets.", NoIndex: true},
	{Path: "/event-ticket/:id", Program: true, Apart: true,
		Title: "Ticket", Description: "A ticket with its QR code.", NoIndex: true},
	{Path: "/invoice/:id", Program: true, Apart: true,
		Title: "Document", Description: "A receipt or another document, to print.", NoIndex: true},
	{Path: "/transfer", Program: true, Apart: true,
		Title: "Accept a ticket", Description: "Accept a ticket that a colleague offers you.", NoIndex: true},
	{Path: "/verify/:bookingId", Program: true, Apart: true,
		Title: "Payment", Description: "The status of a payment.", NoIndex: true},
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
