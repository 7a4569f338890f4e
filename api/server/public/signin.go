package public

import (
	"encoding/json"
	"maps"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/signin"
	"transom/api/wire"
)

// The response is the same for known and unknown addresses.
func (h Handlers) HandleSendOTP(c common.Call, in wire.SendOTPRequest) (any, error) {
	challenge, err := h.SignIn.SendCode(c.Context(), signin.CodeRequest{
		Email: in.Email, Device: in.Device, Network: h.Network(c.R), ID: in.ChallengeID,
	})
	if err != nil {
		return nil, err
	}
	h.Log.InfoContext(c.Context(), "code requested", "request_id", c.RequestID())
	return wire.SendOTPResponse{
		ChallengeID: challenge.ID, ExpiresIn: int(challenge.Lifetime().Seconds()),
		ResendIn: int(domain.ResendAfter.Seconds()), SentAgo: int(challenge.SentAgo().Seconds()),
	}, nil
}

// HandleVerifyOTP answers /verify-otp: it exchanges the right code for an account token.
func (h Handlers) HandleVerifyOTP(c common.Call, in wire.VerifyOTPRequest) (any, error) {
	signedIn, err := h.SignIn.CheckCode(c.Context(), signin.CodeEntry{
		Email: in.Email, ChallengeID: in.ChallengeID, Code: in.OTP, Device: in.Device, UserAgentHash: userAgentHash(c.R),
	})
	if err != nil {
		return nil, err
	}
	h.Log.InfoContext(c.Context(), "signed in", "request_id", c.RequestID(), "account", signedIn.Account.ID)
	return wire.VerifyOTPResponse{
		AccessToken: signedIn.Token, Device: signedIn.Device, UserData: h.userDataOf(
			signedIn.Account.ID, signedIn.Account.Person, signedIn.Account.PhotoAsset),
	}, nil
}

// The browser deletes all that the site has stored; the site then stores a known device's id again.
func (h Handlers) HandleSignOut(c common.Call, in wire.SignOutRequest) (any, error) {
	if err := h.SignIn.SignOut(c.Context(), c.R.Header.Get("Authorization"), signin.Leaving(in)); err != nil {
		return nil, err
	}
	h.Log.InfoContext(c.Context(), "signed out", "request_id", c.RequestID(), "everywhere", in.Everywhere)
	c.W.Header().Set("Clear-Site-Data", `"storage"`)
	return wire.Status{}, nil
}

func (h Handlers) HandleProfile(c common.Call, _ struct{}) (any, error) {
	account, err := h.account(c)
	return wire.ProfileResponse{UserData: h.userDataOf(account.ID, account.Person, account.PhotoAsset)}, err
}

// HandleUpdateProfile answers /update-profile; missing fields are not changed.
func (h Handlers) HandleUpdateProfile(c common.Call, in wire.UpdateProfileRequest) (any, error) {
	session, err := h.session(c)
	if err != nil {
		return nil, err
	}
	change, err := changeOf(in)
	if err != nil {
		return nil, err
	}
	changed, photoKept, err := h.SignIn.UpdateProfile(c.Context(), session.AccountID, change, c.RequestID())
	return wire.ProfileResponse{UserData: h.userDataOf(changed.ID, changed.Person, changed.PhotoAsset),
		PhotoKept: photoKept}, err
}

func changeOf(in wire.UpdateProfileRequest) (change signin.ProfileChange, err error) {
	answers := in.Answers
	in.Answers = nil
	raw, err := json.Marshal(in)
	if err == nil {
		err = json.Unmarshal(raw, &change)
	}
	maps.Copy(change, answers)
	return change, err
}

// HandlePhoto is not in the API contract; it is needed because profile_url is a handle, not a URL.
func (h Handlers) HandlePhoto(c common.Call, _ struct{}) (any, error) {
	account, err := h.account(c)
	if err != nil {
		return nil, err
	}
	return nil, h.SendPhoto(c, account.PhotoAsset)
}
