package desk

import (
	"context"
	"errors"

	"transom/api/domain"
)

// Pending is what is under way for a registration, and what stands beside an act.
type Pending struct {
	Booking  domain.Booking
	Transfer *domain.Transfer
	Requests []domain.Request
	Policy   string // HTML
	Money    Money
}

// Pending reads it.
func (d *Acts) Pending(ctx context.Context, bookingID string) (p Pending, err error) {
	p.Booking, err = d.Store.FindBooking(ctx, bookingID)
	if errors.Is(err, domain.ErrNotFound) {
		return p, &domain.Error{Code: domain.CodeNotFound, Message: "There is no such registration. Look it up in People."}
	}
	if err != nil {
		return p, err
	}
	t, err := d.Store.FindOpenTransfer(ctx, bookingID)
	switch {
	case err == nil && t.IsOpen(d.Clock.Now()):
		p.Transfer = &t
	case err != nil && !errors.Is(err, domain.ErrNotFound):
		return p, err
	}
	if p.Requests, err = d.Store.OpenRequests(ctx, bookingID); err != nil {
		return p, err
	}
	captured, err := d.Store.PaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return p, err
	}
	approved, err := d.Store.ApprovedPaise(ctx, bookingID)
	p.Money = moneyOf(captured, approved, 0, d.Content.Desk)
	for _, page := range d.Content.Pages.Pages {
		if page.Route == "/"+d.Content.Desk.CancelPolicy {
			p.Policy = string(page.HTML)
		}
	}
	return p, err
}
