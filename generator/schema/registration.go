package schema

import "slices"

// Registration is content/registration.yaml: every field, pattern and message of the registration forms, the institutes
// and their rules, and how identity documents are handled. The form and the API validate registrations with these
// settings.
type Registration struct {
	// Fields are the fields in both forms, in order.
	Fields []Field `yaml:"fields" json:"fields" rule:"required"`
	// Groups are the numbered parts of the form.
	Groups []FieldGroup `yaml:"groups" json:"groups" rule:"required"`
	// Genders are the choices for the field "gender"; a form without that field needs none.
	Genders []Choice `yaml:"genders,omitempty" json:"genders,omitempty"`
	// Institutes are the bodies whose members may register; the first is the default.
	Institutes []Institute `yaml:"institutes,omitempty" json:"institutes,omitempty"`
	// PersonalData says how long personal data is kept.
	PersonalData PersonalData `yaml:"personal_data" json:"personal_data" rule:"required"`
	// IDDocument says how identity documents are handled and how long photos are kept; a form without documents does not
	// need it.
	IDDocument IDDocument `yaml:"id_document,omitempty" json:"id_document"`
	// Uploads are the limits for uploaded pictures.
	Uploads []Upload `yaml:"uploads,omitempty" json:"uploads,omitempty"`
	// Messages are the messages that do not belong to any single field.
	Messages Messages `yaml:"messages" json:"messages" rule:"required"`
	// HomeCountry is the code of the country whose states the form offers as a list, if there is a states.yaml.
	HomeCountry string `yaml:"home_country,omitempty" json:"home_country"`
	// DialCode is the home country's dialling code, for example "91".
	DialCode string `yaml:"dial_code,omitempty" json:"dial_code,omitempty"`
}

// FieldGroup is a numbered part of the form.
type FieldGroup struct {
	// ID is the name by which fields refer to this group.
	ID Slug `yaml:"id" json:"id" rule:"required,unique"`
	// Title is the group's heading.
	Title string `yaml:"title" json:"title" rule:"required"`
	// Help is a sentence under the heading.
	Help string `yaml:"help,omitempty" json:"help,omitempty"`
}

