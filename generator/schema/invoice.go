package schema

import (
	"cmp"
	"slices"
)

// Invoice is content/invoice.yaml: who the supplier is, and how tax invoices and credit notes are written. If there is
// no invoice.yaml, or no GSTIN in it, every payment gets a plain receipt.
type Invoice struct {
	// LegalName is the supplier's registered name.
	LegalName string `yaml:"legal_name" json:"legal_name" rule:"required"`
	// GSTIN is the supplier's GST number. Without a GSTIN, receipts do not mention GST.
	GSTIN string `yaml:"gstin,omitempty" json:"gstin"`
	// Address is the address registered for the GSTIN, without the State, which the GSTIN names.
	Address string `yaml:"address" json:"address" rule:"required"`
	// VenueStateCode is the two-digit GST code ("23") of the State where the event is held; it is required
	// with a GSTIN. For admissions, CGST and SGST are charged if the GSTIN begins with this code, otherwise IGST; the
	// participant's State does not matter.
	VenueStateCode string `yaml:"venue_state_code,omitempty" json:"venue_state_code"`
	// Supplies say what each ticket category is under GST law; they are required with a GSTIN.
	Supplies []Supply `yaml:"supplies,omitempty" json:"supplies"`
	// Series sets the letters with which document numbers begin. Choose different letters for the next edition, because
	// two databases cannot share a series of numbers.
	Series InvoiceSeries `yaml:"series,omitempty" json:"series"`
	// Signatory is the name and office printed at the bottom of each document.
	Signatory string `yaml:"signatory,omitempty" json:"signatory"`
	// CorrectUntil is the last day on which the buyer's name and GSTIN can be added or corrected; the default is the
	// event's last day.
	CorrectUntil Date `yaml:"correct_until,omitempty" json:"correct_until"`
	// Note is printed on an invoice with CGST and SGST if the buyer's GSTIN is from another State, because that buyer
	// cannot claim them.
	Note   string `yaml:"note,omitempty" json:"note"`
	Sample `yaml:",inline"`
}

// Supply is what one ticket category is under GST law. Ask your accountant.
type Supply struct {
	// Category is a type from tickets.yaml.
	Category string `yaml:"category" json:"category" rule:"required,unique"`
	// Kind decides the place of supply. An admission is supplied in the venue's State. An exhibition (a stall) or a
	// sponsorship is supplied in the State of the buyer's GSTIN, or in the venue's State if the buyer has no GSTIN.
	Kind string `yaml:"kind" json:"kind" rule:"required,enum=admission|exhibition|sponsorship"`
	// SAC is the service accounting code: six digits.
	SAC string `yaml:"sac" json:"sac" rule:"required"`
	// Description is what the invoice line says before the category's name, for example "Admission".
	Description string `yaml:"description" json:"description" rule:"required"`
	// ReverseChargePercent is the rate of the tax that the buyer pays directly to the government; if it is set, the
	// invoice itself charges no tax, and tickets.yaml must not have gst_percent.
	ReverseChargePercent int `yaml:"reverse_charge_percent,omitempty" json:"reverse_charge_percent" rule:"min=0,max=40"`
}

// InvoiceSeries are the prefixes of numbers such as "TN/25-26/000001": one to four capital letters and digits.
type InvoiceSeries struct {
	// Invoice is the prefix of tax invoices; the default is INV.
	Invoice string `yaml:"invoice,omitempty" json:"invoice"`
	// CreditNote is the prefix of credit notes; the default is CRN.
	CreditNote string `yaml:"credit_note,omitempty" json:"credit_note"`
	// Receipt is the prefix of plain receipts; the default is R.
	Receipt string `yaml:"receipt,omitempty" json:"receipt"`
	// RefundReceipt is the prefix of receipts for refunds; the default is RR.
	RefundReceipt string `yaml:"refund_receipt,omitempty" json:"refund_receipt"`
}

// FirstOf returns the first prefix of the series that is in used, or "" if none is.
func (s InvoiceSeries) FirstOf(used []string) string {
	for _, prefix := range []string{s.Invoice, s.CreditNote, s.Receipt, s.RefundReceipt} {
		if slices.Contains(used, prefix) {
			return prefix
		}
	}
	return ""
}

// Complete fills in what invoice.yaml leaves out. Without the file, buyers get plain receipts in the organiser's name.
func (i *Invoice) Complete(e *Event) {
	i.LegalName, i.Address = cmp.Or(i.LegalName, e.Organiser.Name), cmp.Or(i.Address, e.Organiser.Address)
	i.CorrectUntil = cmp.Or(i.CorrectUntil, e.EndDate)
	if i.Supplies == nil {
		i.Supplies = []Supply{}
	}
	s := &i.Series
	s.Invoice, s.CreditNote = cmp.Or(s.Invoice, "INV"), cmp.Or(s.CreditNote, "CRN")
	s.Receipt, s.RefundReceipt = cmp.Or(s.Receipt, "R"), cmp.Or(s.RefundReceipt, "RR")
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
