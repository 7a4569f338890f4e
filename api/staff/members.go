package staff

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"transom/api/domain"
	"transom/api/texts"
)

// By says who makes a change, and why.
type By struct {
	Actor          domain.Actor
	Why, RequestID string
	Last           bool // whether the command line may reset the last organiser's sign-in
}

func (b By) entry(action string, m domain.Member, now time.Time) domain.Action {
	return domain.Action{At: now, Actor: b.Actor, Name: action, Object: m.ID, Why: domain.Typed(b.Why),
		RequestID: b.RequestID}
}

// Invitation is a link for creating a passkey; it is shown only once.
type Invitation struct {
	Member domain.Member
	Link   string
	Until  time.Time
}

const maxName = 100

// Invite adds a member, or renews the invitation of a member who has not signed in yet or has left.
func (s *Service) Invite(ctx context.Context, by By, name, email, role string) (out Invitation, err error) {
	name = strings.Join(strings.Fields(name), " ")
	wrong := map[string]string{}
	if name == "" || utf8.RuneCountInString(name) > maxName {
		wrong["name"] = texts.StaffName
	}
	if email, err = checkEmail(email); err != nil {
		wrong["email"] = texts.StaffEmail
	}
	if !slices.Contains(domain.Roles, role) {
		wrong["role"] = texts.StaffRole(strings.Join(domain.Roles, ", "))
	}
	if domain.Typed(by.Why) == "" {
		wrong["why"] = texts.WhyMissing
	}
	if len(wrong) > 0 {
		return out, domain.Invalid(wrong)
	}
	err = s.write(ctx, func(tx Tx, now time.Time) error {
		m, err := tx.FindMemberByEmail(ctx, domain.EmailKey(email))
		switch {
		case errors.Is(err, domain.ErrNotFound):
			m = newMember(name, email, role, now)
			err = tx.InsertMember(ctx, m)
		case err == nil:
			m, err = s.again(ctx, tx, m, name, role)
		}
		if err != nil {
			return err
		}
		entry := by.entry(domain.ActionStaffInvite, m, now)
		entry.After = map[string]string{"name": m.Name, "email": m.Email, "role": m.Role}
		if err := tx.AddAction(ctx, entry); err != nil {
			return err
		}
		if out, err = s.invite(ctx, tx, m, by, invitationTime, now); err != nil {
			return err
		}
		return s.emailOrganisers(ctx, tx, "staff-added", m, by, now)
	})
	return out, err
}

// AddFromLastEdition adds members who do not exist yet, with their passkeys, and returns how many were added.
func (s *Service) AddFromLastEdition(ctx context.Context, by By, staff map[domain.Member][]domain.Passkey) (n int,
	err error) {
	err = s.write(ctx, func(tx Tx, now time.Time) error {
		n = 0
		for m, keys := range staff {
			if _, err := tx.FindMemberByEmail(ctx, m.EmailKey); !errors.Is(err, domain.ErrNotFound) {
				if err != nil {
					return err
				}
				continue
			}
			entry := by.entry(domain.ActionStaffAdd, m, now)
			entry.After = map[string]string{"name": m.Name, "email": m.Email, "role": m.Role}
			if err := errors.Join(tx.InsertMember(ctx, m), tx.AddAction(ctx, entry)); err != nil {
				return err
			}
			for _, key := range keys {
				if err := tx.InsertPasskey(ctx, key); err != nil {
					return err
				}
			}
			n++
		}
		return nil
	})
	return n, err
}

// The method "again" prepares an existing member for a new invitation. It refuses a member who has access, because the
// invitation could change the last organiser's role; if a passkey is lost, Reset is needed.
func (s *Service) again(ctx context.Context, tx Tx, m domain.Member, name, role string) (domain.Member, error) {
	works, err := s.works(ctx, tx, m)
	if err != nil {
		return m, err
	}
	if works {
		return m, domain.Refuse(domain.CodeNotPossible, texts.StaffWorksAlready(m.Name, m.Role))
	}
	m.Name, m.Role, m.EndedAt = name, role, time.Time{}
	return m, tx.SaveMember(ctx, m)
}

