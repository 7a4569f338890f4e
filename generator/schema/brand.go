package schema

import (
	"cmp"
	"math"
	"reflect"
	"strconv"
)

// Brand is content/brand.yaml: how the site looks, and the fixed words of its frame. Everything can be left out. The
// site then has a plain design, and its logo is the first letter of the event's short name.
type Brand struct {
	// Mark is the logo as an SVG drawing below content/images/, for example "mark.svg". Without one the ornament is the
	// mark, or else the first letter of the event's short name. Lines in currentColor follow the theme.
	Mark string `yaml:"mark,omitempty" json:"mark,omitempty" rule:"ending=svg"`
	// Ornament is the drawing that recurs on the pages: "fanlight" or "none".
	Ornament string `yaml:"ornament,omitempty" json:"ornament" rule:"enum=none|fanlight"`
	// DrawingSet shows the site as a set of drawings: sheet numbers, and a title block with scale and north.
	DrawingSet bool `yaml:"drawing_set,omitempty" json:"drawing_set"`
	// Light are the colours of the light theme, which emails and the gate use, too.
	Light Palette `yaml:"light,omitempty" json:"light"`
	// Dark are the colours of the dark theme.
	Dark Palette `yaml:"dark,omitempty" json:"dark"`
	// Words are the fixed words of the frame.
	Words Words `yaml:"words,omitempty" json:"words"`
}

// Palette is the colours of one theme.
type Palette struct {
	// Page is the background of the pages.
	Page Color `yaml:"page,omitempty" json:"page"`
	// Band is the background of bands and selected rows.
	Band Color `yaml:"band,omitempty" json:"band"`
	// Card is the background of cards and fields.
	Card Color `yaml:"card,omitempty" json:"card"`
	// Strong is the background of the scrolling banner and of a ticket's head; without it, "primary".
	Strong Color `yaml:"strong,omitempty" json:"strong"`
	// Text is the colour of text.
	Text Color `yaml:"text,omitempty" json:"text"`
	// Muted is the colour of notes and help.
	Muted Color `yaml:"muted,omitempty" json:"muted"`
	// OnStrong is text on "strong".
	OnStrong Color `yaml:"on_strong,omitempty" json:"on_strong"`
	// MutedOnStrong is a note on "strong".
	MutedOnStrong Color `yaml:"muted_on_strong,omitempty" json:"muted_on_strong"`
	// Line is thin lines.
	Line Color `yaml:"line,omitempty" json:"line"`
	// LineStrong is heavy lines; without it, "text".
	LineStrong Color `yaml:"line_strong,omitempty" json:"line_strong"`
	// Control is the outline of fields.
	Control Color `yaml:"control,omitempty" json:"control"`
	// Primary is the main colour: buttons, and text that can be pressed.
	Primary Color `yaml:"primary,omitempty" json:"primary"`
	// PrimaryHover is a button under the pointer; without it, "primary".
	PrimaryHover Color `yaml:"primary_hover,omitempty" json:"primary_hover"`
	// OnPrimary is text on "primary".
	OnPrimary Color `yaml:"on_primary,omitempty" json:"on_primary"`
	// Accent is the colour of links and of whatever needs attention; without it, "primary".
	Accent Color `yaml:"accent,omitempty" json:"accent"`
	// Highlight is the background of the button in the header and of selected items; in the dark theme without it, that
	// of the light one.
	Highlight Color `yaml:"highlight,omitempty" json:"highlight"`
	// HighlightHover is such a button under the pointer; without it, "highlight".
	HighlightHover Color `yaml:"highlight_hover,omitempty" json:"highlight_hover"`
	// OnHighlight is text on "highlight"; in the dark theme without it, that of the light one.
	OnHighlight Color `yaml:"on_highlight,omitempty" json:"on_highlight"`
	// Error is the colour of error messages.
	Error Color `yaml:"error,omitempty" json:"error"`
	// ErrorBand is the background of an error message.
	ErrorBand Color `yaml:"error_band,omitempty" json:"error_band"`
	// Success is the colour of success messages.
	Success Color `yaml:"success,omitempty" json:"success"`
	// Focus is the outline of the element that has the keyboard focus; without it, "primary".
	Focus Color `yaml:"focus,omitempty" json:"focus"`
}

