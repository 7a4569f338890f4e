package server

import (
	"encoding/json"
	"net/http"

	"transom/api/signin"
	"transom/api/wire"
)

// handleUpdateProfile answers /update-profile; absent fields stay as they are.
func (s *server) handleUpdateProfile(w http.ResponseWriter, r *http.Request) error {
	var in wire.UpdateProfileRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	account, err := s.account(r)
	if err != nil {
		return err
	}
	change, err := changeOf(in)
	if err != nil {
		return err
	}
	changed, err := s.SignIn.UpdateProfile(r.Context(), account.ID, change)
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.ProfileResponse{Status: ok(), UserData: userDataOfAccount(changed)})
	return nil
}

// changeOf is what was sent, by its names on the wire.
func changeOf(in wire.UpdateProfileRequest) (change signin.ProfileChange, err error) {
	raw, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(raw, &change)
	}
	return change, err
}
