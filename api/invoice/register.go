package invoice

import (
	"cmp"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/texts"
	"transom/generator/schema"
)

// Register returns a month's documents as spreadsheet rows with headings, credit notes last. Amounts are in paise
// (int64), and credited amounts are negative. TDS is part of the total; a correction moves TDS to the new invoice.
// `originals` are the invoices that were credited. If `taxed` is false, there are no columns for taxes.
func Register(all, originals []booking.Document, zone *time.Location, taxed bool) [][]any {
	head := make([]any, len(texts.InvoiceColumns))
	for i, name := range texts.InvoiceColumns {
		head[i] = name
	}
	rows := [][]any{head}
	credits := func(d booking.Document) int {
		if d.Kind.IsCredit() {
			return 1
		}
		return 0
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b booking.Document) int { return cmp.Compare(credits(a), credits(b)) })
	for _, d := range all {
		sum, sac, rate := d.DocumentSum, "", 0.0
		if d.Kind.IsCredit() {
			sum = booking.DocumentSum{}.Minus(sum)
		}
		if len(d.Lines) > 0 {
			sac, rate = d.Lines[0].SAC, d.Lines[0].RatePercent
		}
		tds := d.TDSPaise
		for _, original := range originals {
			if original.ID == d.OriginalID && (d.Reason == texts.InvoiceCorrected || d.Reason == texts.InvoiceTicketChanged ||
				d.Reason == texts.InvoiceWithdrawn) {
				tds = -original.TDSPaise
			}
		}
		place, reverse := "", ""
		if d.PlaceOfSupply != "" {
			place = d.PlaceOfSupply + "-" + schema.GSTStates[d.PlaceOfSupply]
		}
		if d.ReverseCharge {
			reverse = texts.YesNo["yes"]
		}
		rows = append(rows, []any{d.Number, d.IssuedAt.In(zone), texts.DocumentKinds[string(d.Kind)], d.OriginalNumber,
			d.Reason, d.Recipient.Name, d.Recipient.GSTIN, d.Recipient.Address, d.Recipient.State, d.Recipient.PIN, place,
			reverse, sac, rate, sum.TaxablePaise, sum.CGSTPaise, sum.SGSTPaise, sum.IGSTPaise, sum.RoundingPaise,
			d.SignedPaise(), tds, d.PaidBy, d.PaymentName, d.BookingCode})
	}
	for i, row := range rows {
		rows[i] = rows[i][:0:0]
		for n, name := range texts.InvoiceColumns {
			if taxed || !slices.Contains(texts.InvoiceTaxColumns, name) {
				rows[i] = append(rows[i], row[n])
			}
		}
	}
	return rows
}
