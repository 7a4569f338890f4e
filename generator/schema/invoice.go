package schema

import "slices"

// Invoice is content/invoice.yaml: who supplies, and how tax invoices and credit notes are written. Without the file,
// or without a GSTIN in it, every payment has a plain receipt.
type Invoice struct {
	// LegalName is the supplier's name as it is registered.
	LegalName string `yaml:"legal_name" json:"legal_name" rule:"required"`
	// GSTIN is the supplier's GST number. Without it, GST is not mentioned.
	GSTIN string `yaml:"gstin,omitempty" json:"gstin"`
	// Address is the address that belongs to the GSTIN.
	Address string `yaml:"address" json:"address" rule:"required"`
	// VenueStateCode is the State where the event is held, as the two-digit code of the GST in quotes ("23"); needed
	// with a GSTIN. Together with the first two digits of the GSTIN, it decides whether CGST with SGST, or IGST, is
	// charged. The State of the participant never does.
	VenueStateCode string `yaml:"venue_state_code,omitempty" json:"venue_state_code"`
	// Supplies say what each ticket category is under GST law; needed with a GSTIN.
	Supplies []Supply `yaml:"supplies,omitempty" json:"supplies"`
	// Series are the first letters of the numbers. The next edition needs other letters, because two databases cannot
	// share one series.
	Series InvoiceSeries `yaml:"series" json:"series" rule:"required"`
	// Signatory is the name and office printed under the document.
	Signatory string `yaml:"signatory,omitempty" json:"signatory"`
	// CorrectUntil is the last day on which the buyer's name and GSTIN can be added or corrected.
	CorrectUntil Date `yaml:"correct_until" json:"correct_until" rule:"required"`
	// Note is printed on tax invoices with CGST and SGST for a GSTIN of another State, where the buyer cannot claim them.
	Note   string `yaml:"note,omitempty" json:"note"`
	Sample `yaml:",inline"`
}

// Supply is what one ticket category is under GST law. Ask your accountant.
type Supply struct {
	// Category is a type of tickets.yaml.
	Category string `yaml:"category" json:"category" rule:"required,unique"`
	// Kind decides the place of supply. For an admission it is the State of the venue. For an exhibition (a stall) or a
	// sponsorship it is the State of a buyer with a GSTIN, and otherwise the State of the venue.
	Kind string `yaml:"kind" json:"kind" rule:"required,enum=admission|exhibition|sponsorship"`
	// SAC is the service accounting code, in quotes: six digits.
	SAC string `yaml:"sac" json:"sac" rule:"required"`
	// Description is what the line of the invoice says before the category's name, for example "Admission".
	Description string `yaml:"description" json:"description" rule:"required"`
	// ReverseChargePercent is the rate that the buyer pays to the government; then the invoice charges no tax. It needs
	// tickets.yaml without gst_percent. Without it the supplier charges the tax.
	ReverseChargePercent int `yaml:"reverse_charge_percent,omitempty" json:"reverse_charge_percent" rule:"min=0,max=40"`
}

// InvoiceSeries are the prefixes of the numbers "TN/25-26/000001": one to four capital letters and digits.
type InvoiceSeries struct {
	// Invoice is the prefix of tax invoices.
	Invoice string `yaml:"invoice" json:"invoice" rule:"required"`
	// CreditNote is the prefix of credit notes.
	CreditNote string `yaml:"credit_note" json:"credit_note" rule:"required"`
	// Receipt is the prefix of plain receipts.
	Receipt string `yaml:"receipt" json:"receipt" rule:"required"`
	// RefundReceipt is the prefix of the receipts of refunds.
	RefundReceipt string `yaml:"refund_receipt" json:"refund_receipt" rule:"required"`
}

// FirstOf returns the first of the prefixes that is one of these; "" if none is.
func (s InvoiceSeries) FirstOf(used []string) string {
	for _, prefix := range []string{s.Invoice, s.CreditNote, s.Receipt, s.RefundReceipt} {
		if slices.Contains(used, prefix) {
			return prefix
		}
	}
	return ""
}

// DefaultInvoice are the settings of an event without invoice.yaml: plain receipts in the organiser's name.
func DefaultInvoice(o Organiser, ends Date) Invoice {
	return Invoice{LegalName: o.Name, Address: o.Address, Supplies: []Supply{}, CorrectUntil: ends,
		Series: InvoiceSeries{Invoice: "INV", CreditNote: "CRN", Receipt: "R", RefundReceipt: "RR"}}
}

// SupplyOf returns what a ticket category is under GST law.
func (i Invoice) SupplyOf(category string) (Supply, bool) {
	for _, s := range i.Supplies {
		if s.Category == category {
			return s, true
		}
	}
	return Supply{}, false
}
