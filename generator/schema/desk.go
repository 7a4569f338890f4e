package schema

// Desk is content/desk.yaml: what staff may do at the desk, and the deadlines.
type Desk struct {
	// RefundAlone is the largest refund that one person may make alone, in whole rupees; a second person must approve any
	// larger refund. If it is 0, a second person must approve every refund.
	RefundAlone Rupees `yaml:"refund_alone" json:"-" rule:"min=0,max=10000000"`
	// RefundAlonePaise is RefundAlone in paise.
	RefundAlonePaise int64 `yaml:"-" json:"refund_alone_paise"`
	// CancelPolicy is the name of the page in content/pages that the desk shows beside a cancellation.
	CancelPolicy string `yaml:"cancel_policy" json:"cancel_policy" rule:"required"`
	// TransferDays is how many days a colleague has to accept an offered ticket.
	TransferDays int `yaml:"transfer_days" json:"transfer_days" rule:"required,min=1,max=60"`
	// TransferUntil is the last moment at which tickets can be transferred; by default, the beginning of the event.
	TransferUntil Instant `yaml:"transfer_until,omitempty" json:"transfer_until"`
	// DocumentUntil is the time until which a registration keeps its seat after the desk has rejected its identity
	// document; by default, the beginning of the event. At that time staff get a task; no registration is cancelled
	// automatically.
	DocumentUntil Instant `yaml:"document_until" json:"document_until"`
	// PaymentLinkHours is how long a payment link from the desk can be used.
	PaymentLinkHours int `yaml:"payment_link_hours" json:"payment_link_hours" rule:"required,min=1,max=720"`
	// Complimentary lists the reasons why a registration can be free.
	Complimentary []Complimentary `yaml:"complimentary" json:"complimentary" rule:"required"`
}

// DefaultDesk returns the settings for an event without desk.yaml: a second person approves every refund, no
// registration is free, and tickets can be transferred until the event begins.
func DefaultDesk() Desk {
	return Desk{CancelPolicy: "payment-terms", TransferDays: 7, PaymentLinkHours: 48, Complimentary: []Complimentary{}}
}

// Complimentary is a reason why a registration is free.
type Complimentary struct {
	// ID must never change, because lists and totals use it.
	ID Slug `yaml:"id" json:"id" rule:"required,unique"`
	// Name is what the desk shows.
	Name string `yaml:"name" json:"name" rule:"required,unique"`
}
