package domain

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"transom/generator/schema"
)

// instituteRule is an institute with its rules for membership numbers. Source: specification section 5, submit checks.
type instituteRule struct {
	schema.Institute
	pattern, reject *regexp.Regexp
}

func newInstituteRule(i schema.Institute) (instituteRule, error) {
	rule := instituteRule{Institute: i}
	var err error
	if rule.pattern, err = compileOptional(i.MembershipPattern); err != nil {
		return rule, err
	}
	rule.reject, err = compileOptional(i.MembershipReject)
	return rule, err
}

// compileOptional compiles a pattern that is looked for in a number; most say how the number begins ("^TR").
func compileOptional(pattern string) (*regexp.Regexp, error) {
	if pattern == "" {
		return nil, nil
	}
	return regexp.Compile(pattern)
}

// accepts looks at the number in capitals, as it is kept (form.booking): small letters are the same number.
func (i instituteRule) accepts(membershipNo string) bool {
	number := strings.ToUpper(membershipNo)
	return (i.pattern == nil || i.pattern.MatchString(number)) && (i.reject == nil || !i.reject.MatchString(number))
}

// checkAge compares the age on the event's reference day with the category's limits.
func (f *form) checkAge(values map[string]string, category schema.Category, faults map[string]string) {
	born, err := time.Parse(time.DateOnly, values["dob"])
	if err != nil || faults["dob"] != "" {
		return // the date itself is at fault already
	}
	if !category.Age.Allows(schema.AgeOn(born, f.reference)) {
		faults["dob"] = category.Age.Message
	}
}

// checkInstitute settles the institute and checks the membership number by its rules. A category without a choice
// always has the default institute; one with a choice has one of the others.
func (f *form) checkInstitute(values map[string]string, category schema.Category, faults map[string]string) {
	fallback := f.defaultInstitute()
	name := strings.TrimSpace(values["institute_name"])
	if !category.ChooseInstitute && name == "" {
		name = fallback
	}
	institute, known := f.institutes[name]
	if !known || category.ChooseInstitute == (name == fallback) {
		faults["institute_name"] = f.content.Registration.Messages.InstituteRequired
		return
	}
	values["institute_name"] = name
	number := values["membership_no"]
	if number != "" && faults["membership_no"] == "" && !institute.accepts(number) {
		faults["membership_no"] = f.content.Registration.Messages.InvalidMembership
	}
}

func (f *form) defaultInstitute() string {
	institutes := f.content.Registration.Institutes
	i := slices.IndexFunc(institutes, func(i schema.Institute) bool { return i.Default })
	return institutes[max(i, 0)].Name
}

const idModeOff = "off"

// slot is one of the two pictures of a registration.
type slot struct{ kind, field string }

var (
	photoSlot = slot{"photo", "profile_url"}
	idSlot    = slot{"aadhar", "aadharUrl"}
)

// checkUploads asks for the pictures of this form and, when an identity paper is among them, for the consent.
func (f *form) checkUploads(a Application, form string, faults map[string]string) {
	if f.asks(photoSlot.field, form) {
		f.checkHandle(photoSlot, a.PhotoHandle, faults)
	}
	if !f.asksPaper(form) {
		return
	}
	f.checkHandle(idSlot, a.IDHandle, faults)
	if !a.Consent {
		faults["consent"] = f.content.Registration.IDDocument.ConsentRequired
	}
}

// asksPaper reports whether a form asks for an identity paper, and so for the consent.
func (f *form) asksPaper(form string) bool {
	return f.content.Registration.IDDocument.Mode != idModeOff && f.asks(idSlot.field, form)
}

// asks reports whether a form has a field.
func (f *form) asks(name, form string) bool {
	return slices.ContainsFunc(f.fields, func(field formField) bool {
		return field.Name == name && slices.Contains(field.Forms, form)
	})
}

func (f *form) checkHandle(s slot, handle string, faults map[string]string) {
	if strings.TrimSpace(handle) == "" {
		faults[s.field] = f.uploadMissing(s.kind)
		return
	}
	if _, ok := ParseAssetHandle(handle); !ok {
		faults[s.field] = assetGone
	}
}

func (f *form) uploadMissing(kind string) string {
	uploads := f.content.Registration.Uploads
	i := slices.IndexFunc(uploads, func(u schema.Upload) bool { return u.Kind == kind })
	if i < 0 {
		return "Please upload this picture."
	}
	return uploads[i].Missing
}