// works reports whether a member has access and has signed in (with a passkey or, in a rehearsal, with one click).
func (s *Service) works(ctx context.Context, tx Tx, m domain.Member) (bool, error) {
	if !m.EndedAt.IsZero() {
		return false, nil
	}
	keys, err := tx.Passkeys(ctx, m.ID)
	if err != nil || len(keys) > 0 || !s.Rehearsal {
		return len(keys) > 0, err
	}
	return tx.HasSignedIn(ctx, m.ID, domain.DeskRehearsal)
}

func newMember(name, email, role string, now time.Time) domain.Member {
	return domain.Member{ID: domain.NewID(100), Email: email, EmailKey: domain.EmailKey(email), Name: name, Role: role,
		Handle: domain.NewID(160), CreatedAt: now}
}

// invite emails a link that replaces earlier invitations. The database stores only the link's hash.
func (s *Service) invite(ctx context.Context, tx Tx, m domain.Member, by By, lifetime time.Duration,
	now time.Time) (Invitation, error) {
	secret := domain.NewID(160)
	out := Invitation{Member: m, Link: s.Origin + "/desk#invitation=" + secret, Until: now.Add(lifetime)}
	if err := tx.InsertInvitation(ctx, domain.Hash(secret), m.ID, now, out.Until); err != nil {
		return out, err
	}
	return out, tx.EnqueueMail(ctx, domain.OutgoingMail{
		Template: "staff-invitation", To: m.Email, ToName: m.Name, DedupeKey: "staff-invitation:" +
			domain.Hash(secret)[:20],
		Data: s.Content.MailData(s.Origin, map[string]string{
			"name": m.Name, "role": m.Role, "by": by.Actor.Name, "invitation_url": out.Link,
			"until": s.Content.Moment(out.Until),
		}),
	}, now)
}

// Reset ends passkeys and sessions, emails an invitation that expires soon, and informs the organisers.
func (s *Service) Reset(ctx context.Context, by By, id string) (out Invitation, err error) {
	err = s.change(ctx, by, id, domain.ActionStaffReset, func(tx Tx, m *domain.Member, entry *domain.Action,
		now time.Time) (err error) {
		if !m.EndedAt.IsZero() {
			return domain.Refuse(domain.CodeInvalid, texts.StaffEndedInvite(m.Name))
		}
		if by.Actor.ID != domain.ActorCommand || !by.Last {
			if err := s.keepAnOrganiser(ctx, tx, *m, ""); err != nil {
				return err
			}
		}
		if err := s.expel(ctx, tx, m.ID, now); err != nil {
			return err
		}
		if out, err = s.invite(ctx, tx, *m, by, resetTime, now); err != nil {
			return err
		}
		return s.emailOrganisers(ctx, tx, "staff-reset", *m, by, now)
	})
	return out, err
}

// emailOrganisers does not email a new organiser about himself or herself: the invitation is enough. If there is no
// organiser but the author, the treasurers get the email too, so that somebody else knows.
func (s *Service) emailOrganisers(ctx context.Context, tx Tx, template string, m domain.Member, by By,
	now time.Time) error {
	readers, err := tx.MembersWithRole(ctx, domain.RoleOrganiser)
	if err == nil && !slices.ContainsFunc(readers, func(o domain.Member) bool {
		return o.ID != by.Actor.ID && o.ID != m.ID
	}) {
		var treasurers []domain.Member
		treasurers, err = tx.MembersWithRole(ctx, domain.RoleTreasurer)
		readers = append(readers, treasurers...)
	}
	mark := domain.NewID(60)
	for _, o := range readers {
		author := by.Actor.Name
		if o.ID == by.Actor.ID {
			author = texts.You
		}
		if o.ID == m.ID && template == "staff-added" {
			continue
		}
		if err = tx.EnqueueMail(ctx, domain.OutgoingMail{
			Template: template, To: o.Email, ToName: o.Name, DedupeKey: template + ":" + mark + ":" + o.ID,
			Data: s.Content.MailData(s.Origin, map[string]string{"name": m.Name, "role": m.Role, "by": author,
				"staff_url": s.Origin + "/desk/staff"}),
		}, now); err != nil {
			return err
		}
	}
	return err
}

