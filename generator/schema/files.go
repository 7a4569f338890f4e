package schema

import (
	"reflect"
	"strings"
)

// Content contains all YAML files in content/. If an optional file does not exist, its JSON is null and the site lacks
// that part; the files marked "default" have default settings instead.
type Content struct {
	Event         *Event         `file:"event"`
	Brand         *Brand         `file:"brand,default"`
	Home          *Home          `file:"home,optional"`
	Tickets       *Tickets       `file:"tickets"`
	Registration  *Registration  `file:"registration"`
	Countries     *Countries     `file:"countries,optional"`
	States        *States        `file:"states,optional"`
	Speakers      *Speakers      `file:"speakers,optional"`
	OfficeBearers *OfficeBearers `file:"office-bearers,optional"`
	Itinerary     *Itinerary     `file:"itinerary,optional"`
	Accommodation *Accommodation `file:"accommodation,optional"`
	Contacts      *Contacts      `file:"contacts,optional"`
	Partners      *Partners      `file:"partners,optional"`
	Sponsors      *Sponsors      `file:"sponsors,optional"`
	Gallery       *Gallery       `file:"gallery,optional"`
	FAQs          *FAQs          `file:"faqs,optional"`
	Gate          *Gate          `file:"gate,default"`
	Desk          *Desk          `file:"desk,default"`
	Badge         *Badge         `file:"badge,optional"`
	Invoice       *Invoice       `file:"invoice,default"`
}

// File is a file in content/: content/<Name>.yaml becomes data/site/<Name>.json.
type File struct {
	Name       string
	New        func() any // returns a new, empty struct for the file
	Optional   bool
	HasDefault bool
}

// Files lists the fields of Content, in order.
var Files = func() (files []File) {
	for f := range reflect.TypeFor[Content]().Fields() {
		name, kind, _ := strings.Cut(f.Tag.Get("file"), ",")
		empty := func() any { return reflect.New(f.Type.Elem()).Interface() }
		files = append(files, File{name, empty, kind != "", kind == "default"})
	}
	return files
}()

// PageFolder and MailFolder hold Markdown files with frontmatter; they become pages.json and mail.json.
const (
	PageFolder = "pages"
	MailFolder = "mail"
)

// OfficeBearers is content/office-bearers.yaml.
type OfficeBearers struct {
	// Bearers are the office bearers, in order.
	Bearers []Bearer `yaml:"bearers" json:"bearers" rule:"required"`
}

// Bearer is an office bearer.
type Bearer struct {
	// Name is the person's name.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Role is the office held.
	Role string `yaml:"role" json:"role" rule:"required"`
	// Body is the institute or committee in which the office is held.
	Body string `yaml:"body" json:"body" rule:"required"`
	// Image is the portrait; without one, the initials of the name are drawn in its place.
	Image  *Image `yaml:"image,omitempty" json:"image,omitempty"`
	Sample `yaml:",inline"`
}

// Speakers is content/speakers.yaml.
type Speakers struct {
	// AdvanceMS is how long one speaker stays highlighted, in milliseconds; the default is 2000.
	AdvanceMS int `yaml:"advance_ms,omitempty" json:"advance_ms" rule:"min=500,max=60000"`
	// Visible is how many speakers the row shows at once; the default is 1. In the last row, only the first speaker is
	// highlighted.
	Visible int `yaml:"visible,omitempty" json:"visible" rule:"min=1"`
	// Speakers are the speakers, in order.
	Speakers []Speaker `yaml:"speakers" json:"speakers" rule:"required"`
}

// Speaker is one speaker.
type Speaker struct {
	// Name is the speaker's name.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Designation is the office or profession.
	Designation string `yaml:"designation" json:"designation" rule:"required"`
	// Company is the practice or institution.
	Company string `yaml:"company" json:"company" rule:"required"`
	// Image is the portrait; without one, the initials of the name are drawn in its place.
	Image  *Image `yaml:"image,omitempty" json:"image,omitempty"`
	Sample `yaml:",inline"`
}

// FAQs is content/faqs.yaml.
type FAQs struct {
	// FAQs are the questions, in order.
	FAQs []FAQ `yaml:"faqs" json:"faqs" rule:"required"`
}

