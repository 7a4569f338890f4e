package invoice

import (
	"strings"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Describe adds documents with their figures to an email: the last credit note or refund receipt, or all valid invoices
// or receipts. A single document is linked directly; otherwise the link leads to the dashboard.
func Describe(m domain.OutgoingMail, all []booking.Document, credit bool) {
	var named []booking.Document
	for _, d := range all {
		switch {
		case d.Kind.IsCredit() != credit:
		case credit:
			named = []booking.Document{d}
		case !d.Related(all).Cancelled:
			named = append(named, d)
		}
	}
	site, sentences := m.Data["site_url"], make([]string, 0, len(named))
	m.Data["document_url"] = ""
	for _, d := range named {
		sentences = append(sentences, figures(d))
		m.Data["document_url"] = site + "/invoice/" + d.ID
	}
	if len(named) > 1 {
		m.Data["document_url"] = site + "/dashboard"
	}
	m.Data["document"] = strings.Join(sentences, " ")
}

func figures(d booking.Document) string {
	text := texts.DocumentKinds[string(d.Kind)] + " " + d.Number + ": "
	if d.Kind.IsTax() {
		text += texts.InvoiceTaxable + " " + schema.FormatPaise(d.TaxablePaise) + ", "
		for _, head := range []struct {
			name  string
			paise int64
		}{{"CGST", d.CGSTPaise}, {"SGST", d.SGSTPaise}, {"IGST", d.IGSTPaise}} {
			if head.paise > 0 {
				text += head.name + " " + schema.FormatPaise(head.paise) + ", "
			}
		}
	}
	text += texts.InvoiceTotal + " " + schema.FormatPaise(d.TotalPaise) + "."
	if d.LacksAddress() {
		text += " " + texts.InvoiceLacksAddress
	}
	return text
}
