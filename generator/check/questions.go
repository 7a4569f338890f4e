package check

import (
	"reflect"
	"slices"
	"strings"

	"transom/generator/display"
	"transom/generator/lazy"
	"transom/generator/schema"
)

var questionKinds = []string{"text", "select", "multiple", "yes_no", "number"}

// reservedNames are sent with a registration in addition to its fields, so no question can have these names.
var reservedNames = []string{"amount", "answers", "category", "consent", "kind", "override", "payment", "reason",
	"reference",
	"token", "why"}

var questionName = lazy.Regexp(`^[a-z][a-z0-9_]*$`)

func (c *Checker) question(f *schema.Field) {
	switch kind := schema.StandardFields[f.Name]; {
	case f.Name == "" || c.Bad(&f.Name):
	case kind != "":
		c.wrong(&f.Name, `"%s" is a built-in field, not a custom question; delete "own: true", or choose `+
			`another name`, f.Name)
	case slices.Contains(reservedNames, f.Name) || strings.HasPrefix(f.Name, "event_"):
		c.wrong(&f.Name, `the program uses the name "%s" itself; write name: my_%s`, f.Name, f.Name)
	case !questionName().MatchString(f.Name):
		c.wrong(&f.Name, "a custom question's name can have only lower-case letters, digits and _, for example t_shirt")
	}
	c.wrongIf(f.Kind == "" && !c.Written(&f.Kind, f), &f.Name, `the question "%s" needs a kind; add a line like `+
		`"kind: yes_no" (%s)`, f.Name, display.List(questionKinds, "or"))
	oneOf(c, &f.Kind, questionKinds, `"%s" is not a kind of custom question`, "; the kinds are "+
		display.List(questionKinds, "and"))
	c.options(f)
	c.wrongIf(f.Kind == "number" && f.Pattern != "", &f.Pattern, "a number has no pattern; write min: 1 and max: 9 for "+
		"the smallest and the largest")
	c.wrongIf(f.Max != 0 && f.Max < f.Min, &f.Max, "no number is at least %d and at most %d; swap them", f.Min, f.Max)
	c.wrongIf(f.RequiredWhen != "", &f.RequiredWhen, `a custom question cannot depend on another `+
		`field; delete "required_when"`)
	c.wrongIf(f.RequiredAs == "submit" && f.Required != "", &f.RequiredAs, `the message of a custom question is shown `+
		`beside it; delete "required_as"`)
}

func (c *Checker) options(f *schema.Field) {
	chosen := f.Kind == "select" || f.Kind == "multiple"
	switch {
	case chosen && len(f.Options) < 2 && !c.Bad(&f.Options):
		if len(f.Options) == 0 {
			c.wrong(&f.Kind, `the question "%s" has nothing to choose from; add options: [one, another]`, f.Name)
			return
		}
		c.wrong(&f.Options, `the question "%s" has one choice only; add another, or write kind: yes_no`, f.Name)
	case !chosen && len(f.Options) > 0 && slices.Contains(questionKinds, f.Kind):
		c.wrong(&f.Options, `only questions of kind select or multiple have options; this one is "%s"`, f.Kind)
	}
}

func (c *Checker) fieldTickets(f *schema.Field) {
	builtIn := schema.StandardFields[f.Name] != "" // an unknown name has already been reported
	c.wrongIf(f.AfterEventDays > 0 && builtIn && !f.Own, &f.AfterEventDays, `"after_event_days" is for custom questions; `+
		`write in "retention" when this field is erased`)
	c.wrongIf(f.AfterEventDays > 0 && f.Retention != "", &f.Retention, `"after_event_days" says when the answers are `+
		`erased; delete "retention"`)
	c.wrongIf(f.Required == "" && len(f.OptionalFor) > 0 && !c.Written(&f.Required, f), &f.OptionalFor, `the field is `+
		`optional for all tickets, because it has no message "required"; add it, or delete "optional_for"`)
	if !c.Whole("tickets") {
		return
	}
	var types []string
	for _, category := range c.Tickets.Categories {
		types = append(types, category.Type)
	}
	remove := "its name here"
	if len(f.Categories) == 1 {
		remove = "this field"
	}
	for _, list := range [][]string{f.Categories, f.OptionalFor} {
		for i := range list {
			oneOf(c, &list[i], types, `there is no ticket "%s"`, "; the tickets are "+strings.Join(types, ", ")+
				". If you removed it, delete "+remove)
		}
	}
}

func (c *Checker) neededSettings() {
	r := c.Registration
	d, m, keeps := &r.IDDocument, &r.Messages, &r.IDDocument.Retention
	for i := range r.Fields {
		f := &r.Fields[i]
		need := func(setting string, value any) {
			c.wrongIf(reflect.ValueOf(value).Elem().IsZero() && !c.Bad(value), &f.Name, `the form asks for "%s", which needs `+
				`"%s"; add it, or delete the field`, f.Name, setting)
		}
		upload := func(kind string) {
			need("uploads", &r.Uploads)
			need("messages: upload_failed", &m.UploadFailed)
			has := slices.ContainsFunc(r.Uploads, func(u schema.Upload) bool { return u.Kind == kind || u.Kind == "" })
			c.wrongIf(len(r.Uploads) > 0 && !has, &r.Uploads, `the limits for the upload "%s" are missing; add an entry `+
				`"- kind: %s"`, kind, kind)
		}
		switch {
		case f.Name == "state":
			need("home_country", &r.HomeCountry)
		case f.Name == "gender":
			need("genders", &r.Genders)
		case f.Name == "institute_name":
			need("institutes", &r.Institutes)
			need("messages: institute_required", &m.InstituteRequired)
		case f.Name == "membership_no":
			need("messages: invalid_membership", &m.InvalidMembership)
		case f.Name == "spouse":
			need("messages: spouse_name_required", &m.SpouseNameRequired)
		case f.Name == "profile_url":
			upload("photo")
		case f.Name == "aadharUrl" && d.Mode != "off":
			upload("aadhar")
			if d.Mode == "" {
				if !c.Bad(d) {
					need("id_document: mode", &d.Mode)
				}
				continue
			}
			need("id_document: notice", &d.Notice)
			need("id_document: notice_version", &d.NoticeVersion)
			need("id_document: consent_label", &d.ConsentLabel)
			need("id_document: consent_required", &d.ConsentRequired)
			need("id_document: retention: after_verified_hours", &keeps.AfterVerifiedHours)
			need("id_document: retention: unpaid_days", &keeps.UnpaidDays)
			need("id_document: retention: after_event_days", &keeps.AfterEventDays)
			need("id_document: retention: after_withdrawal_hours", &keeps.AfterWithdrawalHours)
		}
	}
}
