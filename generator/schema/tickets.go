package schema

// Tickets is content/tickets.yaml: what is sold, to whom, at what price and until when.
type Tickets struct {
	// Currency is the currency's ISO 4217 code; payments are possible only in INR.
	Currency string `yaml:"currency" json:"currency" rule:"required,enum=INR"`
	// GSTPercent is the tax on every price, in whole or half per cent. If it is 0 or left out, GST is neither charged nor
	// mentioned.
	GSTPercent float64 `yaml:"gst_percent,omitempty" json:"gst_percent" rule:"min=0,max=28"`
	// GSTLabel is the text about GST beside a price; the default is "plus GST".
	GSTLabel string `yaml:"gst_label,omitempty" json:"gst_label"`
	// ClosedLabel is the text on the disabled button of a category that is not on sale; there is a default text.
	ClosedLabel string `yaml:"closed_label,omitempty" json:"closed_label"`
	// LinkLifetimeMinutes is how long a payment link can be used.
	LinkLifetimeMinutes int `yaml:"link_lifetime_minutes" json:"link_lifetime_minutes" rule:"required,min=15,max=1440"`
	// AssignedSeats is true to show gate, row and seat on every ticket, with a dash until staff assign them; otherwise
	// a ticket shows them only once they have been assigned.
	AssignedSeats bool `yaml:"assigned_seats,omitempty" json:"assigned_seats,omitempty"`
	// Categories are the ticket categories, in the order on the page.
	Categories []Category `yaml:"categories" json:"categories" rule:"required"`
}

const (
	MemberForm    = "member"
	AssociateForm = "associate"
)

// Category is one kind of ticket.
type Category struct {
	// ID is the plan number that is used on pages and in registrations.
	ID int `yaml:"id" json:"id" rule:"required,unique,min=0"`
	// Type is the category's name in registrations; do not change it once sales have begun.
	Type string `yaml:"type" json:"type" rule:"required,unique"`
	// Name is the title on the category's card.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
	// SubTitle is shown under the title.
	SubTitle string `yaml:"subTitle,omitempty" json:"subTitle,omitempty"`
	// Description says who the category is for.
	Description string `yaml:"description,omitempty" json:"description,omitempty"`
	// Price is the price of one seat in whole rupees, without GST.
	Price Rupees `yaml:"price" json:"-" rule:"required,min=1,max=10000000"`
	// PriceChanges are later prices with their first days, for example after an early-bird price.
	PriceChanges []PriceChange `yaml:"price_changes,omitempty" json:"price_changes,omitempty"`
	// Color is the card's accent colour.
	Color Color `yaml:"color,omitempty" json:"color,omitempty"`
	// Features are the lines on the card that say what the ticket includes.
	Features []string `yaml:"features,omitempty" json:"features,omitempty"`
	// Disclaimer is the small print on the card.
	Disclaimer string `yaml:"disclaimer,omitempty" json:"disclaimer,omitempty"`
	// Form says which registration form is used: "member", the default, or "associate". A ticket with the form
	// "associate" that is not on /register-now has its own page.
	Form string `yaml:"form,omitempty" json:"form" rule:"enum=member|associate"`
	// OnRegisterPage is true to show the category among the cards on /register-now, which lead to the form.
	OnRegisterPage bool `yaml:"on_register_page" json:"on_register_page"`
	// Spouse says how an accompanying spouse is priced; a ticket without it is for one person.
	Spouse SpouseRule `yaml:"spouse,omitempty" json:"spouse"`
	// Age limits who can buy this category.
	Age AgeRule `yaml:"age,omitempty" json:"age"`
	// ChooseInstitute is true to let the visitor choose any institute except the default one.
	ChooseInstitute bool `yaml:"choose_institute,omitempty" json:"choose_institute"`
	// Sales is when the category can be bought.
	Sales SalesWindow `yaml:"sales" json:"sales" rule:"required"`
	// Capacity is the number of seats that can be sold; 0 means no limit.
	Capacity int `yaml:"capacity" json:"capacity" rule:"min=0"`
	Sample   `yaml:",inline"`
	// Prices are the amounts before the first price change, computed from Price, Spouse and GSTPercent.
	Prices Prices `yaml:"-" json:"prices"`
}

// PriceChange is a later price. A registration keeps the price from the time when it was made.
type PriceChange struct {
	// From is the first day of the new price, which takes effect at midnight in the event's time zone.
	From Date `yaml:"from" json:"-" rule:"required"`
	// Price is the price of one seat from that day on, in whole rupees, without GST.
	Price Rupees `yaml:"price" json:"-" rule:"required,min=1,max=10000000"`
	// At is when the new price takes effect.
	At Instant `yaml:"-" json:"at"`
	// DisplayFrom is From for people, for example "1 March 2025".
	DisplayFrom string `yaml:"-" json:"display_from"`
	// Prices are the amounts after this price change.
	Prices Prices `yaml:"-" json:"prices"`
}

// SpouseRule is how an accompanying spouse changes the price.
type SpouseRule struct {
	// Rule is "same" (the spouse pays the category's price again) or "fixed" (the spouse pays Price).
	Rule string `yaml:"rule" json:"rule" rule:"required,enum=same|fixed"`
	// Price is the spouse's price in whole rupees, without GST, with the rule "fixed".
	Price Rupees `yaml:"price,omitempty" json:"-" rule:"max=10000000"`
}

// AgeRule limits a category by age in whole years on the event's age_reference_date. Zero means no limit.
type AgeRule struct {
	// Min is the minimum age.
	Min int `yaml:"min,omitempty" json:"min" rule:"max=120"`
	// Max is the maximum age.
	Max int `yaml:"max,omitempty" json:"max" rule:"max=120"`
	// Message is shown if the person's age is outside the limits.
	Message string `yaml:"message,omitempty" json:"message"`
}

// SalesWindow says when a category can be bought: if OnSale is set, from OpensAt until just before ClosesAt.
type SalesWindow struct {
	// OnSale is false to stop selling the category; a rehearsal still sells it.
	OnSale bool `yaml:"on_sale" json:"on_sale"`
	// OpensAt is when sales open.
	OpensAt Instant `yaml:"opens_at" json:"opens_at" rule:"required"`
	// ClosesAt is when sales close.
	ClosesAt Instant `yaml:"closes_at" json:"closes_at" rule:"required"`
	// DisplayClosesAt is ClosesAt for people, for example "4 PM, 9 April 2025".
	DisplayClosesAt string `yaml:"-" json:"display_closes_at"`
}

// Prices are a category's amounts, without and with an accompanying spouse.
type Prices struct {
	Alone      Amount `yaml:"-" json:"alone"`
	WithSpouse Amount `yaml:"-" json:"with_spouse"`
}

// Amount is a price with its tax, in paise, and as people write it ("₹3,540").
type Amount struct {
	// NetPaise is the price without GST.
	NetPaise int64 `yaml:"-" json:"net_paise"`
	// GSTPaise is the tax.
	GSTPaise int64 `yaml:"-" json:"gst_paise"`
	// TotalPaise is the amount that is charged.
	TotalPaise int64 `yaml:"-" json:"total_paise"`
	// DisplayNet, DisplayGST and DisplayTotal are the same amounts for people, with Indian grouping.
	DisplayNet   string `yaml:"-" json:"display_net"`
	DisplayGST   string `yaml:"-" json:"display_gst"`
	DisplayTotal string `yaml:"-" json:"display_total"`
}
