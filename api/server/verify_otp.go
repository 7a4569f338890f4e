package server

import (
	"net/http"

	"transom/api/signin"
	"transom/api/wire"
)

// handleVerifyOTP answers /verify-otp: an account token for the right code.
func (s *server) handleVerifyOTP(w http.ResponseWriter, r *http.Request) error {
	var in wire.VerifyOTPRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	signedIn, err := s.SignIn.CheckCode(r.Context(), signin.CodeEntry{
		Email: in.Email, ChallengeID: in.ChallengeID, Code: in.OTP, Device: in.Device, UserAgentHash: userAgentHash(r),
	})
	if err != nil {
		return err
	}
	s.Log.InfoContext(r.Context(), "signed in", "request_id", requestIDOf(w), "account", signedIn.Account.ID)
	respond(w, http.StatusOK, wire.VerifyOTPResponse{
		Status: ok(), AccessToken: signedIn.Token, Device: signedIn.Device, UserData: userDataOfAccount(signedIn.Account),
	})
	return nil
}
