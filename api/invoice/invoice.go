// Package invoice issues tax invoices, credit notes and plain receipts. The package must not know about HTTP or SQL.
//
// The code that settles a payment or a refund issues its document in the same transaction (Issue, Credit), so that
// money and documents cannot differ after a crash. The same transaction takes the document's number from the locked row
// of its series, so that numbers have no gaps or duplicates. A document is a full copy of what it shows and never
// changes: a wrong buyer is corrected by a credit note and a new invoice (Correct).
//
// docs/decisions/0049-tax-invoices.md lists what the law requires. A supplier without a GSTIN issues plain receipts.
package invoice

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Issuer issues documents.
type Issuer struct {
	Content *domain.Content
	// Rehearsal is true if no real money moves; documents then get numbers that cannot be confused with real numbers.
	Rehearsal bool
}

// Tx is the part of a transaction that is used for documents.
type Tx interface {
	// NextNumber takes a financial year's next number in a series, which no other transaction gets in the meantime.
	NextNumber(ctx context.Context, series, year string) (int64, error)
	InsertDocument(ctx context.Context, d booking.Document) error
	// DocumentsOfPayment returns the documents for an attempt's payment, sorted by year and number.
	DocumentsOfPayment(ctx context.Context, attemptRef string) ([]booking.Document, error)
	// DocumentsOfBooking returns a booking's documents, oldest first.
	DocumentsOfBooking(ctx context.Context, bookingID string) ([]booking.Document, error)
	// FindPayer returns who paid for a booking that now belongs to somebody else, or the zero Payer if the holder paid.
	FindPayer(ctx context.Context, bookingID string) (booking.Payer, error)
	FindBooking(ctx context.Context, id string) (booking.Booking, error)
}

// Whole is the argument of Issue for a payment that pays for a ticket, in whole or in part.
const Whole = ""

// Issue issues the invoice or receipt for a payment. `what` is Whole, or the description printed on the document.
func (i Issuer) Issue(
	ctx context.Context, tx Tx, b booking.Booking, pay booking.Payment, what string, now time.Time,
) error {
	d := booking.Document{
		BookingID: b.ID, BookingCode: b.Code, Event: i.Content.Event.Name, PaymentRef: pay.AttemptRef,
		PaymentName: b.NameOf(pay), PaidBy: cmp.Or(b.PaidBy, booking.PaidOnline), PaidAt: pay.CapturedAt,
		Lines: i.lines(b), TDSPaise: pay.TDSPaise,
	}
	issued, err := tx.DocumentsOfBooking(ctx, b.ID)
	if err != nil {
		return err
	}
	if d.Recipient, err = i.recipient(ctx, tx, b, issued); err != nil {
		return err
	}
	if pay.AmountPaise != b.AmountPaise {
		d.Lines = i.partOf(b, d.Recipient, pay.AmountPaise, issued)
		what = texts.InvoicePartPayment(schema.FormatPaise(b.AmountPaise))
	}
	if what != Whole {
		d.Lines[0].Description = what + ": " + d.Lines[0].Description
	}
	supply, _ := i.Content.Invoice.SupplyOf(b.CategoryType)
	_, err = i.charge(ctx, tx, d, supply, now)
	return err
}

// After a correction or a transfer, further invoices go to the last buyer and not to the person on the form: the
// recipient of a supply is the person liable to pay. Source: CGST Act, section 2(93).
func (i Issuer) recipient(ctx context.Context, tx Tx, b booking.Booking, issued []booking.Document) (
	buyer booking.Party, err error) {
	named, corrected := lastBuyer(issued)
	var payer booking.Payer
	if named.Name != "" {
		payer, err = tx.FindPayer(ctx, b.ID)
	}
	if corrected || payer.EmailKey != "" {
		return named, err
	}
	return i.buyer(b), err
}

// lastBuyer returns the buyer on the last invoice that was not cancelled, and whether staff or the buyer corrected it.
func lastBuyer(issued []booking.Document) (buyer booking.Party, corrected bool) {
	for _, d := range issued {
		if d.Kind.IsCredit() || d.Related(issued).Cancelled {
			continue
		}
		buyer, corrected = d.Recipient, slices.ContainsFunc(issued, func(other booking.Document) bool {
			return other.PaymentRef == d.PaymentRef && other.Reason == texts.InvoiceCorrected
		})
	}
	return buyer, corrected
}

