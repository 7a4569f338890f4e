package registration

import (
	"regexp"
	"slices"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// instituteRule is an institute with its rules for membership numbers. Source: specification section 5, submit checks.
type instituteRule struct {
	schema.Institute
	pattern, reject *regexp.Regexp
}

// newInstituteRule compiles patterns that may match anywhere in a membership number, so most begin with ^ ("^TR").
func newInstituteRule(i schema.Institute) (rule instituteRule, err error) {
	rule.Institute = i
	if rule.pattern, err = regexp.Compile(i.MembershipPattern); err != nil { // "" matches every number
		return rule, err
	}
	rule.reject, err = regexp.Compile(i.MembershipReject)
	return rule, err
}

// `accepts` checks the number in upper case, as it is stored (form.booking).
func (i instituteRule) accepts(membershipNo string) bool {
	number := strings.ToUpper(membershipNo)
	return i.pattern.MatchString(number) && (i.MembershipReject == "" || !i.reject.MatchString(number))
}

func (f *Form) checkAge(values map[string]string, category schema.Category, faults, rules map[string]string) {
	born, err := time.Parse(time.DateOnly, values["dob"])
	if err != nil || faults["dob"] != "" {
		return // a missing or invalid birth date is reported elsewhere
	}
	if !category.Age.Allows(schema.AgeOn(born, f.reference)) {
		rules["dob"] = category.Age.Message
	}
}

// Without a choice, the default institute applies; with a choice, only the other institutes do.
func (f *Form) checkInstitute(values map[string]string, category schema.Category, faults, rules map[string]string) {
	if len(f.institutes) == 0 || !f.asks("institute_name", category) && !f.asks("membership_no", category) {
		return
	}
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
		rules["membership_no"] = f.content.Registration.Messages.InvalidMembership
	}
}

// AcceptsNumber reports whether a membership number meets the rules of the named institute.
func (f *Form) AcceptsNumber(institute, number string) bool {
	return f.institutes[institute].accepts(number)
}

func (f *Form) defaultInstitute() string {
	institutes := f.content.Registration.Institutes
	i := slices.IndexFunc(institutes, func(i schema.Institute) bool { return i.Default })
	return institutes[max(i, 0)].Name
}

const idModeOff = "off"

func (f *Form) checkUploads(a Application, category schema.Category, faults map[string]string) {
	for _, field := range f.askedOf(category) {
		switch {
		case field.Name == domain.PhotoSlot.Field:
			f.checkHandle(domain.PhotoSlot, a.PhotoHandle, field, faults)
		case field.Name == domain.IDSlot.Field && f.asksIDDocument(category):
			f.checkHandle(domain.IDSlot, a.IDHandle, field, faults)
			if !a.Consent && (field.Required != "" || a.IDHandle != "") {
				faults["consent"] = f.content.Registration.IDDocument.ConsentRequired
			}
		}
	}
}

func (f *Form) asksIDDocument(category schema.Category) bool {
	mode := f.content.Registration.IDDocument.Mode
	return mode != "" && mode != idModeOff && f.asks(domain.IDSlot.Field, category)
}

func (f *Form) asks(name string, category schema.Category) bool {
	return slices.ContainsFunc(f.fields, func(field formField) bool {
		return field.Name == name && field.AskedFor(category)
	})
}

func (f *Form) checkHandle(s domain.Slot, handle string, field formField, faults map[string]string) {
	if strings.TrimSpace(handle) == "" {
		if field.Required != "" {
			faults[s.Field] = f.uploadMissing(s.Kind)
		}
		return
	}
	if _, ok := domain.ParseAssetHandle(handle); !ok {
		faults[s.Field] = texts.UploadGone
	}
}

func (f *Form) uploadMissing(kind string) string {
	uploads := f.content.Registration.Uploads
	i := slices.IndexFunc(uploads, func(u schema.Upload) bool { return u.Kind == kind })
	if i < 0 {
		return texts.UploadThisPicture
	}
	return uploads[i].Missing
}
