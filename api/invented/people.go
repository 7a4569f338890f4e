package invented

import (
	"cmp"
	"crypto/sha256"
	"encoding/base32"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/generator/schema"
)

type fate string

const (
	paid         fate = "paid"
	free         fate = "free"
	bank         fate = "bank"
	cheque       fate = "cheque"
	cash         fate = "cash"
	pending      fate = "pending payment"
	expired      fate = "expired"
	partRefunded fate = "part refunded"
	refunded     fate = "refunded"
	due          fate = "due" // cancelled, with a manual refund due
	noMail       fate = "no mail"
	disputed     fate = "disputed"
	erased       fate = "erased"
)

// Each group of twenty-five people gets these states in this order, so that the top of a list shows every state.
var fates = []fate{
	paid, pending, paid, free, paid, paid, expired, paid, bank, paid, partRefunded, paid, paid, noMail, paid, expired,
	refunded, paid, cheque, paid, due, paid, cash, paid, paid,
}

func fateOf(n int) fate {
	switch {
	case n == 57 || n == 132:
		return erased
	case n == 80:
		return disputed
	case n > 75 && fates[n%len(fates)] == due:
		return paid // three people with a refund due are enough
	}
	return fates[n%len(fates)]
}

// No real person has these names. A few names have accents, so that organisers can try out the search.
var (
	firstNames = []string{"Asha", "Zoë", "Ravi", "Meera", "Jürgen", "Farah", "Dev", "Lakshmi", "Émile", "Nisha", "Omar",
		"Priya", "Søren", "Tara", "Uma", "Vikram", "Wanda", "Xenia", "Yusuf", "Inés"}
	lastNames = []string{"Example", "Specimen", "Beispiel", "Udaharan", "Ejemplo", "Musterfrau", "Sample",
		"O’Placeholder", "Namuna", "Dvořák-Invented", "Nobody", "Rehearsal", "Testwala"}
	towns   = []string{"Exampur", "Sampleton", "Testgarh", "Nowhere-on-Sea", "Mockabad"}
	genders = []string{"female", "male", "other"}
	// abroad replaces the Indian names for a conference in another country.
	abroad = strings.NewReplacer("Asha", "Anna", "Ravi", "Jan", "Meera", "Marie", "Farah", "Clara", "Dev", "Tom",
		"Lakshmi", "Laura", "Nisha", "Nina", "Priya", "Elena", "Vikram", "Victor", "Udaharan", "Voorbeeld", "Namuna",
		"Esempio", "Testwala", "Tester", "Exampur", "Exampleton", "Testgarh", "Testborough", "Mockabad", "Mockville")
)

type person struct {
	n       int
	fate    fate
	booking booking.Booking
}

// person returns the same name and details for a number and an edition every time; the ticket and the times depend on
// `now` and on `held`, the seats already filled in each category. `ok` is false if all categories are full.
func (s Setup) person(n int, now time.Time, held map[string]int) (p person, ok bool) {
	category, spouse, ok := s.freeCategory(n, now, held)
	if !ok {
		return p, false
	}
	f := fateOf(n)
	created := createdAt(n, f, category.Sales.OpensAt.Time, now)
	price := category.PricesAt(created).For(spouse)
	b := booking.Booking{
		ID: idOf(n), Code: codeOf(n), CreatedAt: created, CategoryType: category.Type, Seats: 1, Spouse: spouse,
		Currency: "INR",
		NetPaise: price.NetPaise, GSTPaise: price.GSTPaise, AmountPaise: price.TotalPaise, PaidBy: booking.PaidOnline,
		Status: booking.Initiated, HoldsSeat: true,
		Person: booking.Person{
			FirstName: firstNames[n%len(firstNames)], LastName: lastNames[n/len(firstNames)%len(lastNames)],
			Email: emailOf(n), Mobile: s.mobileOf(n),
			DOB:    s.bornFor(n, category.Age),
			Gender: genders[n%len(genders)], City: towns[n%len(towns)], CompanyName: fmt.Sprintf("Invented Works %d", n%40),
			Designation: "Invented position", MembershipNo: fmt.Sprintf("A%05d", 90000+n),
		},
	}
	if s.Content.Registration.HomeCountry != countryOfStates {
		for _, name := range []*string{&b.FirstName, &b.LastName, &b.City} {
			*name = abroad.Replace(*name)
		}
	}
	if spouse {
		b.Seats, b.SpouseName = 2, "Spouse of "+b.FirstName
	}
	for _, country := range s.Content.Countries.Countries {
		if country.Code == s.Content.Registration.HomeCountry {
			b.Country = country.Name
		}
	}
	if len(s.Content.States.States) > 0 {
		b.Person.State = s.Content.States.States[n%len(s.Content.States.States)].Name
	}
	if price.NetPaise >= booking.AddressFromPaise {
		b.InvoiceAddress = fmt.Sprintf("%d Invented Road, %s 9900%02d", 1+n%90, b.City, n%100)
	}
	for _, field := range b.Person.Fields() {
		if !s.asks(field.Name, category) {
			*field.Value = ""
		}
	}
	b.InstituteName, b.Answers = s.institute(n, category), s.answers(n, category)
	b.EmailKey = domain.EmailKey(b.Email)
	b.PersonKey = domain.PersonKey(b.FirstName, b.LastName, cmp.Or(b.DOB, b.EmailKey))
	held[category.Type] += b.Seats
	return person{n, f, b}, true
}

