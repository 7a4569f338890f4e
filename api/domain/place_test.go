package domain_test

import (
	"testing"

	"transom/api/apitest/check"
	"transom/api/domain"
	"transom/generator/schema"
)

func TestTwoVenuesInOneCityAreDistinguished(t *testing.T) {
	c := &domain.Content{Event: schema.Event{Venues: []schema.Venue{
		{ID: "hall", Name: "Town Hall", City: "Leeds"}, {ID: "dome", Name: "The Dome", City: "Leeds"},
		{ID: "park", Name: "Park House", City: "York"},
	}}}
	for venue, want := range map[string]string{"hall": "Town Hall", "dome": "The Dome", "park": "York", "gone": ""} {
		check.Equal(t, c.PlaceOf(venue), want, "%s is shown as", venue)
	}
}