// Field is one input of the registration form.
type Field struct {
	// Name is the field's name in API requests, for example "firstname"; a custom question's name is in lower case.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Own is true for a custom question, which only this conference asks.
	Own bool `yaml:"own,omitempty" json:"own,omitempty"`
	// Group is the id of the group to which the field belongs.
	Group Slug `yaml:"group" json:"group" rule:"required"`
	// Label is shown above the input.
	Label string `yaml:"label" json:"label" rule:"required"`
	// Kind is the kind of input: text, email, tel, date, select, checkbox or upload; the default depends on the name. A
	// custom question is text, select, multiple (several choices), yes_no or number.
	Kind string `yaml:"kind,omitempty" json:"kind" rule:"enum=text|email|tel|date|select|checkbox|upload|multiple|yes_no|number,late"`
	// Options are the choices for a custom question, as they are shown and stored.
	Options []string `yaml:"options,omitempty" json:"options,omitempty"`
	// Forms lists the forms that have the field: member, associate; the default is both.
	Forms []string `yaml:"forms,omitempty" json:"forms" rule:"enum=member|associate"`
	// Categories lists the types of the tickets whose form has the field; the default is all tickets that use one of the
	// forms.
	Categories []string `yaml:"categories,omitempty" json:"categories,omitempty"`
	// OptionalFor lists the types of the tickets for which the field may stay empty although Required is set.
	OptionalFor []string `yaml:"optional_for,omitempty" json:"optional_for,omitempty"`
	// Placeholder is shown while the input is empty.
	Placeholder string `yaml:"placeholder,omitempty" json:"placeholder,omitempty"`
	// Help is a sentence under the input.
	Help string `yaml:"help,omitempty" json:"help,omitempty"`
	// Autocomplete is the HTML autocomplete token.
	Autocomplete string `yaml:"autocomplete,omitempty" json:"autocomplete,omitempty"`
	// Required is the message shown if the field is empty; without it the field is optional.
	Required string `yaml:"required,omitempty" json:"required,omitempty"`
	// RequiredWhen names a checkbox; Required applies only if it is ticked.
	RequiredWhen string `yaml:"required_when,omitempty" json:"required_when,omitempty"`
	// RequiredAs is "field" to show the message beside the field, or "submit" to show it as a toast on submit.
	RequiredAs string `yaml:"required_as,omitempty" json:"required_as,omitempty" rule:"enum=field|submit"`
	// Pattern is a regular expression that the whole value must match; use only syntax that both RE2 and JavaScript
	// support.
	Pattern string `yaml:"pattern,omitempty" json:"pattern,omitempty" rule:"pattern"`
	// PatternMessage is shown if the value does not match Pattern.
	PatternMessage string `yaml:"pattern_message,omitempty" json:"pattern_message,omitempty"`
	// NotFuture is the message shown if a date is in the future.
	NotFuture string `yaml:"not_future,omitempty" json:"not_future,omitempty"`
	// Block says which characters cannot be typed: digits or non-digits.
	Block string `yaml:"block,omitempty" json:"block,omitempty" rule:"enum=digits|non-digits"`
	// Capitals is true to turn what is typed into capital letters.
	Capitals bool `yaml:"capitals,omitempty" json:"capitals,omitempty"`
	// Min is the smallest answer allowed to a custom question of kind number; the default is 0.
	Min int `yaml:"min,omitempty" json:"min,omitempty" rule:"min=-1000000000,max=1000000000"`
	// Max is the largest answer allowed to a custom question of kind number; by default there is no limit.
	Max int `yaml:"max,omitempty" json:"max,omitempty" rule:"min=-1000000000,max=1000000000"`
	// Lines is the height of a custom question of kind text in lines, for answers of several lines such as an address; the
	// default is one line.
	Lines int `yaml:"lines,omitempty" json:"lines,omitempty" rule:"min=2,max=10"`
	// MaxLength is the maximum number of characters.
	MaxLength int `yaml:"max_length" json:"max_length" rule:"min=0"`
	// Purpose says why the form asks for the value; the privacy policy shows it. Every custom question needs a purpose;
	// other fields have a default.
	Purpose string `yaml:"purpose,omitempty" json:"purpose"`
	// SeenBy says who can see the value; the privacy policy shows it. Each field has its own default.
	SeenBy string `yaml:"seen_by,omitempty" json:"seen_by"`
	// Retention says when the value is deleted; the privacy policy shows it. Each field has its own default.
	Retention string `yaml:"retention,omitempty" json:"retention"`
	// AfterEventDays is how many days after the event the answers to a custom question are erased; without it, they are
	// erased with the person's other data. If you remove a question, its answers are erased once the event is over.
	AfterEventDays int `yaml:"after_event_days,omitempty" json:"after_event_days,omitempty" rule:"min=0"`
}

// AskedFor reports whether a ticket's form has the field.
func (f *Field) AskedFor(c Category) bool {
	switch {
	case !slices.Contains(f.Forms, c.Form) || len(f.Categories) > 0 && !slices.Contains(f.Categories, c.Type):
		return false
	case f.Name == "spouse" || f.Name == "spouseName":
		return c.Spouse.Rule != ""
	}
	return true
}

// RequiredFor reports whether the field is required for a ticket whose form has the field.
func (f *Field) RequiredFor(c Category) bool {
	return f.Required != "" && !slices.Contains(f.OptionalFor, c.Type)
}

// IsOfFirm reports whether the form asks for the field once a GST number has been entered; it also asks for the address
// if the ticket's price needs it.
func (f *Field) IsOfFirm() bool { return f.Name == "invoice_name" || f.Name == "invoice_address" }

