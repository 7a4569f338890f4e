package server

import (
	"errors"
	"io"
	"net/http"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
)

// handlePaymentWebhook stores a gateway's message and answers at once; a worker acts on it. Gateways want an answer
// within seconds and repeat what they did not get one for.
func (s *server) handlePaymentWebhook(w http.ResponseWriter, r *http.Request) error {
	raw, err := io.ReadAll(r.Body)
	if err != nil {
		var tooLarge *http.MaxBytesError
		if errors.As(err, &tooLarge) {
			return &domain.Error{Code: domain.CodeTooLarge, Message: "The message is too large."}
		}
		return malformed("The message did not arrive completely.")
	}
	if err := s.Payments.Receive(r.Context(), chi.URLParam(r, "provider"), r.Header, raw); err != nil {
		return err
	}
	respond(w, http.StatusOK, ok())
	return nil
}
