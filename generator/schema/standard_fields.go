package schema

import (
	"cmp"
	"slices"
	"strings"
)

// StandardField contains the defaults of a field that the API knows. If SeenBy is empty, the desk sees the value.
type StandardField struct{ Kind, Purpose, SeenBy string }

const (
	onBadge  = "Printed on your badge"
	atDesk   = "The registration desk"
	atGate   = "The registration desk; the gate, on your ticket"
	nameSeen = atGate + "; the payment gateway"
	atBank   = "The registration desk; the payment gateway"
	atScan   = "The registration desk; the gate, when your ticket is scanned"
	onTicket = "Shown on your ticket, on your badge and in emails to you"
	forState = "Printed on your receipt and used for statistics"
)

// StandardFields are the fields that the API accepts. Source of the names: specification, section 3.
var StandardFields = map[string]StandardField{
	"firstname":     {"text", onTicket, nameSeen},
	"lastname":      {"text", onTicket, nameSeen},
	"email":         {"email", "Used to send you your ticket and your sign-in codes", atBank},
	"mobile":        {"tel", "Used to reach you if something about your registration changes", atBank},
	"gender":        {"select", "Used for statistics", ""},
	"dob":           {"date", "Determines which ticket you can buy", ""},
	"profile_url":   {"upload", onBadge, atScan + "; you, when you are signed in"},
	"membership_no": {"text", "Shows that you are a member of your institute", ""},
	"aadharUrl": {"upload", "Used only to check your identity",
		"The registration desk only; it is stored encrypted, and each view is recorded"},
	"institute_name":  {"select", "Determines which ticket you can buy", ""},
	"company_name":    {"text", "Shown on your ticket and receipt", ""},
	"designation":     {"text", "Tells the organisers your position", ""},
	"gst_no":          {"text", "Printed on your receipt", ""},
	"invoice_name":    {"text", "Printed on your invoice", ""},
	"invoice_address": {"text", "Printed on your invoice", ""},
	"country":         {"select", forState, ""},
	"state":           {"select", forState, ""},
	"city":            {"text", forState, ""},
	"spouse":          {"checkbox", "Adds a second seat to your ticket", ""},
	"spouseName":      {"text", "Names the second person on your ticket", atGate},
}

// Complete sets the defaults of all fields. A field's readers include the gate and everybody who sees a badge if
// gate.yaml or badge.yaml shows the field. Without badges, badge is nil.
func (r *Registration) Complete(badge *Badge, gate *Gate) {
	for i := range r.Fields {
		f := &r.Fields[i]
		f.complete(r.IDDocument.Retention)
		switch {
		case f.Purpose == onTicket && badge == nil:
			f.Purpose = "Shown on your ticket and in emails to you"
		case f.Purpose == onBadge && (badge == nil || !badge.Photo):
			f.Purpose = "Shows the gate who you are"
		}
		if f.Name == "company_name" && gate.ShowCompany {
			f.seenAlso("gate", "the gate, when your ticket is scanned")
		}
		isName := f.Name == "firstname" || f.Name == "lastname" || f.Name == "spouseName"
		if badge != nil && (isName || slices.Contains(badge.Fields, f.Name) || f.Name == "profile_url" && badge.Photo) {
			f.seenAlso("badge", "everybody who sees your badge")
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
	standard := StandardFields[f.Name]
	if !f.Own {
		f.Kind, f.Purpose = cmp.Or(f.Kind, standard.Kind), cmp.Or(f.Purpose, standard.Purpose)
	}
	f.SeenBy = cmp.Or(f.SeenBy, standard.SeenBy, atDesk)
	if len(f.Forms) == 0 {
		f.Forms = []string{MemberForm, AssociateForm}
	}
	if f.Retention != "" || f.AfterEventDays > 0 {
		return
	}
	switch f.Retention = "{{fact:personal-data.after-event}} after the event"; {
	case f.Name == "gst_no":
		f.Retention = "As long as tax law requires receipts to be kept"
	case f.IsOfFirm():
		f.Retention = "As long as tax law requires invoices to be kept"
	case f.Name == "profile_url" && keeps.AfterEventDays > 0:
		f.Retention = "{{fact:identity.after-event}} after the event"
	case f.Name == "aadharUrl" && keeps.AfterVerifiedHours > 0 && keeps.AfterEventDays > 0:
		f.Retention = "{{fact:identity.after-check}} after the check, and no later than {{fact:identity.after-event}} " +
			"after the event"
	}
}
