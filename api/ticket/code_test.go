package ticket

import (
	"strings"
	"testing"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

// A telephone of the gate keeps a code that is typed, and no name: the code of a ticket has a digit. Of random ones one
// in five has none.
func TestTheCodeOfATicketHasADigit(t *testing.T) {
	content := &domain.Content{Tickets: schema.Tickets{Categories: []schema.Category{{Type: "a", ID: 1}}}}
	issuer := NewIssuer(NewKeys(seed(1)), content)
	for range 200 {
		issued, err := issuer.Issue(booking.Booking{CategoryType: "a", Seats: 1}, time.Unix(0, 0))
		if err != nil {
			t.Fatal(err)
		}
		if code := booking.TicketCode(issued.ID); !strings.ContainsAny(code, "234567") {
			t.Fatalf("%s may be a name", code)
		}
	}
}
