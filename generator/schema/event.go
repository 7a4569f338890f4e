package schema

import (
	"cmp"
	"time"
)

// Event is content/event.yaml: what the event is, when and where it takes place, and the words around every page.
type Event struct {
	// Edition is the short name of this edition of the event, for example natcon-2025. Do not change it when you correct
	// the name or the dates, because tickets and the database contain it; choose a new one for the next edition.
	Edition Slug `yaml:"edition" json:"edition" rule:"required"`
	// Name is the event's official name, which is printed on tickets.
	Name string `yaml:"name" json:"name" rule:"required"`
	// ShortName is the word in the logo.
	ShortName string `yaml:"short_name" json:"short_name" rule:"required"`
	// Tagline is one line under the name.
	Tagline string `yaml:"tagline,omitempty" json:"tagline"`
	// Description says in one or two sentences what the event is, for search results and link previews; the default is
	// its name, days and cities.
	Description string `yaml:"description,omitempty" json:"description"`
	// Location is the event's location in one line, which is sent with each registration; the default is the venue with
	// its city or, if there are several venues, their cities.
	Location string `yaml:"location,omitempty" json:"location"`
	// StartDate is the first day.
	StartDate Date `yaml:"start_date" json:"start_date" rule:"required"`
	// EndDate is the last day.
	EndDate Date `yaml:"end_date" json:"end_date" rule:"required"`
	// TimeZone is the event's time zone by its IANA name.
	TimeZone string `yaml:"time_zone" json:"time_zone" rule:"required"`
	// Language is the site's language as a BCP 47 tag, for example "en-IN"; the default is "en-GB". The program must have
	// texts in this language.
	Language string `yaml:"language,omitempty" json:"language"`
	// AgeReferenceDate is the day for which ages are calculated; it is not needed if there are no age limits.
	AgeReferenceDate Date `yaml:"age_reference_date,omitempty" json:"age_reference_date"`
	// RehearsalAt is the time at which a rehearsal's clock starts, by default the middle of the sales period; tickets
	// should be on sale at that time.
	RehearsalAt Instant `yaml:"rehearsal_at,omitempty" json:"rehearsal_at"`
	// Days are the event's days in order.
	Days []Day `yaml:"days" json:"days" rule:"required"`
	// Venues are the places where the event is held, in one city or several.
	Venues []Venue `yaml:"venues" json:"venues" rule:"required"`
	// Organiser is the body that organises the event.
	Organiser Organiser `yaml:"organiser" json:"organiser" rule:"required"`
	// Banner is the line that scrolls across every page; the default says when sales end.
	Banner string `yaml:"banner,omitempty" json:"banner"`
	// AfterDeadline is what pages show after sales have closed; the default is the message "registration_closed".
	AfterDeadline Announcement `yaml:"after_deadline,omitempty" json:"after_deadline"`
	// AfterEvent is what pages show after the last day; the default is AfterDeadline.
	AfterEvent Announcement `yaml:"after_event,omitempty" json:"after_event"`
	// Navigation is the main menu, in order; by default, the other files' pages, the pages in pages/ by file name, and the
	// tickets.
	Navigation []NamedLink `yaml:"navigation,omitempty" json:"navigation"`
	// Sheets set the pages' titles, descriptions, drawings and sheet numbers; every title and description has a default.
	Sheets []Sheet `yaml:"sheets,omitempty" json:"sheets"`
	// Footer is shown at the bottom of every page.
	Footer Footer `yaml:"footer,omitempty" json:"footer"`
	// DisplayDates is the event's dates for people, for example "11–13 April 2025".
	DisplayDates string `yaml:"-" json:"display_dates"`
}

// Announcement is what every page says in one phase of the event.
type Announcement struct {
	// Banner replaces the line that scrolls across every page.
	Banner string `yaml:"banner,omitempty" json:"banner"`
	// Action replaces the words "Register Now" on the buttons that lead to the tickets.
	Action string `yaml:"action,omitempty" json:"action"`
	// Title replaces the title on the tickets page; the default is Action.
	Title string `yaml:"title,omitempty" json:"title"`
	// Link is the page to which the "Register Now" buttons lead; the default is the tickets page.
	Link Link `yaml:"link,omitempty" json:"link,omitempty"`
}

// Or returns the announcement, with any missing texts taken from another one.
func (a Announcement) Or(other Announcement) Announcement {
	action := cmp.Or(a.Action, other.Action)
	return Announcement{Banner: cmp.Or(a.Banner, other.Banner), Action: action,
		Title: cmp.Or(a.Title, other.Title, action), Link: a.Link}
}

// Day is one day of the event.
type Day struct {
	// Date is the calendar day.
	Date Date `yaml:"date" json:"date" rule:"required"`
	// Venue is the id of the venue where the day begins; it is not needed if there is only one.
	Venue Slug `yaml:"venue,omitempty" json:"venue"`
	// StartsAt is when the doors open, in the event's time zone; without it no page shows a time.
	StartsAt Clock `yaml:"starts_at,omitempty" json:"starts_at"`
	// EndsAt is when the day ends, in the event's time zone.
	EndsAt Clock `yaml:"ends_at,omitempty" json:"ends_at"`
	// Gate is the entrance to use, if one is assigned.
	Gate   string `yaml:"gate,omitempty" json:"gate,omitempty"`
	Sample `yaml:",inline"`
	// Display is the day for people, for example "Friday, 11 April 2025".
	Display string `yaml:"-" json:"display"`
	// StartUTC is when the day begins, in UTC (RFC 3339); without StartsAt, that is midnight.
	StartUTC string `yaml:"-" json:"start_utc"`
	// EndUTC is when the day ends, in UTC (RFC 3339); without EndsAt, that is the next midnight.
	EndUTC string `yaml:"-" json:"end_utc"`
}

