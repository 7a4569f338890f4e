package schema

// Badge is content/badge.yaml: the badges that staff print. If there is no badge.yaml, staff cannot print badges.
type Badge struct {
	// WidthMM and HeightMM are the size of a badge in millimetres.
	WidthMM  int `yaml:"width_mm" json:"width_mm" rule:"required,min=40,max=190"`
	HeightMM int `yaml:"height_mm" json:"height_mm" rule:"required,min=30,max=270"`
	// Sheet is a4 for sheets with as many badges as fit, or label for one badge per page.
	Sheet string `yaml:"sheet" json:"sheet" rule:"required,enum=a4|label"`
	// Event is true to print the event's name at the top.
	Event bool `yaml:"event,omitempty" json:"event,omitempty"`
	// Photo is true to print the photo from the form, or a person's initials if there is no photo.
	Photo bool `yaml:"photo,omitempty" json:"photo"`
	// Fields are the lines below the name: names of fields in the form, for example city.
	Fields []string `yaml:"fields,omitempty" json:"fields"`
	// Colours are the colours of the bands with the category's name; a category without a colour has a black band.
	Colours []BadgeColour `yaml:"colours,omitempty" json:"colours"`
}

// BadgeColour is the colour of the band on one category's badges.
type BadgeColour struct {
	// Category is a type from tickets.yaml.
	Category string `yaml:"category" json:"category" rule:"required,unique"`
	// Colour is written as in brand.yaml, for example "#1f5f5b".
	Colour Color `yaml:"colour" json:"colour" rule:"required"`
}
