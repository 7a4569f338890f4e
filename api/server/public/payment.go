package public

import (
	"cmp"
	"errors"
	"io"
	"net/http"
	"slices"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/registration"
	"transom/api/server/common"
	"transom/api/texts"
	"transom/api/wire"
	"transom/generator/schema"
)

// Anybody who knows a booking's id, which is 100 random bits, gets the state of its payment. Only an account with the
// booking's address gets the ticket's id; the registration's token is enough for the booking code.
func (h Handlers) HandleVerifyPayment(c common.Call, in wire.PaymentRequest) (any, error) {
	authorization := c.R.Header.Get("Authorization")
	if _, err := domain.ParseAuthorization(authorization); err != nil {
		return nil, &domain.Error{Code: domain.CodeUnauthorized, Message: texts.SignInAgain}
	}
	view, err := h.Payments.Status(c.Context(), in.BookingID)
	if err != nil {
		return nil, err
	}
	out := wire.TransactionStatus{
		PaymentStatus: string(view.Status),
		State:         string(view.DerivedState.State),
		PaymentURL:    view.PaymentURL(h.Clock.Now()),
		Awaited:       view.Awaited(h.Clock.Now()),
		TransferredAt: wire.Instant(view.TransferredAt),
		ChangePaid:    wire.Rupees(view.ChangePaidPaise),
		ChangeUnpaid:  view.ChangeUnpaid(),
	}
	proof := h.SignIn.Proof(c.Context(), authorization)
	owns := func(emailKey string) bool { return proof.EmailKey != "" && proof.EmailKey == emailKey }
	// Payer and colleague both know a transferred booking's id, but only the payer may see the money.
	if view.PayerKey == "" || owns(view.PayerKey) {
		amount := wire.Rupees(view.AmountPaise)
		out.Amount, out.Refund, out.TDS = &amount, refundOf(view), wire.Rupees(view.TDSPaise)
		out.PaidAt = cmp.Or(view.PaidOn, wire.Instant(view.PaidAt))
		if view.Status == booking.Initiated && view.ReceivedPaise > 0 {
			received := wire.Rupees(view.ReceivedPaise - view.TDSPaise)
			out.Received = &received
		}
		if view.MayLackAddress {
			documents, err := h.Store.DocumentsOfBooking(c.Context(), view.BookingID)
			if err != nil {
				return nil, err
			}
			for _, row := range wire.InvoiceRows(documents, h.Content.Zone) {
				if row.LacksAddress {
					out.LacksAddress = row.ID
				}
			}
		}
	}
	if out.Received != nil || view.ChangeOpen() {
		due := wire.Rupees(view.DuePaise())
		out.Due = &due
	}
	if view.PayerKey == "" && (proof.BookingID == in.BookingID || owns(view.EmailKey)) {
		out.BookingCode = view.Code
	}
	if !view.DerivedState.TicketVoid && view.TicketID != "" && owns(view.EmailKey) {
		out.TicketID = view.TicketID
	}
	return wire.VerifyPaymentResponse{TransactionStatus: out}, nil
}

func refundOf(view booking.PaymentView) *wire.Refund {
	s := view.DerivedState
	if s.RefundPaise == 0 {
		return nil
	}
	out := &wire.Refund{Amount: wire.Rupees(s.RefundPaise), Ticket: "valid", At: wire.Instant(s.RefundAt),
		Manual: view.ManualRefund, Surplus: wire.Rupees(view.SurplusPaise)}
	switch {
	case s.TicketVoid && view.TicketID == "":
		out.Ticket = "none"
	case s.TicketVoid:
		out.Ticket = "void"
	}
	if s.RefundAt.IsZero() {
		out.Refunded = wire.Rupees(s.RefundedPaise)
	}
	return out
}

// Anybody who knows a booking's id can pay again.
func (h Handlers) HandlePayAgain(c common.Call, in wire.PaymentRequest) (any, error) {
	url, err := h.Registrations.PayAgain(c.Context(), in.BookingID,
		registration.Submission{NetworkHash: h.limitedNetwork(c.R).Wide})
	return wire.PayAgainResponse{PaymentURL: url}, err
}

// A worker processes the message: gateways expect a response within seconds, and otherwise repeat the message.
func (h Handlers) HandlePaymentWebhook(w http.ResponseWriter, r *http.Request) error {
	raw, err := io.ReadAll(r.Body)
	if tooLarge := new(http.MaxBytesError); errors.As(err, &tooLarge) {
		return &domain.Error{Code: domain.CodeTooLarge, Message: texts.MessageTooLarge}
	}
	if err != nil {
		return common.Malformed(texts.MessageIncomplete)
	}
	if err := h.Payments.Receive(r.Context(), chi.URLParam(r, "provider"), r.Header, raw); err != nil {
		return err
	}
	common.Succeed(w, wire.Status{})
	return nil
}

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
	session, err := h.session(c)
	if err != nil {
		return d, out, err
	}
	all, err := h.Store.DocumentsOfPayer(c.Context(), session.EmailKey)
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
