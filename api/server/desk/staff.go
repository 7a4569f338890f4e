package desk

import (
	"context"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/staff"
	"transom/api/wire"
)

// HandleStaffList answers /desk/staff/list.
func (h Handlers) HandleStaffList(c Call, _ common.NoBody) (any, error) {
	return h.team(c.Context(), nil)
}

// team lists the members after a change, unless it failed.
func (h Handlers) team(ctx context.Context, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	members, err := h.Staff.Members(ctx)
	if err != nil {
		return nil, err
	}
	out := wire.DeskStaffResponse{Status: common.OK(), Members: []wire.DeskMember{}}
	for _, m := range members {
		member := deskMember(m)
		if h.Settings.Rehearsal && !m.SeenAt.IsZero() && member.State == "invited" {
			member.State = "works" // by one click
		}
		out.Members = append(out.Members, member)
	}
	for _, role := range domain.Roles {
		out.Roles = append(out.Roles, wire.DeskRole{Role: role, May: staff.Permissions(role)})
	}
	return out, nil
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

// HandleStaffInvite answers /desk/staff/invite.
func (h Handlers) HandleStaffInvite(c Call, in wire.DeskInviteRequest) (any, error) {
	invitation, err := h.Staff.Invite(c.Context(), c.by(in.Why), in.Name, in.Email, in.Role)
	return invitationResponse(invitation), err
}

// HandleStaffReset answers /desk/staff/reset.
func (h Handlers) HandleStaffReset(c Call, in wire.DeskMemberRequest) (any, error) {
	invitation, err := h.Staff.Reset(c.Context(), c.by(in.Why), in.ID)
	return invitationResponse(invitation), err
}

func invitationResponse(i staff.Invitation) wire.DeskInvitation {
	return wire.DeskInvitation{
		Status: common.OK(), Member: deskMember(domain.MemberState{Member: i.Member, InvitedUntil: i.Until}), Link: i.Link,
		Until: wire.Instant(i.Until),
	}
}

// HandleStaffRole answers /desk/staff/role.
func (h Handlers) HandleStaffRole(c Call, in wire.DeskMemberRequest) (any, error) {
	return h.team(c.Context(), h.Staff.ChangeRole(c.Context(), c.by(in.Why), in.ID, in.Role))
}

// HandleStaffEnd answers /desk/staff/end.
func (h Handlers) HandleStaffEnd(c Call, in wire.DeskMemberRequest) (any, error) {
	return h.team(c.Context(), h.Staff.End(c.Context(), c.by(in.Why), in.ID))
}

func (c Call) by(why string) staff.By {
	return staff.By{Actor: c.Actor(), Why: why, RequestID: c.RequestID()}
}
