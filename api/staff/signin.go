package staff

import (
	"context"
	"errors"
	"slices"
	"time"

	"transom/api/domain"
	"transom/api/texts"
)

// SignedIn is a new session of the desk.
type SignedIn struct {
	Token  string
	Device string // the device id for the browser to store
	Visit  Visit
}

// SignIn completes a sign-in after the code: it checks the passkey or, the first time, stores a new one.
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
		out.Device, err = codes.RememberDevice(ctx, tx, device, v.Member.EmailKey, now)
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
	err = s.write(ctx, func(tx Tx, now time.Time) error {
		used, err := tx.UseInvitation(ctx, v.Session.InvitationHash, v.Member.ID, now)
		if err == nil && !used {
			err = errNoInvitation
		}
		if err != nil {
			return err
		}
		before, err := tx.HasSignedIn(ctx, v.Member.ID, domain.DeskPasskey)
		if err == nil && !before { // otherwise the invitation followed a reset
			err = tx.AddAction(ctx, ownAction(v.Member, domain.ActionStaffAdd, requestID, now))
		}
		if err != nil {
			return err
		}
		if err := s.addPasskey(ctx, tx, v, key, requestID, now); err != nil {
			return err
		}
		return open(tx, now)
	})
	return out, err
}

func ownAction(m domain.Member, action, requestID string, now time.Time) domain.Action {
	return domain.Action{At: now, Actor: m.Actor(), Name: action, Object: m.ID, RequestID: requestID}
}

func (s *Service) open(ctx context.Context, tx Tx, v Visit, kind, requestID string, now time.Time) (out SignedIn,
	err error) {
	token, hash := domain.NewToken()
	session := domain.DeskSession{
		TokenHash: hash, StaffID: v.Member.ID, Kind: kind, CreatedAt: now, LastUsedAt: now, ExpiresAt: now.Add(sessionTime),
		ConfirmedAt: now,
	}
	if v.Session.TokenHash != "" {
		if err := tx.EndDeskSession(ctx, v.Session.TokenHash, now); err != nil {
			return out, err
		}
	}
	if err := tx.InsertDeskSession(ctx, session); err != nil {
		return out, err
	}
	err = tx.AddAction(ctx, ownAction(v.Member, domain.ActionSignIn, requestID, now))
	return SignedIn{Token: token, Visit: Visit{v.Member, session, true}}, err
}

// SignInRehearsal signs in with one click, which only a rehearsal allows.
func (s *Service) SignInRehearsal(ctx context.Context, role, requestID string) (out SignedIn, err error) {
	if !s.Rehearsal {
		return out, domain.Refuse(domain.CodeNotFound, texts.NothingHere)
	}
	if !slices.Contains(domain.Roles, role) {
		return out, domain.InvalidField("role", texts.StaffNoRole)
	}
	err = s.write(ctx, func(tx Tx, now time.Time) error {
		m, err := s.invented(ctx, tx, role, now)
		if err != nil {
			return err
		}
		out, err = s.open(ctx, tx, Visit{Member: m}, domain.DeskRehearsal, requestID, now)
		return err
	})
	return out, err
}

func (s *Service) invented(ctx context.Context, tx Tx, role string, now time.Time) (domain.Member, error) {
	email := role + "@rehearsal.invalid"
	m, err := tx.FindMemberByEmail(ctx, domain.EmailKey(email))
	if err == nil && m.Role == role && m.EndedAt.IsZero() {
		return m, nil
	}
	if err == nil { // somebody has changed this member's role or removed the access in the rehearsal
		m.Role, m.EndedAt = role, time.Time{}
		return m, tx.SaveMember(ctx, m)
	}
	if !errors.Is(err, domain.ErrNotFound) {
		return m, err
	}
	m = newMember(texts.StaffInvented(role), email, role, now)
	return m, tx.InsertMember(ctx, m)
}

// SignOut ends a session.
func (s *Service) SignOut(ctx context.Context, v Visit, requestID string) error {
	return s.write(ctx, func(tx Tx, now time.Time) error {
		return errors.Join(tx.EndDeskSession(ctx, v.Session.TokenHash, now),
			tx.AddAction(ctx, ownAction(v.Member, domain.ActionSignOut, requestID, now)))
	})
}