func (s *Service) expel(ctx context.Context, tx Tx, id string, now time.Time) error {
	return errors.Join(tx.EndDeskSessions(ctx, id, now), tx.DeletePasskeys(ctx, id))
}

// ChangeRole applies from the member's next request.
func (s *Service) ChangeRole(ctx context.Context, by By, id, role string) error {
	if !slices.Contains(domain.Roles, role) {
		return domain.InvalidField("role", texts.StaffRole(strings.Join(domain.Roles, ", ")))
	}
	return s.change(ctx, by, id, domain.ActionStaffRole, func(tx Tx, m *domain.Member, entry *domain.Action,
		now time.Time) error {
		if err := s.keepAnOrganiser(ctx, tx, *m, role); err != nil {
			return err
		}
		entry.Before, entry.After = map[string]string{"role": m.Role}, map[string]string{"role": role}
		m.Role = role
		// The emails are queued before the change is saved, so that an organiser who loses the role gets one too.
		return s.emailOrganisers(ctx, tx, "staff-role", *m, by, now)
	})
}

// End keeps the member's name for the activity log.
func (s *Service) End(ctx context.Context, by By, id string) error {
	return s.change(ctx, by, id, domain.ActionStaffEnd, func(tx Tx, m *domain.Member, entry *domain.Action,
		now time.Time) error {
		if !m.EndedAt.IsZero() {
			return domain.Refuse(domain.CodeInvalid, texts.StaffEnded(m.Name))
		}
		if err := s.keepAnOrganiser(ctx, tx, *m, ""); err != nil {
			return err
		}
		m.EndedAt, entry.Before = now, map[string]string{"role": m.Role}
		return errors.Join(tx.DeleteInvitations(ctx, m.ID), s.expel(ctx, tx, m.ID, now))
	})
}

func (s *Service) change(ctx context.Context, by By, id, action string,
	f func(tx Tx, m *domain.Member, entry *domain.Action, now time.Time) error) error {
	if domain.Typed(by.Why) == "" {
		return domain.InvalidField("why", texts.WhyMissing)
	}
	return s.write(ctx, func(tx Tx, now time.Time) error {
		m, err := tx.FindMember(ctx, id)
		if err != nil {
			return domain.IfMissing(err, domain.Refuse(domain.CodeNotFound, texts.StaffUnknown))
		}
		entry := by.entry(action, m, now)
		if err := f(tx, &m, &entry, now); err != nil {
			return err
		}
		if err := tx.SaveMember(ctx, m); err != nil {
			return err
		}
		return tx.AddAction(ctx, entry)
	})
}

func (s *Service) keepAnOrganiser(ctx context.Context, tx Tx, m domain.Member, role string) error {
	if m.Role != domain.RoleOrganiser || role == domain.RoleOrganiser {
		return nil
	}
	if works, err := s.works(ctx, tx, m); err != nil || !works {
		return err
	}
	organisers, err := tx.MembersWithRole(ctx, domain.RoleOrganiser)
	if err != nil {
		return err
	}
	for _, other := range organisers {
		if works, err := s.works(ctx, tx, other); err != nil || works && other.ID != m.ID {
			return err
		}
	}
	return domain.Refuse(domain.CodeInvalid, texts.StaffLastOrganiser(m.Name))
}

// Members lists those with access before those who have left.
func (s *Service) Members(ctx context.Context) ([]domain.MemberState, error) {
	return s.Store.Members(ctx, s.Clock.Now())
}