// FAQ is one question with its answer.
type FAQ struct {
	// ID is the question's anchor (/faqs#id); by default, it is made from the question.
	ID Slug `yaml:"id,omitempty" json:"id" rule:"unique"`
	// Question is what visitors ask.
	Question string `yaml:"question" json:"question" rule:"required,unique"`
	// Answer is the answer to the question.
	Answer Markdown `yaml:"answer" json:"answer" rule:"required"`
}

// Itinerary is content/itinerary.yaml: the programme.
type Itinerary struct {
	// Intro is the sentence under the title.
	Intro string `yaml:"intro,omitempty" json:"intro,omitempty"`
	// Video is a short film that plays in a loop.
	Video *Video `yaml:"video,omitempty" json:"video,omitempty"`
	// ScheduleImage is the programme as a drawing.
	ScheduleImage *Image `yaml:"schedule_image,omitempty" json:"schedule_image,omitempty"`
	// ScheduleMatches is a code for the programme that the drawing shows. If the programme changes, the check asks for a
	// new drawing and gives you its code.
	ScheduleMatches string `yaml:"schedule_matches,omitempty" json:"-"`
	// Days contains the programme for each day. Leave out the days and values that are not known yet.
	Days []ProgrammeDay `yaml:"days,omitempty" json:"days"`
	// Notes are practical hints about dress, buses or the shuttle.
	Notes []Note `yaml:"notes,omitempty" json:"notes,omitempty"`
}

// Video is a short film in two formats in content/images/.
type Video struct {
	// WebM is the film in WebM format.
	WebM string `yaml:"webm" json:"webm" rule:"required,ending=webm"`
	// MP4 is the film in MP4 format.
	MP4 string `yaml:"mp4" json:"mp4" rule:"required,ending=mp4"`
	// Poster is the picture shown until the film plays.
	Poster Image `yaml:"poster" json:"poster" rule:"required"`
}

// ProgrammeDay is the programme for one day.
type ProgrammeDay struct {
	// Date is one of the event's days.
	Date Date `yaml:"date" json:"date" rule:"required,unique"`
	// Title is the day's heading; the default is its date.
	Title string `yaml:"title,omitempty" json:"title"`
	// Dress is the dress code.
	Dress string `yaml:"dress,omitempty" json:"dress,omitempty"`
	// Highlights are the day's main events.
	Highlights []string `yaml:"highlights,omitempty" json:"highlights,omitempty"`
	// Sessions are the items in the schedule.
	Sessions []Session `yaml:"sessions,omitempty" json:"sessions,omitempty"`
	// Display is the day for people, for example "Friday, 11 April 2025".
	Display string `yaml:"-" json:"display"`
}

// Session is one item in the schedule.
type Session struct {
	// StartsAt is when the session begins, in the event's time zone.
	StartsAt Clock `yaml:"starts_at,omitempty" json:"starts_at,omitempty"`
	// EndsAt is when the session ends, in the event's time zone.
	EndsAt Clock `yaml:"ends_at,omitempty" json:"ends_at,omitempty"`
	// Title is the session's name.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Venue is the venue's id, if it is not the day's venue.
	Venue Slug `yaml:"venue,omitempty" json:"venue,omitempty"`
	// Room is the hall within the venue; sessions in different rooms can run at the same time.
	Room   string `yaml:"room,omitempty" json:"room,omitempty"`
	Sample `yaml:",inline"`
}

// Note is a practical hint with a heading.
type Note struct {
	// Title is the note's heading.
	Title string `yaml:"title" json:"title" rule:"required,unique"`
	// Text is the hint.
	Text string `yaml:"text" json:"text" rule:"required"`
}

// Accommodation is content/accommodation.yaml.
type Accommodation struct {
	// Intro is the sentence under the title.
	Intro string `yaml:"intro,omitempty" json:"intro,omitempty"`
	// NotAnnounced is shown once, instead of the values that are still missing for all of a city's hotels.
	NotAnnounced string `yaml:"not_announced,omitempty" json:"not_announced,omitempty"`
	// Cities contains one table for each city.
	Cities []CityHotels `yaml:"cities" json:"cities" rule:"required"`
	// Notes are practical hints, for example about the shuttle.
	Notes []Note `yaml:"notes,omitempty" json:"notes,omitempty"`
}

