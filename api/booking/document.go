package booking

import (
	"math/bits"
	"time"
)

// Document is a tax invoice, credit note, receipt or refund receipt as it was issued: a full copy, which is never
// changed or deleted. Amounts are in paise and never negative: the kind says whether money was paid or refunded.
type Document struct {
	ID   string       `json:"id"` // part of the document's address
	Kind DocumentKind `json:"kind"`
	// Number consists of the series, the financial year and N, in at most 16 characters.
	Number string `json:"number"`
	Series string `json:"series"`
	Year   string `json:"year"` // 25-26
	N      int64  `json:"n"`
	// Rehearsal is true if no real money moved; Sample if the supplier's GSTIN is invented.
	Rehearsal bool      `json:"rehearsal,omitempty"`
	Sample    bool      `json:"sample,omitempty"`
	IssuedAt  time.Time `json:"issued_at"` // UTC

	BookingID   string    `json:"booking_id"`
	BookingCode string    `json:"booking_code"`
	Event       string    `json:"event"`
	PaymentRef  string    `json:"payment_ref"`  // the attempt that was paid
	PaymentName string    `json:"payment_name"` // the gateway's id, or a manual payment's reference
	PaidBy      string    `json:"paid_by"`
	PaidAt      time.Time `json:"paid_at"`

	Supplier  Party          `json:"supplier"`
	Recipient Party          `json:"recipient"`
	Lines     []DocumentLine `json:"lines"`
	DocumentSum
	TotalPaise int64 `json:"total_paise"`
	// TDSPaise is the part of the total that the payer deducted as tax; the rest was received.
	TDSPaise int64 `json:"tds_paise,omitempty"`
	// PlaceOfSupply is the State's code; "" on receipts.
	PlaceOfSupply string `json:"place_of_supply,omitempty"`
	// ReverseCharge is true if the recipient pays the tax to the government.
	ReverseCharge bool `json:"reverse_charge,omitempty"`
	// OriginalID, OriginalNumber and OriginalAt identify the document that a credit note or refund receipt refers to.
	OriginalID     string    `json:"original_id,omitempty"`
	OriginalNumber string    `json:"original_number,omitempty"`
	OriginalAt     time.Time `json:"original_at,omitzero"`
	Reason         string    `json:"reason,omitempty"`
	// RefundedAt is when a credited refund was made, and RefundName its reference; older documents have neither.
	RefundedAt time.Time `json:"refunded_at,omitzero"`
	RefundName string    `json:"refund_name,omitempty"`
	Signatory  string    `json:"signatory,omitempty"`
	Note       string    `json:"note,omitempty"`
}

// DocumentKind is the kind of a document.
type DocumentKind string

// A supplier without a GSTIN issues only receipts and refund receipts.
const (
	DocumentInvoice DocumentKind = "invoice"
	DocumentCredit  DocumentKind = "credit_note"
	DocumentReceipt DocumentKind = "receipt"
	DocumentRefund  DocumentKind = "refund_receipt"
)

// IsCredit reports whether a document reduces the amount of an earlier document.
func (k DocumentKind) IsCredit() bool { return k == DocumentCredit || k == DocumentRefund }

// IsTax reports whether a document is a GST document.
func (k DocumentKind) IsTax() bool { return k == DocumentInvoice || k == DocumentCredit }

// SignedPaise returns the total, which is negative for a credit note or refund receipt.
func (d Document) SignedPaise() int64 {
	if d.Kind.IsCredit() {
		return -d.TotalPaise
	}
	return d.TotalPaise
}

// Related holds a document's credit notes, and the invoices that it replaces or that replace it.
type Related struct {
	// Credits are the document's credit notes or refund receipts. Cancelled is true if the whole document was credited.
	Credits   []Document
	Cancelled bool
	// Replaces and ReplacedBy are the invoices for the same payment just before and after this one, or nil.
	Replaces, ReplacedBy *Document
}

// Related finds d's related documents in a list that is sorted by time of issue.
func (d Document) Related(all []Document) (r Related) {
	left, after := d.TotalPaise, false
	for n, other := range all {
		switch {
		case other.ID == d.ID:
			after = true
		case other.OriginalID == d.ID:
			r.Credits = append(r.Credits, other)
			left -= other.TotalPaise
		case d.Kind.IsCredit() || other.Kind.IsCredit() || other.PaymentRef != d.PaymentRef || r.ReplacedBy != nil:
		case after:
			r.ReplacedBy = &all[n]
		default:
			r.Replaces = &all[n]
		}
	}
	r.Cancelled = len(r.Credits) > 0 && left <= 0
	return r
}

