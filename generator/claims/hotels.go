package claims

import (
	"slices"
	"strings"

	"transom/generator/display"
	"transom/generator/schema"
)

// stay compares the days of arrival and departure with those of the hotels.
func (k *Claims) stay(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	word := s.nearest(q, from, to, stays)
	if word == "" || q.span || s.has(from, to, exceptions) || s.otherEdition() || k.yearOf(s, q) != k.start.year {
		return nil
	}
	var wrong *Contradiction
	for i := range k.content.Accommodation.Cities {
		city := &k.content.Accommodation.Cities[i]
		if name := k.cityOf(city.Venue); s.about&cCity != 0 && !s.named(name) || s.about&cCity == 0 && s.context&cCity != 0 && !strings.Contains(strings.ToLower(s.heading), name) {
			continue
		}
		day, what, fact := &city.CheckIn, "guests arrive in ", "check-in."
		if word == "checkout" {
			day, what, fact = &city.CheckOut, "guests leave ", "check-out."
		}
		if dateOf(*day).day == 0 || k.bad(day) || dateOf(*day).same(q.first) {
			return nil
		}
		if wrong == nil {
			wrong = &Contradiction{Holds: what + k.cityNamed(city.Venue) + " on " + display.Day(*day), Fact: fact + string(city.Venue) + short(q.first), Setting: day}
		}
	}
	return wrong
}

var (
	stays = set("checkin checkout")
	// exceptions are of guests who come or leave on another day than all others.
	exceptions = set("early earlier late later extra additional possible request costs extend extended")
)

// nearest is the word of a list that stands nearest to a quantity in a range of tokens; those before it count first.
func (s *sentence) nearest(q *quantity, from, to int, list map[string]bool) string {
	for i := q.from - 1; i >= from; i-- {
		if list[s.tokens[i].lower] {
			return s.tokens[i].lower
		}
	}
	for i := q.to; i < to; i++ {
		if list[s.tokens[i].lower] {
			return s.tokens[i].lower
		}
	}
	return ""
}

// roomPrice compares the price of a room of a kind that the venue has.
func (k *Claims) roomPrice(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	if !s.named("room") || ((s.about|s.context)&cHotel != 0 || s.properName()) && !s.named("venue") || s.otherEdition() {
		return nil
	}
	var wrong *Contradiction
	for i := range k.content.Accommodation.Cities {
		city := &k.content.Accommodation.Cities[i]
		for j := range city.VenueRooms {
			offer := &city.VenueRooms[j]
			kind, _, _ := strings.Cut(strings.ToLower(offer.Kind), " ")
			if s.nearest(q, from, to, k.roomKinds) != kind {
				continue
			}
			if k.bad(&offer.Tariff) || slices.Contains(k.tariffs(offer), q.value) {
				return nil
			}
			wrong = &Contradiction{Holds: "a " + kind + " room at the venue costs " + schema.FormatPaise(int64(offer.Tariff)*100), Fact: "rooms." + string(city.Venue) + "." + kind + ".price"}
		}
	}
	return wrong
}

// tariffs are the amounts in paise that follow from a price: without GST, GST alone, with it.
func (k *Claims) tariffs(offer *schema.RoomOffer) []float64 {
	net := float64(offer.Tariff) * 100
	gst := net * float64(k.content.Tickets.GSTPercent) / 100
	return []float64{net, gst, net + gst}
}