// partOf returns the lines for a payment of part of the price; `issued` holds the documents for the earlier parts.
func (i Issuer) partOf(b booking.Booking, buyer booking.Party, paise int64, issued []booking.Document,
) []booking.DocumentLine {
	line := i.line(b)
	inside, whole := i.isIntraState(b, buyer), booking.DocumentSum{TaxablePaise: b.NetPaise, IGSTPaise: b.GSTPaise}
	left := whole
	for _, d := range issued {
		sum := booking.DocumentSum{TaxablePaise: d.TaxablePaise, IGSTPaise: d.TaxPaise()}
		if d.Kind.IsCredit() {
			left = left.Plus(sum)
		} else {
			left = left.Minus(sum)
		}
	}
	if left.TaxablePaise < 0 || left.TaxablePaise+left.TaxPaise() < paise {
		left = whole // the earlier documents were for a different price
	}
	left = taxed(left.TaxablePaise, left.TaxablePaise+left.TaxPaise(), line.RatePercent, inside)
	line.DocumentSum = part(left, paise, line.RatePercent, inside)
	return []booking.DocumentLine{line}
}

// isIntraState reports whether a booking is taxed with CGST and SGST.
func (i Issuer) isIntraState(b booking.Booking, buyer booking.Party) bool {
	settings := i.Content.Invoice
	supply, _ := settings.SupplyOf(b.CategoryType)
	return settings.GSTIN != "" && placeOfSupply(supply, settings.VenueStateCode, buyer) == settings.GSTIN[:2]
}

// charge completes a document's lines, which already have a taxable value and a price, and issues the document.
func (i Issuer) charge(
	ctx context.Context, tx Tx, d booking.Document, supply schema.Supply, now time.Time,
) (booking.Document, error) {
	settings := i.Content.Invoice
	d.Kind, d.DocumentSum, d.TotalPaise = booking.DocumentReceipt, booking.DocumentSum{}, 0
	d.Supplier = booking.Party{Name: settings.LegalName, Address: settings.Address}
	d.Signatory, d.Sample = settings.Signatory, settings.Sample.Sample
	tax := false
	for _, line := range d.Lines {
		tax = tax || line.RatePercent > 0
	}
	if isTax := settings.GSTIN != "" && (tax || supply.ReverseChargePercent > 0); isTax {
		d.Kind, d.Note, d.ReverseCharge = booking.DocumentInvoice, "", supply.ReverseChargePercent > 0
		d.Supplier.GSTIN, d.Supplier.StateCode = settings.GSTIN, settings.GSTIN[:2]
		d.Supplier.State = schema.GSTStates[d.Supplier.StateCode]
		d.PlaceOfSupply = placeOfSupply(supply, settings.VenueStateCode, d.Recipient)
		if state := d.Supplier.StateCode; d.PlaceOfSupply == state && d.Recipient.GSTIN != "" &&
			d.Recipient.StateCode != state {
			d.Note = settings.Note
		}
	} else {
		d.Recipient.StateCode = ""
	}
	for n := range d.Lines {
		line := &d.Lines[n]
		switch {
		case d.Kind == booking.DocumentReceipt:
			line.DocumentSum = booking.DocumentSum{TaxablePaise: line.TaxablePaise + line.TaxPaise()}
			line.SAC, line.RatePercent = "", 0
		case d.ReverseCharge:
			line.SAC, line.RatePercent = supply.SAC, float64(supply.ReverseChargePercent)
		default:
			line.SAC = supply.SAC
			line.DocumentSum = taxed(line.TaxablePaise, line.TaxablePaise+line.TaxPaise(), line.RatePercent,
				d.PlaceOfSupply == d.Supplier.StateCode)
		}
		d.DocumentSum = d.DocumentSum.Plus(line.DocumentSum)
	}
	d.TotalPaise = d.TaxablePaise + d.TaxPaise()
	return i.insert(ctx, tx, d, now)
}

