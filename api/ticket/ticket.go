// Package ticket issues tickets (issuer.go), writes and reads the signed text of their QR codes (token.go), and
// lists tickets for their holders. It knows nothing about HTTP or payments; a gate that reads tokens needs only the
// published keys. Package gate decides who is admitted.
package ticket

import (
	"context"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// Service lists tickets for their holders.
type Service struct {
	Store interface {
		FindTickets(ctx context.Context, emailKey string) ([]booking.Ticket, error)
	}
}

// Of lists the tickets of an address, or only the one with this id. Somebody else's ticket is treated as not found.
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
	return nil, domain.Refuse(domain.CodeNotFound, texts.NoSuchTicket)
}
