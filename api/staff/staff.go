// Package staff manages the members of staff and what each of them may do. It must not know about HTTP or what the desk
// shows. A sign-in requires a code that is sent to the mailbox, and a passkey, which is created at the first sign-in
// with an invitation (decision 0025). Only a rehearsal allows the one-click sign-in.
package staff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/onetime"
	"transom/api/texts"
)

// The desk's time limits. Source: gate-and-desk reference, section 8.
const (
	IdleTime         = 30 * time.Minute
	sessionTime      = 8 * time.Hour
	confirmationTime = 5 * time.Minute
	codeTime         = 10 * time.Minute // the time to use the passkey after entering the code
	ceremonyTime     = 5 * time.Minute
	rememberEvery    = time.Minute // the interval at which a session's last use is stored
	invitationTime   = 72 * time.Hour
	resetTime        = 15 * time.Minute // the lifetime of an invitation after a reset
)

// Service manages the staff of an event.
type Service struct {
	Setup
	hasher *onetime.Hasher
	web    *webauthn.WebAuthn
}

// Setup holds the dependencies of Service.
type Setup struct {
	Store   Store
	Content *domain.Content
	Clock   domain.Clock
	// Uptime is the clock by which codes expire: setting the system clock does not affect it.
	Uptime    domain.Uptime
	Pepper    []byte // 32 random bytes, which are not stored in the database
	Origin    string // the address of the desk's pages; passkeys are bound to its host name
	Rehearsal bool
	// Limited turns on the limits for networks; the limits for mailboxes always apply.
	Limited    bool
	HashRounds int // the number of hash rounds for codes; 0 means the default
}

// New takes the name and origin of the passkeys from the settings, never from a request.
func New(setup Setup) (*Service, error) {
	origin, err := url.Parse(setup.Origin)
	if err != nil {
		return nil, fmt.Errorf("origin of the desk: %w", err)
	}
	name := origin.Hostname()
	if setup.Rehearsal && net.ParseIP(name) != nil {
		name = "localhost" // the library needs a host name; at an IP address, staff use the one-click sign-in
	}
	enforced := webauthn.TimeoutConfig{Enforce: true, Timeout: ceremonyTime, TimeoutUVD: ceremonyTime}
	web, err := webauthn.New(&webauthn.Config{
		RPID: name, RPDisplayName: cmp.Or(setup.Content.Event.Name, "Desk"), RPOrigins: []string{setup.Origin},
		AuthenticatorSelection: required, Timeouts: webauthn.TimeoutsConfig{Login: enforced, Registration: enforced},
	})
	if err != nil {
		return nil, fmt.Errorf("passkeys: %w", err)
	}
	return &Service{Setup: setup, hasher: onetime.NewHasher(setup.Pepper, setup.HashRounds), web: web}, nil
}

func (s *Service) write(ctx context.Context, f func(tx Tx, now time.Time) error) error {
	return s.Store.Write(ctx, func(tx Tx) error { return f(tx, s.Clock.Now()) })
}

// The methods of Store and Tx are documented in api/store.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	Members(ctx context.Context, now time.Time) ([]domain.MemberState, error)
	Passkeys(ctx context.Context, staffID string) ([]domain.Passkey, error)
	FindDeskSession(ctx context.Context, tokenHash string) (domain.DeskSession, domain.Member, error)
}

