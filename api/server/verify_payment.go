package server

import (
	"net/http"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

// handleVerifyPayment tells the state of a booking's payment to whoever knows the booking's id, which is 100 random
// bits. The id of the ticket goes only to an account with the booking's address.
func (s *server) handleVerifyPayment(w http.ResponseWriter, r *http.Request) error {
	var in wire.VerifyPaymentRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	authorization := r.Header.Get("Authorization")
	if _, err := domain.ParseAuthorization(authorization); err != nil {
		return &domain.Error{Code: domain.CodeUnauthorized, Message: "Please sign in again."}
	}
	view, err := s.Payments.Status(r.Context(), in.BookingID)
	if err != nil {
		return err
	}
	out := wire.TransactionStatus{
		PaymentStatus: string(view.Status),
		State:         string(view.Standing.State),
		PaymentURL:    view.PaymentURL(s.Clock.Now()),
		Awaited:       view.Awaited(s.Clock.Now()),
	}
	// The money is between the organiser and whoever paid: once a colleague has the ticket, the booking's id is known to
	// both.
	if view.PayerKey == "" || authorization != "" && s.SignIn.MayView(r.Context(), authorization, view.PayerKey) {
		amount := wire.Rupees(view.AmountPaise)
		out.Amount, out.Refund = &amount, refundOf(view.Standing)
		if !view.PaidAt.IsZero() {
			out.PaidAt = view.PaidAt.UTC().Format(time.RFC3339)
		}
	}
	if view.PayerKey == "" {
		out.BookingCode = view.Code
	}
	if !view.TransferredAt.IsZero() {
		out.TransferredAt = view.TransferredAt.UTC().Format(time.RFC3339)
	}
	if authorization != "" && !view.Standing.TicketVoid && view.TicketID != "" &&
		s.SignIn.MayView(r.Context(), authorization, view.EmailKey) {
		out.TicketID = view.TicketID
	}
	respond(w, http.StatusOK, wire.VerifyPaymentResponse{Status: ok(), TransactionStatus: out})
	return nil
}

// refundOf is what was given back, nil when nothing was.
func refundOf(s booking.Standing) *wire.Refund {
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
