package check

import (
	"cmp"
	"regexp/syntax"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"transom/generator/schema"
	"transom/generator/source"
	"transom/generator/spelling"
)

// payload are the fields that the API accepts, with their kind of input. Source: specification, section 3.
var payload = map[string]string{
	"firstname": "text", "lastname": "text", "email": "email", "mobile": "tel", "gender": "select", "dob": "date",
	"profile_url": "upload", "aadharUrl": "upload", "institute_name": "select", "membership_no": "text",
	"company_name": "text", "designation": "text", "gst_no": "text", "country": "select", "state": "select",
	"city":   "text",
	"spouse": "checkbox", "spouseName": "text",
}

// essential are the fields without which registration does not work.
var essential = []string{"firstname", "lastname", "email", "mobile"}

// autocomplete are the HTML autocomplete tokens that a registration form can use.
var autocomplete = []string{"on", "off", "name", "given-name", "additional-name", "family-name", "honorific-prefix",
	"nickname", "email", "username",
	"organization", "organization-title", "street-address", "address-line1", "address-line2", "address-level1",
	"address-level2",
	"country", "country-name", "postal-code", "bday", "sex", "tel", "tel-national", "url", "photo"}

func (c *Checker) registration() {
	r := c.Registration
	if !c.Read("registration") {
		return
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		c.groups.add(string(f.Group), c.At(&f.Group))
		if f.Own {
			c.question(f)
		} else {
			c.fieldName(f)
		}
		c.fieldRules(f)
		if file := map[string]string{"country": "countries", "state": "states"}[f.Name]; file != "" && !c.Has(file) {
			c.needs(c.At(&f.Name), `the field "`+f.Name+`"`, file+".yaml", "the field")
		}
		c.fieldTickets(f)
	}
	if c.Whole("registration") {
		c.missingFields()
		if c.Whole("tickets") {
			c.neededFields()
		}
		c.neededSettings()
	}
	for i := range r.Genders {
		g := &r.Genders[i]
		if known := []string{"male", "female", "other"}; g.Value != "" && !slices.Contains(known, g.Value) {
			c.wrong(&g.Value, `the API knows only male, female and other; found "%s"%s`, g.Value,
				spelling.Suggest(g.Value, known))
		}
	}
	c.institutes()
	c.uploads()
	c.places()
	if code := strings.TrimLeft(r.DialCode, "+0 "); code != r.DialCode {
		c.wrong(&r.DialCode, `"dial_code" contains digits only; write dial_code: "%s"`, code)
	}
}

func (c *Checker) fieldName(f *schema.Field) {
	if f.Name == "" {
		return
	}
	kind, known := payload[f.Name]
	if !known {
		names := payloadNames()
		c.wrong(&f.Name, `the registration has no field "%s"%s`, f.Name, cmp.Or(spelling.Suggest(f.Name, names),
			"; the fields are "+strings.Join(names, ", ")+"; for a question of your own, add \"own: true\""))
		return
	}
	c.wrongIf(f.Kind != "" && f.Kind != kind && !(kind == "text" && f.Kind == "select" || kind == "select" &&
		f.Kind == "text"), &f.Kind, `the field "%s" is of the kind "%s"; found "%s"`, f.Name, kind, f.Kind)
}