// Words are the fixed words of the frame around the content.
type Words struct {
	// RegisterNow is on the buttons that lead to the tickets.
	RegisterNow string `yaml:"register_now,omitempty" json:"register_now"`
	// ReserveSpot is the link to the form on the page of a single ticket.
	ReserveSpot string `yaml:"reserve_spot,omitempty" json:"reserve_spot"`
	// GetTickets is the button of the error page.
	GetTickets string `yaml:"get_tickets,omitempty" json:"get_tickets"`
	// ErrorTitle is the title of the error page.
	ErrorTitle string `yaml:"error_title,omitempty" json:"error_title"`
	// PageNotFound is the title at an address that does not exist.
	PageNotFound string `yaml:"page_not_found,omitempty" json:"page_not_found"`
	// OpenPicture is the link to the picture of the programme.
	OpenPicture string `yaml:"open_picture,omitempty" json:"open_picture"`
	// AskUs is the link to the contacts below the questions.
	AskUs string `yaml:"ask_us,omitempty" json:"ask_us"`
	// SignIn is the title of the sign-in page.
	SignIn string `yaml:"sign_in,omitempty" json:"sign_in"`
	// Passcode is the title above the boxes for the code.
	Passcode string `yaml:"passcode,omitempty" json:"passcode"`
	// Tickets is the title above a visitor's tickets.
	Tickets string `yaml:"tickets,omitempty" json:"tickets"`
	// Paid is the title after a payment.
	Paid string `yaml:"paid,omitempty" json:"paid"`
	// PaidHelp is the sentence below that title.
	PaidHelp string `yaml:"paid_help,omitempty" json:"paid_help"`
}

// HasLogo reports whether the logo is a drawing of its own and not the fanlight.
func (b *Brand) HasLogo() bool { return b.Mark != "" || b.Ornament != "fanlight" }

// Complete fills in what was left out.
func (b *Brand) Complete() {
	b.Ornament = cmp.Or(b.Ornament, "none")
	b.Dark.Highlight = cmp.Or(b.Dark.Highlight, b.Light.Highlight)
	b.Dark.OnHighlight = cmp.Or(b.Dark.OnHighlight, b.Light.OnHighlight)
	b.Light.complete(soberLight)
	b.Dark.complete(soberDark)
	fill(&b.Words, plainWords)
}

func (p *Palette) complete(sober Palette) {
	ownHighlight := p.Highlight
	p.Primary = cmp.Or(p.Primary, sober.Primary)
	p.Highlight = cmp.Or(p.Highlight, sober.Highlight)
	p.HighlightHover = cmp.Or(p.HighlightHover, ownHighlight, sober.HighlightHover)
	p.PrimaryHover = cmp.Or(p.PrimaryHover, p.Primary)
	p.Strong = cmp.Or(p.Strong, sober.Strong, p.Primary)
	p.Accent = cmp.Or(p.Accent, p.Primary)
	p.LineStrong = cmp.Or(p.LineStrong, p.Text, sober.Text)
	p.Focus = cmp.Or(p.Focus, p.Primary)
	fill(p, sober)
}

// ByKey returns the addresses of the colours by their keys in brand.yaml.
func (p *Palette) ByKey() map[string]*Color {
	colors := map[string]*Color{}
	for _, f := range EditorFields(reflect.TypeFor[Palette]()) {
		colors[f.Key] = reflect.ValueOf(p).Elem().FieldByIndex(f.Index).Addr().Interface().(*Color)
	}
	return colors
}

