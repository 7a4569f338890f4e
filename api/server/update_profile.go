package server

import (
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
	changed, err := s.SignIn.UpdateProfile(r.Context(), account.ID, changeOf(in))
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.ProfileResponse{Status: ok(), UserData: userDataOfAccount(changed)})
	return nil
}

func changeOf(in wire.UpdateProfileRequest) signin.ProfileChange {
	change := signin.ProfileChange{}
	for name, value := range map[string]*string{
		"firstname": in.FirstName, "lastname": in.LastName, "mobile": in.Mobile, "dob": in.DOB, "gender": in.Gender,
		"city": in.City, "state": in.State, "country": in.Country, "gst_no": in.GSTNo, "profile_url": in.ProfileURL,
	} {
		if value != nil {
			change[name] = *value
		}
	}
	return change
}
