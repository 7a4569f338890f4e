package check

import (
	"slices"

	"transom/generator/schema"
)

// uploadFields are the fields of the kinds of uploads.
var uploadFields = map[string]string{"photo": "profile_url", "aadhar": "aadharUrl"}

// asks reports whether any form has a field.
func (c *Checker) asks(name string) bool {
	return slices.ContainsFunc(c.Registration.Fields, func(f schema.Field) bool { return f.Name == name })
}

// neededSettings checks that what a field needs is there. What no form asks needs nothing.
func (c *Checker) neededSettings() {
	r := c.Registration
	d, m := &r.IDDocument, &r.Messages
	collected := d.Mode != "off"
	for _, need := range []struct {
		field, setting string
		missing        bool
	}{
		{"gender", "genders", len(r.Genders) == 0 && !c.Bad(&r.Genders)},
		{"institute_name", "institutes", len(r.Institutes) == 0 && !c.Bad(&r.Institutes)},
		{"institute_name", "messages: institute_required", m.InstituteRequired == "" && !c.Bad(&m.InstituteRequired)},
		{"membership_no", "messages: invalid_membership", m.InvalidMembership == "" && !c.Bad(&m.InvalidMembership)},
		{"spouse", "messages: spouse_name_required", m.SpouseNameRequired == "" && !c.Bad(&m.SpouseNameRequired)},
		{"profile_url", "uploads", len(r.Uploads) == 0 && !c.Bad(&r.Uploads)},
		{"aadharUrl", "uploads", len(r.Uploads) == 0 && !c.Bad(&r.Uploads)},
		{"profile_url", "messages: upload_failed", m.UploadFailed == "" && !c.Bad(&m.UploadFailed)},
		{"aadharUrl", "messages: upload_failed", m.UploadFailed == "" && !c.Bad(&m.UploadFailed)},
		{"profile_url", "id_document: retention", d.Retention.AfterEventDays == 0 && !c.Bad(d) && !c.Bad(&d.Retention)},
		{"aadharUrl", "id_document", d.Mode == "" && !c.Bad(d) && !c.Bad(&d.Mode)},
		{"aadharUrl", "id_document: notice", collected && d.Mode != "" && d.Notice == "" && !c.Bad(&d.Notice)},
		{"aadharUrl", "id_document: notice_version", collected && d.Mode != "" && d.NoticeVersion == "" &&
			!c.Bad(&d.NoticeVersion)},
		{"aadharUrl", "id_document: consent_label", collected && d.Mode != "" && d.ConsentLabel == "" &&
			!c.Bad(&d.ConsentLabel)},
		{"aadharUrl", "id_document: consent_required", collected && d.Mode != "" && d.ConsentRequired == "" &&
			!c.Bad(&d.ConsentRequired)},
	} {
		for i := range r.Fields {
			if f := &r.Fields[i]; f.Name == need.field && need.missing {
				c.report(c.At(&f.Name), "the form asks for \"%s\", which needs \"%s\"; add it, or delete the field", f.Name,
					need.setting)
			}
		}
	}
}
