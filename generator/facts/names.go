package facts

// Subject documents the facts of one kind: for the editors' help, the README and "generator facts". Words in capitals
// stand for a name of the content: CATEGORY is the type of a ticket in small letters with hyphens, VENUE the id of a
// venue, KIND the first word of a kind of room, UPLOAD the kind of an upload, COUNTED the first word of a figure's
// label, ROLE that of an office bearer in small letters with hyphens, N a number.
type Subject struct {
	Name, Help string
	// Forms are endings that write the same fact in another way.
	Forms []string
}

var (
	dayForms    = []string{".short", ".ordinal", ".weekday", ".number"}
	momentForms = []string{".short", ".ordinal", ".time", ".day", ".day.short", ".day.ordinal", ".day.weekday",
		".day.number"}
	numberForms = []string{".words", ".Words"}
)

// Subjects are all kinds of facts.
var Subjects = []Subject{
	{"event-days", "the days of the event", []string{".short", ".dash"}},
	{"year", "the year of the event", nil},
	{"first-day", "the event's first day", dayForms},
	{"last-day", "the event's last day", dayForms},
	{"day-N", "the event's first, second … day", dayForms},
	{"days", "how many days the event has", numberForms},
	{"cities", "the cities of the venues", nil},
	{"cities.number", "how many cities there are", numberForms},
	{"city.VENUE", "the city of a venue", nil},
	{"venue.VENUE", "the name of a venue", nil},
	{"deadline", "when registrations close", momentForms},
	{"opening", "when registrations open", momentForms},
	{"deadline.CATEGORY", "when the sale of one ticket ends, where it differs", momentForms},
	{"opening.CATEGORY", "when the sale of one ticket begins, where it differs", momentForms},
	{"payment-link", "how long a link for paying works", numberForms},
	{"gst", "the rate of GST", []string{".sign", ".number"}},
	{"price.CATEGORY", "the price of a ticket, without GST", []string{".gst", ".total"}},
	{"price.CATEGORY.with-spouse", "the price for two, without GST", []string{".gst", ".total"}},
	{"price.CATEGORY.spouse", "what a spouse adds, without GST", []string{".total"}},
	{"age-day", "the day on which ages count", dayForms},
	{"age.CATEGORY.min", "the lowest age of a ticket", nil},
	{"age.CATEGORY.max", "the highest age of a ticket", nil},
	{"age.CATEGORY.above", "the age above which one must be", nil},
	{"age.CATEGORY.below", "the age below which one must be", nil},
	{"categories", "how many tickets there are", numberForms},
	{"speakers", "how many speakers there are", numberForms},
	{"bearers", "how many office bearers there are", numberForms},
	{"faqs", "how many questions are answered", numberForms},
	{"sponsors", "how many sponsors there are", numberForms},
	{"partners", "how many knowledge partners there are", numberForms},
	{"pictures", "how many pictures the gallery has", numberForms},
	{"institutes", "how many institutes there are", numberForms},
	{"privacy-email", "the address for requests about personal data", nil},
	{"founded", "the year in which the organiser was founded", nil},
	{"figure.COUNTED", "a figure of the home page, by the first word of its label", nil},
	{"office.ROLE", "who holds an office that one person alone holds", nil},
	{"hotels", "how many hotels are listed", numberForms},
	{"hotels.VENUE", "how many hotels are listed in one city", numberForms},
	{"rooms.VENUE", "how many rooms the venue has", numberForms},
	{"rooms.VENUE.KIND", "how many rooms of one kind the venue has", numberForms},
	{"rooms.VENUE.KIND.price", "the price of such a room, without GST", nil},
	{"check-in.VENUE", "the day of arrival", dayForms},
	{"check-out.VENUE", "the day of departure", dayForms},
	{"upload.UPLOAD", "how large an upload may be", nil},
	{"upload.UPLOAD.formats", "the endings that an upload may have", nil},
	{"identity.after-check", "when an identity document is destroyed: after the check", numberForms},
	{"identity.unpaid", "… after a registration that stays unpaid", numberForms},
	{"identity.after-event", "… after the event at the latest", numberForms},
	{"identity.after-withdrawal", "… after consent was withdrawn", numberForms},
	{"personal-data.after-event", "when personal data is erased: after the event", numberForms},
}
