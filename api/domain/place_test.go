package domain_test

import (
	"testing"

	"transom/api/domain"
	"transom/generator/schema"
)

func TestTwoVenuesInOneCityAreDistinguished(t *testing.T) {
	c := &domain.Content{Event: schema.Event{Venues: []schema.Venue{
		{ID: "hall", Name: "Town Hall", City: "Leeds"}, {ID: "dome", Name: "The Dome", City: "Leeds"},
		{ID: "park", Name: "Park House", City: "York"},
	}}}
	for venue, want := range map[string]string{"hall": "Town Hall", "dome": "The Dome", "park": "York", "gone": ""} {
		if got := c.PlaceOf(venue); got != want {
			t.Errorf("%s is shown as %q, want %q", venue, got, want)
		}
	}
}
