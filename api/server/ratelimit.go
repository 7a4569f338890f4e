package server

import (
	"io"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/httprate"

	"transom/api/domain"
)

// requestShare is how many requests of one client may be under way: as many as it may have connections without a proxy.
const requestShare = maxConnections / shares

// limitShare refuses a client that has its share of requests under way already. Behind a proxy this is what the share
// of connections is without one.
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
		if isGate(r) { // the visitors of a hall must not shut its doors
			if key += " gate"; callerOf(r).err == nil {
				key = "device " + deviceKey(r)
			}
		}
		defer change(key, -1)
		if change(key, 1) > requestShare && !s.isStaff(r) {
			w.Header().Set("Connection", "close")
			s.Metrics.Limited.Inc()
			s.writeError(w, r, &domain.Error{
				Code: domain.CodeTooManyRequests, RetryAfterSeconds: 1,
				Message: "Too many requests from your network are under way. Please wait a little and try again.",
			})
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // nobody waits for the body
			return
		}
		unread := r.Body
		next.ServeHTTP(w, r)
		// the client sends no body before it is asked to, and net/http closes the connection
		if r.Header.Get("Expect") != "" {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now())
			return
		}
		// Otherwise net/http waits for the rest of the body, when the request is no longer counted.
		_, _ = io.CopyN(io.Discard, unread, mostUnread)
	})
}

// mostUnread is how much of a body that nobody has read net/http waits for, too; where more follows it closes the
// connection.
const mostUnread = 256 << 10

// isStaff reports whether somebody asks who is signed in to the desk.
func (s *server) isStaff(r *http.Request) bool {
	return s.Staff != nil && s.Staff.IsSignedIn(r.Context(), s.deskToken(r))
}

// limit allows each address so many requests in a sliding window; the answer beyond is 429 with Retry-After.
func (s *server) limit(requests int, window time.Duration) func(http.Handler) http.Handler {
	return s.limitBy(addressKey, requests, window)
}

func (s *server) limitBy(key func(*http.Request) string, requests int,
	window time.Duration) func(http.Handler) http.Handler {
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
				Code: domain.CodeTooManyRequests,
				Message: "Too many requests from your network. Please wait a little and try again; in " +
					inWords(seconds) + " at the latest it works again.",
				RetryAfterSeconds: seconds,
			})
		}))
}

// inWords is a wait as people read it.
func inWords(seconds int) string {
	if minutes := (seconds + 59) / 60; minutes > 1 {
		return strconv.Itoa(minutes) + " minutes"
	}
	return "a minute"
}

// What may be sent to /upload-assets in uploadWindow. One sender has the share that the security reference gives (B5,
// 35); a network is a hall of sixty who register at once, each with two pictures and some with a third, because their
// address is one (C2). What the pictures of a network may take of the disk is bounded besides
// (upload.maxUnclaimedPerNetwork).
const (
	uploadWindow       = 10 * time.Minute
	uploadsOfSender    = 20
	uploadsOfAddress   = 180
	uploadsOfWideShare = 2 * uploadsOfAddress

	// A hall's registrations, with some forms that are refused at first, and its pages that wait for their payments.
	registrationsOfAddress = 180
	questionsOfAddress     = 600
)

// limitUploads counts pictures for the whole network, for the address and for the sender. A sender is what a browser
// calls itself for one visit of the form; whoever says nothing shares one name with all of the address who say nothing.
// Names can be made up, so they only divide what the address has.
func (s *server) limitUploads() chi.Middlewares {
	sender := func(r *http.Request) string {
		return addressKey(r) + " " + keyedHash(s.AddressKey, "session", r.Header.Get(uploadSessionHeader))
	}
	return chi.Middlewares{
		s.limitBy(sender, uploadsOfSender, uploadWindow), // first, so that what one sends too much is not counted for all
		s.limit(uploadsOfAddress, uploadWindow),
		s.limitBy(wideKey, uploadsOfWideShare, uploadWindow),
	}
}
