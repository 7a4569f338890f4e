package schema

// Home is content/home.yaml: the text of the home page.
type Home struct {
	// Hero is the first screen.
	Hero Hero `yaml:"hero" json:"hero" rule:"required"`
	// Voices are the speakers shown on the home page.
	Voices *Voices `yaml:"voices,omitempty" json:"voices,omitempty"`
	// Panorama is the large drawing of the cities, across the full width of the page.
	Panorama *Panorama `yaml:"panorama,omitempty" json:"panorama,omitempty"`
	// Moments are highlights of the programme.
	Moments *Moments `yaml:"moments,omitempty" json:"moments,omitempty"`
	// After is what the page shows once the last day is over.
	After *HomeAfter `yaml:"after,omitempty" json:"after,omitempty"`
	// About introduces the organising body.
	About *Passage `yaml:"about,omitempty" json:"about,omitempty"`
	// Theme explains the event's theme.
	Theme *Passage `yaml:"theme,omitempty" json:"theme,omitempty"`
	// Figures are a few key numbers.
	Figures []Figure `yaml:"figures,omitempty" json:"figures,omitempty"`
	// BearersTitle is the heading above the office bearers; the default is "Office bearers".
	BearersTitle string `yaml:"bearers_title,omitempty" json:"bearers_title,omitempty"`
}

// Hero is the first screen of the home page.
type Hero struct {
	// Title is the page's h1.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Lead is one or two sentences under the title.
	Lead string `yaml:"lead" json:"lead" rule:"required"`
	// Image is the picture beside the title.
	Image *Image `yaml:"image,omitempty" json:"image,omitempty"`
	// Action is the main button; by default, it leads to the registration.
	Action *NamedLink `yaml:"action,omitempty" json:"action,omitempty"`
}

// Passage is a titled paragraph with a picture.
type Passage struct {
	// Title is the heading above the passage.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Text is the text below the heading.
	Text Markdown `yaml:"text" json:"text" rule:"required"`
	// Image is the picture beside the text.
	Image *Image `yaml:"image,omitempty" json:"image,omitempty"`
}

// Figure is a number and what it counts ("29,000+" "members").
type Figure struct {
	// Value is the number as printed.
	Value string `yaml:"value" json:"value" rule:"required"`
	// Label says what the number counts.
	Label string `yaml:"label" json:"label" rule:"required,unique"`
}

// Voices are the speakers shown on the home page.
type Voices struct {
	// Title is the heading above the speakers.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Names are the speakers' names as in speakers.yaml, in the order on the page.
	Names []string `yaml:"names" json:"names" rule:"required"`
	// More is the link to the page with all speakers.
	More NamedLink `yaml:"more" json:"more" rule:"required"`
}

// Panorama is a drawing across the full width of the page, with a few words.
type Panorama struct {
	// Title is the heading above the drawing.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Text is one or two sentences.
	Text string `yaml:"text" json:"text" rule:"required"`
	// Image is the drawing, at least twice as wide as it is high.
	Image Image `yaml:"image" json:"image" rule:"required"`
}

// Moments are a few highlights of the programme, each with a picture.
type Moments struct {
	// Title is the heading above the highlights.
	Title string `yaml:"title" json:"title" rule:"required"`
	// More is the link to the whole programme.
	More NamedLink `yaml:"more" json:"more" rule:"required"`
	// Entries are the highlights, in the order of the programme.
	Entries []Moment `yaml:"entries" json:"entries" rule:"required"`
}

// Moment is one highlight of one day in itinerary.yaml.
type Moment struct {
	// Date is the day in itinerary.yaml.
	Date Date `yaml:"date" json:"date" rule:"required"`
	// Highlight is one of that day's highlights, spelt exactly as in itinerary.yaml.
	Highlight string `yaml:"highlight" json:"highlight" rule:"required,unique"`
	// Image is the picture above the highlight.
	Image Image `yaml:"image" json:"image" rule:"required"`
}

// HomeAfter is what the home page shows after the event: thanks, the gallery, and what comes next.
type HomeAfter struct {
	// Title replaces the title on the first screen.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Lead replaces the sentence under the title.
	Lead string `yaml:"lead" json:"lead" rule:"required"`
	// GalleryTitle is the heading above the first pictures from the gallery.
	GalleryTitle string `yaml:"gallery_title,omitempty" json:"gallery_title,omitempty"`
	// More is the link to the gallery.
	More *NamedLink `yaml:"more,omitempty" json:"more,omitempty"`
	// Next says what comes next.
	Next Passage `yaml:"next" json:"next" rule:"required"`
}
