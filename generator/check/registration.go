package check

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"transom/generator/display"
	"transom/generator/schema"
	"transom/generator/spelling"
	"transom/generator/texts"
)

var essential = []string{"firstname", "email"}

func (c *Checker) registration() {
	r := c.Registration
	if !c.Read("registration") {
		return
	}
	for i := range r.Fields {
		f := &r.Fields[i]
		c.groups.add(string(f.Group), &f.Group)
		if f.Own {
			c.question(f)
		} else {
			c.fieldName(f)
		}
		c.wrongIf(f.Purpose == "" && !c.Written(&f.Purpose, f) && (f.Own || schema.StandardFields[f.Name] != "" &&
			texts.Purposes[f.Name] == ""), &f.Name, `the question "%s" does not say why you ask; add a line like "purpose: `+
			`Used to order lunch", which the privacy policy prints`, f.Name)
		c.fieldRules(f)
		c.wrongIf(f.IsOfFirm() && c.Whole("invoice") && c.Invoice.GSTIN == "", &f.Name, `the field "%s" is for tax `+
			`invoices, but there is no "gstin" in invoice.yaml; delete the field or add the GSTIN`, f.Name)
		c.wrongIf(f.IsOfFirm() && c.Whole("registration") && !c.asksFor("gst_no") && !c.misnamed(), &f.Name, `the form `+
			`shows "%s" once a GST number has been typed, but there is no field "gst_no"; add that field, or delete this one`,
			f.Name)
		c.wrongIf(f.Name == "gst_no" && f.Pattern == "" && c.Invoice.GSTIN != "" && !c.Bad(&f.Pattern), &f.Name,
			`invoices need a valid GST number, but "%s" has no "pattern", so every text is accepted; copy "pattern" and `+
				`"pattern_message" from content/registration.yaml`, f.Name)
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
		c.institutes()
	}
	for i := range r.Genders {
		oneOf(c, &r.Genders[i].Value, []string{"male", "female", "other"},
			`the API knows only male, female and other; found "%s"`, "")
	}
	c.places()
	if code := strings.TrimLeft(r.DialCode, "+0 "); code != r.DialCode {
		c.wrong(&r.DialCode, `"dial_code" contains digits only; write dial_code: "%s"`, code)
	}
}

// oneOf reports a name that is not known. The message ends with the most similar name or, if none is similar, with
// `otherwise`.
func oneOf[S ~string](c *Checker, name *S, known []string, message, otherwise string) bool {
	if *name == "" || slices.Contains(known, string(*name)) {
		return true
	}
	c.wrong(name, message+"%s", *name, cmp.Or(spelling.Suggest(string(*name), known), otherwise))
	return false
}

func (c *Checker) asksFor(name string) bool {
	return slices.ContainsFunc(c.Registration.Fields, func(f schema.Field) bool { return f.Name == name })
}

func (c *Checker) fieldName(f *schema.Field) {
	known := slices.Sorted(maps.Keys(schema.StandardFields))
	if !oneOf(c, &f.Name, known, `the registration has no field "%s"`, `; for a question of `+
		`your own, add "own: true". content/README.md and content/registration.yaml have the others`) || f.Name == "" {
		return
	}
	kind := schema.StandardFields[f.Name]
	c.wrongIf(f.Kind != "" && f.Kind != kind && !(kind == "text" && f.Kind == "select" || kind == "select" &&
		f.Kind == "text"), &f.Kind, `the field "%s" must have the kind "%s"; found "%s"`, f.Name, kind, f.Kind)
}

func (c *Checker) missingFields() {
	if c.misnamed() {
		return // this is most likely the missing field, with a wrong name
	}
	for _, name := range essential {
		c.wrongIf(!c.asksFor(name) && len(c.Registration.Fields) > 0, &c.Registration.Fields, `the field "%s" is missing; `+
			`registration does not work without it`, name)
	}
}

func (c *Checker) misnamed() bool {
	for i := range c.Registration.Fields {
		if f := &c.Registration.Fields[i]; c.Bad(&f.Name) || !f.Own && schema.StandardFields[f.Name] == "" {
			return true
		}
	}
	return false
}

// neededFields checks that each form asks for the fields that the rules of its tickets use. Other fields are neither
// sent nor stored.
func (c *Checker) neededFields() {
	reported := map[string]bool{}
	find := func(name string) *schema.Field {
		if i := slices.IndexFunc(c.Registration.Fields, func(f schema.Field) bool { return f.Name == name }); i >= 0 {
			return &c.Registration.Fields[i]
		}
		return nil // missingFields has reported it
	}
	need := func(name, form, reason string) {
		f := find(name)
		if f == nil || len(f.Forms) == 0 || slices.Contains(f.Forms, form) || c.Bad(&f.Forms) || reported[name+form] {
			return
		}
		reported[name+form] = true
		c.wrong(&f.Forms, `the form "%s" does not ask for "%s", but %s; add %s to "forms"`, form, name, reason, form)
	}
	needFor := func(name string, category *schema.Category, reason string) {
		need(name, category.Form, reason)
		f := find(name)
		if f == nil || len(f.Categories) == 0 || slices.Contains(f.Categories, category.Type) || c.Bad(&f.Categories) ||
			category.Type == "" {
			return
		}
		c.wrong(&f.Categories, `other tickets ask for "%s", but %s; add %s to "categories"`, name, reason, category.Type)
	}
	for i := range c.Tickets.Categories {
		category := &c.Tickets.Categories[i]
		if category.Form == "" {
			continue // package source has reported the wrong value
		}
		for _, name := range essential {
			need(name, category.Form, "registration does not work without it")
		}
		if category.Age.Min != 0 || category.Age.Max != 0 {
			if !c.asksFor("dob") && !c.misnamed() && !reported["dob"] {
				reported["dob"] = true
				c.wrong(&category.Age, `"%s" has an age limit, but registration.yaml has no field "dob" (date of birth); add `+
					`it, for example as in content/registration.yaml`, c.title(category))
			}
			needFor("dob", category, "the ticket \""+c.title(category)+"\" has an age limit")
		}
		if category.ChooseInstitute {
			needFor("institute_name", category, "the ticket \""+c.title(category)+"\" lets visitors choose their institute")
		}
	}
	for _, name := range essential {
		if f := find(name); f != nil {
			c.wrongIf(len(f.Categories) > 0, &f.Categories, `every ticket needs "%s"; delete "categories"`, name)
		}
	}
	c.neverAsked()
	c.neededBesideOthers(need)
}

