// Package cashfree is the client for Cashfree's Payment Links. Source: the payments reference, section 4.
//
// Cashfree also signs each webhook's time. We refuse a webhook whose time differs from our clock by more than an hour,
// even if our clock is wrong. A task then asks staff to check the clock, and the verify page or the reconciler finds
// the payment.
package cashfree

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/gateway"
	"transom/api/payment"
)

// Name is the provider's name in settings, rows and the webhook's address.
const Name = "cashfree"

const apiVersion = "2025-01-01"

// Config holds a Cashfree account's settings.
type Config struct {
	BaseURL string // the API's address; the path /pg is added if it has none
	// Calls use the first of ClientSecrets. Webhooks accept all, because there are two while one is replaced.
	ClientID      string
	ClientSecrets []string
	NotifyURL     string        // the webhook's address; if it is empty, the dashboard's setting applies
	MinPause      time.Duration // the shortest pause before another attempt; 0 means 300 ms
}

// Cashfree is the payment provider.
type Cashfree struct {
	config Config
	client *gateway.Client
}

// New returns the provider.
func New(c Config) *Cashfree {
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	if u, err := url.Parse(c.BaseURL); err == nil && u.Path == "" {
		c.BaseURL += "/pg"
	}
	authorize := func(r *http.Request) {
		r.Header.Set("x-client-id", c.ClientID)
		if len(c.ClientSecrets) > 0 {
			r.Header.Set("x-client-secret", c.ClientSecrets[0])
		}
		r.Header.Set("x-api-version", apiVersion)
	}
	return &Cashfree{config: c, client: gateway.NewClient(gateway.Client{
		Name: Name, BaseURL: c.BaseURL, Hosts: gateway.PaymentHosts{"cashfree.com"}, Authorize: authorize,
		MinPause: c.MinPause,
	})}
}

// Name is the provider's name.
func (*Cashfree) Name() string { return Name }

// CreateCheckout creates a link whose id is our reference, or adopts the existing one.
func (p *Cashfree) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	find := func(ctx context.Context) (link, error) {
		found, err := p.find(ctx, r.AttemptRef)
		if gateway.StatusOf(err) == http.StatusBadRequest {
			// If the link cannot be read, creating it is still safe: the gateway refuses a link id that is taken.
			err = payment.ErrProviderNotFound
		}
		return found, err
	}
	create := func(ctx context.Context) (made link, err error) {
		err = p.client.Post(ctx, gateway.Call{
			What: "create link", Path: "/links", Header: http.Header{"X-Idempotency-Key": {r.AttemptRef}},
			Body: linkRequest{
				LinkID: r.AttemptRef, Amount: gateway.Rupees(r.AmountPaise), Currency: r.Currency, Purpose: r.Description,
				Customer:   customer{Phone: r.Customer.Mobile, Email: r.Customer.Email, Name: r.Customer.Name},
				ExpiryTime: r.ExpiresAt.In(indianTime).Format(time.RFC3339),
				Meta:       meta{ReturnURL: r.ReturnURL, NotifyURL: p.config.NotifyURL},
				Notes:      map[string]string{"booking_id": r.BookingID},
			},
		}, &made)
		return made, err
	}
	l, adopted, err := gateway.CreateOnce(ctx, p.client, r.Again, find, create)
	if err != nil {
		return payment.Checkout{}, err
	}
	expires, _ := time.Parse(time.RFC3339, l.ExpiryTime) // an unreadable time becomes the zero time
	return p.client.Checkout(r, l.state(), l.URL, expires, adopted)
}

// indianTime is the time zone in which Cashfree writes times.
var indianTime = time.FixedZone("IST", 5*3600+1800)

// Fetch looks up a link by our reference, which is the link's id.
func (p *Cashfree) Fetch(ctx context.Context, _, attemptRef string) (payment.State, error) {
	l, err := p.find(ctx, attemptRef)
	return p.state(ctx, l), err
}

func (p *Cashfree) find(ctx context.Context, reference string) (l link, err error) {
	err = p.client.Get(ctx, "fetch link", gateway.PathOf("links", reference), &l)
	if gateway.StatusOf(err) == http.StatusNotFound {
		err = payment.ErrProviderNotFound
	}
	return l, err
}

// state reads the payment's id from the paid order; if the order cannot be read now, it is read later.
func (p *Cashfree) state(ctx context.Context, l link) payment.State {
	s := l.state()
	if s.Status == booking.Success {
		s.ProviderPaymentID = p.paidOrder(ctx, l.LinkID)
	}
	return s
}

// Cancel returns the link's state if Cashfree refuses to close it because it is paid or expired.
func (p *Cashfree) Cancel(ctx context.Context, providerID string) (payment.State, error) {
	var l link
	err := p.client.Post(ctx, gateway.Call{What: "cancel link", Path: gateway.PathOf("links", providerID, "cancel"),
		Repeatable: true}, &l)
	if status := gateway.StatusOf(err); status/100 == 4 && status != http.StatusTooManyRequests {
		l, err = p.find(ctx, providerID)
	}
	return p.state(ctx, l), err
}
