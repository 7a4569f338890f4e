package apitest

import (
	"context"
	"maps"
	"net/http"
	"time"

	"transom/api/booking"
)

// Buy registers a new person who pays in the sandbox.
func (s *Server) Buy(change map[string]any) (form map[string]any, b booking.Booking) {
	s.t.Helper()
	form, b = s.Unpaid(change)
	s.Pay(b)
	return form, s.Booking(b.ID)
}

// Unpaid registers a new person, who gets a payment link.
func (s *Server) Unpaid(change map[string]any) (form map[string]any, b booking.Booking) {
	s.t.Helper()
	form = s.FullForm()
	maps.Copy(form, change)
	a := s.Post("/registration", form).Must(http.StatusOK, "registration")
	return form, s.Booking(a.Text("booking_id"))
}

// Pay completes a booking's payment in the sandbox and notifies the server.
func (s *Server) Pay(b booking.Booking) {
	s.t.Helper()
	ctx := context.Background()
	view, err := s.Store.FindPaymentView(ctx, b.ID)
	s.must(err)
	_, err = s.Sandbox.Pay(ctx, view.Attempt.ProviderID)
	s.must(err)
	s.Clock.Add(time.Minute)
	s.Payments.Reconcile(ctx)
}

// Booking returns the booking with this id.
func (s *Server) Booking(id string) booking.Booking {
	s.t.Helper()
	b, err := s.Store.FindBooking(context.Background(), id)
	s.must(err)
	return b
}

// Ticket returns a booking's latest ticket.
func (s *Server) Ticket(bookingID string) booking.Ticket {
	s.t.Helper()
	t, err := s.Store.FindTicketOfBooking(context.Background(), bookingID)
	s.must(err)
	return t
}

// PaymentsOf returns the payments captured for a booking.
func (s *Server) PaymentsOf(bookingID string) []booking.Payment {
	s.t.Helper()
	all, err := s.Store.PaymentsOfBooking(context.Background(), bookingID)
	s.must(err)
	return all
}
