package schema

// File binds a file of content/ to the struct that it is read into; its JSON has the same name in data/site/.
type File struct {
	// Name is the base name without extension: content/<Name>.yaml becomes data/site/<Name>.json.
	Name string
	// New makes the empty struct.
	New func() any
}

// Files are all YAML files of content/.
var Files = []File{
	{"event", func() any { return new(Event) }},
	{"home", func() any { return new(Home) }},
	{"tickets", func() any { return new(Tickets) }},
	{"registration", func() any { return new(Registration) }},
	{"countries", func() any { return new(Countries) }},
	{"states", func() any { return new(States) }},
	{"speakers", func() any { return new(Speakers) }},
	{"office-bearers", func() any { return new(OfficeBearers) }},
	{"itinerary", func() any { return new(Itinerary) }},
	{"accommodation", func() any { return new(Accommodation) }},
	{"contacts", func() any { return new(Contacts) }},
	{"partners", func() any { return new(Partners) }},
	{"sponsors", func() any { return new(Sponsors) }},
	{"gallery", func() any { return new(Gallery) }},
	{"faqs", func() any { return new(FAQs) }},
	{"gate", func() any { return new(Gate) }},
	{"desk", func() any { return new(Desk) }},
}

// PageFolder and MailFolder hold Markdown files with frontmatter; they become pages.json and mail.json.
const (
	PageFolder = "pages"
	MailFolder = "mail"
)