// Choice is one option of a select.
type Choice struct {
	// Value is the stored value.
	Value string `yaml:"value" json:"value" rule:"required,unique"`
	// Label is the text that people see.
	Label string `yaml:"label" json:"label" rule:"required"`
}

// Institute is a body whose members may register.
type Institute struct {
	// ID is the name by which other files and the form refer to this institute.
	ID Slug `yaml:"id" json:"id" rule:"required,unique"`
	// Name is the institute's name, which is stored as institute_name.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Default is true for the institute used for categories without a choice of institute.
	Default bool `yaml:"default,omitempty" json:"default,omitempty"`
	// MembershipPattern is the pattern that this institute's membership numbers must match.
	MembershipPattern string `yaml:"membership_pattern,omitempty" json:"membership_pattern,omitempty" rule:"pattern"`
	// MembershipReject is a pattern that this institute's membership numbers must not match.
	MembershipReject string `yaml:"membership_reject,omitempty" json:"membership_reject,omitempty" rule:"pattern"`
	// MembershipHelp describes what a membership number looks like.
	MembershipHelp string `yaml:"membership_help,omitempty" json:"membership_help,omitempty"`
}

// PersonalData says how long personal data is kept.
type PersonalData struct {
	// AfterEventMonths is how many months after the event's last day all personal data is erased; numbers and amounts
	// are kept for accounting.
	AfterEventMonths int `yaml:"after_event_months" json:"after_event_months" rule:"required,min=1"`
}

// IDDocument says how identity documents are handled.
type IDDocument struct {
	// Mode is required if the form asks for a document: masked (part of the document is blacked out before it is sent),
	// any_id (any photo identity document) or off.
	Mode string `yaml:"mode,omitempty" json:"mode" rule:"enum=masked|any_id|off"`
	// NoticeVersion is stored with each consent; change it when Notice changes.
	NoticeVersion string `yaml:"notice_version,omitempty" json:"notice_version"`
	// NoticeMatches is a code for this version's notice. If the notice changes, the check asks for a new version and gives
	// you its code.
	NoticeMatches string `yaml:"notice_matches,omitempty" json:"-"`
	// Notice says why the document is needed, who sees it and when it is destroyed.
	Notice string `yaml:"notice,omitempty" json:"notice"`
	// ConsentLabel is shown beside the checkbox that the visitor must tick.
	ConsentLabel string `yaml:"consent_label,omitempty" json:"consent_label"`
	// ConsentRequired is the message shown if the box is not ticked.
	ConsentRequired string `yaml:"consent_required,omitempty" json:"consent_required"`
	// MaskTitle is the heading of the tool that covers part of the document; there is a default text.
	MaskTitle string `yaml:"mask_title,omitempty" json:"mask_title,omitempty"`
	// MaskHelp says what must be covered.
	MaskHelp string `yaml:"mask_help,omitempty" json:"mask_help,omitempty"`
	// MaskConfirm is shown beside the checkbox that visitors tick to confirm that they have covered this part.
	MaskConfirm string `yaml:"mask_confirm,omitempty" json:"mask_confirm,omitempty"`
	// Retention sets the periods after which documents are destroyed. Photos are kept for after_event_days or, if that is
	// not set, as long as the other personal data.
	Retention IDRetention `yaml:"retention,omitempty" json:"retention"`
}

// IDRetention sets the periods after which identity documents are destroyed.
type IDRetention struct {
	// AfterVerifiedHours is how many hours after the check at the desk a document is destroyed.
	AfterVerifiedHours int `yaml:"after_verified_hours,omitempty" json:"after_verified_hours" rule:"min=1"`
	// UnpaidDays is how many days after an unpaid registration its document is destroyed.
	UnpaidDays int `yaml:"unpaid_days,omitempty" json:"unpaid_days" rule:"min=1"`
	// AfterEventDays is how many days after the event's last day all documents are destroyed.
	AfterEventDays int `yaml:"after_event_days,omitempty" json:"after_event_days" rule:"min=1"`
	// AfterWithdrawalHours is how many hours after a withdrawal of consent a person's document is destroyed.
	AfterWithdrawalHours int `yaml:"after_withdrawal_hours,omitempty" json:"after_withdrawal_hours" rule:"min=1"`
}

