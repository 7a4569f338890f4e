package invoice

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/generator/schema"
)

// Credit issues a credit note for the refunded part of a payment that has not been credited yet. A payment without an
// invoice did not pay for a registration, so its refund needs no credit note. `name` is the reference of a refund that
// staff made, or "".
func (i Issuer) Credit(ctx context.Context, tx Tx, pay booking.Payment, name string, now time.Time) error {
	all, err := tx.DocumentsOfPayment(ctx, pay.AttemptRef)
	if err != nil || len(all) == 0 {
		return err
	}
	paise := -pay.RestPaise()
	for _, d := range all {
		paise += d.SignedPaise()
	}
	if paise <= 0 {
		return nil
	}
	reason := texts.InvoiceRefunded
	switch {
	case pay.Disposition == booking.Withdrawn:
		reason = texts.InvoiceWithdrawn
	case pay.LostPaise > 0:
		reason = texts.InvoiceDisputed
	}
	invoice, credited := current(all)
	b, err := tx.FindBooking(ctx, pay.BookingID)
	if err != nil {
		return err
	}
	for n, line := range invoice.Lines {
		isSpouse := strings.HasPrefix(line.Description, texts.InvoiceSpouse)
		if isSpouse && !b.Spouse && paise == line.TaxablePaise+line.TaxPaise() && reason == texts.InvoiceRefunded {
			invoice.Lines, reason = invoice.Lines[n:n+1], texts.InvoiceSpouseRemoved
			break
		}
	}
	invoice.RefundedAt, invoice.RefundName = pay.RefundedAt, name
	return i.credit(ctx, tx, invoice, credited, paise, reason, now)
}

// Correct cancels what is left of an invoice with a credit note, and returns the old invoice and one for the new buyer.
func (i Issuer) Correct(
	ctx context.Context, tx Tx, b booking.Booking, attemptRef string, buyer booking.Party, now time.Time,
) (invoice, next booking.Document, err error) {
	all, err := tx.DocumentsOfPayment(ctx, attemptRef)
	if err != nil {
		return invoice, next, err
	}
	invoice, credited := current(all)
	left := invoice.DocumentSum.Minus(credited)
	paise := left.TaxablePaise + left.TaxPaise()
	switch {
	case invoice.Kind != booking.DocumentInvoice:
		err = refuse(texts.InvoiceNone)
	case paise == 0:
		err = refuse(texts.InvoiceCredited)
	default:
		if buyer, err = i.checkBuyer(buyer, invoice.Recipient); err == nil && buyer == invoice.Recipient {
			err = refuse(texts.DeskNothingChanged)
		}
		if err != nil {
			break
		}
		if err = checkAddress(invoice.TaxablePaise, buyer); err == nil {
			err = i.credit(ctx, tx, invoice, credited, paise, texts.InvoiceCorrected, now)
		}
	}
	if err != nil {
		return invoice, next, err
	}
	next = invoice
	next.Recipient, next.Lines = buyer, append([]booking.DocumentLine{}, invoice.Lines...)
	if credited != (booking.DocumentSum{}) {
		// The new invoice has one line, because the prices of a person and a spouse would add up to more than what is left.
		next.Lines = next.Lines[:1]
		next.Lines[0].DocumentSum = left
	}
	supply, _ := i.Content.Invoice.SupplyOf(b.CategoryType)
	next, err = i.charge(ctx, tx, next, supply, now)
	return invoice, next, err
}

// Restate replaces a payment's invoice with one of the same amount for the booking's present ticket and buyer: the
// category decides the description, the SAC and the place of supply, and a firm may have been named with the change.
func (i Issuer) Restate(
	ctx context.Context, tx Tx, b booking.Booking, attemptRef string, now time.Time,
) error {
	all, err := tx.DocumentsOfPayment(ctx, attemptRef)
	if err != nil {
		return err
	}
	next, credited := current(all)
	left := next.DocumentSum.Minus(credited)
	paise := left.TaxablePaise + left.TaxPaise()
	if next.Kind != booking.DocumentInvoice || paise == 0 {
		return nil
	}
	if err := i.credit(ctx, tx, next, credited, paise, texts.InvoiceTicketChanged, now); err != nil {
		return err
	}
	if next.Recipient, err = i.recipient(ctx, tx, b, all); err != nil {
		return err
	}
	line := next.Lines[0]
	line.Description, line.DocumentSum = whatOf(line.Description, b, paise)+i.line(b).Description, left
	next.Lines = []booking.DocumentLine{line}
	supply, _ := i.Content.Invoice.SupplyOf(b.CategoryType)
	_, err = i.charge(ctx, tx, next, supply, now)
	return err
}

// whatOf returns what a line says about its payment before it names the service, with the colon, or "".
func whatOf(description string, b booking.Booking, paise int64) string {
	what, _, named := strings.Cut(description, ": ")
	price, known := b.Price()
	charged := price.TotalPaise - b.WaivedPaise
	switch {
	case named && (what == texts.InvoiceSpouse || what == texts.InvoiceDifference):
		return what + ": "
	case named && strings.HasPrefix(what, texts.InvoicePartPayment("")) && known && paise < charged:
		return texts.InvoicePartPayment(schema.FormatPaise(charged)) + ": "
	}
	return ""
}

// Restated reports whether a ticket change replaced invoices at exactly this time.
func Restated(all []booking.Document, now time.Time) bool {
	return slices.ContainsFunc(all, func(d booking.Document) bool {
		return d.Reason == texts.InvoiceTicketChanged && d.IssuedAt.UnixMilli() == now.UnixMilli()
	})
}

