package schema

import (
	"cmp"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"

	"transom/generator/texts"
)

// Brand is content/brand.yaml: how the site looks, and the fixed words around its pages. All fields are optional; by
// default, the site has a plain design, and its logo is the first letter of the event's short name.
type Brand struct {
	// Mark is the logo as an SVG drawing in content/images/, for example "mark.svg". Without a mark, the logo is the
	// ornament or, without an ornament, the first letter of the event's short name. Lines in currentColor follow the
	// theme.
	Mark string `yaml:"mark,omitempty" json:"mark,omitempty" rule:"ending=svg"`
	// Ornament is the drawing that is repeated throughout the site: "fanlight" or "none".
	Ornament string `yaml:"ornament,omitempty" json:"ornament" rule:"enum=none|fanlight"`
	// DrawingSet makes the site look like a set of drawings: sheet numbers, and a title block with scale and
	// north point.
	DrawingSet bool `yaml:"drawing_set,omitempty" json:"drawing_set"`
	// Light has the colours of the light theme, which emails and the gate also use.
	Light Palette `yaml:"light,omitempty" json:"light"`
	// Dark has the colours of the dark theme.
	Dark Palette `yaml:"dark,omitempty" json:"dark"`
	// Words are the fixed words around the pages.
	Words Words `yaml:"words,omitempty" json:"words"`
}

// Palette has the colours of one theme.
type Palette struct {
	// Page is the background of the pages.
	Page Color `yaml:"page,omitempty" json:"page" sober:"#fafafa #15171a"`
	// Band is the background of bands and selected rows.
	Band Color `yaml:"band,omitempty" json:"band" sober:"#eceef0 #1f2226"`
	// Card is the background of cards and fields.
	Card Color `yaml:"card,omitempty" json:"card" sober:"#ffffff #1b1e22"`
	// Strong is the background of the scrolling banner and of the top of a ticket; the default is "primary". In the dark
	// theme, the default is the light theme's strong.
	Strong Color `yaml:"strong,omitempty" json:"strong" sober:"primary primary"`
	// Text is the colour of text.
	Text Color `yaml:"text,omitempty" json:"text" sober:"#1a1c1f #eceef0"`
	// Muted is the colour of notes and help texts.
	Muted Color `yaml:"muted,omitempty" json:"muted" sober:"#555b63 #b0b6be"`
	// OnStrong is the colour of text on "strong". In the dark theme, the default is the light theme's on_strong.
	OnStrong Color `yaml:"on_strong,omitempty" json:"on_strong" sober:"#ffffff #eceef0"`
	// MutedOnStrong is the colour of notes on "strong". In the dark theme, the default is the light theme's
	// muted_on_strong.
	MutedOnStrong Color `yaml:"muted_on_strong,omitempty" json:"muted_on_strong" sober:"#d5dbe3 #bcc6d1"`
	// Line is the colour of thin lines.
	Line Color `yaml:"line,omitempty" json:"line" sober:"#d3d7dc #383d44"`
	// LineStrong is the colour of heavy lines; the default is "text".
	LineStrong Color `yaml:"line_strong,omitempty" json:"line_strong" sober:"text text"`
	// Control is the colour of the outline of a field.
	Control Color `yaml:"control,omitempty" json:"control" sober:"#767d87 #868d97"`
	// Primary is the main colour, for buttons and for text that visitors can press.
	Primary Color `yaml:"primary,omitempty" json:"primary" sober:"#274c77 #9cc2ec"`
	// PrimaryHover is the colour of a button under the pointer; the default is "primary".
	PrimaryHover Color `yaml:"primary_hover,omitempty" json:"primary_hover" sober:"primary primary"`
	// OnPrimary is the colour of text on "primary".
	OnPrimary Color `yaml:"on_primary,omitempty" json:"on_primary" sober:"#ffffff #10161d"`
	// Accent is the colour of links and of anything that needs attention; the default is "primary".
	Accent Color `yaml:"accent,omitempty" json:"accent" sober:"primary primary"`
	// Highlight is the background of the button in the header and of selected items. In the dark theme, the default is the
	// light theme's highlight.
	Highlight Color `yaml:"highlight,omitempty" json:"highlight" sober:"#f0c95a #f0c95a"`
	// HighlightHover is the background of the button in the header while the pointer is over it; the default is
	// "highlight".
	HighlightHover Color `yaml:"highlight_hover,omitempty" json:"highlight_hover" sober:"#f5d67f #f5d67f"`
	// OnHighlight is the colour of text on "highlight". In the dark theme, the default is the light theme's on_highlight.
	OnHighlight Color `yaml:"on_highlight,omitempty" json:"on_highlight" sober:"#1a1c1f #1a1c1f"`
	// Error is the colour of error messages.
	Error Color `yaml:"error,omitempty" json:"error" sober:"#9c2215 #ffab96"`
	// ErrorBand is the background of an error message.
	ErrorBand Color `yaml:"error_band,omitempty" json:"error_band" sober:"#fbeae7 #34201a"`
	// Success is the colour of success messages.
	Success Color `yaml:"success,omitempty" json:"success" sober:"#1d5b34 #a6d7a8"`
	// Focus is the colour of the outline of the element that has the keyboard focus; the default is "primary".
	Focus Color `yaml:"focus,omitempty" json:"focus" sober:"primary primary"`
}

