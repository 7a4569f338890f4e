package source

import (
	"cmp"

	"transom/generator/schema"
)

// defaults fills in what entries leave out and other entries decide, before anything is checked.
func (c *Content) defaults() {
	place := func(venue *schema.Slug, city *string) {
		if *venue == "" && len(c.Event.Venues) == 1 {
			*venue = c.Event.Venues[0].ID
		}
		for _, v := range c.Event.Venues {
			if v.ID == *venue {
				*city = cmp.Or(*city, v.City)
			}
		}
	}
	for i := range c.Event.Days {
		place(&c.Event.Days[i].Venue, new(string))
	}
	for i := range c.Contacts.Cities {
		place(&c.Contacts.Cities[i].Venue, &c.Contacts.Cities[i].City)
	}
	for i := range c.Accommodation.Cities {
		place(&c.Accommodation.Cities[i].Venue, &c.Accommodation.Cities[i].City)
	}
	for i := range c.Tickets.Categories {
		if category := &c.Tickets.Categories[i]; category.Form == "" && !c.Bad(&category.Form) {
			category.Form = schema.MemberForm
		}
	}
	c.Registration.Complete()
}
