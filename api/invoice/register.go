package invoice

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Day is a date in a spreadsheet, such as 2000-12-31, or "".
type Day string

// Register returns a month's documents as spreadsheet rows with headings, credit notes last. Amounts are in paise
// (int64), and credited amounts are negative. TDS is part of the total; a correction moves TDS to the new invoice.
// `originals` are the invoices that were credited. If `taxed` is false, there are no columns for taxes.
func Register(all, originals []booking.Document, zone *time.Location, taxed bool) [][]any {
	rows := [][]any{domain.Each(texts.InvoiceColumns, func(name string) any { return name })}
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
			if original.ID == d.OriginalID && !slices.Contains(texts.InvoiceRefunds, d.Reason) {
				tds = -original.TDSPaise
			}
		}
		place, reverse, refunded := "", "", Day("")
		if !d.RefundedAt.IsZero() {
			refunded = Day(d.RefundedAt.In(zone).Format(time.DateOnly))
		}
		if d.PlaceOfSupply != "" {
			place, reverse = d.PlaceOfSupply+"-"+schema.GSTStates[d.PlaceOfSupply], texts.YesNo["no"]
		}
		if d.ReverseCharge {
			reverse = texts.YesNo["yes"]
		}
		rows = append(rows, []any{d.Number, d.IssuedAt.In(zone), texts.DocumentKinds[string(d.Kind)], d.OriginalNumber,
			d.Reason, d.Recipient.Name, d.Recipient.GSTIN,
			strings.Trim(d.Recipient.Company+", "+d.Recipient.Address, ", "), d.Recipient.State, d.Recipient.PIN, place,
			reverse, sac, rate, sum.TaxablePaise, sum.CGSTPaise, sum.SGSTPaise, sum.IGSTPaise, sum.RoundingPaise,
			d.SignedPaise(), tds, d.PaidBy, d.PaymentName, refunded, d.RefundName, d.BookingCode})
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

// Table is a file of a GSTR-1 return, with headings, for the government's tool (GST reference, section 10).
type Table struct {
	Name string
	Rows [][]string
}

// largeB2C is the total in paise above which an inter-State invoice has its own row (since August 2024).
const largeB2C = 1_00_000_00

type gstr1 struct {
	zone      *time.Location
	supplies  []schema.Supply
	originals map[string]booking.Document // the credited invoices, by id
	b2cs      map[[2]string]booking.DocumentSum
	services  map[string]map[[2]string]booking.DocumentSum // "b2b" and "b2c", by SAC and rate
	tables    map[string]*Table
	taxable   int64 // the total taxable value of tables 4, 5, 7 and 9B
}

// GSTR1 returns a month's tables, from documents sorted by number and the credited originals, and a control sheet. The
// supplies in the content describe the services.
func GSTR1(all, originals []booking.Document, sums booking.DocumentSums, supplies []schema.Supply,
	zone *time.Location) []Table {
	g := &gstr1{zone: zone, supplies: supplies, originals: map[string]booking.Document{},
		b2cs:     map[[2]string]booking.DocumentSum{},
		services: map[string]map[[2]string]booking.DocumentSum{"b2b": {}, "b2c": {}}, tables: map[string]*Table{}}
	for name, head := range heads {
		g.tables[name] = &Table{name, [][]string{head}}
	}
	for _, d := range originals {
		g.originals[d.ID] = d
	}
	all = slices.DeleteFunc(slices.Clone(all), func(d booking.Document) bool { return !d.Kind.IsTax() })
	for _, d := range all {
		g.add(d)
	}
	g.addSums(all)
	g.control(all, sums)
	return domain.Each(order, func(name string) Table { return *g.tables[name] })
}

var order = []string{"b2b", "b2cl", "b2cs", "cdnr", "cdnur", "hsn(b2b)", "hsn(b2c)", "docs", "control"}

var service = []string{"HSN", "Description", "UQC", "Total Quantity", "Total Value", "Rate", "Taxable Value",
	"Integrated Tax Amount", "Central Tax Amount", "State/UT Tax Amount", "Cess Amount"}

var heads = map[string][]string{
	"b2b": {"GSTIN/UIN of Recipient", "Receiver Name", "Invoice Number", "Invoice date", "Invoice Value",
		"Place Of Supply", "Reverse Charge", "Applicable % of Tax Rate", "Invoice Type", "E-Commerce GSTIN", "Rate",
		"Taxable Value", "Cess Amount"},
	"b2cl": {"Invoice Number", "Invoice date", "Invoice Value", "Place Of Supply", "Applicable % of Tax Rate", "Rate",
		"Taxable Value", "Cess Amount", "E-Commerce GSTIN"},
	"b2cs": {"Type", "Place Of Supply", "Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount",
		"E-Commerce GSTIN"},
	"cdnr": {"GSTIN/UIN of Recipient", "Receiver Name", "Note Number", "Note Date", "Note Type", "Place Of Supply",
		"Reverse Charge", "Note Supply Type", "Note Value", "Applicable % of Tax Rate", "Rate", "Taxable Value",
		"Cess Amount"},
	"cdnur": {"UR Type", "Note Number", "Note Date", "Note Type", "Place Of Supply", "Note Value",
		"Applicable % of Tax Rate", "Rate", "Taxable Value", "Cess Amount"},
	"hsn(b2b)": service, "hsn(b2c)": service,
	"docs":    {"Nature of Document", "Sr. No. From", "Sr. No. To", "Total Number", "Cancelled"},
	"control": {"Check", "One side", "Other side", "Difference"},
}

