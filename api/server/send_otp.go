package server

import (
	"net/http"

	"transom/api/domain"
	"transom/api/signin"
	"transom/api/wire"
)

// handleSendOTP answers /send-otp, alike for known and unknown addresses.
func (s *server) handleSendOTP(w http.ResponseWriter, r *http.Request) error {
	var in wire.SendOTPRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	challenge, err := s.SignIn.SendCode(r.Context(), signin.CodeRequest{
		Email: in.Email, Device: in.Device, Network: networkOf(r, s.AddressKey),
	})
	if err != nil {
		return err
	}
	s.Log.InfoContext(r.Context(), "code asked for", "request_id", requestIDOf(w))
	respond(w, http.StatusOK, wire.SendOTPResponse{
		Status: ok(), ChallengeID: challenge.ID,
		ExpiresIn: int(domain.CodeLifetime.Seconds()), ResendIn: int(signin.ResendAfter.Seconds()),
	})
	return nil
}
