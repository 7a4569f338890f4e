package schema

import (
	"cmp"
	"slices"
	"strings"

	"transom/generator/texts"
)

// StandardFields are the fields that the API accepts, with their kinds. Source of the names: specification, section 3.
var StandardFields = map[string]string{
	"firstname":       "text",
	"lastname":        "text",
	"email":           "email",
	"mobile":          "tel",
	"gender":          "select",
	"dob":             "date",
	"profile_url":     "upload",
	"membership_no":   "text",
	"aadharUrl":       "upload",
	"institute_name":  "select",
	"company_name":    "text",
	"designation":     "text",
	"gst_no":          "text",
	"invoice_name":    "text",
	"invoice_address": "text",
	"country":         "select",
	"state":           "select",
	"city":            "text",
	"spouse":          "checkbox",
	"spouseName":      "text",
}

// Complete sets the defaults of all fields. A field's readers include the gate and everybody who sees a badge if
// gate.yaml or badge.yaml shows the field. Without badges, badge is nil.
func (r *Registration) Complete(badge *Badge, gate *Gate) {
	for i := range r.Fields {
		f := &r.Fields[i]
		f.complete(r.IDDocument.Retention)
		switch {
		case f.Purpose == texts.OnTicketAndBadge && badge == nil:
			f.Purpose = texts.OnTicket
		case f.Purpose == texts.OnBadge && (badge == nil || !badge.Photo):
			f.Purpose = texts.ForGate
		}
		if f.Name == "company_name" && gate.ShowCompany {
			f.seenAlso(texts.Gate, texts.AlsoGate)
		}
		isName := f.Name == "firstname" || f.Name == "lastname" || f.Name == "spouseName"
		if badge != nil && (isName || slices.Contains(badge.Fields, f.Name) || f.Name == "profile_url" && badge.Photo) {
			f.seenAlso(texts.Badge, texts.AlsoBadge)
		}
	}
}

// seenAlso adds a reader, unless the text names it already.
func (f *Field) seenAlso(word, reader string) {
	if !strings.Contains(strings.ToLower(f.SeenBy), word) {
		f.SeenBy += "; " + reader
	}
}

func (f *Field) complete(keeps IDRetention) {
	if !f.Own {
		f.Kind, f.Purpose = cmp.Or(f.Kind, StandardFields[f.Name]), cmp.Or(f.Purpose, texts.Purposes[f.Name])
	}
	f.SeenBy = cmp.Or(f.SeenBy, texts.SeenBy[f.Name], texts.SeenByDesk)
	if len(f.Forms) == 0 {
		f.Forms = []string{MemberForm, AssociateForm}
	}
	if f.Retention != "" || f.AfterEventDays > 0 {
		return
	}
	switch f.Retention = texts.KeptAfterEvent; {
	case f.Name == "gst_no":
		f.Retention = texts.KeptForReceipts
	case f.IsOfFirm():
		f.Retention = texts.KeptForInvoices
	case f.Name == "profile_url" && keeps.AfterEventDays > 0:
		f.Retention = texts.KeptPhoto
	case f.Name == "aadharUrl" && keeps.AfterVerifiedHours > 0 && keeps.AfterEventDays > 0:
		f.Retention = texts.KeptDocument
	}
}
