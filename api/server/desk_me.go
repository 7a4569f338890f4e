package server

import (
	"context"
	"errors"
	"net/http"
	"time"

	"transom/api/staff"
	"transom/api/wire"
)

// handleDeskMe answers /desk/me: who is signed in, and what that role may do.
func (s *server) handleDeskMe(w http.ResponseWriter, r *http.Request, v staff.Visit) error {
	return s.respondMe(r.Context(), w, v)
}

// handleDeskWho answers /desk/sign-in/me, which is what the page asks first. That nobody is signed in is an answer and
// no refusal: a browser writes each refusal into its console.
func (s *server) handleDeskWho(w http.ResponseWriter, r *http.Request) error {
	v, err := s.Staff.Enter(r.Context(), s.deskToken(r), r.Header.Get(deskBackground) != "")
	if errors.Is(err, staff.ErrSignedOut) {
		respond(w, http.StatusOK, wire.DeskMeResponse{Status: ok(), SignedOut: true, Permissions: []string{},
			Passkeys: []wire.DeskPasskey{}})
		return nil
	}
	if err != nil {
		return err
	}
	return s.respondMe(r.Context(), w, v)
}

func (s *server) respondMe(ctx context.Context, w http.ResponseWriter, v staff.Visit) error {
	keys, err := s.Staff.Passkeys(ctx, v)
	if err != nil {
		return err
	}
	m := v.Member
	out := wire.DeskMeResponse{
		Status: ok(), ID: m.ID, Name: m.Name, Email: m.Email, Role: m.Role, Permissions: staff.Permissions(m.Role),
		Passkeys: []wire.DeskPasskey{},
		Now:      instant(s.Clock.Now()), EndsAt: instant(v.Ends()), IdleSeconds: int(staff.IdleTime.Seconds()),
		TouchedUntil: instant(v.TouchedUntil()), Rehearsal: s.Settings.Rehearsal,
	}
	for _, key := range keys {
		out.Passkeys = append(out.Passkeys, wire.DeskPasskey{ID: key.ID, Name: key.Name, CreatedAt: instant(key.CreatedAt),
			LastUsedAt: instant(key.LastUsedAt)})
	}
	respond(w, http.StatusOK, out)
	return nil
}

// instant is a time as the desk's answers write it, "" for none.
func instant(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339)
}
