package desk

import (
	"context"
	"errors"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
)

// Pending is what is under way for a registration, and what stands beside an act.
type Pending struct {
	Booking  booking.Booking
	Transfer *booking.Transfer
	Requests []booking.Request
	WhyNot   []string // beside each request, why who asks may not approve it
	Policy   string   // HTML
	Money    refund.Decision
	Link     *PayLink
}

// PayLink is the payment link of a registration that is not paid yet; URL is "" when it has expired.
type PayLink struct {
	URL     string
	Expires time.Time
}

// Pending reads it.
func (d *Acts) Pending(ctx context.Context, bookingID string, who domain.Actor) (p Pending, err error) {
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
	if p.Link, err = d.payLink(ctx, p.Booking); err != nil {
		return p, err
	}
	if p.Requests, err = d.Store.OpenRequests(ctx, bookingID); err != nil {
		return p, err
	}
	for _, one := range p.Requests {
		second, err := refund.SecondFor(ctx, d.Store, one.Who, mayApprove, d.Clock.Now())
		if err != nil {
			return p, err
		}
		p.WhyNot = append(p.WhyNot, second.WhyNot(who))
	}
	captured, err := d.Store.PaymentsOfBooking(ctx, bookingID)
	if err != nil {
		return p, err
	}
	approved, err := d.Store.ApprovedPaise(ctx, bookingID)
	p.Money = refund.Decide(captured, approved, 0, d.Content.Desk)
	for _, page := range d.Content.Pages.Pages {
		if page.Route == "/"+d.Content.Desk.CancelPolicy {
			p.Policy = string(page.HTML)
		}
	}
	return p, err
}

// payLink is the link of a registration that waits for its payment, nil of any other.
func (d *Acts) payLink(ctx context.Context, b booking.Booking) (*PayLink, error) {
	if b.Erased() || b.Status != booking.Initiated {
		return nil, nil
	}
	view, err := d.Store.FindPaymentView(ctx, b.ID)
	if err != nil || view.Attempt.ExpiresAt.IsZero() {
		return nil, err
	}
	link := &PayLink{Expires: view.Attempt.ExpiresAt}
	if d.Clock.Now().Before(link.Expires) {
		link.URL = d.Payments.PayURL(b.ID)
	}
	return link, nil
}