func refuse(sentence string) error { return domain.Refuse(domain.CodeNotPossible, sentence) }

// `current` returns a payment's last invoice or receipt, and how much of it has been credited.
func current(all []booking.Document) (invoice booking.Document, credited booking.DocumentSum) {
	for _, d := range all {
		if !d.Kind.IsCredit() {
			invoice = d
		}
	}
	for _, d := range all {
		if d.OriginalID == invoice.ID {
			credited = credited.Plus(d.DocumentSum)
		}
	}
	return invoice, credited
}

// The credit notes for a whole invoice add up exactly to the invoice's total.
func (i Issuer) credit(
	ctx context.Context, tx Tx, invoice booking.Document, credited booking.DocumentSum, paise int64, reason string,
	now time.Time,
) error {
	d := invoice
	d.Kind = booking.DocumentRefund
	if invoice.Kind.IsTax() {
		d.Kind = booking.DocumentCredit
	}
	d.OriginalID, d.OriginalNumber, d.OriginalAt, d.Reason = invoice.ID, invoice.Number, invoice.IssuedAt, reason
	d.Note, d.TotalPaise, d.TDSPaise = "", paise, 0
	rate := invoice.Lines[0].RatePercent
	if invoice.ReverseCharge {
		rate = 0
	}
	d.DocumentSum = part(invoice.DocumentSum.Minus(credited), paise, rate, invoice.IGSTPaise == 0)
	if paise < invoice.TotalPaise {
		line := invoice.Lines[0]
		line.DocumentSum = d.DocumentSum
		if reason != texts.InvoiceSpouseRemoved {
			line.Description = texts.InvoicePart(invoice.Number, line.Description)
		}
		d.Lines = []booking.DocumentLine{line}
	}
	_, err := i.insert(ctx, tx, d, now)
	return err
}

// maxParty is the maximum length of a name or address, in characters, so that a document fits on one page.
const maxParty = 200

// If only the GSTIN was changed, the form still shows the previous State, so checkBuyer uses the State of the GSTIN.
func (i Issuer) checkBuyer(p, old booking.Party) (booking.Party, error) {
	fields := map[string]string{}
	if p.GSTIN != "" && p.GSTIN != old.GSTIN && p.State == old.State {
		p.State = ""
	}
	if p.Name == "" {
		fields["name"] = texts.InvoiceName
	} else if p.Name == old.Name && p.GSTIN == "" {
		p.Company = old.Company
	}
	for name, text := range map[string]string{"name": p.Name, "address": p.Address, "state": p.State, "pin": p.PIN} {
		if utf8.RuneCountInString(text) > maxParty {
			fields[name] = texts.InvoiceTooLong(maxParty)
		}
	}
	typed := i.stateCode(p.State)
	if isAbroad := p.GSTIN == "" && p.State != "" && typed == ""; p.PIN != "" && !isAbroad && !isPIN(p.PIN) {
		fields["pin"] = texts.InvoicePIN
	}
	if fault := GSTINFault(p.GSTIN, i.Content.Invoice.GSTIN); fault != "" {
		fields["gstin"] = fault
	} else if p.GSTIN == "" {
		p.StateCode = typed
	} else if p.StateCode = p.GSTIN[:2]; p.State != "" && typed != p.StateCode {
		fields["state"] = texts.InvoiceOtherState(schema.GSTStates[p.StateCode])
	} else {
		p.State = schema.GSTStates[p.StateCode]
		if p.Address == "" {
			fields["address"] = texts.InvoiceFirmAddress
		} else if p.Address == old.Address && p.StateCode != old.StateCode {
			fields["address"] = texts.InvoiceOldAddress
		}
		if p.PIN == "" {
			fields["pin"] = texts.InvoicePIN
		}
	}
	if len(fields) > 0 {
		return p, domain.Invalid(fields)
	}
	return p, nil
}

// stateCode returns the code of a State, given its name in the form or in law, or "" outside India.
func (i Issuer) stateCode(name string) string {
	for _, state := range i.Content.States.States {
		if state.Name == name {
			return schema.GSTStateCode(state.GSTCode)
		}
	}
	for code, state := range schema.GSTStates {
		if strings.EqualFold(state, name) {
			return code
		}
	}
	return ""
}

func checkAddress(taxablePaise int64, p booking.Party) error {
	fields := map[string]string{}
	if p.GSTIN != "" || taxablePaise < booking.AddressFromPaise {
		return nil
	}
	if p.Address == "" {
		fields["address"] = texts.InvoiceAddress
	}
	if p.State == "" {
		fields["state"] = texts.InvoiceState
	}
	if p.PIN == "" && p.StateCode != "" {
		fields["pin"] = texts.InvoicePIN
	}
	if len(fields) > 0 {
		return domain.Invalid(fields)
	}
	return nil
}

var isPIN = regexp.MustCompile(`^[1-9][0-9]{5}$`).MatchString

// GSTINFault returns what is wrong with a buyer's GST number, or "" if it is valid or empty.
func GSTINFault(gstin, supplier string) string {
	switch gstin {
	case "":
		return ""
	case supplier:
		return texts.GSTINOwn
	}
	switch schema.CheckGSTIN(gstin) {
	case schema.GSTINGood:
		return ""
	case schema.GSTINCheckDigit:
		return texts.GSTINCheckDigit(schema.GSTINDigit(gstin), gstin[14:])
	case schema.GSTINOldState:
		return texts.GSTINOldState(gstin[:2])
	case schema.GSTINState:
		return texts.GSTINState(gstin[:2])
	}
	return texts.GSTINShape
}
