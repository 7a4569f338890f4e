package server

import (
	"context"
	"net/http"
	"time"

	"transom/api/domain"
	"transom/api/version"
	"transom/api/wire"
)

// handleHealth says that the process runs, and which release it is.
func (s *server) handleHealth(w http.ResponseWriter, _ *http.Request) error {
	respond(w, http.StatusOK, wire.Health{Status: ok(), Version: version.Release})
	return nil
}

// handleMetrics answers on the public listener only to this machine, and not at all behind a proxy: a proxy on the
// same machine makes every visitor look local.
func (s *server) handleMetrics(w http.ResponseWriter, r *http.Request) error {
	proxied := len(s.Settings.TrustedProxies) > 0 || r.Header.Get("X-Forwarded-For") != "" ||
		r.Header.Get("Forwarded") != ""
	if proxied || !isLoopback(r) {
		return notFound(w, r)
	}
	s.Metrics.ServeHTTP(w, r)
	return nil
}

// handleReady says that a registration could be stored now: each dependency is tried, not remembered.
func (s *server) handleReady(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	for name, check := range s.Ready {
		if err := check(ctx); err != nil {
			s.Log.ErrorContext(ctx, "not ready", "part", name, "error", err)
			return &domain.Error{Code: domain.CodeUnavailable, Message: "Not ready: " + name + ".", RetryAfterSeconds: 5}
		}
	}
	respond(w, http.StatusOK, ok())
	return nil
}
