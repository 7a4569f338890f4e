package server

import (
	"context"
	"net/http"
	"time"

	"transom/api/domain"
)

// handleHealth says that the process runs.
func (s *server) handleHealth(w http.ResponseWriter, _ *http.Request) error {
	respond(w, http.StatusOK, ok())
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
