package server

import (
	"context"

	"transom/api/domain"
	"transom/api/payment"
)

// TicketViewer reports whether the authorization header of a request may see the ticket of a booking with this
// address: an account that has proved the mailbox may, the token of a registration may not.
type TicketViewer func(ctx context.Context, authorization, emailKey string) bool

// Payments are the endpoints of payments.
type Payments struct {
	payments *payment.Service
	mayView  TicketViewer // nil: nobody may
	clock    domain.Clock
}

// NewPayments returns the endpoints.
func NewPayments(p *payment.Service, mayView TicketViewer) *Payments {
	return &Payments{payments: p, mayView: mayView, clock: p.Clock}
}
