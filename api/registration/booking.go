package registration

import (
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

// booking makes the booking of checked values. The price is the content's.
func (f *Form) booking(a Application, values map[string]string, category schema.Category,
	now time.Time) booking.Booking {
	price := category.Prices.For(a.Spouse)
	seats := 1
	if a.Spouse {
		seats = 2
	}
	photo, idDocument := "", ""
	if f.asks(domain.PhotoSlot.Field, category.Form) {
		photo, _ = domain.ParseAssetHandle(a.PhotoHandle)
	}
	if f.asksIDDocument(category.Form) {
		idDocument, _ = domain.ParseAssetHandle(a.IDHandle)
	}
	b := booking.Booking{
		ID: domain.NewID(100), CreatedAt: now,
		Person: personOf(values), EmailKey: domain.EmailKey(values["email"]),
		Spouse: a.Spouse, SpouseName: values["spouseName"],
		CategoryType: category.Type, Seats: seats,
		NetPaise: price.NetPaise, GSTPaise: price.GSTPaise, AmountPaise: price.TotalPaise,
		Currency:   f.content.Tickets.Currency,
		PhotoAsset: photo, IDAsset: idDocument,
		Status: booking.Initiated, HoldsSeat: true,
	}
	// The same number in other letters is the same member.
	b.MembershipNo = strings.ToUpper(b.MembershipNo)
	b.PersonKey = domain.PersonKey(b.FirstName, b.LastName, b.DOB)
	return b
}

// personOf is the person with these values, by their names.
func personOf(values map[string]string) (p booking.Person) {
	for _, field := range p.Fields() {
		*field.Value = values[field.Name]
	}
	return p
}
