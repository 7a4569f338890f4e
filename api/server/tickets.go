package server

import (
	"net/http"
	"time"

	"transom/api/booking"
	"transom/api/gate"
	"transom/api/ticket"
	"transom/api/wire"
)

// handleTickets answers /tickets: the tickets of the account's paid bookings, and which of its bookings wait for their
// payment.
func (s *server) handleTickets(w http.ResponseWriter, r *http.Request) error {
	var in wire.TicketsRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	account, err := s.account(r)
	if err != nil {
		return err
	}
	tickets, err := s.Tickets.Of(r.Context(), account.EmailKey, in.ID)
	if err != nil {
		return err
	}
	out := wire.TicketsResponse{Status: ok(), Tickets: make([]wire.Ticket, 0, len(tickets)),
		Waiting: []wire.WaitingRegistration{}}
	for _, t := range tickets {
		out.Tickets = append(out.Tickets, s.ticketOf(t))
	}
	if in.ID != "" {
		respond(w, http.StatusOK, out)
		return nil
	}
	waiting, err := s.Payments.Waiting(r.Context(), account.EmailKey)
	if err != nil {
		return err
	}
	for _, b := range waiting {
		out.Waiting = append(out.Waiting, wire.WaitingRegistration{BookingID: b.ID, Name: b.Name(),
			Category: s.Content.CategoryName(b.CategoryType)})
	}
	respond(w, http.StatusOK, out)
	return nil
}

// ticketOf is a ticket as the site shows it.
func (s *server) ticketOf(t booking.Ticket) wire.Ticket {
	event := s.Content.Event
	out := wire.Ticket{
		Lane: gate.LaneOf(s.Content, t.HolderName), ID: t.ID, BookingID: t.BookingID, BookingCode: t.BookingCode,
		Name: t.HolderName, EventName: event.Name, Location: event.Location,
		Date: event.DisplayDates, Time: s.Content.DisplayHours(), Gate: t.Gate, Row: t.Row, Seat: t.Seat,
		TotalSeats: t.Seats, EntriesTotal: t.EntriesTotal, EntriesRemaining: t.EntriesRemaining,
		CompanyName: t.CompanyName, GSTNo: t.GSTNo, Category: s.Content.CategoryName(t.CategoryType), TicketStatus: t.Status,
		QR:          ticket.QR(s.Settings.SiteURL, t.ID, t.Signature),
		PaidByOther: t.PaidByOther, SpouseName: t.SpouseName,
	}
	if s.Clock.Now().Before(t.OfferedUntil) {
		out.OfferedTo, out.OfferedUntil = t.OfferedTo, t.OfferedUntil.UTC().Format(time.RFC3339)
	}
	if !t.TransferredAt.IsZero() {
		out.TransferredAt, out.QR = t.TransferredAt.UTC().Format(time.RFC3339), ""
	}
	return out
}
