// Package gateway is what the payment gateways' clients share: HTTP with limits and retries, exact amounts, the list of
// allowed payment addresses and the redaction of stored messages. It must not know about wire formats.
package gateway

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/payment"
)

// Limits for every call. Source: payments reference, section 2.
const (
	totalTimeout   = 8 * time.Second
	connectTimeout = 3 * time.Second
	headerTimeout  = 6 * time.Second
	maxAnswerBytes = 1 << 20
	maxRetries     = 2
	minPause       = 300 * time.Millisecond
	pauseSpread    = 6 // the random part of a pause is at most pauseSpread × MinPause
)

// Client calls one gateway without following redirects. A response that is too long, slow or not JSON fails.
type Client struct {
	Name      string
	BaseURL   string
	Hosts     PaymentHosts
	Authorize func(*http.Request)
	// MinPause is the shortest pause before another try (0: 300 ms); the longest is 7 × MinPause or the gateway's.
	MinPause time.Duration
	http     *http.Client
}

// NewClient completes a client with the defaults and an HTTP connection.
func NewClient(c Client) *Client {
	c.BaseURL = strings.TrimSuffix(c.BaseURL, "/")
	c.MinPause = cmp.Or(c.MinPause, minPause)
	transport := &http.Transport{
		Proxy: http.ProxyFromEnvironment, DialContext: (&net.Dialer{Timeout: connectTimeout}).DialContext,
		TLSHandshakeTimeout: connectTimeout, ResponseHeaderTimeout: headerTimeout, MaxResponseHeaderBytes: 64 << 10,
		MaxIdleConnsPerHost: 32, IdleConnTimeout: 60 * time.Second, ForceAttemptHTTP2: true,
	}
	c.http = &http.Client{
		Transport: transport, Timeout: totalTimeout,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return &c
}

// Call is one POST request to a gateway.
type Call struct {
	What   string // the operation, for error messages: "create link"
	Path   string
	Body   any // the value to send as JSON, or nil to send no body
	Header http.Header
	// A repeatable call has no further effect if it is repeated, so it is tried again after a temporary failure.
	Repeatable bool
}

// Post makes a call and decodes the JSON response into `out`. A failure is a *payment.ProviderError.
func (c *Client) Post(ctx context.Context, call Call, out any) error {
	return c.do(ctx, http.MethodPost, call, out)
}

// Get decodes the JSON response into `out`. `path` includes the query; `what` names the operation in errors.
func (c *Client) Get(ctx context.Context, what, path string, out any) error {
	return c.do(ctx, http.MethodGet, Call{What: what, Path: path, Repeatable: true}, out)
}

func (c *Client) do(ctx context.Context, method string, call Call, out any) error {
	var body []byte
	if call.Body != nil {
		var err error
		if body, err = json.Marshal(call.Body); err != nil {
			return fmt.Errorf("encode request: %w", err)
		}
	}
	for try := 0; ; try++ {
		retryAfter, err := c.once(ctx, method, call, body, out)
		if err == nil {
			return nil
		}
		failure, answered := errors.AsType[*payment.ProviderError](err)
		if !answered || !failure.Retryable || !call.Repeatable || try == maxRetries ||
			!c.Pause(ctx, retryAfter) {
			return fmt.Errorf("%s: %s: %w", c.Name, call.What, err)
		}
	}
}

// Pause waits at least as long as the gateway asked for; it returns false if there is not enough time left.
func (c *Client) Pause(ctx context.Context, retryAfter time.Duration) bool {
	pause := max(c.MinPause+rand.N(pauseSpread*c.MinPause), retryAfter)
	if deadline, ok := ctx.Deadline(); ok && time.Until(deadline) < pause+c.MinPause {
		return false
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}

func (c *Client) once(ctx context.Context, method string, call Call, body []byte, out any) (retryAfter time.Duration,
	err error) {
	request, err := http.NewRequestWithContext(ctx, method, c.BaseURL+call.Path, bytes.NewReader(body))
	if err != nil {
		return 0, fmt.Errorf("make request: %w", err)
	}
	for name, values := range call.Header {
		request.Header[name] = values
	}
	request.Header.Set("Accept", "application/json")
	if body != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	c.Authorize(request)
	response, err := c.http.Do(request)
	if err != nil {
		return 0, silence("transport", err)
	}
	defer response.Body.Close()
	raw, err := io.ReadAll(io.LimitReader(response.Body, maxAnswerBytes+1))
	if err != nil {
		return 0, silence("response is incomplete", err)
	}
	if response.StatusCode/100 != 2 {
		seconds, _ := strconv.Atoi(response.Header.Get("Retry-After"))
		return time.Duration(max(seconds, 0)) * time.Second, refusal(response.StatusCode, raw)
	}
	if len(raw) > maxAnswerBytes {
		return 0, silence("response is too long", nil)
	}
	if err := json.Unmarshal(raw, out); err != nil {
		return 0, silence("response is not the expected JSON", nil)
	}
	return 0, nil
}

// silence returns the error for a call that may or may not have taken effect.
func silence(what string, cause error) error {
	failure := &payment.ProviderError{Code: "no_answer", Description: what, Retryable: true, Ambiguous: true}
	if cause == nil {
		return failure
	}
	// The cause may contain the address but never credentials, which are in a header.
	return errors.Join(failure, cause)
}

// refusal returns the error for a status. Only the status decides whether to retry, because bodies mislead.
func refusal(status int, raw []byte) error {
	var body struct {
		Code, Message string
		Error         struct{ Code, Description string }
	}
	_ = json.Unmarshal(raw, &body) // the body may be an HTML page, which is ignored
	failure := &payment.ProviderError{HTTPStatus: status, Code: body.Error.Code, Description: body.Error.Description}
	if failure.Code == "" {
		failure.Code, failure.Description = body.Code, body.Message
	}
	failure.Code, failure.Description = shorten(failure.Code), shorten(failure.Description)
	failure.Retryable = status == http.StatusTooManyRequests || status >= 500
	failure.Ambiguous = status >= 500
	return failure
}

func shorten(text string) string {
	if len(text) > 200 {
		return text[:200] + "…"
	}
	return text
}

// StatusOf returns the HTTP status of a failed call, or 0 if there was no response.
func StatusOf(err error) int {
	if failure, ok := errors.AsType[*payment.ProviderError](err); ok {
		return failure.HTTPStatus
	}
	return 0
}

// IsUnknown reports whether a gateway refused an id as unknown, with status 404 or 400.
func IsUnknown(err error) bool {
	status := StatusOf(err)
	return status == http.StatusBadRequest || status == http.StatusNotFound
}

// Checkout returns a link's checkout if the link matches the request and its page is on the gateway's hosts.
func (c *Client) Checkout(r payment.CheckoutRequest, link payment.State, page string, expires time.Time,
	adopted bool) (payment.Checkout, error) {
	if link.ProviderID == "" || link.AttemptRef != r.AttemptRef || link.AmountPaise != r.AmountPaise ||
		link.Currency != r.Currency {
		return payment.Checkout{}, fmt.Errorf("%w: the link for %s is %q for %q, %d paise in %q", payment.ErrMismatch,
			r.AttemptRef, link.ProviderID, link.AttemptRef, link.AmountPaise, link.Currency)
	}
	if expires.IsZero() {
		expires = r.ExpiresAt
	}
	return payment.Checkout{ProviderID: link.ProviderID, URL: page, ExpiresAt: expires.UTC(), Adopted: adopted},
		c.Hosts.Check(page, c.BaseURL)
}

// PathOf escapes the parts of a path and joins them.
func PathOf(parts ...string) string {
	path := ""
	for _, part := range parts {
		path += "/" + url.PathEscape(part)
	}
	return path
}

// MayHaveWorked reports whether a failed call may have taken effect, or may work if it is repeated.
func MayHaveWorked(err error) bool {
	failure, ok := errors.AsType[*payment.ProviderError](err)
	return ok && (failure.Ambiguous || failure.Retryable)
}

// PaymentHosts are the hosts on which a gateway's payment pages may be, including their subdomains.
type PaymentHosts []string

// Check refuses an address to which the browser must not be sent. The page must be on one of the hosts and use
// HTTPS. If the gateway's own API is on this machine, as in tests, its pages may be on this machine too.
func (hosts PaymentHosts) Check(address, baseURL string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.User != nil {
		return refuse(address)
	}
	host := strings.ToLower(u.Hostname())
	if base, err := url.Parse(baseURL); err == nil && domain.IsThisMachine(base.Hostname()) &&
		domain.IsThisMachine(host) && strings.HasPrefix(u.Scheme, "http") {
		return nil
	}
	if u.Scheme != "https" || u.Port() != "" && u.Port() != "443" {
		return refuse(address)
	}
	for _, allowed := range hosts {
		if host == allowed || strings.HasSuffix(host, "."+allowed) {
			return nil
		}
	}
	return refuse(address)
}

func refuse(address string) error {
	u, err := url.Parse(address)
	if err != nil {
		return fmt.Errorf("%w: the payment page has no address", payment.ErrMismatch)
	}
	return fmt.Errorf("%w: the payment page is at %s://%s", payment.ErrMismatch, u.Scheme, u.Host)
}

const createTries = 3

// CreateOnce creates a link, or adopts the existing one, so that the gateway never has two. If the link may exist,
// because it was requested before (`again`) or an attempt failed, CreateOnce calls `find` first and creates the link
// only if `find` returns payment.ErrProviderNotFound. `adopted` is true if `find` returned the link.
func CreateOnce[T any](ctx context.Context, c *Client, again bool, find,
	create func(context.Context) (T, error)) (out T, adopted bool, err error) {
	var failure error
	for range createTries {
		if again {
			found, err := find(ctx)
			if err == nil {
				return found, true, nil
			}
			if !errors.Is(err, payment.ErrProviderNotFound) {
				return out, false, err
			}
			if failure != nil && (!MayHaveWorked(failure) || !c.Pause(ctx, 0)) {
				return out, false, failure
			}
		}
		made, err := create(ctx)
		if err == nil {
			return made, false, nil
		}
		failure = err
		if status := StatusOf(err); status == http.StatusUnauthorized || status == http.StatusForbidden {
			return out, false, failure
		}
		again = true
	}
	return out, false, failure
}
