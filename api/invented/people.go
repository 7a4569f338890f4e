package invented

import (
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"slices"
	"strings"
	"time"

	"transom/api/domain"
	"transom/generator/schema"
)

// fate is what became of an invented registration.
type fate string

const (
	paid         fate = "paid"
	free         fate = "free"
	bank         fate = "bank"
	cheque       fate = "cheque"
	cash         fate = "cash"
	waiting      fate = "waiting"
	expired      fate = "expired"
	partRefunded fate = "part refunded"
	refunded     fate = "refunded"
	owed         fate = "owed" // cancelled, and a person gives the money back
	noMail       fate = "no mail"
	disputed     fate = "disputed"
	erased       fate = "erased"
)

// fates are those of each twenty-five in turn, so that all are near the top of a list.
var fates = []fate{
	paid, waiting, paid, free, paid, paid, expired, paid, bank, paid, partRefunded, paid, paid, noMail, paid, expired, refunded, paid,
	cheque, paid, owed, paid, cash, paid, paid,
}

func fateOf(n int) fate {
	switch {
	case n == 57 || n == 132:
		return erased
	case n == 80:
		return disputed
	case n > 75 && fates[n%len(fates)] == owed:
		return paid // three tasks of the kind are enough
	}
	return fates[n%len(fates)]
}

// The words of invented people. No name is one that somebody has; a few have accents, for those who try the search.
var (
	firstNames = []string{"Asha", "Zoë", "Ravi", "Meera", "Jürgen", "Farah", "Dev", "Lakshmi", "Émile", "Nisha", "Omar", "Priya", "Søren", "Tara", "Uma", "Vikram", "Wanda", "Xenia", "Yusuf", "Inés"}
	lastNames  = []string{"Example", "Specimen", "Beispiel", "Udaharan", "Ejemplo", "Musterfrau", "Sample", "O’Placeholder", "Namuna", "Dvořák-Invented", "Nobody", "Rehearsal", "Testwala"}
	towns      = []string{"Exampur", "Sampleton", "Testgarh", "Nowhere-on-Sea", "Mockabad"}
	genders    = []string{"female", "male", "other"}
)

// person is an invented registration before it is written.
type person struct {
	n       int
	fate    fate
	booking domain.Booking
}

// person is the same for the same number and edition, but for the day, which follows the rehearsal's.
func (s Setup) person(n int, now time.Time) person {
	category := s.Content.Tickets.Categories[(n*7+n/3)%len(s.Content.Tickets.Categories)]
	f := fateOf(n)
	spouse := n%6 == 5
	price := category.Prices.For(spouse)
	b := domain.Booking{
		ID: idOf(n), Code: codeOf(n), CreatedAt: createdAt(n, f, now), CategoryType: category.Type, Seats: 1, Spouse: spouse, Currency: "INR",
		NetPaise: price.NetPaise, GSTPaise: price.GSTPaise, AmountPaise: price.TotalPaise, PaidBy: domain.PaidOnline, Status: domain.Initiated, HoldsSeat: true,
		Person: domain.Person{
			FirstName: firstNames[n%len(firstNames)], LastName: lastNames[n/len(firstNames)%len(lastNames)], Email: fmt.Sprintf("invented%d@example.org", n),
			Mobile: fmt.Sprintf("90000%05d", n*37), DOB: time.Date(1950+n%50, time.Month(1+n%12), 1+n%28, 0, 0, 0, 0, time.UTC).Format(time.DateOnly),
			Gender: genders[n%len(genders)], City: towns[n%len(towns)], CompanyName: fmt.Sprintf("Invented Works %d", n%40), Designation: "Invented architect",
			MembershipNo: fmt.Sprintf("A%05d", 90000+n),
		},
	}
	if spouse {
		b.Seats, b.SpouseName = 2, "Spouse of "+b.FirstName
	}
	b.InstituteName = s.institute(n, category)
	for i, country := range s.Content.Countries.Countries {
		if i == 0 || country.Code == countryOfStates {
			b.Country = country.Name
		}
	}
	if len(s.Content.States.States) > 0 {
		b.Person.State = s.Content.States.States[n%len(s.Content.States.States)].Name
	}
	b.EmailKey = domain.EmailKey(b.Email)
	b.PersonKey = domain.PersonKey(b.FirstName, b.LastName, b.DOB)
	return person{n, f, b}
}

// institute is one that the ticket is for: the default, or, where the form lets people choose, one of the others.
func (s Setup) institute(n int, category schema.Category) string {
	var names []string
	for i, institute := range s.Content.Registration.Institutes {
		isDefault := institute.Default || i == 0 && !slices.ContainsFunc(s.Content.Registration.Institutes, func(o schema.Institute) bool { return o.Default })
		if isDefault != category.ChooseInstitute {
			names = append(names, institute.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[n%len(names)]
}

// countryOfStates is the country whose states the form knows.
const countryOfStates = "IN"

// createdAt spreads them over forty days, more towards the end; who still waits came just now.
func createdAt(n int, f fate, now time.Time) time.Time {
	if f == waiting {
		return now.Add(-time.Duration(1+n%9) * time.Minute)
	}
	back := float64((n*73)%Number) / Number
	return now.Add(-time.Hour - time.Duration(back*back*40*24*float64(time.Hour))).Truncate(time.Second)
}

var lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// idOf is the id of an invented booking, in the form of any other.
func idOf(n int) string {
	sum := sha256.Sum256([]byte(fmt.Sprint("invented booking ", n)))
	return lower.EncodeToString(sum[:13])
}

// codeOf is its code.
func codeOf(n int) string {
	const letters = domain.CodeLetters
	var code strings.Builder
	for i := range domain.CodeLength {
		sum := sha256.Sum256([]byte(fmt.Sprint("invented code ", n, i)))
		code.WriteByte(letters[int(sum[0])%len(letters)])
	}
	return code.String()
}