// placeOfSupply returns the State that determines the tax. Source: GST reference, section 4 (IGST Act 12(6), 12(7)).
func placeOfSupply(supply schema.Supply, venue string, buyer booking.Party) string {
	if supply.Kind != "admission" && buyer.GSTIN != "" {
		return buyer.StateCode
	}
	return venue
}

// A spouse has a separate line if the price shows the spouse's part.
func (i Issuer) lines(b booking.Booking) []booking.DocumentLine {
	member := i.line(b)
	category, _ := i.Content.CategoryByType(b.CategoryType)
	alone := category.PricesAt(b.CreatedAt).Alone
	if !b.Spouse || alone.NetPaise <= 0 || alone.NetPaise >= b.NetPaise || alone.GSTPaise > b.GSTPaise {
		member.DocumentSum = booking.DocumentSum{TaxablePaise: b.NetPaise, IGSTPaise: b.GSTPaise}
		return []booking.DocumentLine{member}
	}
	spouse := member
	spouse.Description = texts.InvoiceSpouse
	member.DocumentSum = booking.DocumentSum{TaxablePaise: alone.NetPaise, IGSTPaise: alone.GSTPaise}
	spouse.DocumentSum = booking.DocumentSum{TaxablePaise: b.NetPaise - alone.NetPaise,
		IGSTPaise: b.GSTPaise - alone.GSTPaise}
	return []booking.DocumentLine{member, spouse}
}

func (i Issuer) line(b booking.Booking) booking.DocumentLine {
	supply, _ := i.Content.Invoice.SupplyOf(b.CategoryType)
	event := i.Content.Event
	name := i.Content.CategoryName(b.CategoryType)
	if supply.Description != "" {
		name = supply.Description + ": " + name
	}
	line := booking.DocumentLine{Description: name + " · " + event.Name + ", " + event.DisplayDates}
	if b.NetPaise > 0 {
		line.RatePercent = float64(booking.Share(b.GSTPaise, 200, b.NetPaise)) / 2 // rounded to half a per cent
	}
	return line
}

// buyer returns the firm if its GST number is correct, otherwise the person, with the firm's name.
func (i Issuer) buyer(b booking.Booking) booking.Party {
	p := booking.Party{Name: b.Name(), Address: b.City, State: b.State}
	if !i.Content.IsHome(b.Country) {
		p.Address = strings.Trim(b.City+", "+b.Country, ", ")
	}
	p.StateCode = i.stateCode(b.State)
	gstin := strings.ToUpper(strings.TrimSpace(b.GSTNo))
	if i.Content.Invoice.GSTIN != "" && schema.CheckGSTIN(gstin) == schema.GSTINGood {
		if p.StateCode != gstin[:2] {
			p.Address = "" // the person's city is not the firm's
		}
		p.Name, p.GSTIN, p.StateCode = cmp.Or(b.InvoiceName, b.CompanyName, p.Name), gstin, gstin[:2]
		p.State = schema.GSTStates[p.StateCode]
	}
	if b.InvoiceAddress != "" {
		p.Address = b.InvoiceAddress
		if found := endsWithPIN.FindStringSubmatch(b.InvoiceAddress); found != nil {
			p.Address, p.PIN = found[1], strings.ReplaceAll(found[2], " ", "")
		}
		if !i.Content.IsHome(b.Country) && !strings.HasSuffix(p.Address, b.Country) {
			p.Address += ", " + b.Country
		}
	}
	if p.GSTIN == "" {
		p.Company = b.CompanyName
	}
	return p
}

var endsWithPIN = regexp.MustCompile(`^(.+?)[ ,\x{2013}-]+([1-9][0-9]{2} ?[0-9]{3})\.?$`)

func (i Issuer) insert(ctx context.Context, tx Tx, d booking.Document, now time.Time) (_ booking.Document, err error) {
	d.ID, d.IssuedAt, d.Rehearsal = domain.NewID(100), now.UTC(), i.Rehearsal
	d.Series, d.Year = i.prefix(d.Kind), FinancialYear(now, i.Content.Zone)
	if d.N, err = tx.NextNumber(ctx, d.Series, d.Year); err != nil {
		return d, err
	}
	if d.Number, err = number(d); err != nil {
		return d, err
	}
	return d, tx.InsertDocument(ctx, d)
}

