// Package cashfree speaks Cashfree's Payment Links. Sources: the vendor's documentation, as collected in the payments
// reference, section 4. It decides nothing: it says what the gateway says, with exact amounts.
//
// Cashfree signs the time of its webhooks. One whose time differs from our clock by more than an hour is refused, even
// if our clock is the wrong one; a task names the clock, and the visitor's page and the reconciler find the payment.
package cashfree

import (
	"context"
	"fmt"
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
	// Hosts are where payment pages may be; empty means Cashfree's own.
	Hosts gateway.PaymentHosts
	// LeastPause is the shortest pause before another try; 0 means 300 ms.
	LeastPause time.Duration
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
	if len(c.Hosts) == 0 {
		c.Hosts = gateway.PaymentHosts{"cashfree.com"}
	}
	client := gateway.NewClient(c.BaseURL, func(r *http.Request) {
		r.Header.Set("x-client-id", c.ClientID)
		if len(c.ClientSecrets) > 0 {
			r.Header.Set("x-client-secret", c.ClientSecrets[0])
		}
		r.Header.Set("x-api-version", apiVersion)
	})
	if c.LeastPause > 0 {
		client.LeastPause = c.LeastPause
	}
	return &Cashfree{config: c, client: client}
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
	create := func(ctx context.Context) (link, error) { return p.createLink(ctx, r) }
	l, adopted, err := gateway.CreateOnce(ctx, p.client, r.Again, find, create)
	if err != nil {
		return payment.Checkout{}, err
	}
	return p.checkout(l, r, adopted)
}

func (p *Cashfree) createLink(ctx context.Context, r payment.CheckoutRequest) (link, error) {
	var made link
	err := p.client.Do(ctx, gateway.Call{
		Method: http.MethodPost, Path: "/links", Header: http.Header{"X-Idempotency-Key": {r.AttemptRef}},
		Body: linkRequest{
			LinkID: r.AttemptRef, Amount: gateway.Rupees(r.AmountPaise), Currency: r.Currency, Purpose: r.Description,
			Customer:   customer{Phone: r.Customer.Mobile, Email: r.Customer.Email, Name: r.Customer.Name},
			ExpiryTime: r.ExpiresAt.In(indianTime).Format(time.RFC3339),
			Meta:       meta{ReturnURL: r.ReturnURL, NotifyURL: p.config.NotifyURL},
			Notes:      map[string]string{"booking_id": r.BookingID},
		},
	}, &made)
	if err != nil {
		return made, fmt.Errorf("cashfree: create link: %w", err)
	}
	return made, nil
}

// indianTime is the zone in which Cashfree writes instants.
var indianTime = time.FixedZone("IST", 5*3600+1800)

// checkout refuses a link that is not the one that was asked for.
func (p *Cashfree) checkout(l link, r payment.CheckoutRequest, adopted bool) (payment.Checkout, error) {
	if l.LinkID != r.AttemptRef || int64(l.Amount) != r.AmountPaise || l.Currency != r.Currency {
		return payment.Checkout{}, fmt.Errorf("%w: the link for %s is for %q, %d paise in %q",
			payment.ErrMismatch, r.AttemptRef, l.LinkID, l.Amount, l.Currency)
	}
	if err := p.config.Hosts.Check(l.URL, p.config.BaseURL); err != nil {
		return payment.Checkout{}, err
	}
	out := payment.Checkout{ProviderID: l.LinkID, URL: l.URL, ExpiresAt: r.ExpiresAt, Adopted: adopted}
	if expiry, err := time.Parse(time.RFC3339, l.ExpiryTime); err == nil {
		out.ExpiresAt = expiry.UTC()
	}
	return out, nil
}

// Fetch asks for a link. Its id is our reference.
func (p *Cashfree) Fetch(ctx context.Context, _, attemptRef string) (payment.State, error) {
	l, err := p.find(ctx, attemptRef)
	if err != nil {
		return payment.State{}, err
	}
	return p.state(ctx, l), nil
}

func (p *Cashfree) find(ctx context.Context, reference string) (link, error) {
	var l link
	err := p.client.Do(ctx, gateway.Call{Method: http.MethodGet, Path: "/links/" + url.PathEscape(reference),
		Repeatable: true}, &l)
	if gateway.StatusOf(err) == http.StatusNotFound {
		return l, payment.ErrProviderNotFound
	}
	if err != nil {
		return l, fmt.Errorf("cashfree: fetch link: %w", err)
	}
	return l, nil
}

// state translates a link. The payment's id is the paid order's; when it cannot be read now, it is read later.
func (p *Cashfree) state(ctx context.Context, l link) payment.State {
	s := l.state()
	if s.Status == booking.Success {
		s.ProviderPaymentID = p.paidOrder(ctx, l.LinkID)
	}
	return s
}

// Cancel makes a link unpayable. Cashfree refuses it for a link that is paid or expired; then its state is told.
func (p *Cashfree) Cancel(ctx context.Context, providerID string) (payment.State, error) {
	var l link
	err := p.client.Do(ctx, gateway.Call{Method: http.MethodPost, Path: "/links/" + url.PathEscape(providerID) + "/cancel",
		Repeatable: true}, &l)
	if status := gateway.StatusOf(err); status/100 == 4 && status != http.StatusTooManyRequests {
		l, err = p.find(ctx, providerID)
	}
	if err != nil {
		return payment.State{}, fmt.Errorf("cashfree: cancel link: %w", err)
	}
	return p.state(ctx, l), nil
}

// VerifyReturn takes every return as a hint: Cashfree does not sign it.
func (*Cashfree) VerifyReturn(url.Values, payment.Checkout) (bool, error) { return true, nil }