// add adds a document to table 4 (b2b), 5 (b2cl), 7 (b2cs) or 9B (cdnr, cdnur), and to the services.
func (g *gstr1) add(d booking.Document) {
	line, sum := d.Lines[0], d.DocumentSum
	place := d.PlaceOfSupply + "-" + schema.GSTStates[d.PlaceOfSupply]
	rate := strconv.FormatFloat(line.RatePercent, 'f', -1, 64)
	value, taxable := rupees(d.TotalPaise), rupees(d.TaxablePaise)
	date, reverse, kind := d.IssuedAt.In(g.zone).Format("02-Jan-2006"), "N", "b2c"
	if d.ReverseCharge {
		reverse = "Y"
	}
	credit := d.Kind.IsCredit()
	whole := d // the invoice whose total decides whether d is large
	if credit {
		whole = g.originals[d.OriginalID]
		sum = booking.DocumentSum{}.Minus(sum)
	}
	large := d.Supplier.StateCode != d.PlaceOfSupply && whole.TotalPaise > largeB2C
	switch buyer := d.Recipient; {
	case buyer.GSTIN != "" && credit:
		kind = "b2b"
		g.row("cdnr", buyer.GSTIN, buyer.Name, d.Number, date, "C", place, reverse, "Regular B2B", value, "", rate, taxable,
			"")
	case buyer.GSTIN != "":
		kind = "b2b"
		g.row("b2b", buyer.GSTIN, buyer.Name, d.Number, date, value, place, reverse, "", "Regular B2B", "", rate, taxable, "")
	case large && credit:
		g.row("cdnur", "B2CL", d.Number, date, "C", place, value, "", rate, taxable, "")
	case large:
		g.row("b2cl", d.Number, date, value, place, "", rate, taxable, "", "")
	default:
		key := [2]string{place, rate}
		g.b2cs[key] = g.b2cs[key].Plus(sum)
	}
	g.taxable += sum.TaxablePaise
	key := [2]string{line.SAC, rate}
	g.services[kind][key] = g.services[kind][key].Plus(sum)
}

func (g *gstr1) row(table string, values ...string) {
	g.tables[table].Rows = append(g.tables[table].Rows, values)
}

// The total of a range includes missing numbers, so that the control sheet shows them.
func (g *gstr1) addSums(all []booking.Document) {
	for _, key := range sorted(g.b2cs) {
		g.row("b2cs", "OE", key[0], "", key[1], rupees(g.b2cs[key].TaxablePaise), "", "")
	}
	for kind, services := range g.services {
		for _, key := range sorted(services) {
			s, description := services[key], ""
			for _, supply := range g.supplies {
				if supply.SAC == key[0] {
					description = supply.Description
				}
			}
			// The tool's sheet has no unit NA, which services have in JSON. Source: GST reference, section 10.
			g.row("hsn("+kind+")", key[0], description, "OTH-OTHERS", "0", rupees(s.TaxablePaise+s.TaxPaise()), key[1],
				rupees(s.TaxablePaise), rupees(s.IGSTPaise), rupees(s.CGSTPaise), rupees(s.SGSTPaise), "")
		}
	}
	for from := 0; from < len(all); {
		to := from
		for to+1 < len(all) && all[to+1].Series == all[from].Series && all[to+1].Year == all[from].Year {
			to++
		}
		nature := "Invoices for outward supply"
		if all[from].Kind.IsCredit() {
			nature = "Credit Note"
		}
		g.row("docs", nature, all[from].Number, all[to].Number, fmt.Sprint(all[to].N-all[from].N+1), "0")
		from = to + 1
	}
}

// control adds a sheet that compares the tables with each other, and all documents with all payments and refunds.
func (g *gstr1) control(all []booking.Document, sums booking.DocumentSums) {
	var services, documents int64
	for _, byCode := range g.services {
		for _, s := range byCode {
			services += s.TaxablePaise
		}
	}
	for _, row := range g.tables["docs"].Rows[1:] {
		n, _ := strconv.ParseInt(row[3], 10, 64)
		documents += n
	}
	check := func(name string, one, other int64, text func(int64) string) {
		g.row("control", name, text(one), text(other), text(one-other))
	}
	check("Taxable value of tables 4, 5, 7 and 9B; of table 12", g.taxable, services, rupees)
	check("Documents; numbers in table 13", int64(len(all)), documents, func(n int64) string { return fmt.Sprint(n) })
	check("Invoices less credit notes since the beginning; payments less refunds", sums.InvoicesPaise-sums.CreditsPaise,
		sums.InvoicesPaise-sums.CreditsPaise-sums.DifferencePaise(), rupees)
}

func sorted(of map[[2]string]booking.DocumentSum) [][2]string {
	return slices.SortedFunc(maps.Keys(of), func(a, b [2]string) int {
		return cmp.Or(cmp.Compare(a[0], b[0]), cmp.Compare(a[1], b[1]))
	})
}

// rupees formats an amount for the government's tool: 3540.00.
func rupees(paise int64) string {
	if paise < 0 {
		return "-" + rupees(-paise)
	}
	return fmt.Sprintf("%d.%02d", paise/100, paise%100)
}
