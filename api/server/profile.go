package server

import (
	"net/http"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/wire"
)

// handleProfile answers /profile.
func (s *server) handleProfile(w http.ResponseWriter, r *http.Request) error {
	if _, err := decodeJSON(r, &struct{}{}); err != nil {
		return err
	}
	account, err := s.account(r)
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.ProfileResponse{Status: ok(), UserData: userDataOfAccount(account)})
	return nil
}

// userDataOfAccount is a person as the site shows it.
func userDataOfAccount(a booking.Account) wire.UserData {
	photo := ""
	if a.PhotoAsset != "" {
		photo = domain.AssetHandle(a.PhotoAsset)
	}
	return wire.UserData{ID: a.ID, Person: wire.Person(a.Person), ProfileURL: photo}
}
