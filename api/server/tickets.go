package server

import (
	"net/http"

	"transom/api/domain"
	"transom/api/ticket"
	"transom/api/wire"
)

// handleTickets answers /tickets: the tickets of the account's paid bookings.
func (a *Accounts) handleTickets(w http.ResponseWriter, r *http.Request) error {
	var in wire.TicketsRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	account, err := a.account(r)
	if err != nil {
		return err
	}
	tickets, err := a.Tickets.Of(r.Context(), account.EmailKey, in.ID)
	if err != nil {
		return err
	}
	out := wire.TicketsResponse{Status: ok(), Tickets: make([]wire.Ticket, 0, len(tickets))}
	for _, t := range tickets {
		out.Tickets = append(out.Tickets, a.ticketOf(t))
	}
	respond(w, http.StatusOK, out)
	return nil
}

// ticketOf is a ticket as the site shows it.
func (a *Accounts) ticketOf(t domain.Ticket) wire.Ticket {
	category := t.CategoryType
	if c, known := a.Content.CategoryByType(t.CategoryType); known {
		category = c.Name
	}
	event := a.Content.Event
	return wire.Ticket{
		ID: t.ID, BookingID: t.BookingID, Name: t.HolderName, EventName: event.Name, Location: event.Location,
		Date: event.DisplayDates, Time: a.Content.DisplayHours(), Gate: t.Gate, Row: t.Row, Seat: t.Seat,
		TotalSeats: t.Seats, EntriesTotal: t.EntriesTotal, EntriesRemaining: t.EntriesRemaining,
		CompanyName: t.CompanyName, GSTNo: t.GSTNo, Category: category, TicketStatus: t.Status, QR: ticket.QR(a.SiteURL, t.ID, t.Signature),
	}
}