// bornFor returns a birth date that a category allows, for an adult below 70 if possible.
func (s Setup) bornFor(n int, allowed schema.AgeRule) string {
	reference, _ := time.Parse(time.DateOnly, string(s.Content.Event.AgeReferenceDate))
	oldest := max(min(cmp.Or(allowed.Max, 69), 69), allowed.Min)
	youngest := max(min(20, oldest), allowed.Min)
	return reference.AddDate(-youngest-n%(oldest-youngest+1), 0, -n%365).Format(time.DateOnly)
}

func emailOf(n int) string { return fmt.Sprintf("invented%d@example.org", n) }

// freeCategory returns a category for a person, and whether a spouse is included. Invented people fill at most half of
// each category, so that visitors can still buy its tickets, and get no ticket that is not yet on sale.
func (s Setup) freeCategory(n int, now time.Time, held map[string]int) (category schema.Category, spouse, ok bool) {
	all := s.Content.Tickets.Categories
	for i := range all {
		category = all[(n*7+n/3+i)%len(all)]
		if now.Sub(category.Sales.OpensAt.Time) < paying {
			continue
		}
		spouse = n%6 == 5 && s.asks("spouse", category)
		seats := 1
		if spouse {
			seats = 2
		}
		if category.Capacity == 0 || held[category.Type]+seats <= category.Capacity/2 {
			return category, spouse, true
		}
	}
	return category, false, false
}

func (s Setup) asks(name string, category schema.Category) bool {
	return slices.ContainsFunc(s.Content.Registration.Fields, func(f schema.Field) bool {
		return f.Name == name && f.AskedFor(category)
	})
}

func (s Setup) answers(n int, category schema.Category) domain.Answers {
	answers := map[string]string{}
	for i, f := range s.Content.Questions() {
		switch {
		case !f.AskedFor(category):
		case len(f.Options) > 0:
			answers[f.Name] = f.Options[(n+i)%len(f.Options)]
		case f.Kind == "yes_no":
			answers[f.Name] = []string{"yes", "no"}[(n+i)%2]
		case f.Kind == "number":
			answers[f.Name] = fmt.Sprint(f.Min + n%10)
			if f.Max != 0 {
				answers[f.Name] = fmt.Sprint(f.Min + n%(f.Max-f.Min+1))
			}
		default:
			answers[f.Name] = "Invented"
		}
	}
	return domain.AnswersOf(answers)
}

// mobileOf returns a number that matches the form's pattern. It tries ten digits first.
func (s Setup) mobileOf(n int) string {
	at := slices.IndexFunc(s.Content.Registration.Fields, func(f schema.Field) bool { return f.Name == "mobile" })
	if at < 0 {
		return ""
	}
	pattern := regexp.MustCompile(`^(?:` + s.Content.Registration.Fields[at].Pattern + `)$`)
	for _, digits := range []int{10, 7, 8, 9, 11, 12} {
		for first := 9; first >= 1; first-- {
			if number := fmt.Sprintf("%d%0*d", first, digits-1, n*37); pattern.MatchString(number) {
				return number
			}
		}
	}
	return fmt.Sprintf("90000%05d", n*37)
}

func (s Setup) institute(n int, category schema.Category) string {
	var names []string
	if !s.asks("institute_name", category) && !s.asks("membership_no", category) {
		return ""
	}
	for i, institute := range s.Content.Registration.Institutes {
		isDefault := institute.Default || i == 0 && !slices.ContainsFunc(s.Content.Registration.Institutes,
			func(o schema.Institute) bool { return o.Default })
		if isDefault != category.ChooseInstitute {
			names = append(names, institute.Name)
		}
	}
	if len(names) == 0 {
		return ""
	}
	return names[n%len(names)]
}

const countryOfStates = "IN"

const paying = 10 * time.Minute

// createdAt spreads the registrations over the forty days before the check-ins, or since sales opened; most are recent.
// Registrations that await payment are only minutes old.
func createdAt(n int, f fate, opens, now time.Time) time.Time {
	if f == pending {
		return now.Add(-time.Duration(1+n%9) * time.Minute)
	}
	last := now.Add(-admitting - time.Hour)
	if last.Before(opens) { // the sale has just begun
		last = opens.Add((now.Sub(opens) - paying) / 2)
	}
	back := float64((n*73)%Number) / Number
	span := min(last.Sub(opens), 40*24*time.Hour)
	return last.Add(-time.Duration(back * back * float64(span))).Truncate(time.Second)
}

var lower = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

func idOf(n int) string {
	sum := sha256.Sum256([]byte(fmt.Sprint("invented booking ", n)))
	return lower.EncodeToString(sum[:13])
}

func codeOf(n int) string {
	const letters = booking.CodeLetters
	var code strings.Builder
	for i := range booking.CodeLength {
		sum := sha256.Sum256([]byte(fmt.Sprint("invented code ", n, i)))
		code.WriteByte(letters[int(sum[0])%len(letters)])
	}
	return code.String()
}
