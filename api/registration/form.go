package registration

import (
	"cmp"
	"fmt"
	"maps"
	"net/mail"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/texts"
	"transom/generator/schema"
)

// Form checks applications against the content's rules: the same fields, patterns and messages that the page uses.
type Form struct {
	content    *domain.Content
	fields     []formField
	institutes map[string]instituteRule
	genders    []string
	reference  time.Time // the day on which ages are computed
}

type formField struct {
	schema.Field
	pattern *regexp.Regexp // nil if any text is allowed
}

const defaultMaxLength = 200

// NewForm compiles the content's rules; an unusable rule is an error.
func NewForm(c *domain.Content) (*Form, error) {
	f := &Form{content: c, institutes: map[string]instituteRule{}}
	var err error
	if f.reference, err = time.Parse(time.DateOnly, string(c.Event.AgeReferenceDate)); err != nil {
		return nil, fmt.Errorf("event.json: age_reference_date: %w", err)
	}
	known := append([]string{"spouse", "spouseName", domain.PhotoSlot.Field, domain.IDSlot.Field},
		new(booking.Person).Names()...)
	for _, field := range c.Registration.Fields {
		if !field.Own && !slices.Contains(known, field.Name) {
			return nil, fmt.Errorf("registration.json: field %s: there is no place to store its value", field.Name)
		}
		pattern, err := compileWhole(field.Pattern)
		if err != nil {
			return nil, fmt.Errorf("registration.json: field %s: %w", field.Name, err)
		}
		f.fields = append(f.fields, formField{field, pattern})
	}
	for _, institute := range c.Registration.Institutes {
		rule, err := newInstituteRule(institute)
		if err != nil {
			return nil, fmt.Errorf("registration.json: institute %s: %w", institute.ID, err)
		}
		f.institutes[institute.Name] = rule
	}
	f.genders = domain.Each(c.Registration.Genders, func(g schema.Choice) string { return g.Value })
	return f, nil
}

func compileWhole(pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, nil
	}
	return regexp.Compile(`^(?:` + pattern + `)$`)
}

// Check, unlike CheckTyped, requires pictures and consent, and returns broken rules as errors, by field name.
func (f *Form) Check(a Application, category schema.Category, now time.Time) (booking.Booking, map[string]string) {
	a.Spouse = a.Spouse && f.asks("spouse", category)
	values, faults, rules := f.checkTyped(a, category, now)
	maps.Copy(faults, rules)
	f.checkUploads(a, category, faults)
	if len(faults) > 0 {
		return booking.Booking{}, faults
	}
	return f.booking(a, values, category, now), nil
}

// checkUnknown returns the errors for an unknown ticket: the ticket itself, and what every form would refuse.
func (f *Form) checkUnknown(a Application, now time.Time) map[string]string {
	var common map[string]string
	for i, category := range f.content.Tickets.Categories {
		_, faults := f.Check(a, category, now)
		if i == 0 {
			common = maps.Clone(faults)
		}
		maps.DeleteFunc(common, func(name, _ string) bool { return faults[name] == "" })
	}
	if common == nil {
		common = map[string]string{}
	}
	common["ticketCategory"] = texts.ChooseTicket
	return common
}

// checkTyped returns the values that a form asks for, their errors and, separately, the rules that they break.
func (f *Form) checkTyped(a Application, category schema.Category, now time.Time) (values, faults,
	rules map[string]string) {
	faults, rules = map[string]string{}, map[string]string{}
	typed := typedTexts(a)
	if !a.Spouse {
		typed["spouseName"] = ""
	}
	if strings.TrimSpace(typed["gst_no"]) == "" {
		typed["invoice_name"] = ""
		if !needsAddress(category.PricesAt(now)) {
			typed["invoice_address"] = ""
		}
	}
	values = map[string]string{}
	asked := f.askedOf(category) // values that the form does not ask for are ignored and never stored
	for _, field := range asked {
		values[field.Name] = f.spelled(field.Name, typed[field.Name])
		if field.Own {
			values[field.Name] = field.answer(typed[field.Name])
		}
	}
	for _, field := range asked {
		if fault := f.checkField(field, a, values, now); fault != "" {
			faults[field.Name] = fault
		}
	}
	if a.Spouse && values["spouseName"] == "" {
		faults["spouseName"] = f.content.Registration.Messages.SpouseNameRequired
	}
	f.checkAge(values, category, faults, rules)
	f.checkInstitute(values, category, faults, rules)
	return values, faults, rules
}

