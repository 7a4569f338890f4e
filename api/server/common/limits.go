package common

import (
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/httprate"

	"transom/api/domain"
	"transom/api/texts"
)

// Limit allows each client a number of requests in a sliding window; further requests get 429 with Retry-After.
func (a *API) Limit(requests int, window time.Duration) func(http.Handler) http.Handler {
	return a.LimitBy(ClientKey, requests, window)
}

// LimitBy is Limit with clients counted by another key.
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