// BeginConfirmation starts a confirmation with the passkey or, after a one-click sign-in, with a button.
func (s *Service) BeginConfirmation(ctx context.Context, v Visit) (Ceremony, error) {
	if v.Session.Kind == domain.DeskRehearsal {
		return Ceremony{Purpose: domain.DeskRehearsal}, nil
	}
	return s.ask(ctx, v, domain.CeremonyConfirm)
}

func (s *Service) ask(ctx context.Context, v Visit, purpose string) (ask Ceremony, err error) {
	err = s.Store.Write(ctx, func(tx Tx) error {
		keys, err := tx.Passkeys(ctx, v.Member.ID)
		if err == nil {
			ask, err = s.begin(ctx, tx, purpose, v.Member, keys, v.Session)
		}
		return err
	})
	return ask, err
}

// Touch records that the member has confirmed with the passkey.
func (s *Service) Touch(ctx context.Context, v Visit, a Answer) error {
	note := func(tx Tx, now time.Time) error {
		return tx.TouchDeskSession(ctx, v.Session.TokenHash, now)
	}
	if v.Session.Kind == domain.DeskRehearsal && s.Rehearsal {
		return s.write(ctx, note)
	}
	return s.assert(ctx, v, domain.CeremonyConfirm, a, note)
}

// Passkeys returns the member's own passkeys.
func (s *Service) Passkeys(ctx context.Context, v Visit) ([]domain.Passkey, error) {
	return s.Store.Passkeys(ctx, v.Member.ID)
}

// BeginPasskey creates the challenge for adding another passkey.
func (s *Service) BeginPasskey(ctx context.Context, v Visit) (ask Ceremony, err error) {
	if v.Session.Kind == domain.DeskRehearsal {
		return ask, domain.Refuse(domain.CodeForbidden, texts.StaffNoPasskeys)
	}
	return s.ask(ctx, v, domain.CeremonyCreate)
}

// AddPasskey checks the answer to BeginPasskey's challenge and stores the new passkey.
func (s *Service) AddPasskey(ctx context.Context, v Visit, a Answer, requestID string) error {
	key, err := s.make(ctx, v, a)
	if err != nil {
		return err
	}
	return s.write(ctx, func(tx Tx, now time.Time) error { return s.addPasskey(ctx, tx, v, key, requestID, now) })
}

const maxPasskeys = 10

func (s *Service) addPasskey(ctx context.Context, tx Tx, v Visit, key domain.Passkey, requestID string,
	now time.Time) error {
	have, err := tx.Passkeys(ctx, v.Member.ID)
	if err != nil {
		return err
	}
	if len(have) >= maxPasskeys {
		return domain.Refuse(domain.CodeInvalid, texts.StaffTooManyPasskeys(len(have)))
	}
	if err := tx.InsertPasskey(ctx, key); err != nil {
		return err
	}
	action := ownAction(v.Member, domain.ActionPasskeyAdd, requestID, now)
	action.After = map[string]string{"name": key.Name}
	return tx.AddAction(ctx, action)
}

// RemovePasskey keeps the last passkey, without which the member cannot sign in.
func (s *Service) RemovePasskey(ctx context.Context, v Visit, id, requestID string) error {
	return s.write(ctx, func(tx Tx, now time.Time) error {
		keys, err := tx.Passkeys(ctx, v.Member.ID)
		if err != nil {
			return err
		}
		at := slices.IndexFunc(keys, func(key domain.Passkey) bool { return key.ID == id })
		switch {
		case at < 0:
			return domain.Refuse(domain.CodeNotFound, texts.StaffPasskeyUnknown)
		case len(keys) == 1:
			return domain.Refuse(domain.CodeInvalid, texts.StaffOnlyPasskey)
		}
		if err := tx.DeletePasskey(ctx, id); err != nil {
			return err
		}
		action := ownAction(v.Member, domain.ActionPasskeyRemove, requestID, now)
		action.Before = map[string]string{"name": keys[at].Name}
		return tx.AddAction(ctx, action)
	})
}
