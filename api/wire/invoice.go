package wire

import (
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Invoice is an issued tax invoice, credit note or receipt, as the page prints it. Amounts are in paise; the kind says
// whether money was paid or refunded.
type Invoice struct {
	InvoiceRow
	// Rehearsal is true if no real money moved; Sample is true if the supplier's details are invented.
	Rehearsal bool          `json:"rehearsal,omitempty"`
	Sample    bool          `json:"sample,omitempty"`
	Event     string        `json:"event"`
	Supplier  InvoiceParty  `json:"supplier"`
	Recipient InvoiceParty  `json:"recipient"`
	Lines     []InvoiceLine `json:"lines"`
	InvoiceSum
	// TDSPaise is the part of the total that the payer deducted as tax; the rest was received.
	TDSPaise int64  `json:"tds_paise,omitempty"`
	InWords  string `json:"in_words"`
	// PlaceOfSupply is the State with its code, for example "23-Madhya Pradesh"; it is "" on receipts.
	PlaceOfSupply string `json:"place_of_supply,omitempty"`
	// ReverseCharge is true if the recipient pays the tax.
	ReverseCharge bool `json:"reverse_charge,omitempty"`
	// PaymentName is the gateway's id for the payment, or the reference for the transfer; PaidAt is in UTC (RFC 3339),
	// or the day (2025-03-31) of a payment that staff recorded.
	PaymentName string `json:"payment_name"`
	PaidAt      string `json:"paid_at"`
	// RefundedAt is when the refund of a credit note or refund receipt was made, in the form of PaidAt, or "" if it has
	// not been made yet; it is missing if nothing is refunded. RefundName is the reference of a refund that staff made.
	RefundedAt *string          `json:"refunded_at,omitempty"`
	RefundName string           `json:"refund_name,omitempty"`
	Original   *InvoiceOriginal `json:"original,omitempty"`
	// Credits are the credit notes or refund receipts for this document. Replaces is the invoice that this document
	// corrects, and ReplacedBy is the invoice that corrects this document.
	Credits    []InvoiceOriginal `json:"credits,omitempty"`
	Replaces   *InvoiceOriginal  `json:"replaces,omitempty"`
	ReplacedBy *InvoiceOriginal  `json:"replaced_by,omitempty"`
	// RefundDuePaise is the part of an invoice or receipt whose refund is due, but has not been made yet.
	RefundDuePaise int64  `json:"refund_due_paise,omitempty"`
	Reason         string `json:"reason,omitempty"`
	Signatory      string `json:"signatory,omitempty"`
	Note           string `json:"note,omitempty"`
}

// InvoiceResponse answers /invoice and /invoice-buyer.
type InvoiceResponse struct {
	Status
	Invoice Invoice `json:"invoice"`
	// CorrectUntil is the last day on which the buyer can correct this invoice; missing if the buyer cannot.
	CorrectUntil string `json:"correct_until,omitempty"`
	// NoMore tells the buyer why the invoice cannot be corrected again; missing if it can.
	NoMore string `json:"no_more,omitempty"`
}

// InvoiceBuyerRequest is the body of /invoice-buyer; the response is the new invoice.
type InvoiceBuyerRequest struct {
	ID string `json:"id"`
	InvoiceBuyer
}

// InvoiceRow is a document in a list.
type InvoiceRow struct {
	ID     string `json:"id"`
	Kind   string `json:"kind" ts:"DocumentKind"`
	Number string `json:"number"`
	// IssuedAt is in UTC (RFC 3339); IssuedOn is the day in the event's time zone (2025-04-01).
	IssuedAt    string `json:"issued_at"`
	IssuedOn    string `json:"issued_on"`
	BookingCode string `json:"booking_code"`
	BookingID   string `json:"booking_id"`
	TotalPaise  int64  `json:"total_paise"`
	// Cancelled is true if the document was credited in full.
	Cancelled bool `json:"cancelled,omitempty"`
	// LacksAddress is true if tax law requires the buyer's full address and we do not have it.
	LacksAddress bool `json:"lacks_address,omitempty"`
}

// InvoiceParty is the supplier or the buyer; unknown values are "".
type InvoiceParty struct {
	Name      string `json:"name"`
	Company   string `json:"company,omitempty"`
	GSTIN     string `json:"gstin,omitempty"`
	Address   string `json:"address,omitempty"`
	State     string `json:"state,omitempty"`
	StateCode string `json:"state_code,omitempty"`
	PIN       string `json:"pin,omitempty"`
}

// InvoiceSum is a taxable value with its tax: CGST and SGST, or IGST.
type InvoiceSum struct {
	TaxablePaise int64 `json:"taxable_paise"`
	CGSTPaise    int64 `json:"cgst_paise,omitempty"`
	SGSTPaise    int64 `json:"sgst_paise,omitempty"`
	IGSTPaise    int64 `json:"igst_paise,omitempty"`
	// RoundingPaise is -1 if the two equal halves add up to one paisa more than the tax.
	RoundingPaise int64 `json:"rounding_paise,omitempty"`
}

// InvoiceLine is one line in a document. RatePercent is the whole tax rate; CGST and SGST are each half of it.
type InvoiceLine struct {
	Description string  `json:"description"`
	SAC         string  `json:"sac,omitempty"`
	RatePercent float64 `json:"rate_percent,omitempty"`
	InvoiceSum
}

// InvoiceOriginal is another document that an invoice or a credit note refers to.
type InvoiceOriginal struct {
	ID       string `json:"id"`
	Number   string `json:"number"`
	IssuedOn string `json:"issued_on"`
}

// InvoiceOf returns a document as its page shows it. `all` contains all documents of its payer or booking, and
// `captured` the payments for its booking.
func InvoiceOf(d booking.Document, all []booking.Document, captured []booking.Payment, zone *time.Location) Invoice {
	other := func(o *booking.Document) *InvoiceOriginal {
		if o == nil {
			return nil
		}
		return &InvoiceOriginal{o.ID, o.Number, o.IssuedAt.In(zone).Format(time.DateOnly)}
	}
	related := d.Related(all)
	out := Invoice{
		Replaces: other(related.Replaces), ReplacedBy: other(related.ReplacedBy),
		InvoiceRow: invoiceRow(d, related, zone), Rehearsal: d.Rehearsal, Sample: d.Sample, Event: d.Event,
		Supplier: InvoiceParty(d.Supplier), Recipient: InvoiceParty(d.Recipient), Lines: []InvoiceLine{},
		InvoiceSum: InvoiceSum(d.DocumentSum), ReverseCharge: d.ReverseCharge, PaymentName: d.PaymentName,
		InWords: texts.AmountInWords(d.TotalPaise), Reason: d.Reason,
		Signatory: d.Signatory, Note: d.Note, TDSPaise: d.TDSPaise, RefundName: d.RefundName,
	}
	place, layout := time.UTC, time.RFC3339
	if booking.IsManual(d.PaidBy) {
		place, layout = zone, time.DateOnly
	}
	out.PaidAt = d.PaidAt.In(place).Format(layout)
	out.Lines = domain.Each(d.Lines, func(l booking.DocumentLine) InvoiceLine {
		return InvoiceLine{l.Description, l.SAC, l.RatePercent, InvoiceSum(l.DocumentSum)}
	})
	if d.PlaceOfSupply != "" {
		out.PlaceOfSupply = d.PlaceOfSupply + "-" + schema.GSTStates[d.PlaceOfSupply]
	}
	if d.OriginalID != "" {
		out.Original = &InvoiceOriginal{d.OriginalID, d.OriginalNumber, d.OriginalAt.In(zone).Format(time.DateOnly)}
	}
	for _, pay := range captured {
		switch {
		case pay.AttemptRef != d.PaymentRef:
		case isRefund(d):
			at := ""
			if made := refundedAt(d, pay, all); !made.IsZero() {
				at = made.In(place).Format(layout)
			}
			out.RefundedAt = &at
		case pay.RefundDue() && !d.Kind.IsCredit() && !related.Cancelled:
			out.RefundDuePaise = pay.TargetPaise() - pay.RefundedPaise
		}
	}
	for _, credit := range related.Credits {
		out.Credits = append(out.Credits, *other(&credit))
	}
	return out
}

// isRefund is false for a credit note that only corrects an invoice.
func isRefund(d booking.Document) bool {
	return d.Kind.IsCredit() && slices.Contains(texts.InvoiceRefunds, d.Reason)
}

// refundedAt returns when a document's refund was made, or the zero time if the refund failed after the document was
// issued. `all` contains the payment's documents in the order of issue.
func refundedAt(d booking.Document, pay booking.Payment, all []booking.Document) time.Time {
	left, isLast, reached := pay.RefundedPaise, false, false
	for _, other := range all {
		if other.PaymentRef != d.PaymentRef || !isRefund(other) {
			continue
		}
		isLast = other.ID == d.ID
		if !reached {
			left -= other.TotalPaise
		}
		reached = reached || isLast
	}
	switch {
	case left < 0:
		return time.Time{}
	case isLast: // the refund may have failed and been made again later
		return pay.RefundedAt
	case !d.RefundedAt.IsZero():
		return d.RefundedAt
	}
	return d.IssuedAt
}

// InvoiceRows returns a payer's or a booking's documents as rows of a list.
func InvoiceRows(all []booking.Document, zone *time.Location) []InvoiceRow {
	return domain.Each(all, func(d booking.Document) InvoiceRow { return invoiceRow(d, d.Related(all), zone) })
}

func invoiceRow(d booking.Document, related booking.Related, zone *time.Location) InvoiceRow {
	return InvoiceRow{
		ID: d.ID, Kind: string(d.Kind), Number: d.Number, IssuedAt: d.IssuedAt.UTC().Format(time.RFC3339),
		IssuedOn: d.IssuedAt.In(zone).Format(time.DateOnly), BookingCode: d.BookingCode, BookingID: d.BookingID,
		TotalPaise: d.TotalPaise, Cancelled: related.Cancelled,
		LacksAddress: d.LacksAddress() && !related.Cancelled,
	}
}
