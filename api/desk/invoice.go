package desk

import (
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// paying returns the payment that pays for the registration, and false if none does.
func (f facts) paying() (booking.Payment, bool) {
	at := slices.IndexFunc(f.payments, func(p booking.Payment) bool {
		return p.Disposition == booking.Applied || p.Disposition == booking.CancelledRefundDue
	})
	if at < 0 {
		return booking.Payment{}, false
	}
	return f.payments[at], true
}

// mayCorrectInvoice allows another buyer on the tax invoice of a registration until the day in the content.
func (f facts) mayCorrectInvoice() error {
	settings := f.content.Invoice
	if err := f.mayNote(); err != nil {
		return err
	}
	if _, paid := f.paying(); !paid || settings.GSTIN == "" {
		return notPossible(texts.InvoiceNone)
	}
	if schema.Date(f.now.In(f.content.Zone).Format(time.DateOnly)) > settings.CorrectUntil {
		return notPossible(texts.InvoiceTooLate(settings.CorrectUntil.Midnight(f.content.Zone).Format("2 January 2006")))
	}
	return nil
}

// correctInvoice issues a credit note for the registration's tax invoice, and a new one for the buyer that was typed.
func (x *execution) correctInvoice(in wire.DeskInvoiceRequest) error {
	buyer := booking.Party{
		Name: domain.Typed(in.Name), GSTIN: strings.ToUpper(strings.Join(strings.Fields(in.GSTIN), "")),
		Address: domain.Typed(in.Address), State: domain.Typed(in.State), PIN: strings.Join(strings.Fields(in.PIN), ""),
	}
	invoices := x.Payments.Invoices
	buyer, err := invoices.CheckBuyer(buyer)
	if err != nil {
		return err
	}
	pay, _ := x.paying()
	old, next, err := invoices.Correct(x.ctx, x.tx, x.b, pay.AttemptRef, buyer, x.now)
	if err != nil {
		return err
	}
	was, is := old.Recipient, next.Recipient
	for _, c := range []wire.DeskChange{
		{Field: "invoice_name", Before: was.Name, After: is.Name}, {Field: "gst_no", Before: was.GSTIN, After: is.GSTIN},
		{Field: "invoice_address", Before: was.Address, After: is.Address}, {Field: "state", Before: was.State, After: is.State},
		{Field: "invoice_pin", Before: was.PIN, After: is.PIN},
	} {
		if c.Before != c.After {
			x.changes(c.Field, c.Before, c.After)
		}
	}
	x.note("invoice", next.Number)
	x.say(texts.InvoiceReplaced(old.Number))
	return nil
}
