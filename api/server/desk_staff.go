package server

import (
	"net/http"

	"transom/api/domain"
	"transom/api/staff"
	"transom/api/wire"
)

// handleStaffList answers /desk/staff/list.
func (s *server) handleStaffList(w http.ResponseWriter, r *http.Request, _ domain.Actor) error {
	return s.respondStaff(w, r)
}

func (s *server) respondStaff(w http.ResponseWriter, r *http.Request) error {
	members, err := s.Staff.Members(r.Context())
	if err != nil {
		return err
	}
	out := wire.DeskStaffResponse{Status: ok(), Members: []wire.DeskMember{}}
	for _, m := range members {
		member := deskMember(m)
		if s.Settings.Rehearsal && !m.SeenAt.IsZero() && member.State == "invited" {
			member.State = "works" // by one click
		}
		out.Members = append(out.Members, member)
	}
	for _, role := range domain.Roles {
		out.Roles = append(out.Roles, wire.DeskRole{Role: role, May: staff.Permissions(role)})
	}
	respond(w, http.StatusOK, out)
	return nil
}

func deskMember(m domain.MemberState) wire.DeskMember {
	out := wire.DeskMember{
		ID: m.ID, Name: m.Name, Email: m.Email, Role: m.Role, State: "works", Passkeys: m.Passkeys, SeenAt: instant(m.SeenAt),
		InvitedUntil: instant(m.InvitedUntil),
	}
	switch {
	case !m.EndedAt.IsZero():
		out.State = "ended"
	case m.Passkeys == 0:
		out.State = "invited"
	}
	return out
}

// handleStaffInvite answers /desk/staff/invite.
func (s *server) handleStaffInvite(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskInviteRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	invitation, err := s.Staff.Invite(r.Context(), by(w, who, in.Why), in.Name, in.Email, in.Role)
	return respondInvitation(w, invitation, err)
}

// handleStaffReset answers /desk/staff/reset.
func (s *server) handleStaffReset(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskMemberRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	invitation, err := s.Staff.Reset(r.Context(), by(w, who, in.Why), in.ID)
	return respondInvitation(w, invitation, err)
}

func respondInvitation(w http.ResponseWriter, i staff.Invitation, err error) error {
	if err != nil {
		return err
	}
	respond(w, http.StatusOK, wire.DeskInvitation{
		Status: ok(), Member: deskMember(domain.MemberState{Member: i.Member, InvitedUntil: i.Until}), Link: i.Link,
		Until: instant(i.Until),
	})
	return nil
}

// handleStaffRole answers /desk/staff/role.
func (s *server) handleStaffRole(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskMemberRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Staff.ChangeRole(r.Context(), by(w, who, in.Why), in.ID, in.Role); err != nil {
		return err
	}
	return s.respondStaff(w, r)
}

// handleStaffEnd answers /desk/staff/end.
func (s *server) handleStaffEnd(w http.ResponseWriter, r *http.Request, who domain.Actor) error {
	var in wire.DeskMemberRequest
	if _, err := decodeJSON(r, &in); err != nil {
		return err
	}
	if err := s.Staff.End(r.Context(), by(w, who, in.Why), in.ID); err != nil {
		return err
	}
	return s.respondStaff(w, r)
}

func by(w http.ResponseWriter, who domain.Actor, why string) staff.By {
	return staff.By{Actor: who, Why: why, RequestID: requestIDOf(w)}
}
