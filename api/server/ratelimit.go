package server

import (
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/httprate"

	"transom/api/domain"
)

// requestShare is how many requests of one client may be under way: as many as it may have connections without a proxy.
const requestShare = maxConnections / shares

// limitShare refuses a client that has its share of requests under way already. Behind a proxy this is what the share of
// connections is without one.
func (s *server) limitShare(next http.Handler) http.Handler {
	if !s.Settings.RateLimits {
		return next
	}
	var (
		mu       sync.Mutex
		underWay = map[string]int{}
	)
	change := func(key string, by int) int {
		mu.Lock()
		defer mu.Unlock()
		if underWay[key] += by; underWay[key] == 0 {
			delete(underWay, key)
			return 0
		}
		return underWay[key]
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := addressKey(r)
		defer change(key, -1)
		if change(key, 1) > requestShare {
			w.Header().Set("Connection", "close")
			s.Metrics.Limited.Inc()
			s.writeError(w, r, &domain.Error{
				Code: domain.CodeTooManyRequests, RetryAfterSeconds: 1,
				Message: "Too many requests from your network are under way. Please wait a little and try again.",
			})
			return
		}
		next.ServeHTTP(w, r)
	})
}

// limit allows each address so many requests in a sliding window; the answer beyond is 429 with Retry-After.
func (s *server) limit(requests int, window time.Duration) func(http.Handler) http.Handler {
	return s.limitBy(addressKey, requests, window)
}

func (s *server) limitBy(key func(*http.Request) string, requests int, window time.Duration) func(http.Handler) http.Handler {
	if !s.Settings.RateLimits {
		return func(next http.Handler) http.Handler { return next }
	}
	return httprate.LimitBy(requests, window,
		func(r *http.Request) (string, error) { return key(r), nil },
		httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			s.Metrics.Limited.Inc()
			seconds, _ := strconv.Atoi(w.Header().Get("Retry-After"))
			s.writeError(w, r, &domain.Error{
				Code:              domain.CodeTooManyRequests,
				Message:           "Too many requests from your network. Please wait a little and try again.",
				RetryAfterSeconds: seconds,
			})
		}))
}
