package public

import (
	"encoding/json"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/signin"
	"transom/api/wire"
)

// HandleProfile answers /profile.
func (h Handlers) HandleProfile(c common.Call, _ struct{}) (any, error) {
	account, err := h.account(c)
	if err != nil {
		return nil, err
	}
	return wire.ProfileResponse{Status: common.OK(), UserData: accountData(account)}, nil
}

// HandleUpdateProfile answers /update-profile; absent fields stay as they are.
func (h Handlers) HandleUpdateProfile(c common.Call, in wire.UpdateProfileRequest) (any, error) {
	account, err := h.account(c)
	if err != nil {
		return nil, err
	}
	change, err := changeOf(in)
	if err != nil {
		return nil, err
	}
	changed, err := h.SignIn.UpdateProfile(c.Context(), account.ID, change)
	if err != nil {
		return nil, err
	}
	return wire.ProfileResponse{Status: common.OK(), UserData: accountData(changed)}, nil
}

// changeOf copies the fields that were sent, by their names on the wire.
func changeOf(in wire.UpdateProfileRequest) (change signin.ProfileChange, err error) {
	raw, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(raw, &change)
	}
	return change, err
}

// HandlePhoto answers /photo: the account's own photo as bytes. It is an addition to the contract, because
// profile_url is a handle and not a URL.
func (h Handlers) HandlePhoto(c common.Call, _ struct{}) (any, error) {
	account, err := h.account(c)
	if err != nil {
		return nil, err
	}
	photo, err := h.Photo(c.Context(), account.PhotoAsset)
	if err != nil {
		return nil, err
	}
	if photo == nil {
		return nil, common.ErrNoPhoto
	}
	common.WritePhoto(c.W, photo)
	return nil, nil
}

func accountData(a booking.Account) wire.UserData {
	photo := ""
	if a.PhotoAsset != "" {
		photo = domain.AssetHandle(a.PhotoAsset)
	}
	return wire.UserData{ID: a.ID, Person: wire.Person(a.Person), ProfileURL: photo}
}
