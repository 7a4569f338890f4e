// Package schema defines the content: each struct describes a file in content/ and the JSON that is published from it
// in data/site/. JSON Schema (for editors) and TypeScript (for the site) are generated from the structs. The comments
// of fields become help sentences, so every field has one.
//
// Tags: `yaml` is the editor's key, `json` the published key. With `yaml:"-"`, the value is computed; with `json:"-"`,
// it is not published. `rule` lists the rules that package source checks, separated by commas: `required`, `min=1`,
// `max=10`, `enum=a|b`, `pattern` (must compile in RE2 and JavaScript), `unique` (in its list). `ending=a|b` (for a
// file below images/) only helps editors; package check looks at the file itself.
//
// The package knows nothing about files, HTTP or time zones other than the event's. It imports only the standard
// library, because the API's package domain imports it.
package schema

import "time"

// Markdown is text that the editor writes as Markdown and the generator publishes as HTML.
type Markdown string

// Instant is a moment, written with its offset ("2025-04-09T16:00:00+05:30") and published in UTC (RFC 3339).
type Instant struct{ time.Time }

// Date is a calendar day without a time zone, written and published as "2025-04-11".
type Date string

// Midnight returns the first moment of a day in `zone`, or the zero time if the date is invalid.
func (d Date) Midnight(zone *time.Location) Instant {
	t, _ := time.ParseInLocation(time.DateOnly, string(d), zone)
	return Instant{t}
}

// Clock is a time of day in the event's zone, written as "16:30".
type Clock string

// Rupees is a whole amount of rupees. Published amounts are in paise (suffix _paise).
type Rupees int64

// URL is an absolute https address.
type URL string

// Link is an address on this site ("/faqs", "/faqs#gst") or an absolute https, tel: or mailto: address.
type Link string

// Email is an email address.
type Email string

// Phone is a phone number as people write it ("+91 98765 43210").
type Phone string

// Color is a colour, written as "#rrggbb".
type Color string

// Slug is a short name in lower case with hyphens; it is part of addresses and must never change.
type Slug string

// Focus is the part of a picture that stays visible when the picture is cropped: words ("top", "left", "top right") or
// two percentages, from the left and from the top ([50, 20]). A focus is always published as two numbers, for
// example "50 20".
type Focus string

// Image names a picture in content/images/.
type Image struct {
	// File is the path below content/images/, for example "speakers/ar-one.jpg".
	File string `yaml:"file" json:"file" rule:"required,ending=jpg|jpeg|png|webp|svg"`
	// Alt describes the picture for people who cannot see it.
	Alt string `yaml:"alt" json:"alt" rule:"required"`
	// Night is the picture for the dark theme, of the same size; also a path below content/images/.
	Night string `yaml:"night,omitempty" json:"night,omitempty"`
	// Focus is the part that stays visible when the picture is cropped: "top", "left", "top right", or [50, 20] in per
	// cent from the left and the top.
	Focus Focus `yaml:"focus,omitempty" json:"focus,omitempty"`
	// Width is the original's width in pixels.
	Width int `yaml:"-" json:"width"`
	// Height is the original's height in pixels.
	Height int `yaml:"-" json:"height"`
}

// NamedLink is a link with its text.
type NamedLink struct {
	// Label is the link's text.
	Label string `yaml:"label" json:"label" rule:"required"`
	// Link is where the link leads.
	Link Link `yaml:"link" json:"link" rule:"required"`
}

// Sample marks entries whose real values are not known yet.
type Sample struct {
	// Sample is true while this entry is invented; `generator check -release` refuses such entries.
	Sample bool `yaml:"sample,omitempty" json:"sample,omitempty"`
}
