package server

import (
	"net/http"
	"time"

	"transom/api/domain"
	"transom/api/wire"
)

// handleVerifyPayment tells the state of a booking's payment to whoever knows the booking's id, which is 100 random
// bits. The id of the ticket goes only to an account with the booking's address.
func (p *Payments) handleVerifyPayment(w http.ResponseWriter, r *http.Request) error {
	var in wire.VerifyPaymentRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	authorization := r.Header.Get("Authorization")
	if _, err := domain.ParseAuthorization(authorization); err != nil {
		return &domain.Error{Code: domain.CodeUnauthorized, Message: "Please sign in again."}
	}
	view, err := p.payments.Status(r.Context(), in.BookingID)
	if err != nil {
		return err
	}
	out := wire.TransactionStatus{
		PaymentStatus: string(view.Status),
		State:         string(view.Standing.State),
		Refund:        refundOf(view.Standing),
		Amount:        wire.Rupees(view.AmountPaise),
		PaymentURL:    view.PaymentURL(p.clock.Now()),
	}
	if !view.PaidAt.IsZero() {
		out.PaidAt = view.PaidAt.UTC().Format(time.RFC3339)
	}
	if authorization != "" && !view.Standing.TicketVoid && view.TicketID != "" && p.mayView != nil && p.mayView(r.Context(), authorization, view.EmailKey) {
		out.TicketID = view.TicketID
	}
	respond(w, http.StatusOK, wire.VerifyPaymentResponse{Status: ok(), TransactionStatus: out})
	return nil
}

// refundOf is what was given back, nil when nothing was.
func refundOf(s domain.Standing) *wire.Refund {
	if s.RefundPaise == 0 {
		return nil
	}
	out := &wire.Refund{Amount: wire.Rupees(s.RefundPaise), Ticket: "valid"}
	if !s.RefundAt.IsZero() {
		out.At = s.RefundAt.UTC().Format(time.RFC3339)
	}
	if s.TicketVoid {
		out.Ticket = "void"
	}
	return out
}
