package server

import (
	"net/http"

	"transom/api/wire"
)

// handleVerifyOTP answers /verify-otp: an account token for the right code.
func (a *Accounts) handleVerifyOTP(w http.ResponseWriter, r *http.Request) error {
	var in wire.VerifyOTPRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	signedIn, err := a.SignIn.CheckCode(r.Context(), in.Email, in.ChallengeID, in.OTP, userAgentHash(r))
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.VerifyOTPResponse{
		Status: ok(), AccessToken: signedIn.Token, UserData: userDataOfAccount(signedIn.Account),
	})
	return nil
}