// CityHotels is the table for one city.
type CityHotels struct {
	// Venue is the id of the city's venue; it is not needed if there is only one.
	Venue Slug `yaml:"venue,omitempty" json:"venue" rule:"unique"`
	// City is the heading above the table; the default is the venue's city.
	City string `yaml:"city,omitempty" json:"city"`
	// CheckIn is the day of arrival.
	CheckIn Date `yaml:"check_in" json:"check_in" rule:"required"`
	// CheckOut is the day of departure.
	CheckOut Date `yaml:"check_out" json:"check_out" rule:"required"`
	// VenueRooms are the rooms at the venue itself.
	VenueRooms []RoomOffer `yaml:"venue_rooms,omitempty" json:"venue_rooms,omitempty"`
	// VenueRoomsNote says under what conditions the rooms at the venue are available.
	VenueRoomsNote string `yaml:"venue_rooms_note,omitempty" json:"venue_rooms_note,omitempty"`
	// Hotels contains one hotel for each row in the table.
	Hotels []Hotel `yaml:"hotels" json:"hotels" rule:"required"`
	// DisplayCheckIn and DisplayCheckOut are the days for people ("11 April").
	DisplayCheckIn  string `yaml:"-" json:"display_check_in"`
	DisplayCheckOut string `yaml:"-" json:"display_check_out"`
}

// RoomOffer is a kind of room at the venue.
type RoomOffer struct {
	// Rooms is the number of rooms.
	Rooms int `yaml:"rooms" json:"rooms" rule:"required,min=1"`
	// Kind is the kind of room.
	Kind string `yaml:"kind" json:"kind" rule:"required,unique"`
	// Tariff is the price per night in whole rupees, without GST.
	Tariff Rupees `yaml:"tariff" json:"-" rule:"required,min=1,max=10000000"`
	// DisplayTariff is the price for people ("₹5,500 plus GST").
	DisplayTariff string `yaml:"-" json:"display_tariff"`
}

// Hotel is one row in a city's table of hotels. Leave out unknown values; the page shows "not_announced" instead.
type Hotel struct {
	// HotelName is the hotel's name.
	HotelName string `yaml:"hotelName" json:"hotelName" rule:"required,unique"`
	// TotalRooms is how many rooms are reserved for delegates.
	TotalRooms string `yaml:"totalRooms,omitempty" json:"totalRooms,omitempty"`
	// TentativeTariff is the price per night.
	TentativeTariff string `yaml:"tentativeTariff,omitempty" json:"tentativeTariff,omitempty"`
	// TravelTimeToVenue is how long it takes to get to the venue.
	TravelTimeToVenue string `yaml:"travelTimeToVenue,omitempty" json:"travelTimeToVenue,omitempty"`
	// DistanceToVenue is the distance to the venue.
	DistanceToVenue string `yaml:"distanceToVenue,omitempty" json:"distanceToVenue,omitempty"`
	// PickUpDrop says whether the shuttle stops at the hotel.
	PickUpDrop string `yaml:"pickUpDrop" json:"pickUpDrop" rule:"required"`
	Sample     `yaml:",inline"`
}

// Contacts is content/contacts.yaml.
type Contacts struct {
	// Intro is the sentence under the title.
	Intro string `yaml:"intro,omitempty" json:"intro,omitempty"`
	// Cities contains one column for each city.
	Cities []CityContacts `yaml:"cities" json:"cities" rule:"required"`
}

// CityContacts is the column for one city.
type CityContacts struct {
	// Venue is the id of the city's venue; it is not needed if there is only one.
	Venue Slug `yaml:"venue,omitempty" json:"venue" rule:"unique"`
	// City is the heading above the column; the default is the venue's city.
	City string `yaml:"city,omitempty" json:"city"`
	// Contacts are the desks in this city.
	Contacts []Contact `yaml:"contacts" json:"contacts" rule:"required"`
}

// Contact is one desk.
type Contact struct {
	// Kind names the desk, for example registrations, transportation or accommodation. Visitors without JavaScript see
	// the phone number of the kind "registrations".
	Kind Slug `yaml:"kind" json:"kind" rule:"required,unique"`
	// Title is the desk's heading.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Name is the name of the person or desk.
	Name string `yaml:"name" json:"name" rule:"required"`
	// Phone is the desk's phone number.
	Phone Phone `yaml:"phone,omitempty" json:"phone,omitempty"`
	// Email is the email address; a desk has a phone number, an email address, or both.
	Email  Email `yaml:"email,omitempty" json:"email,omitempty"`
	Sample `yaml:",inline"`
}

