package server

import (
	"context"

	"transom/api/domain"
)

// TicketViewer reports whether the authorization header of a request may see the ticket of a booking with this
// address: an account that has proved the mailbox may, the token of a registration may not.
type TicketViewer func(ctx context.Context, authorization, emailKey string) bool

// Payments are the endpoints of payments.
type Payments struct {
	payments *domain.Payments
	mayView  TicketViewer // nil: nobody may
	clock    domain.Clock
}

// NewPayments returns the endpoints.
func NewPayments(p *domain.Payments, mayView TicketViewer) *Payments {
	return &Payments{payments: p, mayView: mayView, clock: p.Clock}
}

// Watch shows the counters of payments among the metrics.
func (p *Payments) Watch(m *Metrics) {
	c := &p.payments.Counters
	for name, value := range map[string]interface{ Load() int64 }{
		"transom_payment_fetches_total":        &c.Fetches,
		"transom_payment_fetch_errors_total":   &c.FetchErrors,
		"transom_payment_mismatches_total":     &c.Mismatches,
		"transom_payment_owed_back_total":      &c.Duplicates,
		"transom_webhook_events_total":         &c.Events,
		"transom_webhook_bad_signatures_total": &c.BadSignatures,
		"transom_webhook_unknown_total":        &c.UnknownEvents,
	} {
		m.Gauge(name, func() float64 { return float64(value.Load()) })
	}
}
