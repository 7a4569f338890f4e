package invoice

import (
	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Describe writes the figures and the address of the last document into an email: of the last credit note or refund
// receipt, or of the last invoice or receipt. Without one, the email links to the dashboard.
func Describe(m domain.OutgoingMail, all []booking.Document, credit bool) {
	site := m.Data["site_url"]
	m.Data["document"], m.Data["document_url"] = "", site+"/dashboard"
	for _, d := range all {
		if d.Kind.IsCredit() == credit {
			m.Data["document"], m.Data["document_url"] = figures(d), site+"/invoice/"+d.ID
		}
	}
}

// figures writes a document's kind, number and amounts.
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
