package staff

import (
	"context"
	"fmt"
	"slices"
	"time"

	"transom/api/domain"
)

// SignedIn is a fresh session of the desk.
type SignedIn struct {
	Token  string
	Device string // the id that the browser keeps from now on
	Visit  Visit
}

// SignIn ends what a code began: the passkey's answer opens the desk. The first time it makes the passkey.
func (s *Service) SignIn(ctx context.Context, token string, a Answer, device, requestID string) (out SignedIn,
	err error) {
	v, err := s.visit(ctx, token)
	if err != nil {
		return out, err
	}
	if v.Session.Kind != domain.DeskCode {
		return out, ErrSignedOut
	}
	open := func(tx Tx, now time.Time) (err error) {
		out, err = s.open(ctx, tx, v, domain.DeskPasskey, requestID, now)
		if err != nil {
			return err
		}
		out.Device, err = rememberDevice(ctx, tx, device, v.Member.EmailKey, now)
		return err
	}
	if v.Session.InvitationHash == "" {
		err = s.assert(ctx, v, domain.CeremonySignIn, a, open)
		return out, err
	}
	key, err := s.make(ctx, v, a)
	if err != nil {
		return out, err
	}
	err = s.Store.WriteStaff(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		if used, err := tx.UseInvitation(ctx, v.Session.InvitationHash, v.Member.ID, now); err != nil || !used {
			return cmpError(err, errNoInvitation)
		}
		if err := s.addPasskey(ctx, tx, v, key, requestID, now); err != nil {
			return err
		}
		return open(tx, now)
	})
	return out, err
}

func cmpError(err, otherwise error) error {
	if err != nil {
		return err
	}
	return otherwise
}

// open begins a session, which ends the one that led to it: the token of the way in is not the token of the inside.
func (s *Service) open(ctx context.Context, tx Tx, v Visit, kind, requestID string, now time.Time) (out SignedIn,
	err error) {
	token, hash := domain.NewToken()
	session := domain.DeskSession{
		TokenHash: hash, StaffID: v.Member.ID, Kind: kind, CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Add(sessionTime),
		TouchedAt: now,
	}
	if v.Session.TokenHash != "" {
		if err := tx.EndDeskSession(ctx, v.Session.TokenHash, now); err != nil {
			return out, err
		}
	}
	if err := tx.InsertDeskSession(ctx, session); err != nil {
		return out, err
	}
	err = tx.AddAct(ctx, domain.Act{At: now, Actor: v.Member.Actor(), Action: domain.ActSignIn, Object: v.Member.ID,
		RequestID: requestID})
	return SignedIn{Token: token, Visit: Visit{v.Member, session, true}}, err
}

// rememberDevice makes the browser that has just signed in known to the mailbox and returns its id. One that is known
// to nobody is not taken: somebody may have planted it.
func rememberDevice(ctx context.Context, tx Tx, device, emailKey string, now time.Time) (string, error) {
	known, err := tx.IsStaffDevice(ctx, deviceHash(device), "", now)
	if err != nil {
		return "", err
	}
	if !known {
		device = domain.NewID(deviceBits)
	}
	return device, tx.RememberStaffDevice(ctx, deviceHash(device), emailKey, now, now.Add(deviceTime))
}

// SignInRehearsal opens the desk of a rehearsal with one click. Anywhere else there is no such thing.
func (s *Service) SignInRehearsal(ctx context.Context, role, requestID string) (out SignedIn, err error) {
	if !s.Rehearsal {
		return out, &domain.Error{Code: domain.CodeNotFound, Message: "There is nothing at this address."}
	}
	if !slices.Contains(domain.Roles, role) {
		return out, domain.Invalid(map[string]string{"role": "There is no such role."})
	}
	err = s.Store.WriteStaff(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		m, err := s.invented(ctx, tx, role, now)
		if err != nil {
			return err
		}
		out, err = s.open(ctx, tx, Visit{Member: m}, domain.DeskRehearsal, requestID, now)
		return err
	})
	return out, err
}

// invented is the member who plays a role in a rehearsal.
func (s *Service) invented(ctx context.Context, tx Tx, role string, now time.Time) (domain.Member, error) {
	email := role + "@rehearsal.invalid"
	m, err := tx.FindMemberByEmail(ctx, domain.EmailKey(email))
	if err == nil && m.Role == role && m.EndedAt.IsZero() {
		return m, nil
	}
	if err == nil { // somebody has tried roles out on this one
		m.Role, m.EndedAt = role, time.Time{}
		return m, tx.SaveMember(ctx, m)
	}
	m = newMember("Rehearsal "+role, email, role, now)
	return m, ignoreNotFound(err, tx.InsertMember(ctx, m))
}