// The prefixes of numbers in a rehearsal. The content's prefixes have at most four characters (generator/check).
var rehearsed = map[booking.DocumentKind]string{booking.DocumentInvoice: "TESTI", booking.DocumentCredit: "TESTC",
	booking.DocumentReceipt: "TESTR", booking.DocumentRefund: "TESTF"}

func (i Issuer) prefix(kind booking.DocumentKind) string {
	if i.Rehearsal {
		return rehearsed[kind]
	}
	series := i.Content.Invoice.Series
	switch kind {
	case booking.DocumentInvoice:
		return series.Invoice
	case booking.DocumentCredit:
		return series.CreditNote
	case booking.DocumentRefund:
		return series.RefundReceipt
	}
	return series.Receipt
}

// FinancialYear returns the financial year (April to March) of a time in the event's time zone, for example "25-26".
func FinancialYear(at time.Time, zone *time.Location) string {
	local := at.In(zone)
	year := local.Year()
	if local.Month() < time.April {
		year--
	}
	return fmt.Sprintf("%02d-%02d", year%100, (year+1)%100)
}

// maxNumber is the maximum length of a number by law. Source: GST reference, section 3 (Rule 46(b)).
const maxNumber = 16

// number formats a document's number: TN/25-26/000001, or TESTI/2526/00001 in a rehearsal.
func number(d booking.Document) (string, error) {
	begin := d.Series + "/" + d.Year + "/"
	if d.Rehearsal {
		begin = d.Series + "/" + strings.ReplaceAll(d.Year, "-", "") + "/"
	}
	text := fmt.Sprintf("%s%0*d", begin, min(6, maxNumber-len(begin)), d.N)
	if len(text) > maxNumber {
		return "", fmt.Errorf("the series %s of %s is full", d.Series, d.Year)
	}
	return text, nil
}

// `taxed` returns the tax on a taxable value as CGST and SGST, or as IGST. Each tax is the taxable value times its
// rate, rounded half up. What is left of the price is the round-off. Source: GST reference, section 6.
func taxed(taxable, price int64, ratePercent float64, intraState bool) booking.DocumentSum {
	sum, halves := booking.DocumentSum{TaxablePaise: taxable}, int64(math.Round(2*ratePercent))
	if intraState {
		sum.CGSTPaise = booking.Share(taxable, halves, 400)
		sum.SGSTPaise = sum.CGSTPaise
	} else {
		sum.IGSTPaise = booking.Share(taxable, halves, 200)
	}
	sum.RoundingPaise = price - taxable - sum.TaxPaise()
	return sum
}

// maxShift is the largest difference between a part's taxable value and its exact share, in paise.
const maxShift = 50

// `part` takes an amount from what is left of a price, so that all parts add up to the price under each head of tax. In
// the part and in the remainder, the tax is the taxable value times the rate, with as little rounding as possible.
func part(left booking.DocumentSum, paise int64, ratePercent float64, intraState bool) (best booking.DocumentSum) {
	total := left.TaxablePaise + left.TaxPaise()
	if paise == total {
		return left
	}
	exact, smallest := booking.Share(left.TaxablePaise, paise, max(total, 1)), int64(math.MaxInt64)
	for taxable := max(exact-maxShift, 0); taxable <= exact+maxShift; taxable++ {
		one := taxed(taxable, paise, ratePercent, intraState)
		rest := left.Minus(one)
		off := 4*max(abs(one.RoundingPaise), abs(rest.RoundingPaise)) + min(abs(taxable-exact), 3)
		if rest.TaxablePaise < 0 || rest != taxed(rest.TaxablePaise, total-paise, ratePercent, intraState) {
			off += 1000
		}
		if off < smallest {
			best, smallest = one, off
		}
	}
	return best
}

func abs(n int64) int64 { return max(n, -n) }