// Upload is one kind of uploaded picture.
type Upload struct {
	// Kind is photo or aadhar.
	Kind string `yaml:"kind" json:"kind" rule:"required,unique,enum=photo|aadhar"`
	// Accept lists the accepted file extensions without the dot: png, jpg, jpeg.
	Accept []string `yaml:"accept" json:"accept" rule:"required,enum=png|jpg|jpeg"`
	// MaxMB is the maximum size in megabytes (1024 x 1024 bytes).
	MaxMB int `yaml:"max_mb" json:"max_mb" rule:"required,min=1,max=10"`
	// LongestSide is the maximum width and height in pixels; larger pictures are scaled down.
	LongestSide int `yaml:"longest_side" json:"longest_side" rule:"required,min=400,max=4000"`
	// Missing is the message shown as a toast if nothing was uploaded.
	Missing string `yaml:"missing" json:"missing" rule:"required"`
}

// Messages are the registration's messages that do not belong to a single field.
type Messages struct {
	// InvalidMembership is shown if a membership number does not match the institute's pattern.
	InvalidMembership string `yaml:"invalid_membership,omitempty" json:"invalid_membership"`
	// InstituteRequired is shown if no institute is chosen.
	InstituteRequired string `yaml:"institute_required,omitempty" json:"institute_required"`
	// SpouseNameRequired is shown if a spouse is registered without a name.
	SpouseNameRequired string `yaml:"spouse_name_required,omitempty" json:"spouse_name_required"`
	// UploadFailed is shown if a picture could not be sent.
	UploadFailed string `yaml:"upload_failed,omitempty" json:"upload_failed"`
	// RegistrationFailed is shown if the registration could not be saved.
	RegistrationFailed string `yaml:"registration_failed" json:"registration_failed" rule:"required"`
	// VerifyFailed is shown if a payment's state could not be read.
	VerifyFailed string `yaml:"verify_failed" json:"verify_failed" rule:"required"`
	// SiteError is shown if something unexpected happens.
	SiteError string `yaml:"site_error" json:"site_error" rule:"required"`
	// RegistrationClosed is shown if the category is not on sale.
	RegistrationClosed string `yaml:"registration_closed" json:"registration_closed" rule:"required"`
	// AlreadyRegistered is shown if the person, or somebody with the same membership number, already has a ticket.
	AlreadyRegistered string `yaml:"already_registered" json:"already_registered" rule:"required"`
	// SoldOut is shown if no seat is left.
	SoldOut string `yaml:"sold_out" json:"sold_out" rule:"required"`
	// PriceChanged is shown if the price has changed since the page was opened.
	PriceChanged string `yaml:"price_changed" json:"price_changed" rule:"required"`
}

// Countries is content/countries.yaml.
type Countries struct {
	// Countries are the countries that the form offers, in order.
	Countries []Country `yaml:"countries" json:"countries" rule:"required"`
}

// Country is one country in the form's list.
type Country struct {
	// ID is the number that the form uses for the country.
	ID int `yaml:"id" json:"id" rule:"required,unique"`
	// Name is the country's English name.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// Code is the ISO 3166-1 alpha-2 code, in quotes ("NO" is Norway).
	Code string `yaml:"code" json:"code" rule:"required,unique"`
}

// States is content/states.yaml: the Indian states and union territories.
type States struct {
	// States are the states and union territories, in order.
	States []State `yaml:"states" json:"states" rule:"required"`
}

// State is an Indian state or union territory.
type State struct {
	// ID is the number that the form uses for the state.
	ID int `yaml:"id" json:"id" rule:"required,unique"`
	// Name is the English name.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// GSTCode is the two-digit GST code ("04"); territories that have merged share a code.
	GSTCode string `yaml:"gst_code" json:"gst_code" rule:"required"`
}
