package server

import (
	"net/http"
	"time"

	"transom/api/domain"
	"transom/api/staff"
	"transom/api/wire"
)

// Lifetimes of the desk's cookies. The session's own end is in the database.
const (
	deskCookieTime   = 8 * time.Hour
	deskDeviceCookie = "desk-device"
	deskDeviceTime   = 180 * 24 * time.Hour
)

func (s *server) deskDevice(r *http.Request) string { return cookie(r, s.hostCookie(deskDeviceCookie)) }

// handleDeskWays answers /desk/sign-in/ways.
func (s *server) handleDeskWays(w http.ResponseWriter, r *http.Request) error {
	out := wire.DeskWaysResponse{Status: ok(), Rehearsal: s.Settings.Rehearsal, Roles: []string{}}
	if out.Rehearsal {
		out.Roles = domain.Roles
	}
	respond(w, http.StatusOK, out)
	return nil
}

// handleDeskCode answers /desk/sign-in/code, alike for known and unknown addresses.
func (s *server) handleDeskCode(w http.ResponseWriter, r *http.Request) error {
	var in wire.DeskCodeRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	c, err := s.Staff.SendCode(r.Context(), staff.CodeRequest{Email: in.Email, Device: s.deskDevice(r),
		Network: networkOf(r, s.AddressKey)})
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.DeskCodeResponse{
		Status: ok(), ChallengeID: c.ID, ExpiresIn: int(domain.CodeLifetime.Seconds()),
		ResendIn: int(staff.ResendAfter.Seconds()),
	})
	return nil
}

// handleDeskVerify answers /desk/sign-in/verify: a right code is followed by the passkey.
func (s *server) handleDeskVerify(w http.ResponseWriter, r *http.Request) error {
	var in wire.DeskVerifyRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	token, ask, err := s.Staff.CheckCode(r.Context(), staff.CodeEntry{
		Email: in.Email, ChallengeID: in.ChallengeID, Code: in.Code, Invitation: in.Invitation, Device: s.deskDevice(r),
	})
	if err != nil {
		return err
	}
	s.setDeskCookie(w, "desk", token, deskCookieTime)
	respondCeremony(w, ask)
	return nil
}

func respondCeremony(w http.ResponseWriter, ask staff.Ceremony) {
	respond(w, http.StatusOK, wire.DeskCeremony{Status: ok(), Ceremony: ask.ID, Purpose: ask.Purpose,
		Options: ask.Options})
}

// handleDeskPasskey answers /desk/sign-in/passkey: the passkey opens the desk.
func (s *server) handleDeskPasskey(w http.ResponseWriter, r *http.Request) error {
	answer, err := decodeAnswer(r)
	if err != nil {
		return err
	}
	in, err := s.Staff.SignIn(r.Context(), s.deskToken(r), answer, s.deskDevice(r), requestIDOf(w))
	if err != nil {
		return err
	}
	s.setDeskCookie(w, deskDeviceCookie, in.Device, deskDeviceTime)
	return s.letIn(w, r, in)
}

// handleDeskRehearsal answers /desk/sign-in/rehearsal, which exists in a rehearsal only.
func (s *server) handleDeskRehearsal(w http.ResponseWriter, r *http.Request) error {
	var request wire.DeskRehearsalRequest
	if _, err := decodeJSON(r, &request); err != nil {
		return err
	}
	in, err := s.Staff.SignInRehearsal(r.Context(), request.Role, requestIDOf(w))
	if err != nil {
		return err
	}
	return s.letIn(w, r, in)
}

func (s *server) letIn(w http.ResponseWriter, r *http.Request, in staff.SignedIn) error {
	s.Log.InfoContext(r.Context(), "signed in to the desk", "request_id", requestIDOf(w), "staff", in.Visit.Member.ID)
	s.setDeskCookie(w, "desk", in.Token, deskCookieTime)
	return s.respondMe(r.Context(), w, in.Visit)
}

func (s *server) handleDeskSignOut(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	if err := s.Staff.SignOut(r.Context(), v, requestIDOf(w)); err != nil {
		return err
	}
	s.setDeskCookie(w, "desk", "", 0)
	respond(w, http.StatusOK, ok())
	return nil
}

func (s *server) handleDeskTouchBegin(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	ask, err := s.Staff.BeginTouch(r.Context(), v)
	if err == nil {
		respondCeremony(w, ask)
	}
	return err
}

func (s *server) handleDeskTouchFinish(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	answer, err := decodeAnswer(r)
	if err != nil {
		return err
	}
	until, err := s.Staff.Touch(r.Context(), v, answer)
	if err == nil {
		respond(w, http.StatusOK, wire.DeskTouchResponse{Status: ok(), Until: instant(until)})
	}
	return err
}

func (s *server) handleDeskPasskeyBegin(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	ask, err := s.Staff.BeginPasskey(r.Context(), v)
	if err == nil {
		respondCeremony(w, ask)
	}
	return err
}

func (s *server) handleDeskPasskeyFinish(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	answer, err := decodeAnswer(r)
	if err != nil {
		return err
	}
	if err := s.Staff.AddPasskey(r.Context(), v, answer, requestIDOf(w)); err != nil {
		return err
	}
	return s.respondMe(r.Context(), w, v)
}

func (s *server) handleDeskPasskeyRemove(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	var in wire.DeskMemberRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Staff.RemovePasskey(r.Context(), v, in.ID, requestIDOf(w)); err != nil {
		return err
	}
	return s.respondMe(r.Context(), w, v)
}

func decodeAnswer(r *http.Request) (staff.Answer, error) {
	var in wire.DeskPasskeyRequest
	_, err := decodeJSON(r, &in)
	return staff.Answer{Ceremony: in.Ceremony, Credential: in.Credential, Name: in.Name}, err
}
