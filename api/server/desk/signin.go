package desk

import (
	"context"
	"errors"
	"slices"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/wire"
)

// The response is the same for known and unknown addresses.
func (h Handlers) HandleCode(c common.Call, in wire.DeskCodeRequest) (any, error) {
	challenge, err := h.Staff.SendCode(c.Context(), staff.CodeRequest{Email: in.Email, Device: h.device(c.R),
		Network: h.Network(c.R)})
	return wire.SendOTPResponse{
		ChallengeID: challenge.ID, ExpiresIn: int(challenge.Lifetime().Seconds()),
		ResendIn: int(domain.ResendAfter.Seconds()),
	}, err
}

// HandleVerify answers /desk/sign-in/verify: for a correct code it returns the challenge for the passkey.
func (h Handlers) HandleVerify(c common.Call, in wire.DeskVerifyRequest) (any, error) {
	token, ask, err := h.Staff.CheckCode(c.Context(), staff.CodeEntry{
		Email: in.Email, ChallengeID: in.ChallengeID, Code: in.Code, Invitation: in.Invitation, Device: h.device(c.R),
	})
	if err != nil {
		return nil, err
	}
	h.setCookie(c.W, sessionCookie, token, sessionLifetime)
	return ceremony(ask), nil
}

func ceremony(ask staff.Ceremony) wire.DeskCeremony {
	return wire.DeskCeremony{Ceremony: ask.ID, Purpose: ask.Purpose, Options: ask.Options}
}

// HandlePasskey answers /desk/sign-in/passkey: it checks the passkey's answer and completes the sign-in.
func (h Handlers) HandlePasskey(c common.Call, in wire.DeskPasskeyRequest) (any, error) {
	signedIn, err := h.Staff.SignIn(c.Context(), h.token(c.R), staff.Answer(in), h.device(c.R), c.RequestID())
	if err != nil {
		return nil, err
	}
	h.setCookie(c.W, deviceCookie, signedIn.Device, deviceLifetime)
	return h.signedIn(c, signedIn)
}

// HandleRehearsal answers /desk/sign-in/rehearsal, which exists only in a rehearsal.
func (h Handlers) HandleRehearsal(c common.Call, in wire.DeskRehearsalRequest) (any, error) {
	signedIn, err := h.Staff.SignInRehearsal(c.Context(), in.Role, c.RequestID())
	if err != nil {
		return nil, err
	}
	return h.signedIn(c, signedIn)
}

func (h Handlers) signedIn(c common.Call, in staff.SignedIn) (any, error) {
	h.Log.InfoContext(c.Context(), "signed in to the desk", "request_id", c.RequestID(), "staff", in.Visit.Member.ID)
	h.setCookie(c.W, sessionCookie, in.Token, sessionLifetime)
	return h.me(c.Context(), in.Visit, nil)
}

func (h Handlers) HandleSignOut(c Call, _ common.NoBody) (any, error) {
	if err := h.Staff.SignOut(c.Context(), c.Visit, c.RequestID()); err != nil {
		return nil, err
	}
	h.setCookie(c.W, sessionCookie, "", 0)
	return wire.Status{}, nil
}

func (h Handlers) HandleConfirmBegin(c Call, _ common.NoBody) (any, error) {
	ask, err := h.Staff.BeginConfirmation(c.Context(), c.Visit)
	return ceremony(ask), err
}

func (h Handlers) HandleConfirmFinish(c Call, in wire.DeskPasskeyRequest) (any, error) {
	return wire.Status{}, h.Staff.Touch(c.Context(), c.Visit, staff.Answer(in))
}

func (h Handlers) HandlePasskeyBegin(c Call, _ common.NoBody) (any, error) {
	ask, err := h.Staff.BeginPasskey(c.Context(), c.Visit)
	return ceremony(ask), err
}

func (h Handlers) HandlePasskeyFinish(c Call, in wire.DeskPasskeyRequest) (any, error) {
	return h.me(c.Context(), c.Visit, h.Staff.AddPasskey(c.Context(), c.Visit, staff.Answer(in), c.RequestID()))
}

func (h Handlers) HandlePasskeyRemove(c Call, in wire.DeskMemberRequest) (any, error) {
	return h.me(c.Context(), c.Visit, h.Staff.RemovePasskey(c.Context(), c.Visit, in.ID, c.RequestID()))
}

