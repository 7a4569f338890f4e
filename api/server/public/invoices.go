package public

import (
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// HandleInvoice answers /invoice: a document of a payment that the account made.
func (h Handlers) HandleInvoice(c common.Call, in wire.InvoiceRequest) (any, error) {
	d, until, err := h.invoice(c, in.ID)
	if err != nil {
		return nil, err
	}
	return wire.InvoiceResponse{Status: common.OK(), Invoice: wire.InvoiceOf(d, h.Content.Zone), CorrectUntil: until}, nil
}

// HandleInvoiceBuyer answers /invoice-buyer: the person who paid corrects who the invoice names.
func (h Handlers) HandleInvoiceBuyer(c common.Call, in wire.InvoiceBuyerRequest) (any, error) {
	d, until, err := h.invoice(c, in.ID)
	if err != nil {
		return nil, err
	}
	if until == "" {
		return nil, domain.Refuse(domain.CodeNotPossible, texts.InvoiceFinal)
	}
	next, err := h.Actions.CorrectInvoice(c.Context(), d.BookingID, in.InvoiceBuyer, c.RequestID())
	if err != nil {
		return nil, err
	}
	return wire.InvoiceResponse{Status: common.OK(), Invoice: wire.InvoiceOf(next, h.Content.Zone), CorrectUntil: until}, nil
}

// invoice returns a document of the account, and the day until which the buyer can correct it; "" if it is not an
// invoice, or was credited in full. Somebody else's document is treated as not found.
func (h Handlers) invoice(c common.Call, id string) (d booking.Document, until string, err error) {
	account, err := h.account(c)
	if err != nil {
		return d, "", err
	}
	all, err := h.Store.DocumentsOfPayer(c.Context(), account.EmailKey)
	if err != nil {
		return d, "", err
	}
	at := slices.IndexFunc(all, func(d booking.Document) bool { return d.ID == id })
	if at < 0 {
		return d, "", domain.Refuse(domain.CodeNotFound, texts.NoSuchInvoice)
	}
	d = all[at]
	left, last := d.TotalPaise, h.Content.Invoice.CorrectUntil
	for _, other := range all {
		if other.OriginalID == id {
			left -= other.TotalPaise
		}
	}
	today := schema.Date(h.Clock.Now().In(h.Content.Zone).Format(time.DateOnly))
	if d.Kind == booking.DocumentInvoice && left > 0 && today <= last {
		until = string(last)
	}
	return d, until, nil
}