// fill copies the texts that a struct lacks from another one.
func fill[T any](into *T, from T) {
	to, other := reflect.ValueOf(into).Elem(), reflect.ValueOf(from)
	for i := range to.NumField() {
		if to.Field(i).IsZero() {
			to.Field(i).Set(other.Field(i))
		}
	}
}

var soberLight = Palette{
	Page: "#fafafa", Band: "#eceef0", Card: "#ffffff", Text: "#1a1c1f", Muted: "#555b63", OnStrong: "#ffffff",
	MutedOnStrong: "#d5dbe3", Line: "#d3d7dc", Control: "#767d87", Primary: "#274c77", OnPrimary: "#ffffff",
	Highlight: "#f0c95a", HighlightHover: "#f5d67f", OnHighlight: "#1a1c1f", Error: "#9c2215", ErrorBand: "#fbeae7",
	Success: "#1d5b34",
}

var soberDark = Palette{
	Page: "#15171a", Band: "#1f2226", Card: "#1b1e22", Strong: "#22303f", Text: "#eceef0", Muted: "#b0b6be",
	OnStrong: "#eceef0", MutedOnStrong: "#bcc6d1", Line: "#383d44", Control: "#868d97", Primary: "#9cc2ec",
	OnPrimary: "#10161d", Highlight: "#f0c95a", HighlightHover: "#f5d67f", OnHighlight: "#1a1c1f", Error: "#ffab96",
	ErrorBand: "#34201a", Success: "#a6d7a8",
}

var plainWords = Words{
	RegisterNow: "Register", ReserveSpot: "Reserve your place",
	GetTickets: "Get tickets", ErrorTitle: "Something went wrong", PageNotFound: "This page does not exist",
	OpenPicture: "Open the picture in full size", AskUs: "Ask the organisers", SignIn: "Sign in",
	Passcode: "Enter the code", Tickets: "Tickets", Paid: "Your registration is complete",
	PaidHelp: "We will send the details to your email address.",
}

// ColorPair is two colours of a palette that meet: a text or a line, and its background.
type ColorPair struct {
	Front, Ground string
	// Minimum is the contrast that WCAG 2.2 asks for: 4.5 for text, 3 for outlines.
	Minimum float64
}

// ColorPairs are the pairs that style sheets and emails use.
var ColorPairs = func() []ColorPair {
	pairs := []ColorPair{
		{"on_strong", "strong", 4.5}, {"muted_on_strong", "strong", 4.5}, {"on_primary", "primary", 4.5},
		{"on_primary", "primary_hover", 4.5}, {"on_highlight", "highlight", 4.5}, {"on_highlight", "highlight_hover", 4.5},
		{"text", "error_band", 4.5}, {"muted", "error_band", 4.5}, {"error", "error_band", 4.5},
		{"accent", "error_band", 4.5},
	}
	for _, ground := range []string{"page", "band", "card"} {
		for _, front := range []string{"text", "muted", "primary", "accent", "error", "success"} {
			pairs = append(pairs, ColorPair{front, ground, 4.5})
		}
		for _, front := range []string{"control", "focus", "line_strong"} {
			pairs = append(pairs, ColorPair{front, ground, 3})
		}
	}
	return pairs
}()

// Contrast is the ratio of WCAG 2.2 between two colours: 1 to 21.
func Contrast(one, other Color) float64 {
	a, b := luminance(one), luminance(other)
	return (max(a, b) + .05) / (min(a, b) + .05)
}

func luminance(c Color) float64 {
	sum := 0.0
	for i, share := range []float64{.2126, .7152, .0722} {
		n, _ := strconv.ParseUint(string(c[1+2*i:3+2*i]), 16, 8) // the reader has checked the form
		part := float64(n) / 255
		if part <= .04045 {
			part /= 12.92
		} else {
			part = math.Pow((part+.055)/1.055, 2.4)
		}
		sum += share * part
	}
	return sum
}