func payloadNames() []string {
	var names []string
	for name := range payload {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func (c *Checker) missingFields() {
	for i := range c.Registration.Fields {
		if c.Bad(&c.Registration.Fields[i].Name) {
			return // most likely the missing one
		}
	}
	for _, name := range essential {
		has := slices.ContainsFunc(c.Registration.Fields, func(f schema.Field) bool {
			return f.Name == name || !f.Own && payload[f.Name] == "" && spelling.Nearest(f.Name, payloadNames()) == name
		})
		c.wrongIf(!has && len(c.Registration.Fields) > 0, &c.Registration.Fields, `the field "%s" is missing; registration `+
			`does not work without it`, name)
	}
}

// neededFields checks that each form asks for the fields that its ticket rules use. Fields that a form does not ask for
// are neither sent nor stored.
func (c *Checker) neededFields() {
	told := map[string]bool{}
	need := func(name, form, reason string) {
		i := slices.IndexFunc(c.Registration.Fields, func(f schema.Field) bool { return f.Name == name })
		if i < 0 || told[name+form] {
			return // reported by missingFields
		}
		forms := &c.Registration.Fields[i].Forms
		if len(*forms) == 0 || slices.Contains(*forms, form) || c.Bad(forms) {
			return
		}
		told[name+form] = true
		c.wrong(forms, `the form "%s" does not ask for "%s", but %s; add %s to "forms"`, form, name, reason, form)
	}
	for i := range c.Tickets.Categories {
		category := &c.Tickets.Categories[i]
		for _, name := range essential {
			need(name, category.Form, "registration does not work without it")
		}
		if category.Age.Min != 0 || category.Age.Max != 0 {
			need("dob", category.Form, "the ticket \""+c.title(category)+"\" has an age limit")
		}
		if category.ChooseInstitute {
			need("institute_name", category.Form, "the ticket \""+c.title(category)+"\" lets visitors choose their institute")
		}
	}
	for _, field := range c.Registration.Fields {
		if field.Name != "spouse" {
			continue
		}
		for _, form := range field.Forms {
			need("spouseName", form, "the form offers a place for a spouse")
		}
	}
}

// fieldRules checks that the settings of a field are consistent.
func (c *Checker) fieldRules(f *schema.Field) {
	c.wrongIf(f.Autocomplete != "" && !slices.Contains(autocomplete, f.Autocomplete), &f.Autocomplete, `"%s" is not a `+
		`value that browsers know for "autocomplete"%s`, f.Autocomplete, cmp.Or(spelling.Suggest(f.Autocomplete,
		autocomplete), "; the usual ones are name, email, tel, bday, organization, off"))
	c.requiredWhen(f)
	c.wrongIf(f.RequiredAs != "" && f.Required == "" && !c.Written(&f.Required, f), &f.RequiredAs, `"required_as" says `+
		`how the message "required" is shown, but that message is missing; add "required: …" or delete this line`)
	c.wrongIf(f.Pattern != "" && f.PatternMessage == "" && !c.Written(&f.PatternMessage, f), &f.Pattern,
		`there is a pattern, but no "pattern_message" that tells a visitor what is wrong; add it`)
	c.wrongIf(f.PatternMessage != "" && f.Pattern == "" && !c.Written(&f.Pattern, f), &f.PatternMessage,
		`there is a message, but no "pattern" that could fail; add the pattern or delete the message`)
	c.wrongIf(f.Pattern != "" && (f.Kind == "checkbox" || f.Kind == "upload"), &f.Pattern, `a field of the kind "%s" `+
		`has no text, so a pattern has no effect; delete the pattern`, f.Kind)
	c.wrongIf(f.NotFuture != "" && f.Kind != "" && f.Kind != "date", &f.NotFuture, `"not_future" is only for fields of `+
		`the kind "date"; this one is "%s"`, f.Kind)
	c.wrongIf(f.Kind == "tel" && f.Block == "digits", &f.Block, "a phone number consists of digits, and this blocks "+
		"them; write non-digits")
	if f.MaxLength <= 0 || c.Bad(&f.MaxLength) {
		return
	}
	if least := leastLength(f.Pattern); least > f.MaxLength {
		c.wrong(&f.MaxLength, "the pattern needs at least %d characters, but only %d are allowed; increase max_length", least,
			f.MaxLength)
	}
}

func (c *Checker) requiredWhen(f *schema.Field) {
	if f.RequiredWhen == "" {
		return
	}
	var boxes, names []string
	for _, other := range c.Registration.Fields {
		names = append(names, other.Name)
		if other.Kind == "checkbox" {
			boxes = append(boxes, other.Name)
		}
	}
	switch {
	case !slices.Contains(names, f.RequiredWhen):
		c.wrong(&f.RequiredWhen, `there is no field "%s"%s`, f.RequiredWhen,
			cmp.Or(spelling.Suggest(f.RequiredWhen, names), "; it must be a checkbox: "+strings.Join(boxes, ", ")))
	case !slices.Contains(boxes, f.RequiredWhen):
		c.wrong(&f.RequiredWhen, `"%s" is not a checkbox, so it cannot be ticked; possible are: %s`, f.RequiredWhen,
			strings.Join(boxes, ", "))
	case f.Required == "" && !c.Written(&f.Required, f):
		c.wrong(&f.RequiredWhen, `"required_when" needs a message "required"; add it`)
	}
}

// leastLength returns the minimum number of characters that a pattern matches.
func leastLength(pattern string) int {
	if pattern == "" {
		return 0
	}
	if tree := source.Pattern(pattern); tree != nil {
		return least(tree)
	}
	return 0
}

func least(r *syntax.Regexp) int {
	switch r.Op {
	case syntax.OpLiteral:
		return len(r.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return least(r.Sub[0])
	case syntax.OpRepeat:
		return r.Min * least(r.Sub[0])
	case syntax.OpConcat:
		sum := 0
		for _, sub := range r.Sub {
			sum += least(sub)
		}
		return sum
	case syntax.OpAlternate:
		smallest := least(r.Sub[0])
		for _, sub := range r.Sub[1:] {
			smallest = min(smallest, least(sub))
		}
		return smallest
	}
	return 0
}

func (c *Checker) institutes() {
	r := c.Registration
	if len(r.Institutes) == 0 || !c.Whole("registration") {
		return
	}
	first, said := -1, false
	for i := range r.Institutes {
		institute := &r.Institutes[i]
		said = said || c.Written(&institute.Default, institute)
		if !institute.Default {
			continue
		}
		if first >= 0 {
			c.wrong(&institute.Default, `two institutes are marked "default: true" (first in line %d); only one can be the `+
				`default`, c.At(&r.Institutes[first].Default).Line)
		} else {
			first = i
		}
	}
	choice := slices.ContainsFunc(c.Tickets.Categories, func(t schema.Category) bool { return t.ChooseInstitute })
	switch {
	case first < 0 && !said:
		c.wrong(&r.Institutes, `no institute is marked "default: true"; mark the one whose members do not have to choose`)
	case choice && len(r.Institutes) < 2:
		c.wrong(&r.Institutes, "a ticket category lets visitors choose among the other institutes, but there is none")
	}
}

func (c *Checker) uploads() {
	r := c.Registration
	for _, kind := range []string{"photo", "aadhar"} {
		if len(r.Uploads) == 0 || !c.Whole("registration") || !c.asks(uploadFields[kind]) ||
			kind == "aadhar" && r.IDDocument.Mode == "off" {
			continue
		}
		c.wrongIf(!slices.ContainsFunc(r.Uploads, func(u schema.Upload) bool { return u.Kind == kind || u.Kind == "" }),
			&r.Uploads, `the limits of the upload "%s" are missing; add an entry "- kind: %s"`, kind, kind)
	}
}

// places checks the codes of countries and states.
func (c *Checker) places() {
	var codes []string
	for i := range c.Countries.Countries {
		country := &c.Countries.Countries[i]
		codes = append(codes, country.Code)
		if country.Code == "" {
			continue
		}
		if region, err := language.ParseRegion(country.Code); err != nil || !region.IsCountry() || len(country.Code) != 2 ||
			country.Code != strings.ToUpper(country.Code) {
			codes = append(codes, c.Registration.HomeCountry) // it may be the intended one
			c.wrong(&country.Code, `"%s" is not the code of a country; it has two capital letters (ISO 3166), like "IN" or "NO"`,
				country.Code)
		}
	}
	if home := c.Registration.HomeCountry; home != "" && len(codes) > 0 && c.Whole("countries") &&
		!slices.ContainsFunc(codes, func(code string) bool { return strings.EqualFold(code, home) }) {
		hint := spelling.Suggest(home, codes)
		for _, country := range c.Countries.Countries {
			if strings.EqualFold(country.Name, home) {
				hint = "; write its code, \"" + country.Code + "\""
			}
		}
		c.wrong(&c.Registration.HomeCountry, `no country in countries.yaml has the code "%s"%s`, home, hint)
	}
	c.stateCodes()
}

// mergedState is the code that two names in the list of states can share: Dadra and Nagar Haveli and Daman and Diu have
// been one union territory since 2020.
const mergedState = "26"

// knownState reports whether a GST state code exists: 01 to 38 except 25 and 28, which were abolished, and 97 for other
// territory.
func knownState(code string) bool {
	n, err := strconv.Atoi(code)
	return err == nil && len(code) == 2 && (n >= 1 && n <= 38 && n != 25 && n != 28 || n == 97)
}

func (c *Checker) stateCodes() {
	first := map[string]*schema.State{}
	for i := range c.States.States {
		state := &c.States.States[i]
		code := state.GSTCode
		switch before := first[code]; {
		case code == "":
		case len(code) != 2 || strings.Trim(code, "0123456789") != "":
			c.wrong(&state.GSTCode, `"%s" is not a GST code of a state; it has two digits in quotes, like "04"`, code)
		case !knownState(code):
			c.wrong(&state.GSTCode, `no state has the GST code "%s"; the codes are 01 to 38 without 25 and 28, which are no `+
				`longer given, and 97`, code)
		case before != nil && code != mergedState && !strings.EqualFold(before.Name, state.Name):
			c.wrong(&state.GSTCode, `"%s" already has the GST code "%s" (line %d); look up the code of "%s"`, before.Name, code,
				c.At(&before.GSTCode).Line, state.Name)
		default:
			first[code] = state
		}
	}
}
