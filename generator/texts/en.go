//go:build !translated

// Package texts contains the generator's texts for visitors and staff: the defaults for what content/ leaves out, and
// how dates and numbers are written. The messages to editors are not here. Another language is a second file with the
// same names and the build tags `translated` and its code; make sets both tags if event.yaml chooses the language.
package texts

import (
	"strconv"
	"strings"
	"time"
)

// Language is the code of the language of these texts.
const Language = "en"

// ---- Buttons, banner and menus

const (
	GSTLabel      = "plus GST"
	ClosedLabel   = "Registration closed"
	Banner        = "Registrations close at {{fact:deadline}}"
	Terms         = "Terms and conditions"
	PaymentTerms  = "Payment and refunds"
	PrivacyPolicy = "Privacy"
	EntryList     = "Entry"
)

// Words are the defaults for "words" in brand.yaml.
var Words = map[string]string{
	"register_now":   "Register",
	"reserve_spot":   "Reserve your place",
	"get_tickets":    "Get tickets",
	"error_title":    "Something went wrong",
	"page_not_found": "This page does not exist",
	"open_picture":   "Open the picture in full size",
	"ask_us":         "Ask the organisers",
	"sign_in":        "Sign in",
	"passcode":       "Enter the code",
	"tickets":        "Tickets",
	"paid":           "Your registration is complete",
	"paid_help":      "We will send the details to your email address.",
}

// Page is a page's default title and description.
type Page struct{ Title, Description string }

// Pages are the defaults for "sheets" in event.yaml. The home page has the event's own name and description.
var Pages = map[string]Page{
	"/itinerary":                        {"Programme", "The programme of each day."},
	"/speakers":                         {"Speakers", "The speakers and their work."},
	"/accommodation":                    {"Accommodation", "Hotels near the venue."},
	"/sponsors":                         {"Sponsors", "The sponsors of the event."},
	"/gallery":                          {"Gallery", "Pictures of the event."},
	"/contact":                          {"Contact", "How to reach the organisers."},
	"/faqs":                             {"Questions", "Questions that visitors often ask."},
	"/404":                              {"Not found", "This page does not exist."},
	"/error":                            {"Something went wrong", "A page that could not be shown."},
	"/register-now":                     {"Tickets", "Tickets and prices."},
	"/bookings":                         {"Registration", "The registration form."},
	"/industry-associates-registration": {"Companies", "Registration for companies."},
	"/login":                            {"Sign in", "Sign in with a code that we email you."},
	"/dashboard":                        {"Dashboard", "Your registration and your tickets."},
	"/event-ticket":                     {"Ticket", "A ticket with its QR code."},
	"/invoice":                          {"Document", "A receipt or another document, to print."},
	"/transfer":                         {"Accept a ticket", "Accept a ticket that a colleague offers you."},
	"/verify":                           {"Payment", "The status of a payment."},
}

// Description is the default for the event's description.
func Description(event, days, cities string) string {
	return event + ", " + days + " in " + cities + "."
}

// ---- The privacy policy's table of fields

const (
	FieldColumn   = "Field"
	PurposeColumn = "Purpose"
	SeenByColumn  = "Who sees it"
	DeletedColumn = "Deleted"

	OnBadge          = "Printed on your badge, and shows the gate who you are"
	OnTicketAndBadge = "Shown on your ticket, on your badge and in emails to you"
	OnTicket         = "Shown on your ticket and in emails to you"
	ForGate          = "Shows the gate who you are"
	ForState         = "Printed on your receipt and used for statistics"
	ForStatistics    = "Used for statistics"
	ForCategory      = "Determines which ticket you can buy"
	OnReceipt        = "Printed on your receipt"
	OnInvoice        = "Printed on your invoice"

	SeenByDesk           = "The registration desk"
	SeenByGate           = "The registration desk; the gate, on your ticket"
	SeenByGateAndGateway = "The registration desk; the gate, on your ticket; the payment gateway"
	SeenByGateway        = "The registration desk; the payment gateway"

	// Gate and Badge are the words by which a text already names one of these readers.
	Gate      = "gate"
	AlsoGate  = "the gate, when your ticket is scanned"
	Badge     = "badge"
	AlsoBadge = "everybody who sees your badge"

	KeptAfterEvent  = "{{fact:personal-data.after-event}} after the event"
	KeptForReceipts = "As long as tax law requires receipts to be kept"
	KeptForInvoices = "As long as tax law requires invoices to be kept"
	KeptPhoto       = "{{fact:identity.after-event}} after the event"
	KeptDocument    = "{{fact:identity.after-check}} after the check, and no later than {{fact:identity.after-event}} " +
		"after the event"
)

