// Package razorpay speaks Razorpay's Standard Payment Links. Sources: the vendor's documentation, as collected in the
// payments reference, section 3. It decides nothing: it says what the gateway says, with exact amounts.
package razorpay

import (
	"context"
	"encoding/hex"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"transom/api/gateway"
	"transom/api/payment"
)

// Name is the provider's name in settings, rows and the webhook's address.
const Name = "razorpay"

// Config is an account at Razorpay.
type Config struct {
	// BaseURL is the address of the API; the version is added when it is not there.
	BaseURL string
	// KeyID and KeySecret are the credentials of calls; the secret also signs the browser's return.
	KeyID, KeySecret string
	// WebhookSecrets sign the webhooks. There are two while one replaces the other.
	WebhookSecrets []string
	// Hosts are where payment pages may be; empty means Razorpay's own.
	Hosts gateway.PaymentHosts
	// LeastPause is the shortest pause before another try; 0 means 300 ms.
	LeastPause time.Duration
}

// Razorpay is the provider.
type Razorpay struct {
	config Config
	client *gateway.Client
}

// New returns the provider.
func New(c Config) *Razorpay {
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	if !strings.HasSuffix(c.BaseURL, "/v1") {
		c.BaseURL += "/v1"
	}
	if len(c.Hosts) == 0 {
		c.Hosts = gateway.PaymentHosts{"rzp.io", "razorpay.com"}
	}
	client := gateway.NewClient(c.BaseURL, func(r *http.Request) { r.SetBasicAuth(c.KeyID, c.KeySecret) })
	if c.LeastPause > 0 {
		client.LeastPause = c.LeastPause
	}
	return &Razorpay{config: c, client: client}
}

// Name is the provider's name.
func (*Razorpay) Name() string { return Name }

// CreateCheckout makes a link. Razorpay knows no idempotency key for links, but refuses a reference that it has: so
// whenever a link may exist, the reference is looked up and the link that is there is adopted.
func (p *Razorpay) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (payment.Checkout, error) {
	find := func(ctx context.Context) (link, error) { return p.findByReference(ctx, r.AttemptRef) }
	create := func(ctx context.Context) (link, error) { return p.createLink(ctx, r) }
	l, adopted, err := gateway.CreateOnce(ctx, p.client, r.Again, find, create)
	if err != nil {
		return payment.Checkout{}, err
	}
	return p.checkout(l, r, adopted)
}

func (p *Razorpay) createLink(ctx context.Context, r payment.CheckoutRequest) (link, error) {
	var made link
	err := p.client.Do(ctx, gateway.Call{Method: http.MethodPost, Path: "/payment_links", Body: linkRequest{
		Amount: r.AmountPaise, Currency: r.Currency, ReferenceID: r.AttemptRef, Description: r.Description,
		ExpireBy: r.ExpiresAt.Unix(),
		Customer: customer{Name: r.Customer.Name, Email: r.Customer.Email, Contact: r.Customer.PhoneE164()},
		// A message about a payment without its link carries the notes, so they hold the reference too.
		Notes:       map[string]string{"booking_id": r.BookingID, "reference_id": r.AttemptRef},
		CallbackURL: r.ReturnURL, CallbackMethod: "get",
	}}, &made)
	if err != nil {
		return made, fmt.Errorf("razorpay: create link: %w", err)
	}
	return made, nil
}

// checkout refuses a link that is not the one that was asked for.
func (p *Razorpay) checkout(l link, r payment.CheckoutRequest, adopted bool) (payment.Checkout, error) {
	if l.ID == "" || l.ReferenceID != r.AttemptRef || int64(l.Amount) != r.AmountPaise || l.Currency != r.Currency {
		return payment.Checkout{}, fmt.Errorf("%w: the link for %s is %q for %q, %d paise in %q",
			payment.ErrMismatch, r.AttemptRef, l.ID, l.ReferenceID, l.Amount, l.Currency)
	}
	if err := p.config.Hosts.Check(l.ShortURL, p.config.BaseURL); err != nil {
		return payment.Checkout{}, err
	}
	out := payment.Checkout{ProviderID: l.ID, URL: l.ShortURL, ExpiresAt: r.ExpiresAt, Adopted: adopted}
	if l.ExpireBy > 0 {
		out.ExpiresAt = time.Unix(l.ExpireBy, 0).UTC()
	}
	return out, nil
}

// Fetch asks for a link by its id when it is known, else by our reference. An unknown id is refused with 400, so the
// reference has the last word.
func (p *Razorpay) Fetch(ctx context.Context, providerID, attemptRef string) (payment.State, error) {
	if providerID != "" {
		l, err := p.findByID(ctx, providerID)
		if err == nil {
			return l.state(), nil
		}
		if status := gateway.StatusOf(err); status != http.StatusBadRequest && status != http.StatusNotFound {
			return payment.State{}, err
		}
	}
	l, err := p.findByReference(ctx, attemptRef)
	if err != nil {
		return payment.State{}, err
	}
	return l.state(), nil
}

func (p *Razorpay) findByID(ctx context.Context, id string) (link, error) {
	var l link
	err := p.client.Do(ctx, gateway.Call{Method: http.MethodGet, Path: "/payment_links/" + url.PathEscape(id),
		Repeatable: true}, &l)
	if err != nil {
		return l, fmt.Errorf("razorpay: fetch link: %w", err)
	}
	return l, nil
}

// findByReference looks a reference up. Should there be several links, the one on which money came counts, else the
// oldest; the others are cancelled, because two links that can be paid must not exist.
func (p *Razorpay) findByReference(ctx context.Context, reference string) (link, error) {
	var list linkList
	err := p.client.Do(ctx, gateway.Call{
		Method: http.MethodGet, Path: "/payment_links?reference_id=" + url.QueryEscape(reference), Repeatable: true,
	}, &list)
	if status := gateway.StatusOf(err); status == http.StatusBadRequest || status == http.StatusNotFound {
		return link{}, payment.ErrProviderNotFound // an unknown id is refused with 400 there; a reference may be, too
	}
	if err != nil {
		return link{}, fmt.Errorf("razorpay: look reference up: %w", err)
	}
	links := list.withReference(reference)
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

// Cancel makes a link unpayable. Razorpay refuses it for a link that is paid or expired; then its state is told.
func (p *Razorpay) Cancel(ctx context.Context, providerID string) (payment.State, error) {
	var l link
	err := p.client.Do(ctx, gateway.Call{Method: http.MethodPost, Path: "/payment_links/" + url.PathEscape(providerID) +
		"/cancel", Repeatable: true}, &l)
	if gateway.StatusOf(err) == http.StatusBadRequest {
		l, err = p.findByID(ctx, providerID)
	}
	if err != nil {
		return payment.State{}, fmt.Errorf("razorpay: cancel link: %w", err)
	}
	return l.state(), nil
}

// VerifyReturn verifies the signature of the browser's return. Source: payments reference, section 3.5; the id is the
// stored one, not the one in the address.
func (p *Razorpay) VerifyReturn(q url.Values, stored payment.Checkout) (bool, error) {
	message := strings.Join([]string{
		stored.ProviderID, q.Get("razorpay_payment_link_reference_id"), q.Get("razorpay_payment_link_status"),
		q.Get("razorpay_payment_id"),
	}, "|")
	if !gateway.Signed(q.Get("razorpay_signature"), []string{p.config.KeySecret}, hex.EncodeToString, []byte(message)) {
		return false, payment.ErrBadSignature
	}
	return true, nil
}