func (f *Form) askedOf(category schema.Category) (fields []formField) {
	for _, field := range f.fields {
		if !field.AskedFor(category) {
			continue
		}
		if !field.RequiredFor(category) {
			field.Required = ""
		}
		fields = append(fields, field)
	}
	return fields
}

// needsAddress reports whether an invoice at these prices needs the buyer's address even without a GST number.
func needsAddress(p schema.Prices) bool {
	return max(p.Alone.NetPaise, p.WithSpouse.NetPaise) >= booking.AddressFromPaise
}

func typedTexts(a Application) map[string]string {
	values := a.Answers.Map()
	values["spouseName"] = a.SpouseName
	for _, field := range a.Person.Fields() {
		values[field.Name] = *field.Value
	}
	return values
}

func (f *Form) checkField(field formField, a Application, values map[string]string, now time.Time) string {
	if field.Kind == "upload" || field.Kind == "checkbox" || field.Name == "institute_name" {
		return "" // see checkUploads and checkInstitute; a checkbox cannot be invalid
	}
	value := values[field.Name]
	if field.RequiredWhen == "spouse" && !a.Spouse || field.IsOfFirm() && values["gst_no"] == "" && value == "" {
		return ""
	}
	if value == "" {
		return field.Required
	}
	if field.Own && field.Kind != "text" {
		return field.checkAnswer(value)
	}
	if field.Lines > 0 {
		value = strings.ReplaceAll(value, "\n", " ")
	}
	maxLength := cmp.Or(field.MaxLength, defaultMaxLength)
	switch {
	case utf8.RuneCountInString(value) > maxLength && field.Kind == "tel" && field.PatternMessage != "":
		return field.PatternMessage
	case utf8.RuneCountInString(value) > maxLength:
		return texts.TooManyCharacters(maxLength)
	case field.Kind == "email" && strings.ContainsFunc(value, isForeignToAddresses):
		return texts.ForeignAddress
	case strings.ContainsFunc(value, domain.Unprintable), isBlank(value):
		return cmp.Or(field.PatternMessage, texts.RemoveUnprintable)
	case !f.isOffered(field, values):
		return texts.ChooseFromList
	case field.pattern != nil && !f.skipsPattern(field, values) && !field.pattern.MatchString(value):
		return field.PatternMessage
	case field.Kind == "email" && !isPlainAddress(value):
		return field.PatternMessage
	case field.Name == "gst_no" && field.pattern != nil:
		return invoice.GSTINFault(value, f.content.Invoice.GSTIN)
	case field.Kind == "date":
		return f.checkDate(field, value, now)
	}
	return ""
}

// isForeignToAddresses finds letters that may look exactly like ASCII letters: a code could be sent to a mailbox other
// than the one that people think they see. The field's pattern checks control characters and spaces.
func isForeignToAddresses(c rune) bool {
	return c > unicode.MaxASCII && !unicode.IsSpace(c) && !unicode.IsControl(c)
}

func (f *Form) skipsPattern(field formField, values map[string]string) bool {
	switch field.Name {
	case "gender", "country":
		return true
	case "state":
		return f.content.IsHome(values["country"])
	case "invoice_address": // the pattern asks for a PIN code
		return values["country"] != "" && !f.content.IsHome(values["country"])
	}
	return false
}

func (f *Form) isOffered(field formField, values map[string]string) bool {
	value := values[field.Name]
	switch {
	case field.Name == "gender":
		return slices.Contains(f.genders, value)
	case field.Name == "country":
		return slices.ContainsFunc(f.content.Countries.Countries, func(c schema.Country) bool { return c.Name == value })
	case field.Name == "state" && f.content.IsHome(values["country"]):
		return slices.ContainsFunc(f.content.States.States, func(s schema.State) bool { return s.Name == value })
	}
	return true
}

func (f *Form) checkDate(field formField, value string, now time.Time) string {
	day, err := time.Parse(time.DateOnly, value)
	if err != nil || day.Year() < 1900 {
		return texts.InvalidDate
	}
	if today := now.In(f.content.Zone).Format(time.DateOnly); field.NotFuture != "" && value > today {
		return field.NotFuture
	}
	return ""
}

