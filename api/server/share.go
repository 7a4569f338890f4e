package server

import (
	"io"
	"net/http"
	"sync"
	"time"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/server/gate"
	"transom/api/texts"
)

const requestShare = 500

// If more than maxUnread bytes of a body are unread, net/http closes the connection.
const maxUnread = 256 << 10

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
		key := common.ClientKey(r)
		if gate.IsCall(r) { // visitors in a hall must not block the devices at its doors
			key += " gate"
			if device := gate.DeviceOf(r); device != "" {
				key = "device " + device
			}
		}
		defer change(key, -1)
		if change(key, 1) > requestShare && !s.desk.IsStaff(r) {
			w.Header().Set("Connection", "close")
			s.Metrics.Limited.Inc()
			s.WriteError(w, r, &domain.Error{Code: domain.CodeTooManyRequests, RetryAfterSeconds: 1,
				Message: texts.TooManyUnderWay})
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // do not wait for the body
			return
		}
		unread := r.Body
		next.ServeHTTP(w, r)
		if r.Header.Get("Expect") != "" {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now())
			return
		}
		// Read the rest of the body while the request still counts: net/http would read it afterwards.
		_, _ = io.CopyN(io.Discard, unread, maxUnread)
	})
}
