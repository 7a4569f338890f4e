package domain

import (
	"strconv"
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
	photo, _ := ParseAssetHandle(a.PhotoHandle)
	paper := ""
	if f.content.Registration.IDDocument.Mode != idModeOff {
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
	b.PersonKey = personKey(b)
	return b
}

// personKey is equal for two submissions of the same person for the same ticket, however the name is spaced or cased.
func personKey(b Booking) string {
	return hashText(strings.Join([]string{
		b.EmailKey, strings.ToLower(strings.Join(strings.Fields(b.Name()), " ")), b.DOB,
		b.MembershipNo, b.InstituteName, b.CategoryType, strconv.FormatBool(b.Spouse),
	}, "\x00"))
}
