package domain

import (
	"strings"
	"time"

	"transom/generator/schema"
)

// booking makes the booking of checked values. The price is the content's.
func (f *form) booking(a Application, values map[string]string, category schema.Category, now time.Time) Booking {
	price := category.Prices.For(a.Spouse)
	seats := 1
	if a.Spouse {
		seats = 2
	}
	photo, paper := "", ""
	if f.asks(photoSlot.field, category.Form) {
		photo, _ = ParseAssetHandle(a.PhotoHandle)
	}
	if f.asksPaper(category.Form) {
		paper, _ = ParseAssetHandle(a.IDHandle)
	}
	b := Booking{
		ID: NewID(100), CreatedAt: now,
		Email: values["email"], EmailKey: EmailKey(values["email"]),
		FirstName: values["firstname"], LastName: values["lastname"],
		Mobile: values["mobile"], DOB: values["dob"], Gender: values["gender"],
		CompanyName: values["company_name"], Designation: values["designation"],
		InstituteName: values["institute_name"],
		// The same number in other letters is the same member.
		MembershipNo: strings.ToUpper(values["membership_no"]),
		GSTNo:        values["gst_no"], Country: values["country"], State: values["state"], City: values["city"],
		Spouse: a.Spouse, SpouseName: values["spouseName"],
		CategoryType: category.Type, Seats: seats,
		NetPaise: price.NetPaise, GSTPaise: price.GSTPaise, AmountPaise: price.TotalPaise,
		Currency:   f.content.Tickets.Currency,
		PhotoAsset: photo, IDAsset: paper,
		Status: Initiated, HoldsSeat: true,
	}
	b.PersonKey = PersonKey(b.FirstName, b.LastName, b.DOB)
	return b
}
