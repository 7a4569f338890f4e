// Package staff knows who works with the desk, and what each of them may do. It must not know HTTP or what the desk shows.
//
// A sign-in proves two things: the mailbox, by a code, and a passkey, which is made at the first sign-in with an
// invitation. Invitations come from an organiser or the command line, can be used once and expire soon. Whoever loses the
// passkey is reset: all passkeys and sessions end, and there is a new invitation.
//
// Codes have limits of their own, so that a flood at the public sign-in keeps no staff out. A browser that has signed in
// is a known device with its own limits, so that nobody can lock an organiser out.
//
// A session ends after thirty minutes without use and after eight hours. What moves money, takes data away or changes
// rights needs a touch of the passkey within five minutes. permissions.go is the table of rights; role and member are
// read with every call. A rehearsal signs in with one click per role; only a rehearsal accepts such a session.
package staff

import (
	"cmp"
	"context"
	"fmt"
	"net"
	"net/url"
	"time"

	"github.com/go-webauthn/webauthn/webauthn"

	"transom/api/domain"
	"transom/api/onetime"
)

// The times of the desk. Source: the desk's issue, and gate-and-desk reference, section 8.
const (
	IdleTime       = 30 * time.Minute
	sessionTime    = 8 * time.Hour
	touchTime      = 5 * time.Minute
	codeTime       = 10 * time.Minute // from the code to the passkey
	ceremonyTime   = 5 * time.Minute
	rememberEvery  = time.Minute // how exactly the last use of a session is kept
	invitationTime = 72 * time.Hour
	resetTime      = 15 * time.Minute // an invitation to somebody who has lost the passkey and waits for it
	deviceTime     = 180 * 24 * time.Hour
)

// Service is the staff of an event.
type Service struct {
	Setup
	hasher *onetime.Hasher
	web    *webauthn.WebAuthn
}

// Setup is what Service works with.
type Setup struct {
	Store   Store
	Content *domain.Content
	Clock   domain.Clock
	// Uptime is the second clock by which a code dies.
	Uptime domain.Uptime
	Pepper []byte // 32 random bytes that are not in the database
	// Origin is where the pages of the desk are. Passkeys belong to its name: with another one they are lost.
	Origin string
	// Rehearsal opens the sign-in by one click.
	Rehearsal bool
	// Limited holds the limits of networks; those of a mailbox always hold.
	Limited bool
	// HashRounds are the rounds of a code's hash; 0 is the number that the security reference asks for.
	HashRounds int
}

// New returns the staff of an event. Name and origin of the passkeys come from the settings, never from a request.
func New(setup Setup) (*Service, error) {
	origin, err := url.Parse(setup.Origin)
	if err != nil {
		return nil, fmt.Errorf("origin of the desk: %w", err)
	}
	name := origin.Hostname()
	if setup.Rehearsal && net.ParseIP(name) != nil {
		name = "localhost" // passkeys belong to names; a rehearsal at a bare address has its one click
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

// write runs f in one transaction.
func (s *Service) write(ctx context.Context, f func(tx Tx, now time.Time) error) error {
	return s.Store.WriteStaff(ctx, func(tx Tx) error { return f(tx, s.Clock.Now()) })
}