// SignOut ends a session.
func (s *Service) SignOut(ctx context.Context, v Visit, requestID string) error {
	return s.Store.WriteStaff(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		if err := tx.EndDeskSession(ctx, v.Session.TokenHash, now); err != nil {
			return err
		}
		return tx.AddAct(ctx, domain.Act{At: now, Actor: v.Member.Actor(), Action: domain.ActSignOut, Object: v.Member.ID,
			RequestID: requestID})
	})
}

// BeginTouch asks for a fresh touch. In a rehearsal there is nothing to ask: its touch is a button.
func (s *Service) BeginTouch(ctx context.Context, v Visit) (ask Ceremony, err error) {
	if v.Session.Kind == domain.DeskRehearsal {
		return Ceremony{Purpose: domain.DeskRehearsal}, nil
	}
	err = s.Store.WriteStaff(ctx, func(tx Tx) error {
		keys, err := tx.Passkeys(ctx, v.Member.ID)
		if err == nil {
			ask, err = s.begin(ctx, tx, domain.CeremonyTouch, v.Member, keys, v.Session)
		}
		return err
	})
	return ask, err
}

// Touch notes a fresh touch and returns until when it counts.
func (s *Service) Touch(ctx context.Context, v Visit, a Answer) (until time.Time, err error) {
	note := func(tx Tx, now time.Time) error {
		until = now.Add(touchTime)
		return tx.TouchDeskSession(ctx, v.Session.TokenHash, now)
	}
	if v.Session.Kind == domain.DeskRehearsal && s.Rehearsal {
		err = s.Store.WriteStaff(ctx, func(tx Tx) error { return note(tx, s.Clock.Now()) })
		return until, err
	}
	err = s.assert(ctx, v, domain.CeremonyTouch, a, note)
	return until, err
}

// Passkeys are the member's own.
func (s *Service) Passkeys(ctx context.Context, v Visit) ([]domain.Passkey, error) {
	return s.Store.ListPasskeys(ctx, v.Member.ID)
}

// BeginPasskey asks for a further passkey.
func (s *Service) BeginPasskey(ctx context.Context, v Visit) (ask Ceremony, err error) {
	if v.Session.Kind == domain.DeskRehearsal {
		return ask, &domain.Error{Code: domain.CodeForbidden,
			Message: "In a rehearsal nobody has a passkey: signing in is one click."}
	}
	err = s.Store.WriteStaff(ctx, func(tx Tx) error {
		keys, err := tx.Passkeys(ctx, v.Member.ID)
		if err == nil {
			ask, err = s.begin(ctx, tx, domain.CeremonyMake, v.Member, keys, v.Session)
		}
		return err
	})
	return ask, err
}

// AddPasskey keeps a further passkey.
func (s *Service) AddPasskey(ctx context.Context, v Visit, a Answer, requestID string) error {
	key, err := s.make(ctx, v, a)
	if err != nil {
		return err
	}
	return s.Store.WriteStaff(ctx, func(tx Tx) error { return s.addPasskey(ctx, tx, v, key, requestID, s.Clock.Now()) })
}

// maxPasskeys of one member.
const maxPasskeys = 10

func (s *Service) addPasskey(ctx context.Context, tx Tx, v Visit, key domain.Passkey, requestID string,
	now time.Time) error {
	have, err := tx.Passkeys(ctx, v.Member.ID)
	if err != nil {
		return err
	}
	if len(have) >= maxPasskeys {
		return &domain.Error{Code: domain.CodeInvalid,
			Message: fmt.Sprintf("You have %d passkeys. Remove one before you add another.", len(have))}
	}
	if err := tx.InsertPasskey(ctx, key); err != nil {
		return err
	}
	return tx.AddAct(ctx, domain.Act{
		At: now, Actor: v.Member.Actor(), Action: domain.ActPasskeyAdd, Object: v.Member.ID,
		After: map[string]string{"name": key.Name}, RequestID: requestID,
	})
}

// RemovePasskey takes a passkey away; the last one stays, because without any nobody signs in.
func (s *Service) RemovePasskey(ctx context.Context, v Visit, id, requestID string) error {
	return s.Store.WriteStaff(ctx, func(tx Tx) error {
		keys, err := tx.Passkeys(ctx, v.Member.ID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(keys, func(key domain.Passkey) bool { return key.ID == id })
		switch {
		case at < 0:
			return &domain.Error{Code: domain.CodeNotFound, Message: "You have no such passkey."}
		case len(keys) == 1:
			return &domain.Error{Code: domain.CodeInvalid, Message: "This is your only passkey. Add another one first."}
		}
		if err := tx.DeletePasskey(ctx, id); err != nil {
			return err
		}
		now := s.Clock.Now()
		return tx.AddAct(ctx, domain.Act{
			At: now, Actor: v.Member.Actor(), Action: domain.ActPasskeyRemove, Object: v.Member.ID,
			Before: map[string]string{"name": keys[at].Name}, RequestID: requestID,
		})
	})
}
