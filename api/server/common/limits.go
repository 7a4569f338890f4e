package common

import (
	"io"
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/httprate"

	"transom/api/domain"
	"transom/api/texts"
)

// Limit uses a sliding window; further requests get 429 with Retry-After.
func (a *API) Limit(requests int, window time.Duration) func(http.Handler) http.Handler {
	return a.LimitBy(ClientKey, requests, window)
}

// LimitBy is like Limit, but counts clients by the given key.
func (a *API) LimitBy(key func(*http.Request) string, requests int,
	window time.Duration) func(http.Handler) http.Handler {
	if !a.Settings.RateLimits {
		return func(next http.Handler) http.Handler { return next }
	}
	return httprate.LimitBy(requests, window, func(r *http.Request) (string, error) { return key(r), nil },
		httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			a.Metrics.Limited.Inc()
			seconds, _ := strconv.Atoi(w.Header().Get("Retry-After"))
			a.WriteError(w, r, &domain.Error{Code: domain.CodeTooManyRequests, Message: texts.TooManyRequests(seconds),
				RetryAfterSeconds: seconds})
		}))
}

// After the grace period, a body must arrive at this average speed (bytes per second). Even a phone with weak reception
// is ten times as fast.
const (
	paceGrace = 5 * time.Second
	slowest   = 4 << 10
)

// A body that no handler reads must arrive within the grace period, because net/http reads it before the response is
// sent.
func Hurry(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(paceGrace))
		}
		next.ServeHTTP(w, r)
	})
}

// Reading the body fails if it arrives too slowly, or takes longer than `within` in total.
func Pace(w http.ResponseWriter, r *http.Request, within time.Duration) io.ReadCloser {
	now := time.Now()
	return &pacedBody{ReadCloser: r.Body, line: http.NewResponseController(w), began: now, until: now.Add(within)}
}

type pacedBody struct {
	io.ReadCloser
	line         *http.ResponseController
	began, until time.Time
	received     int
}

// Once the body is complete, Read removes the deadline, which would otherwise cut off the response.
func (b *pacedBody) Read(p []byte) (int, error) {
	due := b.began.Add(paceGrace + time.Duration(b.received)*time.Second/slowest)
	if due.After(b.until) {
		due = b.until
	}
	_ = b.line.SetReadDeadline(due) // fails only in tests, whose recorder has no connection
	n, err := b.ReadCloser.Read(p)
	if b.received += n; err == io.EOF {
		_ = b.line.SetReadDeadline(time.Time{})
	}
	return n, err
}