// AfterEvent says when an answer is deleted.
func AfterEvent(days int) string {
	if days == 1 {
		return "1 day after the event"
	}
	return strconv.Itoa(days) + " days after the event"
}

// Purposes say why the form asks for each standard field.
var Purposes = map[string]string{
	"firstname":       OnTicketAndBadge,
	"lastname":        OnTicketAndBadge,
	"email":           "Used to send you your ticket and your sign-in codes",
	"mobile":          "Used to reach you if something about your registration changes",
	"gender":          ForStatistics,
	"dob":             ForCategory,
	"profile_url":     OnBadge,
	"membership_no":   "Shows that you are a member of your institute",
	"aadharUrl":       "Used only to check your identity",
	"institute_name":  ForCategory,
	"company_name":    "Shown on your ticket and receipt",
	"designation":     "Tells the organisers your position",
	"gst_no":          OnReceipt,
	"invoice_name":    OnInvoice,
	"invoice_address": OnInvoice,
	"country":         ForState,
	"state":           ForState,
	"city":            ForState,
	"spouse":          "Adds a second seat to your ticket",
	"spouseName":      "Names the second person on your ticket",
}

// SeenBy says who sees each standard field, if it is not only the desk.
var SeenBy = map[string]string{
	"firstname":   SeenByGateAndGateway,
	"lastname":    SeenByGateAndGateway,
	"email":       SeenByGateway,
	"mobile":      SeenByGateway,
	"profile_url": "The registration desk; the gate, when your ticket is scanned; you, when you are signed in",
	"aadharUrl":   "The registration desk only; it is stored encrypted, and each view is recorded",
	"spouseName":  SeenByGate,
}

// ---- Dates, times and numbers

const (
	And     = "and"
	Or      = "or"
	To      = " to "
	PerCent = " per cent"
	Minutes = " minutes"
	Hours   = " hours"
	Days    = " days"
)

// Weekday returns "Friday, 11 April 2025", Day "11 April 2025", ShortDay "11 April", OrdinalDay "11th April".
func Weekday(t time.Time) string  { return t.Format("Monday, 2 January 2006") }
func Day(t time.Time) string      { return t.Format("2 January 2006") }
func ShortDay(t time.Time) string { return t.Format("2 January") }
func OrdinalDay(t time.Time) string {
	ending := "th"
	if t.Day()/10 != 1 {
		switch t.Day() % 10 {
		case 1:
			ending = "st"
		case 2:
			ending = "nd"
		case 3:
			ending = "rd"
		}
	}
	return strconv.Itoa(t.Day()) + ending + t.Format(" January")
}

// Clock formats a time: "4 PM", "4:30 PM".
func Clock(t time.Time) string {
	if t.Minute() != 0 {
		return t.Format("3:04 PM")
	}
	return t.Format("3 PM")
}

// ClockOn returns a time within a sentence: "4 PM on 9 April".
func ClockOn(clock, day string) string { return clock + " on " + day }

// PriceUntil adds the last day of a price and the next price to a text: "₹3,000 until 28 February 2025, ₹3,500 from
// 1 March 2025".
func PriceUntil(prices, last, next, from string) string {
	return prices + " until " + last + ", " + next + " from " + from
}

var (
	ones = strings.Fields(
		"zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen " +
			"sixteen seventeen eighteen nineteen")
	tens = strings.Fields("_ _ twenty thirty forty fifty sixty seventy eighty ninety")
)

// Number spells out a number below a thousand: "thirteen", "thirty-nine", "one hundred and five".
func Number(n int) string {
	switch {
	case n < 0 || n > 999:
		return ""
	case n < 20:
		return ones[n]
	case n < 100 && n%10 == 0:
		return tens[n/10]
	case n < 100:
		return tens[n/10] + "-" + ones[n%10]
	case n%100 == 0:
		return ones[n/100] + " hundred"
	}
	return ones[n/100] + " hundred and " + Number(n%100)
}