// isPlainAddress reports whether a value is one bare address: nothing with a special meaning in a header.
func isPlainAddress(text string) bool {
	local, host, found := strings.Cut(text, "@")
	if !found || len(text) > 254 || len(local) > 64 || strings.ContainsAny(text, "\"<>()[]\\,;: ") ||
		strings.Contains(text, "=?") || strings.ContainsFunc(text, func(c rune) bool { return c > unicode.MaxASCII }) {
		return false
	}
	parsed, err := mail.ParseAddress(text)
	return err == nil && parsed.Address == text && parsed.Name == "" && strings.Contains(host, ".") &&
		!strings.Contains(host, "..") && !strings.HasPrefix(host, ".") && !strings.HasSuffix(host, ".")
}

func isBlank(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool {
		return (unicode.IsLetter(c) || unicode.IsNumber(c)) && !domain.Invisible(c)
	})
}

// CheckChange changes a person's fields in the list `may` and answers to custom questions, and returns all errors by
// field name. If the country changes, the state is checked again, because its list depends on the country.
func (f *Form) CheckChange(p *booking.Person, may []string, change map[string]string, now time.Time) map[string]string {
	faults, values := map[string]string{}, map[string]string{}
	for _, field := range p.Fields() {
		isAsked := slices.ContainsFunc(f.fields, func(asked formField) bool { return asked.Name == field.Name })
		if !isAsked || !slices.Contains(may, field.Name) {
			continue
		}
		if value, changed := change[field.Name]; changed {
			*field.Value = f.spelled(field.Name, value)
		}
		values[field.Name] = *field.Value
	}
	_, newCountry := change["country"]
	for _, field := range f.fields {
		value, changed := change[field.Name]
		if changed && field.Own {
			values[field.Name] = field.answer(value)
			p.Answers = p.Answers.With(field.Name, values[field.Name])
		}
		if _, ours := values[field.Name]; !ours || !changed && !(newCountry && field.Name == "state") {
			continue
		}
		if len(field.OptionalFor) > 0 {
			field.Required = "" // a profile has no ticket
		}
		if fault := f.checkField(field, Application{}, values, now); fault != "" {
			faults[field.Name] = fault
		}
	}
	return faults
}

func (f *Form) spelled(name, value string) string {
	value = strings.TrimSpace(value)
	if slices.ContainsFunc(f.fields, func(field formField) bool { return field.Name == name && field.Capitals }) {
		return strings.ToUpper(value)
	}
	return value
}

// CheckEmail returns the trimmed address, or what is wrong with it under the rules of the form's email field.
func (f *Form) CheckEmail(text string, now time.Time) (email, fault string) {
	email = strings.TrimSpace(text)
	for _, field := range f.fields {
		if field.Kind == "email" && fault == "" {
			fault = f.checkField(field, Application{}, map[string]string{field.Name: email}, now)
		}
	}
	if fault == "" && !isPlainAddress(email) {
		fault = texts.EnterEmail
	}
	return email, fault
}

func (f *Form) booking(a Application, values map[string]string, category schema.Category,
	now time.Time) booking.Booking {
	price := category.PricesAt(now).For(a.Spouse)
	seats := 1
	if a.Spouse {
		seats = 2
	}
	photo, idDocument := "", ""
	if f.asks(domain.PhotoSlot.Field, category) {
		photo, _ = domain.ParseAssetHandle(a.PhotoHandle)
	}
	if f.asksIDDocument(category) {
		idDocument, _ = domain.ParseAssetHandle(a.IDHandle)
	}
	person := f.personOf(values)
	return booking.Booking{
		ID: domain.NewID(100), CreatedAt: now, Person: person, EmailKey: domain.EmailKey(values["email"]),
		Spouse: a.Spouse, SpouseName: values["spouseName"], CategoryType: category.Type, Seats: seats,
		NetPaise: price.NetPaise, GSTPaise: price.GSTPaise, AmountPaise: price.TotalPaise,
		Currency: f.content.Tickets.Currency, PhotoAsset: photo, IDAsset: idDocument, Status: booking.Initiated,
		HoldsSeat: true, PersonKey: personKey(person),
	}
}

// personKey uses the mailbox to distinguish people with the same name if there is no birth date.
func personKey(p booking.Person) string {
	return domain.PersonKey(p.FirstName, p.LastName, cmp.Or(p.DOB, domain.EmailKey(p.Email)))
}

func (f *Form) personOf(values map[string]string) (p booking.Person) {
	for _, field := range p.Fields() {
		*field.Value = values[field.Name]
	}
	p.Answers = f.answersOf(values)
	p.MembershipNo = strings.ToUpper(p.MembershipNo) // numbers that differ only in case belong to the same member
	return p
}
