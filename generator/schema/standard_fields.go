package schema

import "cmp"

// StandardField contains the defaults of a field that the API knows. If SeenBy is empty, the desk sees the value.
type StandardField struct{ Kind, Purpose, SeenBy string }

const (
	onBadge  = "Printed on your badge"
	atDesk   = "The registration desk"
	atGate   = "The registration desk; the gate, on your ticket"
	nameSeen = atGate + "; the payment gateway"
	atBank   = "The registration desk; the payment gateway"
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
	"profile_url":   {"upload", onBadge, "The registration desk; you, when you are signed in"},
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

// Complete sets the defaults of all fields. Fields mention badges only if the event has badges.
func (r *Registration) Complete(badges bool) {
	for i := range r.Fields {
		f := &r.Fields[i]
		f.complete(r.IDDocument.Retention)
		switch {
		case badges:
		case f.Purpose == onTicket:
			f.Purpose = "Shown on your ticket and in emails to you"
		case f.Purpose == onBadge:
			f.Purpose = "Shows the gate who you are"
		}
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
