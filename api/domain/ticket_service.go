package domain

import (
	"context"
	"errors"
	"strings"
	"time"
)

// TicketStore is what tickets need of the database.
type TicketStore interface {
	// FindTickets lists the tickets of the paid bookings with this address, newest first.
	FindTickets(ctx context.Context, emailKey string) ([]Ticket, error)
	// FindTicket returns a ticket; ErrNotFound.
	FindTicket(ctx context.Context, id string) (Ticket, error)
	// AdmitOne takes one entry of a valid ticket, in one statement however many gates ask at once; ErrNotFound when
	// there is none left to take.
	AdmitOne(ctx context.Context, id, gate string, now time.Time) (Ticket, error)
	// PaidThrough is the provider through which a ticket's booking was paid, "" when nothing was.
	PaidThrough(ctx context.Context, ticketID string) (string, error)
}

// Tickets shows tickets to their holders and admits them at the gate.
type Tickets struct {
	Store   TicketStore
	Content *Content
	Clock   Clock
	// Rehearsal admits what was paid in the sandbox.
	Rehearsal bool
}

// SandboxProvider is the provider that moves no money. What was paid through it opens a gate in a rehearsal only.
const SandboxProvider = "sandbox"

// Of lists the tickets of an address, or the one with this id. Somebody else's ticket does not exist.
func (t *Tickets) Of(ctx context.Context, emailKey, id string) ([]Ticket, error) {
	tickets, err := t.Store.FindTickets(ctx, emailKey)
	if err != nil || id == "" {
		return tickets, err
	}
	for _, ticket := range tickets {
		if ticket.ID == id {
			return []Ticket{ticket}, nil
		}
	}
	return nil, &Error{Code: CodeNotFound, Message: "There is no such ticket among yours."}
}

// ErrNotAdmitted is a ticket that opens no gate; the text says why.
type ErrNotAdmitted struct{ Reason string }

func (e *ErrNotAdmitted) Error() string { return e.Reason }

// Admit takes one entry.
func (t *Tickets) Admit(ctx context.Context, id, gate string) (Ticket, error) {
	if !t.Rehearsal { // a payment that is applied stays so: nothing can come in between
		provider, err := t.Store.PaidThrough(ctx, id)
		if err != nil {
			return Ticket{}, err
		}
		if provider == SandboxProvider {
			return Ticket{}, &ErrNotAdmitted{"the ticket was paid in the sandbox, with no money"}
		}
	}
	ticket, err := t.Store.AdmitOne(ctx, id, gate, t.Clock.Now())
	if !errors.Is(err, ErrNotFound) {
		return ticket, err
	}
	ticket, err = t.Store.FindTicket(ctx, id)
	switch {
	case errors.Is(err, ErrNotFound):
		return Ticket{}, &ErrNotAdmitted{"there is no such ticket"}
	case err != nil:
		return Ticket{}, err
	case ticket.Status == TicketVoid:
		return ticket, &ErrNotAdmitted{"the ticket is void"}
	}
	return ticket, &ErrNotAdmitted{"all entries of this ticket are taken"}
}

// DisplayHours are the hours of the event's days as a ticket shows them: "09:30–18:00" when all days are alike, else
// when the doors open.
func (c *Content) DisplayHours() string {
	var opens, closes []string
	for _, day := range c.Event.Days {
		opens, closes = addNew(opens, string(day.StartsAt)), addNew(closes, string(day.EndsAt))
	}
	switch {
	case len(opens) == 0:
		return "—"
	case len(opens) == 1 && len(closes) == 1:
		return opens[0] + "–" + closes[0]
	case len(opens) == 1:
		return "from " + opens[0]
	}
	return strings.Join(opens, " · ")
}

func addNew(texts []string, text string) []string {
	for _, known := range texts {
		if known == text {
			return texts
		}
	}
	return append(texts, text)
}
