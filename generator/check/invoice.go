package check

import (
	"slices"
	"strings"

	"transom/generator/schema"
	"transom/generator/source"
)

func (c *Checker) invoice() {
	i := c.Invoice
	if !c.Has("invoice") || !c.Read("invoice") {
		return
	}
	c.series()
	for n := range i.Supplies {
		s := &i.Supplies[n]
		c.types.add(s.Category, &s.Category)
		isSAC := len(s.SAC) == 6 && source.ConsistsOf(s.SAC, digits) && s.SAC[:2] == "99"
		c.wrongIf(c.Good(&s.SAC, s) && !isSAC, &s.SAC, `"%s" is not a service accounting code, `+
			`which has six digits and begins with 99`, s.SAC)
		c.wrongIf(s.ReverseChargePercent > 0 && c.Tickets.GSTPercent > 0, &s.ReverseChargePercent, `with reverse charge `+
			`the invoice charges no tax, but tickets.yaml adds "gst_percent: %g" to every price; delete one of the two lines`,
			c.Tickets.GSTPercent)
	}
	c.supplier()
}

func (c *Checker) supplier() {
	i := c.Invoice
	if i.GSTIN == "" {
		if c.Tickets.GSTPercent > 0 && c.Whole("invoice") && !c.Bad(&i.GSTIN) {
			c.problems.Warn(c.At(&i.LegalName), `tickets.yaml charges GST, but there is no "gstin" here, so buyers get plain `+
				`receipts; add it once it is known`)
		}
		return
	}
	switch schema.CheckGSTIN(i.GSTIN) {
	case schema.GSTINShape:
		c.wrong(&i.GSTIN, `"%s" is not a GSTIN, which has 15 capital letters and digits, for example 27ABCDE1234F1Z0`,
			i.GSTIN)
	case schema.GSTINState, schema.GSTINOldState:
		c.wrong(&i.GSTIN, "no State has the GST code %s; correct the first two digits", i.GSTIN[:2])
	case schema.GSTINCheckDigit:
		c.wrong(&i.GSTIN, "the last character of a GSTIN is its check digit, and here it would be %s, not %s; look for a "+
			"typing mistake", schema.GSTINDigit(i.GSTIN), i.GSTIN[14:])
	}
	reverse := slices.ContainsFunc(i.Supplies, func(s schema.Supply) bool { return s.ReverseChargePercent > 0 })
	if c.WithoutGST() && c.Whole("invoice") && !reverse {
		c.problems.Warn(c.At(&i.GSTIN), `with a GSTIN, buyers get tax invoices, but tickets.yaml has no "gst_percent", so `+
			`they would show no tax; add there "gst_percent: 18", or delete the GSTIN`)
	}
	switch {
	case !c.Whole("invoice"):
	case i.VenueStateCode == "":
		c.wrong(&i.GSTIN, `with a GSTIN the place of supply is needed; add "venue_state_code", for example "23"`)
	case schema.GSTStateCode(i.VenueStateCode) != i.VenueStateCode:
		c.wrong(&i.VenueStateCode, `no State has the GST code "%s"; write its two digits in quotes, for example "23" for `+
			`Madhya Pradesh`, i.VenueStateCode)
	}
	var unknown []string
	for _, category := range c.Tickets.Categories {
		if _, known := i.SupplyOf(meantType(category.Type)); !known && category.Type != "" {
			unknown = append(unknown, category.Type)
		}
	}
	c.wrongIf(len(unknown) > 0 && c.Whole("invoice") && c.Whole("tickets"), &i.GSTIN,
		`"supplies" does not say what %s is; add an entry with its kind and SAC`, strings.Join(unknown, ", "))
}

func (c *Checker) series() {
	s := &c.Invoice.Series
	used := map[string]bool{}
	for _, prefix := range []*string{&s.Invoice, &s.CreditNote, &s.Receipt, &s.RefundReceipt} {
		switch {
		case *prefix == "" || c.Bad(prefix):
		case len(*prefix) > 4 || !source.ConsistsOf(*prefix, capitals+digits):
			c.wrong(prefix, `"%s" cannot be the prefix of a number; write one to four capital letters or digits`, *prefix)
		case used[*prefix]:
			c.wrong(prefix, "two series begin with %s; each needs its own letters", *prefix)
		}
		used[*prefix] = true
	}
}
