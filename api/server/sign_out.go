package server

import (
	"net/http"

	"transom/api/signin"
	"transom/api/wire"
)

// handleSignOut answers /sign-out: it ends this token, or with "everywhere" all of the account, and forgets the device
// that "forget_device" names. Browsers clear what they stored for this origin; the site puts a device that stays known
// back.
func (s *server) handleSignOut(w http.ResponseWriter, r *http.Request) error {
	var in wire.SignOutRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.SignIn.SignOut(r.Context(), r.Header.Get("Authorization"),
		signin.Leaving{Everywhere: in.Everywhere, ForgetDevice: in.ForgetDevice}); err != nil {
		return err
	}
	s.Log.InfoContext(r.Context(), "signed out", "request_id", requestIDOf(w), "everywhere", in.Everywhere)
	w.Header().Set("Clear-Site-Data", `"storage"`)
	respond(w, http.StatusOK, ok())
	return nil
}