// Words are the fixed words around the content.
type Words struct {
	// RegisterNow is the label of the buttons that lead to the tickets.
	RegisterNow string `yaml:"register_now,omitempty" json:"register_now"`
	// ReserveSpot is the label of the link to the form on a single ticket's page.
	ReserveSpot string `yaml:"reserve_spot,omitempty" json:"reserve_spot"`
	// GetTickets is the label of the button on the error page.
	GetTickets string `yaml:"get_tickets,omitempty" json:"get_tickets"`
	// ErrorTitle is the title of the error page.
	ErrorTitle string `yaml:"error_title,omitempty" json:"error_title"`
	// PageNotFound is the title shown at an address that does not exist.
	PageNotFound string `yaml:"page_not_found,omitempty" json:"page_not_found"`
	// OpenPicture is the label of the link to the programme's picture.
	OpenPicture string `yaml:"open_picture,omitempty" json:"open_picture"`
	// AskUs is the label of the link to the contacts below the questions.
	AskUs string `yaml:"ask_us,omitempty" json:"ask_us"`
	// SignIn is the title of the sign-in page.
	SignIn string `yaml:"sign_in,omitempty" json:"sign_in"`
	// Passcode is the title above the boxes for the sign-in code.
	Passcode string `yaml:"passcode,omitempty" json:"passcode"`
	// Tickets is the title above a visitor's tickets.
	Tickets string `yaml:"tickets,omitempty" json:"tickets"`
	// Paid is the title shown after a payment.
	Paid string `yaml:"paid,omitempty" json:"paid"`
	// PaidHelp is the sentence below the title shown after a payment.
	PaidHelp string `yaml:"paid_help,omitempty" json:"paid_help"`
}

// HasLogo reports whether the logo differs from the fanlight.
func (b *Brand) HasLogo() bool { return b.Mark != "" || b.Ornament != "fanlight" }

// Complete sets the defaults of all fields that brand.yaml leaves out.
func (b *Brand) Complete() {
	b.Ornament = cmp.Or(b.Ornament, "none")
	b.Dark.Highlight = cmp.Or(b.Dark.Highlight, b.Light.Highlight)
	b.Dark.OnHighlight = cmp.Or(b.Dark.OnHighlight, b.Light.OnHighlight)
	b.Light.complete(0)
	if b.Dark.Strong == "" {
		b.Dark.Strong = b.Light.Strong
		b.Dark.OnStrong = cmp.Or(b.Dark.OnStrong, b.Light.OnStrong)
		b.Dark.MutedOnStrong = cmp.Or(b.Dark.MutedOnStrong, b.Light.MutedOnStrong)
	}
	b.Dark.complete(1)
	for _, f := range EditorFields(reflect.TypeFor[Words]()) {
		if word := reflect.ValueOf(&b.Words).Elem().FieldByIndex(f.Index); word.IsZero() {
			word.SetString(texts.Words[f.Key])
		}
	}
}

// complete fills in a theme's missing colours. The tag "sober" has the defaults for the light and the dark theme: a
// colour, or the key of another colour.
func (p *Palette) complete(theme int) {
	p.HighlightHover = cmp.Or(p.HighlightHover, p.Highlight)
	colors := p.ByKey()
	for _, literal := range []bool{true, false} {
		for _, f := range paletteFields() {
			sober, color := strings.Fields(f.Tag.Get("sober"))[theme], colors[f.Key]
			if *color == "" && literal && sober[0] == '#' {
				*color = Color(sober)
			} else if *color == "" && !literal {
				*color = *colors[sober]
			}
		}
	}
}

var paletteFields = sync.OnceValue(func() []EditorField { return EditorFields(reflect.TypeFor[Palette]()) })

// ByKey returns pointers to the colours, by key in brand.yaml.
func (p *Palette) ByKey() map[string]*Color {
	colors := map[string]*Color{}
	for _, f := range paletteFields() {
		colors[f.Key] = reflect.ValueOf(p).Elem().FieldByIndex(f.Index).Addr().Interface().(*Color)
	}
	return colors
}

// ColorPair is two colours that are used together: of text or a line, and of its background.
type ColorPair struct {
	Front, Ground string
	// Minimum is the contrast that WCAG 2.2 requires: 4.5 for text, 3 for outlines.
	Minimum float64
}

// ColorPairs are the pairs that the style sheets and emails use.
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

// Contrast is the contrast ratio of two colours as WCAG 2.2 defines it: 1 to 21.
func Contrast(one, other Color) float64 {
	a, b := luminance(one), luminance(other)
	return (max(a, b) + .05) / (min(a, b) + .05)
}

func luminance(c Color) float64 {
	sum := 0.0
	for i, share := range []float64{.2126, .7152, .0722} {
		n, _ := strconv.ParseUint(string(c[1+2*i:3+2*i]), 16, 8) // package source has checked that c is a colour
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
