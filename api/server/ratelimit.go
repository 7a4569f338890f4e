package server

import (
	"net/http"
	"strconv"
	"time"

	"github.com/go-chi/httprate"

	"transom/api/domain"
)

// limit allows each address so many requests in a sliding window; the answer beyond is 429 with Retry-After.
func (s *server) limit(requests int, window time.Duration) func(http.Handler) http.Handler {
	if !s.Settings.RateLimits {
		return func(next http.Handler) http.Handler { return next }
	}
	return httprate.LimitBy(requests, window,
		func(r *http.Request) (string, error) { return addressKey(r), nil },
		httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			s.Metrics.limited.Add(1)
			seconds, _ := strconv.Atoi(w.Header().Get("Retry-After"))
			s.writeError(w, r, &domain.Error{
				Code:              domain.CodeTooManyRequests,
				Message:           "Too many requests from your network. Please wait a little and try again.",
				RetryAfterSeconds: seconds,
			})
		}))
}