// Hours returns when the day begins and ends; a day without hours lasts from midnight to midnight.
func (d Day) Hours(zone *time.Location) (begins, ends time.Time) {
	begins = d.Date.Midnight(zone).Time
	ends = begins.AddDate(0, 0, 1)
	at := func(clock Clock, otherwise time.Time) time.Time {
		t, err := time.ParseInLocation("2006-01-02 15:04", string(d.Date)+" "+string(clock), zone)
		if err != nil {
			return otherwise
		}
		return t
	}
	return at(d.StartsAt, begins), at(d.EndsAt, ends)
}

// Venue is a place where the event is held.
type Venue struct {
	// ID is the name by which other files refer to this venue.
	ID Slug `yaml:"id" json:"id" rule:"required,unique"`
	// Name is the building's name, if it is known.
	Name string `yaml:"name,omitempty" json:"name"`
	// City is the city where the building is.
	City string `yaml:"city" json:"city" rule:"required"`
	// Address is the postal address in a single line.
	Address string `yaml:"address,omitempty" json:"address"`
	// Map is the web address of a map that shows the place.
	Map    URL `yaml:"map,omitempty" json:"map,omitempty"`
	Sample `yaml:",inline"`
}

// Organiser is the body that organises the event.
type Organiser struct {
	// Name is the organiser's full name.
	Name string `yaml:"name" json:"name" rule:"required"`
	// ShortName is the organiser's abbreviated name; the default is the full name.
	ShortName string `yaml:"short_name,omitempty" json:"short_name"`
	// URL is the organiser's own site.
	URL URL `yaml:"url,omitempty" json:"url,omitempty"`
	// JoinURL is the page where people can become members.
	JoinURL URL `yaml:"join_url,omitempty" json:"join_url,omitempty"`
	// JoinLabel is the text of the link to JoinURL; set both or neither.
	JoinLabel string `yaml:"join_label,omitempty" json:"join_label,omitempty"`
	// FoundedYear is the year in which the organiser was founded.
	FoundedYear int `yaml:"founded_year,omitempty" json:"founded_year,omitempty" rule:"min=1000,max=2100"`
	// PrivacyEmail receives requests about personal data; the default is SupportEmail.
	PrivacyEmail Email `yaml:"privacy_email,omitempty" json:"privacy_email"`
	// SupportEmail receives questions about registrations and payments.
	SupportEmail Email `yaml:"support_email" json:"support_email" rule:"required"`
	// SecurityEmail receives reports of security vulnerabilities (/.well-known/security.txt); without it there is no such
	// file.
	SecurityEmail Email `yaml:"security_email,omitempty" json:"security_email,omitempty"`
	// Address is printed on receipts.
	Address string `yaml:"address,omitempty" json:"address,omitempty"`
	// GSTIN is the organiser's GST number, printed on receipts.
	GSTIN  string `yaml:"gstin,omitempty" json:"gstin,omitempty"`
	Sample `yaml:",inline"`
}

// Sheet is a page's title block: "A-03 · Speakers".
type Sheet struct {
	// Route is the address of the page.
	Route Link `yaml:"route" json:"route" rule:"required,unique"`
	// Number is the sheet number; it is required if brand.yaml has "drawing_set: true".
	Number string `yaml:"number,omitempty" json:"number" rule:"unique"`
	// Title is the page's title.
	Title string `yaml:"title,omitempty" json:"title"`
	// Description is one sentence for search results and link previews.
	Description string `yaml:"description,omitempty" json:"description"`
	// Drawing is the page's image in link previews, for example "gallery/stupa.jpg"; the default is the
	// ornament or, without an ornament, the logo.
	Drawing string `yaml:"drawing,omitempty" json:"drawing,omitempty"`
	// NoIndex keeps the page out of search engines.
	NoIndex bool `yaml:"noindex,omitempty" json:"noindex,omitempty"`
}

// Footer has the links and contacts at the bottom of every page.
type Footer struct {
	// QuickLinks are the links in the first column; the default links lead to the tickets and the legal pages.
	QuickLinks []NamedLink `yaml:"quick_links,omitempty" json:"quick_links"`
	// OfficesTitle is shown above the offices, for example "Chapter and centres"; there is a default heading.
	OfficesTitle string `yaml:"offices_title,omitempty" json:"offices_title,omitempty"`
	// Offices are the organiser's contacts.
	Offices []Office `yaml:"offices,omitempty" json:"offices,omitempty"`
	// Social are the organiser's profiles on social networks.
	Social []SocialLink `yaml:"social,omitempty" json:"social,omitempty"`
	// Notice is the last line of the footer.
	Notice string `yaml:"notice,omitempty" json:"notice,omitempty"`
}

// Office is one of the organiser's offices, with its contact details.
type Office struct {
	// Name is the office's name.
	Name string `yaml:"name" json:"name" rule:"required"`
	// Address is the office's postal address.
	Address string `yaml:"address,omitempty" json:"address,omitempty"`
	// Phone is the office's phone number.
	Phone Phone `yaml:"phone,omitempty" json:"phone,omitempty"`
	// Email is the office's email address.
	Email  Email `yaml:"email,omitempty" json:"email,omitempty"`
	Sample `yaml:",inline"`
}

// SocialLink is a profile on a social network.
type SocialLink struct {
	// Network is the social network's name, which also selects the icon.
	Network string `yaml:"network" json:"network" rule:"required,enum=instagram|facebook|youtube|linkedin|x,unique"`
	// URL is the profile's address.
	URL    URL `yaml:"url" json:"url" rule:"required"`
	Sample `yaml:",inline"`
}
