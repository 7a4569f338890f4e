package check

import (
	"cmp"
	"slices"
	"strings"

	"transom/generator/lazy"
	"transom/generator/schema"
	"transom/generator/spelling"
)

var colourShape = lazy.Regexp(`^#[0-9a-fA-F]{6}$`)

// badge checks that the form asks for what is printed, and the categories and their colours.
func (c *Checker) badge() {
	if !c.Has("badge") || !c.Read("badge") {
		return
	}
	b := c.Badge
	asked := []string{}
	for _, field := range c.Registration.Fields {
		if field.Kind != "upload" {
			asked = append(asked, field.Name)
		}
	}
	for n, name := range b.Fields {
		if !slices.Contains(asked, name) && c.Whole("registration") {
			c.report(c.At(&b.Fields[n]), "registration.yaml has no field \"%s\"%s", name,
				cmp.Or(spelling.Suggest(name, asked), "; its fields are "+strings.Join(asked, ", ")))
		}
	}
	if b.Photo && c.Whole("registration") && !slices.ContainsFunc(c.Registration.Fields, isPhoto) {
		c.report(c.At(&b.Photo), "the form asks for no photo; delete this line, or add the field "+
			"\"profile_url\" to registration.yaml")
	}
	for n := range b.Colours {
		colour := &b.Colours[n]
		c.types.add(colour.Category, c.At(&colour.Category))
		if c.Good(&colour.Colour, colour) && !colourShape().MatchString(colour.Colour) {
			c.report(c.At(&colour.Colour), "\"%s\" is not a colour; write it with six digits, for example \"#1f5f5b\"",
				colour.Colour)
		}
	}
}

func isPhoto(f schema.Field) bool { return f.Name == "profile_url" }
