package server

import "net/http"

// handleSignOut answers /sign-out: it ends this token, or with {"everywhere": true} all of the account. Browsers clear
// what they stored for this origin.
func (a *Accounts) handleSignOut(w http.ResponseWriter, r *http.Request) error {
	var in struct {
		Everywhere bool `json:"everywhere"`
	}
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := a.SignIn.SignOut(r.Context(), r.Header.Get("Authorization"), in.Everywhere); err != nil {
		return err
	}
	w.Header().Set("Clear-Site-Data", `"storage"`)
	respond(w, http.StatusOK, ok())
	return nil
}
