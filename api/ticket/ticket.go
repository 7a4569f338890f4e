// Package ticket issues tickets (issuer.go), writes and reads the signed text of their QR codes (token.go), and shows
// them to their holders. It knows nothing of HTTP or of payments; a gate that reads tokens needs the published keys and
// nothing else. Who is admitted is package gate's business.
package ticket

import (
	"context"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// Store is what tickets need of the database.
type Store interface {
	// FindTickets lists the tickets of the paid bookings with this address, newest first, and those that colleagues took
	// over from it.
	FindTickets(ctx context.Context, emailKey string) ([]booking.Ticket, error)
}

// Service shows tickets to their holders.
type Service struct{ Store Store }

// Of lists the tickets of an address, or the one with this id. Somebody else's ticket does not exist.
func (t *Service) Of(ctx context.Context, emailKey, id string) ([]booking.Ticket, error) {
	tickets, err := t.Store.FindTickets(ctx, emailKey)
	if err != nil || id == "" {
		return tickets, err
	}
	for _, ticket := range tickets {
		if ticket.ID == id {
			return []booking.Ticket{ticket}, nil
		}
	}
	return nil, &domain.Error{Code: domain.CodeNotFound, Message: texts.NoSuchTicket}
}
