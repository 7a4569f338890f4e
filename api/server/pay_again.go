package server

import (
	"net/http"

	"transom/api/registration"
	"transom/api/wire"
)

// handlePayAgain answers /pay-again: another payment link for a booking whose payment has failed, for whoever knows the
// booking's id.
func (s *server) handlePayAgain(w http.ResponseWriter, r *http.Request) error {
	var in wire.PayAgainRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	url, err := s.Registrations.PayAgain(r.Context(), in.BookingID,
		registration.Submission{NetworkHash: s.limitedNetwork(r).Wide})
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.PayAgainResponse{Status: ok(), PaymentURL: url})
	return nil
}
