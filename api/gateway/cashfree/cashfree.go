// Package cashfree speaks Cashfree's Payment Links. Sources: the vendor's documentation, as collected in the payments
// reference, section 4. It decides nothing: it says what the gateway says, with exact amounts.
//
// Cashfree signs the time of its webhooks. One whose time differs from our clock by more than an hour is refused, even
// if our clock is the wrong one; a task names the clock, and the visitor's page and the reconciler find the payment.
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

// apiVersion is pinned: another one may answer in another shape.
const apiVersion = "2025-01-01"

// Config is an account at Cashfree.
type Config struct {
	// BaseURL is the address of the API; the path /pg is added when there is none.
	BaseURL string
	// ClientID and the first of ClientSecrets are the credentials of calls. All the secrets verify webhooks, so that
	// there are two while one replaces the other.
	ClientID      string
	ClientSecrets []string
	// NotifyURL is where the webhook is; empty leaves it to the dashboard.
	NotifyURL string
	// MinPause is the shortest pause before another try; 0 means 300 ms.
	MinPause time.Duration
}

// Cashfree is the provider.
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

// CreateCheckout makes a link under our reference, which is Cashfree's link id, or adopts the one that is there.
func (p *Cashfree) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	find := func(ctx context.Context) (link, error) {
		found, err := p.find(ctx, r.AttemptRef)
		if gateway.StatusOf(err) == http.StatusBadRequest {
			// A refusal to read is no reason not to ask: a link id that is taken is refused by the gateway itself.
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
	expires, _ := time.Parse(time.RFC3339, l.ExpiryTime) // the zero time when it cannot be read
	return p.client.Checkout(r, l.state(), l.URL, expires, adopted)
}

// indianTime is the zone in which Cashfree writes instants.
var indianTime = time.FixedZone("IST", 5*3600+1800)

// Fetch asks for a link. Its id is our reference.
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

// state translates a link. The payment's id is the paid order's; when it cannot be read now, it is read later.
func (p *Cashfree) state(ctx context.Context, l link) payment.State {
	s := l.state()
	if s.Status == booking.Success {
		s.ProviderPaymentID = p.paidOrder(ctx, l.LinkID)
	}
	return s
}

// Cancel makes a link unpayable. Cashfree refuses it for a link that is paid or expired; then its state is returned.
func (p *Cashfree) Cancel(ctx context.Context, providerID string) (payment.State, error) {
	var l link
	err := p.client.Post(ctx, gateway.Call{What: "cancel link", Path: gateway.PathOf("links", providerID, "cancel"),
		Repeatable: true}, &l)
	if status := gateway.StatusOf(err); status/100 == 4 && status != http.StatusTooManyRequests {
		l, err = p.find(ctx, providerID)
	}
	return p.state(ctx, l), err
}

// VerifyReturn takes every return as a hint: Cashfree does not sign it.
func (*Cashfree) VerifyReturn(url.Values, payment.Checkout) (bool, error) { return true, nil }
