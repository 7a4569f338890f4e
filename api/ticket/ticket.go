// Package ticket issues tickets (issuer.go), writes and reads the signed text of their QR codes (token.go), shows them to
// their holders and admits them at the gate. It knows nothing of HTTP or of payments; a gate that reads tokens needs the
// published keys and nothing else.
package ticket

import (
	"context"
	"errors"
	"time"

	"transom/api/domain"
)

// Store is what tickets need of the database.
type Store interface {
	// FindTickets lists the tickets of the paid bookings with this address, newest first.
	FindTickets(ctx context.Context, emailKey string) ([]domain.Ticket, error)
	// FindTicket returns a ticket; ErrNotFound.
	FindTicket(ctx context.Context, id string) (domain.Ticket, error)
	// AdmitOne takes one entry of a valid ticket, in one statement however many gates ask at once; ErrNotFound when
	// there is none left to take.
	AdmitOne(ctx context.Context, id, gate string, now time.Time) (domain.Ticket, error)
	// PaidThrough is the provider through which a ticket's booking was paid, "" when nothing was.
	PaidThrough(ctx context.Context, ticketID string) (string, error)
}

// Service shows tickets to their holders and admits them at the gate.
type Service struct {
	Store   Store
	Content *domain.Content
	Clock   domain.Clock
	// Rehearsal admits what was paid in the sandbox.
	Rehearsal bool
}

// Of lists the tickets of an address, or the one with this id. Somebody else's ticket does not exist.
func (t *Service) Of(ctx context.Context, emailKey, id string) ([]domain.Ticket, error) {
	tickets, err := t.Store.FindTickets(ctx, emailKey)
	if err != nil || id == "" {
		return tickets, err
	}
	for _, ticket := range tickets {
		if ticket.ID == id {
			return []domain.Ticket{ticket}, nil
		}
	}
	return nil, &domain.Error{Code: domain.CodeNotFound, Message: "There is no such ticket among yours."}
}

// ErrNotAdmitted is a ticket that opens no gate; the text says why.
type ErrNotAdmitted struct{ Reason string }

func (e *ErrNotAdmitted) Error() string { return e.Reason }

// Admit takes one entry.
func (t *Service) Admit(ctx context.Context, id, gate string) (domain.Ticket, error) {
	if !t.Rehearsal { // a payment that is applied stays so: nothing can come in between
		provider, err := t.Store.PaidThrough(ctx, id)
		if err != nil {
			return domain.Ticket{}, err
		}
		if provider == domain.SandboxProvider {
			return domain.Ticket{}, &ErrNotAdmitted{"the ticket was paid in the sandbox, with no money"}
		}
	}
	ticket, err := t.Store.AdmitOne(ctx, id, gate, t.Clock.Now())
	if !errors.Is(err, domain.ErrNotFound) {
		return ticket, err
	}
	ticket, err = t.Store.FindTicket(ctx, id)
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return domain.Ticket{}, &ErrNotAdmitted{"there is no such ticket"}
	case err != nil:
		return domain.Ticket{}, err
	case ticket.Status == domain.TicketVoid:
		return ticket, &ErrNotAdmitted{"the ticket is void"}
	}
	return ticket, &ErrNotAdmitted{"all entries of this ticket are taken"}
}