// Tx is the part of a transaction that the service uses.
type Tx interface {
	onetime.Tx
	AddAction(ctx context.Context, a domain.Action) error
	EnqueueMail(ctx context.Context, m domain.OutgoingMail, now time.Time) error
	AddTask(ctx context.Context, t booking.Task, now time.Time) error
	FindMember(ctx context.Context, id string) (domain.Member, error)
	FindMemberByEmail(ctx context.Context, emailKey string) (domain.Member, error)
	InsertMember(ctx context.Context, m domain.Member) error
	SaveMember(ctx context.Context, m domain.Member) error
	HasSignedIn(ctx context.Context, staffID, kind string) (bool, error)
	InsertInvitation(ctx context.Context, tokenHash, staffID string, now, until time.Time) error
	InvitationWorks(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error)
	UseInvitation(ctx context.Context, tokenHash, staffID string, now time.Time) (bool, error)
	DeleteInvitations(ctx context.Context, staffID string) error
	MembersWithRole(ctx context.Context, role string) ([]domain.Member, error)
	InsertCeremony(ctx context.Context, c domain.Ceremony) error
	TakeCeremony(ctx context.Context, id, sessionHash string) (domain.Ceremony, error)
	Passkeys(ctx context.Context, staffID string) ([]domain.Passkey, error)
	InsertPasskey(ctx context.Context, key domain.Passkey) error
	UsePasskey(ctx context.Context, id, record string, now time.Time) error
	DeletePasskey(ctx context.Context, id string) error
	DeletePasskeys(ctx context.Context, staffID string) error
	InsertDeskSession(ctx context.Context, s domain.DeskSession) error
	UseDeskSession(ctx context.Context, tokenHash string, now time.Time) error
	TouchDeskSession(ctx context.Context, tokenHash string, now time.Time) error
	EndDeskSession(ctx context.Context, tokenHash string, now time.Time) error
	EndDeskSessions(ctx context.Context, staffID string, now time.Time) error
}

// Visit is a member who is signed in.
type Visit struct {
	Member    domain.Member
	Session   domain.DeskSession
	confirmed bool
}

// ErrSignedOut is returned if a session has ended or never existed.
var ErrSignedOut = domain.Refuse(domain.CodeUnauthorized, texts.StaffSignedOut)

var (
	errForbidden       = domain.Refuse(domain.CodeForbidden, texts.StaffForbidden)
	errPasskeyRequired = domain.Refuse(domain.CodePasskeyRequired, texts.StaffConfirm)
)

// Enter returns the member who is signed in with a token. A background request does not extend the session.
func (s *Service) Enter(ctx context.Context, token string, background bool) (Visit, error) {
	v, err := s.visit(ctx, token)
	if err != nil {
		return Visit{}, err
	}
	if v.Session.Kind == domain.DeskCode {
		return Visit{}, ErrSignedOut
	}
	now := s.Clock.Now()
	if !background && now.Sub(v.Session.LastUsedAt) >= rememberEvery {
		err = s.Store.Write(ctx, func(tx Tx) error { return tx.UseDeskSession(ctx, v.Session.TokenHash, now) })
	}
	return v, err
}

// IsSignedIn reports whether a token belongs to a full session, without extending the session.
func (s *Service) IsSignedIn(ctx context.Context, token string) bool {
	v, err := s.visit(ctx, token)
	return err == nil && v.Session.Kind != domain.DeskCode
}

func (s *Service) visit(ctx context.Context, token string) (Visit, error) {
	if token == "" {
		return Visit{}, ErrSignedOut
	}
	session, member, err := s.Store.FindDeskSession(ctx, domain.Hash(token))
	if errors.Is(err, domain.ErrNotFound) {
		return Visit{}, ErrSignedOut
	}
	if err != nil {
		return Visit{}, fmt.Errorf("find session of desk: %w", err)
	}
	now := s.Clock.Now()
	isRehearsal := session.Kind == domain.DeskRehearsal
	if !member.EndedAt.IsZero() || isRehearsal && !s.Rehearsal || !lives(session, now) {
		return Visit{}, ErrSignedOut
	}
	return Visit{member, session, isFresh(session.ConfirmedAt, now)}, nil
}

func lives(session domain.DeskSession, now time.Time) bool {
	return now.Before(session.ExpiresAt) && now.Sub(session.LastUsedAt) < IdleTime
}

// isFresh is false for a confirmation in the future, because the clock has been set back.
func isFresh(confirmed, now time.Time) bool {
	return !confirmed.IsZero() && !now.Before(confirmed) && now.Sub(confirmed) < confirmationTime
}

// Allow returns an error if the member's role lacks a permission, or if using it needs a new passkey confirmation.
func (v Visit) Allow(p Permission) error {
	switch {
	case !May(v.Member.Role, p):
		return errForbidden
	case NeedsPasskey(p) && !v.confirmed:
		return errPasskeyRequired
	}
	return nil
}