// AddressFromPaise: from this taxable value, an unregistered buyer needs an address (GST reference, section 2).
const AddressFromPaise = 50_000_00

// LacksAddress reports whether the buyer's full address is missing although tax law requires it.
func (d Document) LacksAddress() bool {
	return d.Kind == DocumentInvoice && (d.TaxablePaise >= AddressFromPaise || d.Recipient.GSTIN != "") &&
		d.Recipient.StateCode != "" && d.Recipient.PIN == ""
}

// Party is the supplier or the buyer.
type Party struct {
	Name      string `json:"name"`
	Company   string `json:"company,omitempty"` // of a buyer without a GSTIN
	GSTIN     string `json:"gstin,omitempty"`   // "" for a buyer who is not registered
	Address   string `json:"address,omitempty"`
	State     string `json:"state,omitempty"`
	StateCode string `json:"state_code,omitempty"` // "" outside India
	PIN       string `json:"pin,omitempty"`
}

// DocumentSum is a taxable value with its tax, in paise: CGST and SGST, or IGST.
type DocumentSum struct {
	TaxablePaise int64 `json:"taxable_paise"`
	CGSTPaise    int64 `json:"cgst_paise,omitempty"`
	SGSTPaise    int64 `json:"sgst_paise,omitempty"`
	IGSTPaise    int64 `json:"igst_paise,omitempty"`
	// RoundingPaise is the difference between the price and the sum of the taxable value and the rounded taxes.
	RoundingPaise int64 `json:"rounding_paise,omitempty"`
}

// TaxPaise returns all the tax that was charged.
func (s DocumentSum) TaxPaise() int64 {
	return s.CGSTPaise + s.SGSTPaise + s.IGSTPaise + s.RoundingPaise
}

// Plus adds another sum.
func (s DocumentSum) Plus(o DocumentSum) DocumentSum {
	return DocumentSum{s.TaxablePaise + o.TaxablePaise, s.CGSTPaise + o.CGSTPaise, s.SGSTPaise + o.SGSTPaise,
		s.IGSTPaise + o.IGSTPaise, s.RoundingPaise + o.RoundingPaise}
}

// Minus subtracts another sum.
func (s DocumentSum) Minus(o DocumentSum) DocumentSum {
	return s.Plus(DocumentSum{-o.TaxablePaise, -o.CGSTPaise, -o.SGSTPaise, -o.IGSTPaise, -o.RoundingPaise})
}

// DocumentLine is one line in a document.
type DocumentLine struct {
	Description string  `json:"description"`
	SAC         string  `json:"sac,omitempty"`
	RatePercent float64 `json:"rate_percent,omitempty"` // the whole tax rate; CGST and SGST are each half of it
	DocumentSum
}

// DocumentSums compares all documents with all payments, in paise. A payment that pays for no registration (because it
// was made twice, or no seat was left) has no document.
type DocumentSums struct {
	Documents     int   `json:"documents"`
	InvoicesPaise int64 `json:"invoices_paise"`
	CreditsPaise  int64 `json:"credit_notes_paise"`
	PaymentsPaise int64 `json:"payments_paise"`
	RefundsPaise  int64 `json:"refunds_paise"`
	// RefundsDuePaise is the amount that was credited but is due again, because the bank refused the refund.
	RefundsDuePaise int64 `json:"refunds_due_again_paise"`
	// ReceivedPaise, TDSPaise and AllRefundsPaise cover all payments. TDSPaise is what payers deducted as tax.
	ReceivedPaise   int64 `json:"received_paise"`
	TDSPaise        int64 `json:"tds_paise"`
	AllRefundsPaise int64 `json:"all_refunds_paise"`
	// Wrong holds the attempts whose documents and payments do not match.
	Wrong []string `json:"wrong"`
}

// OutsidePaise returns the money in no document: it pays for no registration, or its refund is due.
func (s DocumentSums) OutsidePaise() int64 {
	return s.ReceivedPaise + s.TDSPaise - s.AllRefundsPaise - (s.PaymentsPaise - s.RefundsPaise - s.RefundsDuePaise)
}

// DifferencePaise returns the documents' net total minus the payments' net total; it should be 0.
func (s DocumentSums) DifferencePaise() int64 {
	return s.InvoicesPaise - s.CreditsPaise - (s.PaymentsPaise - s.RefundsPaise - s.RefundsDuePaise)
}

// Share returns paise × part / whole, rounded half up.
func Share(paise, part, whole int64) int64 {
	high, low := bits.Mul64(uint64(paise), uint64(part))
	quotient, rest := bits.Div64(high, low, uint64(whole))
	if rest >= uint64(whole)-rest {
		quotient++
	}
	return int64(quotient)
}