func (c *Checker) neededBesideOthers(need func(name, form, reason string)) {
	for _, field := range c.Registration.Fields {
		for _, form := range field.Forms {
			if field.Name == "spouse" {
				need("spouseName", form, "the form offers a place for a spouse")
			}
			if field.IsOfFirm() {
				need("gst_no", form, "it asks for the firm's name or address on the invoice")
			}
		}
	}
}

// neverAsked reports a field whose tickets do not have any of its forms. Tickets that do not exist are reported
// elsewhere.
func (c *Checker) neverAsked() {
	for i := range c.Registration.Fields {
		f := &c.Registration.Fields[i]
		var forms []string // of the field's tickets
		for _, t := range c.Tickets.Categories {
			if len(f.Categories) == 0 || slices.Contains(f.Categories, t.Type) {
				forms = append(forms, t.Form)
			}
		}
		isAsked := slices.ContainsFunc(forms, func(form string) bool { return slices.Contains(f.Forms, form) })
		if slices.Sort(forms); len(forms) == 0 || isAsked || c.Bad(&f.Forms) {
			continue
		}
		c.wrong(&f.Forms, `no ticket asks for "%s", because its tickets have the form %s; write that form here, or `+
			`delete the field`, f.Name, display.List(slices.Compact(forms), "or"))
	}
}

func (c *Checker) fieldRules(f *schema.Field) {
	c.requiredWhen(f)
	c.wrongIf(f.Pattern != "" && f.PatternMessage == "" && !c.Written(&f.PatternMessage, f), &f.Pattern,
		`there is a pattern, but no "pattern_message" that tells a visitor what is wrong; add it`)
	c.wrongIf(f.PatternMessage != "" && f.Pattern == "" && !c.Written(&f.Pattern, f), &f.PatternMessage,
		`there is a message, but no "pattern" that could fail; add the pattern or delete the message`)
	c.wrongIf(f.Lines > 0 && (!f.Own || f.Kind != "text" && f.Kind != ""), &f.Lines, `only a custom question of kind `+
		`"text" has several lines; delete "lines"`)
	for _, limit := range []*int{&f.Min, &f.Max} {
		c.wrongIf(*limit != 0 && f.Kind != "" && f.Kind != "number", limit, `only a question of kind "number" has "min" `+
			`and "max"; this field has the kind "%s"`, f.Kind)
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
	case !oneOf(c, &f.RequiredWhen, names, `there is no field "%s"`, "; it must be a checkbox: "+strings.Join(boxes,
		", ")):
	case !slices.Contains(boxes, f.RequiredWhen):
		c.wrong(&f.RequiredWhen, `"%s" is not a checkbox, so it cannot be ticked; possible are: %s`, f.RequiredWhen,
			strings.Join(boxes, ", "))
	case f.Required == "" && !c.Written(&f.Required, f):
		c.wrong(&f.RequiredWhen, `"required_when" needs a message "required"; add it`)
	}
}

func (c *Checker) institutes() {
	list := c.Registration.Institutes
	var first *bool
	said := false
	for i := range list {
		said = said || c.Written(&list[i].Default, &list[i])
		if !list[i].Default {
			continue
		}
		if first != nil {
			c.wrong(&list[i].Default,
				`two institutes are marked "default: true" (first in line %d); only one can be the default`,
				c.At(first).Line)
		}
		first = cmp.Or(first, &list[i].Default)
	}
	choice := slices.ContainsFunc(c.Tickets.Categories, func(t schema.Category) bool { return t.ChooseInstitute })
	switch {
	case len(list) == 0:
	case first == nil && !said:
		c.wrong(&c.Registration.Institutes, `no institute is marked "default: true"; mark the one whose members do not have `+
			`to choose`)
	case choice && len(list) < 2:
		c.wrong(&c.Registration.Institutes, "a ticket category lets visitors choose among the other institutes, but there "+
			"is none")
	}
}

func (c *Checker) places() {
	var codes []string
	for i := range c.Countries.Countries {
		country := &c.Countries.Countries[i]
		codes = append(codes, country.Code)
	}
	if home := c.Registration.HomeCountry; home != "" && len(codes) > 0 && c.Whole("countries") &&
		!slices.ContainsFunc(codes, func(code string) bool { return strings.EqualFold(code, home) }) {
		c.wrong(&c.Registration.HomeCountry, `no country in countries.yaml has the code "%s"; codes look like "IN"%s`, home,
			spelling.Suggest(home, codes))
	}
	c.stateCodes()
}

func (c *Checker) stateCodes() {
	for i := range c.States.States {
		code := &c.States.States[i].GSTCode
		c.wrongIf(*code != "" && schema.GSTStates[*code] == "", code, `no state has the GST code "%s"; a code has `+
			`two digits in quotes, like "04". 25 and 28 are no longer used`, *code)
	}
}