// Partners is content/partners.yaml: the knowledge partners in the carousel.
type Partners struct {
	// Title is the heading above the carousel.
	Title string `yaml:"title" json:"title" rule:"required"`
	// SpeedMS is the carousel's transition time in milliseconds.
	SpeedMS int `yaml:"speed_ms" json:"speed_ms" rule:"required,min=100,max=60000"`
	// SlidesPerView is how many logos a wide screen shows at once.
	SlidesPerView float64 `yaml:"slides_per_view" json:"slides_per_view" rule:"required,min=1"`
	// Partners are the knowledge partners, in order.
	Partners []Mark `yaml:"partners" json:"partners" rule:"required"`
}

// Sponsors is content/sponsors.yaml.
type Sponsors struct {
	// Intro is the sentence under the title.
	Intro string `yaml:"intro,omitempty" json:"intro,omitempty"`
	// Tiers are the kinds of sponsors, in order.
	Tiers []Tier `yaml:"tiers" json:"tiers" rule:"required"`
}

// Tier is one kind of sponsor.
type Tier struct {
	// ID names the tier.
	ID Slug `yaml:"id" json:"id" rule:"required,unique"`
	// Title is the heading above the sponsors in this tier.
	Title string `yaml:"title" json:"title" rule:"required,unique"`
	// Sponsors are the sponsors in this tier, in order.
	Sponsors []Mark `yaml:"sponsors" json:"sponsors" rule:"required"`
}

// Mark is the logo of a partner or sponsor.
type Mark struct {
	// Name is the partner's name.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Image is the logo.
	Image Image `yaml:"image" json:"image" rule:"required"`
	// URL is the partner's own site.
	URL    URL `yaml:"url,omitempty" json:"url,omitempty"`
	Sample `yaml:",inline"`
}

// Gallery is content/gallery.yaml.
type Gallery struct {
	// Intro is the sentence under the title.
	Intro string `yaml:"intro,omitempty" json:"intro,omitempty"`
	// Images are the pictures, in order.
	Images []GalleryImage `yaml:"images" json:"images" rule:"required"`
}

// GalleryImage is one picture in the gallery.
type GalleryImage struct {
	// Caption is the line under the picture.
	Caption string `yaml:"caption" json:"caption" rule:"required"`
	// Image is the picture.
	Image Image `yaml:"image" json:"image" rule:"required"`
}

// Page is one Markdown file in content/pages/: frontmatter and text. The file's name is its route (pages/about.md is
// /about).
type Page struct {
	// Title is the page's h1.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Description is one sentence for search results and link previews.
	Description string `yaml:"description" json:"description" rule:"required"`
	// Sheet is the page's sheet number, for example "A-11".
	Sheet string `yaml:"sheet,omitempty" json:"sheet,omitempty"`
	// Updated is the date of the last substantial change.
	Updated Date `yaml:"updated,omitempty" json:"updated,omitempty"`
	// Image is the page's picture.
	Image  *Image `yaml:"image,omitempty" json:"image,omitempty"`
	Sample `yaml:",inline"`
	// Route is the page's address.
	Route string `yaml:"-" json:"route"`
	// HTML is the text as HTML. "{{table:registration-fields}}" becomes the table of fields, purposes and retention.
	HTML Markdown `yaml:"-" json:"html"`
	// Headings are the page's headings with their anchors, in order.
	Headings []Heading `yaml:"-" json:"headings"`
	// DisplayUpdated is Updated for people, for example "15 January 2025".
	DisplayUpdated string `yaml:"-" json:"display_updated,omitempty"`
}

// Heading is a heading on a Markdown page.
type Heading struct {
	// Level is the heading's level, from 2 to 6.
	Level int `yaml:"-" json:"level"`
	// ID is the heading's anchor.
	ID string `yaml:"-" json:"id"`
	// Text is the heading without markup.
	Text string `yaml:"-" json:"text"`
}

// Pages is data/site/pages.json: all Markdown pages, ordered by route.
type Pages struct {
	Pages []Page `yaml:"-" json:"pages"`
}
