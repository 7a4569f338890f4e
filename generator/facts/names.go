package facts

import (
	"slices"
	"strings"

	"transom/generator/source"
)

// Subject documents one kind of fact. Words in capitals stand for a name from the content: CATEGORY is a ticket type in
// lower case with hyphens, VENUE a venue's id, KIND the first word of a kind of room, UPLOAD the kind of an upload,
// COUNTED the first word of a figure's label, ROLE an office in lower case with hyphens, and N a number.
type Subject struct {
	Name, Help string
	// Forms are suffixes for other ways of writing the fact.
	Forms []string
}

var (
	dayForms    = []string{".short", ".ordinal", ".weekday", ".number"}
	momentForms = []string{".short", ".ordinal", ".time", ".day", ".day.short", ".day.ordinal", ".day.weekday",
		".day.number"}
	numberForms = []string{".words", ".Words"}
)

// Subjects lists every kind of fact.
var Subjects = []Subject{
	{"event-days", "the days of the event", []string{".short", ".dash"}},
	{"year", "the year of the event", nil},
	{"first-day", "the event's first day", dayForms},
	{"last-day", "the event's last day", dayForms},
	{"day-N", "the event's first, second … day", dayForms},
	{"days", "the number of event days", numberForms},
	{"cities", "the venues' cities", nil},
	{"cities.number", "the number of cities", numberForms},
	{"city.VENUE", "a venue's city", nil},
	{"venue.VENUE", "a venue's name", nil},
	{"address.VENUE", "a venue's address", nil},
	{"deadline", "when registrations close", momentForms},
	{"opening", "when registrations open", momentForms},
	{"deadline.CATEGORY", "when sales of one ticket end, if that differs", momentForms},
	{"opening.CATEGORY", "when sales of one ticket begin, if that differs", momentForms},
	{"payment-link", "how long a payment link is valid", numberForms},
	{"gst", "the GST rate", []string{".sign", ".number"}},
	{"price.CATEGORY", "the price of a ticket, without GST; with its dates if it changes", []string{".gst", ".total"}},
	{"price-change.CATEGORY", "the first day of the next price", dayForms},
	{"price-change.CATEGORY.before", "the last day before the next price", dayForms},
	{"price-change.CATEGORY.old-price", "the price before that day, without GST", nil},
	{"price-change.CATEGORY.new-price", "the price from that day on, without GST", nil},
	{"price-change.CATEGORY.N", "the same for the second, third … change of the price", slices.Concat(dayForms,
		[]string{".before", ".before.short", ".before.ordinal", ".before.weekday", ".before.number", ".old-price",
			".new-price"})},
	{"price.CATEGORY.with-spouse", "the price for two, without GST; with its dates if it changes",
		[]string{".gst", ".total"}},
	{"price.CATEGORY.spouse", "the price for a spouse, without GST", []string{".total"}},
	{"age-day", "the day for which ages are calculated", dayForms},
	{"age.CATEGORY.min", "the minimum age for a ticket", nil},
	{"age.CATEGORY.max", "the maximum age for a ticket", nil},
	{"age.CATEGORY.above", "the age that a person must be above", nil},
	{"age.CATEGORY.below", "the age that a person must be below", nil},
	{"categories", "the number of ticket categories", numberForms},
	{"speakers", "the number of speakers", numberForms},
	{"bearers", "the number of office bearers", numberForms},
	{"faqs", "the number of questions", numberForms},
	{"sponsors", "the number of sponsors", numberForms},
	{"partners", "the number of knowledge partners", numberForms},
	{"pictures", "the number of pictures in the gallery", numberForms},
	{"institutes", "the number of institutes", numberForms},
	{"support-email", "the address for questions", nil},
	{"privacy-email", "the address for requests about personal data", nil},
	{"founded", "the year in which the organiser was founded", nil},
	{"figure.COUNTED", "a figure on the home page, by the first word of its label", nil},
	{"office.ROLE", "the holder of an office that only one person holds", nil},
	{"hotels", "the number of hotels", numberForms},
	{"hotels.VENUE", "the number of hotels in one city", numberForms},
	{"rooms.VENUE", "the number of rooms at the venue", numberForms},
	{"rooms.VENUE.KIND", "the number of rooms of one kind at the venue", numberForms},
	{"rooms.VENUE.KIND.price", "the price of such a room, without GST", nil},
	{"check-in.VENUE", "the day of arrival", dayForms},
	{"check-out.VENUE", "the day of departure", dayForms},
	{"invoice.correct-until", "the last day on which an invoice can be corrected", dayForms},
	{"upload.UPLOAD", "the maximum size of an upload", nil},
	{"upload.UPLOAD.formats", "the accepted file extensions", nil},
	{"identity.after-check", "when an identity document is destroyed: after the check", numberForms},
	{"identity.unpaid", "… after a registration that stays unpaid", numberForms},
	{"identity.after-event", "… after the event, at the latest", numberForms},
	{"identity.after-withdrawal", "… after consent has been withdrawn", numberForms},
	{"personal-data.after-event", "when personal data is erased: after the event", numberForms},
}

// IsKind reports whether a name begins like the name of a kind of fact. If so, a setting may be wrong, not the name.
func IsKind(name string) bool {
	first, _, _ := strings.Cut(name, ".")
	return slices.ContainsFunc(Subjects, func(s Subject) bool {
		of, _, _ := strings.Cut(s.Name, ".")
		return of == first || of == "day-N" && strings.HasPrefix(first, "day-")
	})
}

// fileOf maps the first word of a fact's name to the optional file that defines it.
var fileOf = map[string]string{"speakers": "speakers", "bearers": "office-bearers", "office": "office-bearers",
	"faqs": "faqs", "sponsors": "sponsors", "partners": "partners", "pictures": "gallery", "hotels": "accommodation",
	"rooms": "accommodation", "check-in": "accommodation", "check-out": "accommodation", "figure": "home",
	"invoice": "invoice"}

// Lacks returns the missing optional file or setting from which an unknown fact would be made, or "".
func Lacks(c *source.Content, name string) string {
	first, _, _ := strings.Cut(name, ".")
	switch file := fileOf[first]; {
	case file != "" && !c.Has(file):
		return file + ".yaml"
	case first == "founded" && c.Event.Organiser.FoundedYear == 0:
		return "\"founded_year\" in event.yaml"
	}
	return ""
}
