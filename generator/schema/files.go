package schema

// File binds a file of content/ to the struct that it is read into; its JSON has the same name in data/site/.
type File struct {
	// Name is the base name without extension: content/<Name>.yaml becomes data/site/<Name>.json.
	Name string
	// New makes the empty struct.
	New func() any
	// Optional is a part that an event can do without: without the file there is no such part, and its JSON is null. Gate,
	// desk, invoice and brand then have default settings.
	Optional bool
}

// Files are all YAML files of content/.
var Files = []File{
	{Name: "event", New: func() any { return new(Event) }},
	{Name: "brand", New: func() any { return new(Brand) }, Optional: true},
	{Name: "home", New: func() any { return new(Home) }, Optional: true},
	{Name: "tickets", New: func() any { return new(Tickets) }},
	{Name: "registration", New: func() any { return new(Registration) }},
	{Name: "countries", New: func() any { return new(Countries) }, Optional: true},
	{Name: "states", New: func() any { return new(States) }, Optional: true},
	{Name: "speakers", New: func() any { return new(Speakers) }, Optional: true},
	{Name: "office-bearers", New: func() any { return new(OfficeBearers) }, Optional: true},
	{Name: "itinerary", New: func() any { return new(Itinerary) }, Optional: true},
	{Name: "accommodation", New: func() any { return new(Accommodation) }, Optional: true},
	{Name: "contacts", New: func() any { return new(Contacts) }, Optional: true},
	{Name: "partners", New: func() any { return new(Partners) }, Optional: true},
	{Name: "sponsors", New: func() any { return new(Sponsors) }, Optional: true},
	{Name: "gallery", New: func() any { return new(Gallery) }, Optional: true},
	{Name: "faqs", New: func() any { return new(FAQs) }, Optional: true},
	{Name: "gate", New: func() any { return new(Gate) }, Optional: true},
	{Name: "desk", New: func() any { return new(Desk) }, Optional: true},
	{Name: "invoice", New: func() any { return new(Invoice) }, Optional: true},
}

// PageFolder and MailFolder hold Markdown files with frontmatter; they become pages.json and mail.json.
const (
	PageFolder = "pages"
	MailFolder = "mail"
)