// HandleMe answers /desk/me with who is signed in, and what that role may do.
func (h Handlers) HandleMe(c Call, _ common.NoBody) (any, error) {
	return h.me(c.Context(), c.Visit, nil)
}

// If nobody is signed in, HandleWho still succeeds, because browsers write each error to their console.
func (h Handlers) HandleWho(c common.Call, _ common.NoBody) (any, error) {
	v, err := h.enter(c.R)
	if errors.Is(err, staff.ErrSignedOut) {
		return wire.DeskMeResponse{SignedOut: true, Permissions: []string{}, Passkeys: []wire.DeskPasskey{}}, nil
	}
	return h.me(c.Context(), v, err)
}

func (h Handlers) me(ctx context.Context, v staff.Visit, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	keys, err := h.Staff.Passkeys(ctx, v)
	if err != nil {
		return nil, err
	}
	m := v.Member
	out := wire.DeskMeResponse{
		ID: m.ID, Name: m.Name, Email: m.Email, Role: m.Role, Permissions: staff.Permissions(m.Role),
		Now: wire.Instant(h.Clock.Now()), Rehearsal: h.Settings.Rehearsal,
	}
	if h.Content.Badge == nil {
		out.Permissions = slices.DeleteFunc(out.Permissions, func(p string) bool { return p == string(staff.Badges) })
	}
	out.Passkeys = domain.Each(keys, func(key domain.Passkey) wire.DeskPasskey {
		return wire.DeskPasskey{ID: key.ID, Name: key.Name, CreatedAt: wire.Instant(key.CreatedAt),
			LastUsedAt: wire.Instant(key.LastUsedAt)}
	})
	return out, nil
}

func (h Handlers) HandleStaffList(c Call, _ common.NoBody) (any, error) {
	return h.team(c.Context(), nil)
}

func (h Handlers) team(ctx context.Context, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	members, err := h.Staff.Members(ctx)
	if err != nil {
		return nil, err
	}
	return wire.DeskStaffResponse{Members: domain.Each(members, func(m domain.MemberState) wire.DeskMember {
		member := deskMember(m)
		if h.Settings.Rehearsal && !m.SeenAt.IsZero() && member.State == "invited" {
			member.State = "works" // a rehearsal's staff sign in without a passkey
		}
		return member
	})}, nil
}

func deskMember(m domain.MemberState) wire.DeskMember {
	out := wire.DeskMember{
		ID: m.ID, Name: m.Name, Email: m.Email, Role: m.Role, State: "works", Passkeys: m.Passkeys,
		SeenAt: wire.Instant(m.SeenAt), InvitedUntil: wire.Instant(m.InvitedUntil),
	}
	switch {
	case !m.EndedAt.IsZero():
		out.State = "ended"
	case m.Passkeys == 0:
		out.State = "invited"
	}
	return out
}

func (h Handlers) HandleStaffInvite(c Call, in wire.DeskInviteRequest) (any, error) {
	invitation, err := h.Staff.Invite(c.Context(), c.by(in.Why), in.Name, in.Email, in.Role)
	return invitationResponse(invitation), err
}

func (h Handlers) HandleStaffReset(c Call, in wire.DeskMemberRequest) (any, error) {
	invitation, err := h.Staff.Reset(c.Context(), c.by(in.Why), in.ID)
	return invitationResponse(invitation), err
}

func invitationResponse(i staff.Invitation) wire.DeskInvitation {
	return wire.DeskInvitation{
		Member: deskMember(domain.MemberState{Member: i.Member, InvitedUntil: i.Until}), Link: i.Link,
		Until: wire.Instant(i.Until),
	}
}

func (h Handlers) HandleStaffRole(c Call, in wire.DeskMemberRequest) (any, error) {
	return h.team(c.Context(), h.Staff.ChangeRole(c.Context(), c.by(in.Why), in.ID, in.Role))
}

func (h Handlers) HandleStaffEnd(c Call, in wire.DeskMemberRequest) (any, error) {
	return h.team(c.Context(), h.Staff.End(c.Context(), c.by(in.Why), in.ID))
}

func (c Call) by(why string) staff.By {
	return staff.By{Actor: c.Actor(), Why: why, RequestID: c.RequestID()}
}
