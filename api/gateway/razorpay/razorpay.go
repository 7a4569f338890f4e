// Package razorpay is the client for Razorpay's Standard Payment Links. Source: the payments reference, section 3.
package razorpay

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

// Name is the provider's name in settings, rows and the webhook's address.
const Name = "razorpay"

// Config holds a Razorpay account's settings.
type Config struct {
	BaseURL          string // the API's address; the version is added if it is missing
	KeyID, KeySecret string
	// WebhookSecrets verify the webhooks. There are two secrets while one is being replaced.
	WebhookSecrets []string
	MinPause       time.Duration // the shortest pause before another attempt; 0 means 300 ms
}

// Razorpay is the payment provider.
type Razorpay struct {
	config Config
	client *gateway.Client
}

// New returns the provider.
func New(c Config) *Razorpay {
	return &Razorpay{config: c, client: gateway.NewClient(gateway.Client{
		Name: Name, BaseURL: strings.TrimSuffix(strings.TrimSuffix(c.BaseURL, "/"), "/v1") + "/v1",
		Hosts:     gateway.PaymentHosts{"rzp.io", "razorpay.com"},
		Authorize: func(r *http.Request) { r.SetBasicAuth(c.KeyID, c.KeySecret) }, MinPause: c.MinPause,
	})}
}

// Name is the provider's name.
func (*Razorpay) Name() string { return Name }

// CreateCheckout creates a link. Razorpay has no idempotency key for links, but refuses a reference that is taken.
// So if a link may exist, its reference is looked up and the existing link is adopted.
func (p *Razorpay) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	find := func(ctx context.Context) (link, error) { return p.findByReference(ctx, r.AttemptRef) }
	create := func(ctx context.Context) (made link, err error) {
		err = p.client.Post(ctx, gateway.Call{What: "create link", Path: "/payment_links", Body: linkRequest{
			Amount: r.AmountPaise, Currency: r.Currency, ReferenceID: r.AttemptRef, Description: r.Description,
			ExpireBy: r.ExpiresAt.Unix(),
			Customer: customer{Name: r.Customer.Name, Email: r.Customer.Email, Contact: r.Customer.PhoneE164()},
			// A webhook about a payment may not name a link, but it contains these notes.
			Notes:       map[string]string{"booking_id": r.BookingID, "reference_id": r.AttemptRef},
			CallbackURL: r.ReturnURL, CallbackMethod: "get",
		}}, &made)
		return made, err
	}
	l, adopted, err := gateway.CreateOnce(ctx, p.client, r.Again, find, create)
	if err != nil {
		return payment.Checkout{}, err
	}
	var expires time.Time
	if l.ExpireBy > 0 {
		expires = time.Unix(l.ExpireBy, 0)
	}
	return p.client.Checkout(r, l.state(), l.ShortURL, expires, adopted)
}

// Fetch looks up a link by its id, or by our reference if we have no id or Razorpay does not recognise it.
func (p *Razorpay) Fetch(ctx context.Context, providerID, attemptRef string) (payment.State, error) {
	if providerID != "" {
		if l, err := p.findByID(ctx, providerID); !gateway.IsUnknown(err) {
			return l.state(), err
		}
	}
	l, err := p.findByReference(ctx, attemptRef)
	return l.state(), err
}

func (p *Razorpay) findByID(ctx context.Context, id string) (l link, err error) {
	err = p.client.Get(ctx, "fetch link", gateway.PathOf("payment_links", id), &l)
	return l, err
}

// findByReference returns our paid or else oldest link, and cancels the others, so that only one can be paid.
func (p *Razorpay) findByReference(ctx context.Context, reference string) (link, error) {
	list, err := p.listLinks(ctx, "reference_id", reference)
	if err != nil {
		return link{}, err
	}
	links := withReference(list, reference)
	if len(links) == 0 {
		return link{}, payment.ErrProviderNotFound
	}
	for _, other := range links[1:] {
		if other.Status == "created" {
			if _, err := p.Cancel(ctx, other.ID); err != nil {
				return link{}, err
			}
		}
	}
	return links[0], nil
}

// listLinks returns the links whose property has this value, or none if the gateway does not know the value.
func (p *Razorpay) listLinks(ctx context.Context, property, value string) ([]link, error) {
	var list struct {
		PaymentLinks []link `json:"payment_links"`
		Items        []link `json:"items"`
	}
	err := p.client.Get(ctx, "list links", "/payment_links?"+property+"="+url.QueryEscape(value), &list)
	if gateway.IsUnknown(err) {
		return nil, nil
	}
	return append(list.PaymentLinks, list.Items...), err
}

// Cancel returns the link's state if Razorpay refuses to close it because it is paid or expired.
func (p *Razorpay) Cancel(ctx context.Context, providerID string) (payment.State, error) {
	var l link
	err := p.client.Post(ctx, gateway.Call{What: "cancel link",
		Path: gateway.PathOf("payment_links", providerID, "cancel"), Repeatable: true}, &l)
	if gateway.StatusOf(err) == http.StatusBadRequest {
		l, err = p.findByID(ctx, providerID)
	}
	return l.state(), err
}
