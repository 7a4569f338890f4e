package public

import (
	"cmp"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// HandleInvoice answers /invoice with a document for a payment that the account made.
func (h Handlers) HandleInvoice(c common.Call, in wire.IDRequest) (any, error) {
	_, out, err := h.invoice(c, in.ID)
	return out, err
}

// HandleInvoiceBuyer is for the person who paid.
func (h Handlers) HandleInvoiceBuyer(c common.Call, in wire.InvoiceBuyerRequest) (any, error) {
	d, out, err := h.invoice(c, in.ID)
	if err != nil {
		return nil, err
	}
	if out.CorrectUntil == "" {
		return nil, domain.Refuse(domain.CodeNotPossible, cmp.Or(out.NoMore, texts.InvoiceFinal))
	}
	next, err := h.Actions.CorrectInvoice(c.Context(), d, in.InvoiceBuyer, c.RequestID())
	if err != nil {
		return nil, err
	}
	_, out, err = h.invoice(c, next.ID)
	return out, err
}

// invoice treats somebody else's document as not found. Until the content's last day for corrections, the buyer can
// correct an invoice that has not been credited in full.
func (h Handlers) invoice(c common.Call, id string) (d booking.Document, out wire.InvoiceResponse, err error) {
	account, err := h.account(c)
	if err != nil {
		return d, out, err
	}
	all, err := h.Store.DocumentsOfPayer(c.Context(), account.EmailKey)
	if err != nil {
		return d, out, err
	}
	at := slices.IndexFunc(all, func(d booking.Document) bool { return d.ID == id })
	if at < 0 {
		return d, out, domain.Refuse(domain.CodeNotFound, texts.NoSuchInvoice)
	}
	d = all[at]
	captured, err := h.Store.PaymentsOfBooking(c.Context(), d.BookingID)
	if err != nil {
		return d, out, err
	}
	out = wire.InvoiceResponse{Invoice: wire.InvoiceOf(d, all, captured, h.Content.Zone)}
	today, last := schema.Date(h.Clock.Now().In(h.Content.Zone).Format(time.DateOnly)), h.Content.Invoice.CorrectUntil
	if d.Kind == booking.DocumentInvoice && !out.Invoice.Cancelled && today <= last {
		if out.NoMore, err = h.Actions.NoMoreCorrections(c.Context(), d); out.NoMore == "" {
			out.CorrectUntil = string(last)
		}
	}
	return d, out, err
}
