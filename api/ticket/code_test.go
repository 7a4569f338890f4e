package ticket

import (
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

// A device at the gate must distinguish a typed code from a name, so every ticket code has a digit. One in five
// random codes has none.
func TestTheCodeOfATicketHasADigit(t *testing.T) {
	content := &domain.Content{Tickets: schema.Tickets{Categories: []schema.Category{{Type: "a", ID: 1}}}}
	issuer := NewIssuer(NewKeys(seed(1)), content)
	for range 200 {
		issued, err := issuer.Issue(booking.Booking{CategoryType: "a", Seats: 1}, time.Unix(0, 0))
		must(t, err)
		if code := booking.TicketCode(issued.ID); !strings.ContainsAny(code, "234567") {
			t.Fatalf("%s may be a name", code)
		}
	}
}
