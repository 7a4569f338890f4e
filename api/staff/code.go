package staff

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/mail"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/onetime"
	"transom/api/texts"
)

// The limits are lower than those of package signin, because staff are few (security reference, C2).
var codes = onetime.Codes{
	Of: domain.OfStaff, Field: "code", DeviceWord: "desk device", MaxTriesInDay: 20,
	MaxOfNarrow: 20, MaxOfMiddle: 60, MaxOfWide: 60,
}

// CodeRequest is a member's request for a sign-in code.
type CodeRequest = onetime.CodeRequest

// SendCode emails a code if a member has this address. The response does not reveal whether there is such a member.
func (s *Service) SendCode(ctx context.Context, r CodeRequest) (domain.Challenge, error) {
	email, err := checkEmail(r.Email)
	if err != nil {
		return domain.Challenge{}, err
	}
	code := onetime.New()
	c := domain.Challenge{ID: domain.NewID(128), Salt: domain.NewID(128), MadeAt: s.Uptime.Now(),
		CodeQuestion: domain.CodeQuestion{EmailKey: domain.EmailKey(email), Network: r.Network}}
	// The limits are checked first, because computing a hash takes time.
	if err := s.Store.Write(ctx, func(tx Tx) error { return s.admitCode(ctx, tx, &c, r.Device) }); err != nil {
		return domain.Challenge{}, err
	}
	if c.CodeHash, err = s.hasher.Hash(ctx, c.ID, c.EmailKey, code, c.Salt); err != nil {
		return domain.Challenge{}, err
	}
	err = s.Store.Write(ctx, func(tx Tx) error {
		if err := s.admitCode(ctx, tx, &c, r.Device); err != nil {
			return err
		}
		member, err := tx.FindMemberByEmail(ctx, c.EmailKey)
		if err != nil && !errors.Is(err, domain.ErrNotFound) {
			return err
		}
		works, to := err == nil && member.EndedAt.IsZero(), email
		if works {
			to = member.Email // the email goes to the stored address, never to the typed one
		}
		c.CreatedAt = s.Clock.Now()
		mails, err := tx.CodeMails(ctx, codes.Of, c.EmailKey, c.CreatedAt)
		if err != nil {
			return err
		}
		onetime.SetLifetime(&c, mails, false)
		if err := tx.InsertCode(ctx, codes.Of, c); err != nil || c.CodeOf != "" {
			return err
		}
		return tx.EnqueueMail(ctx, domain.OutgoingMail{
			Template: domain.CodeTemplate, To: to, DedupeKey: "desk-code:" + c.ID, Discard: !works,
			Data: s.Content.MailData(s.Origin, map[string]string{"code": code,
				"minutes": fmt.Sprint(int(c.Lifetime().Minutes()))}),
		}, c.CreatedAt)
	})
	return c, err
}

func checkEmail(typed string) (string, error) {
	email := strings.TrimSpace(typed)
	if a, err := mail.ParseAddress(email); err != nil || a.Address != email || len(email) > 254 {
		return "", domain.InvalidField("email", texts.StaffEmail)
	}
	return email, nil
}

// admitCode refuses to send a code if a limit has been reached. A known device has only its own limits.
func (s *Service) admitCode(ctx context.Context, tx Tx, c *domain.Challenge, device string) (err error) {
	now := s.Clock.Now()
	if c.DeviceHash, err = codes.KnownDevice(ctx, tx, device, c.EmailKey, now); err != nil {
		return err
	}
	wait, _, err := codes.WaitToTry(ctx, tx, c.CodeQuestion, now)
	if err == nil {
		err = codes.WaitForCode(ctx, tx, &wait, c.CodeQuestion, s.Limited, now)
	}
	return cmp.Or(err, wait.Refusal(now))
}

// CodeEntry is a sign-in code that somebody entered.
type CodeEntry struct {
	Email, ChallengeID, Code string
	Invitation               string // the secret from an invitation link, or ""
	Device                   string
}

// CheckCode exchanges a code for a session that allows only the passkey step. The attempt is counted before the code is
// compared, so that interrupted guesses count too.
func (s *Service) CheckCode(ctx context.Context, e CodeEntry) (token string, ask Ceremony, err error) {
	e.Code = strings.TrimSpace(e.Code)
	if !onetime.Is(e.Code) {
		return "", ask, codes.Refuse("not six digits")
	}
	c, err := s.takeTry(ctx, e)
	if err != nil {
		return "", ask, err
	}
	right, err := s.hasher.Matches(ctx, c, e.Code)
	if err != nil {
		return "", ask, err
	}
	if !right {
		return "", ask, codes.Refuse("wrong code")
	}
	if c.TooOld(s.Uptime.Now()) {
		return "", ask, codes.Refuse("older than its lifetime")
	}
	token, hash := domain.NewToken()
	err = s.Store.Write(ctx, func(tx Tx) (err error) {
		ask, err = s.proveMailbox(ctx, tx, c, e, hash)
		return err
	})
	return token, ask, err
}

func (s *Service) takeTry(ctx context.Context, e CodeEntry) (c domain.Challenge, err error) {
	var refusal error // returned only after the commit, so that the attempt counts
	err = s.Store.Write(ctx, func(tx Tx) error {
		now := s.Clock.Now()
		q, err := codes.Entered(ctx, tx, e.ChallengeID, e.Email, e.Device, now)
		if err != nil {
			return err
		}
		wait, _, err := codes.WaitToTry(ctx, tx, q, now)
		if refusal = wait.Refusal(now); refusal != nil || err != nil {
			return err
		}
		if err := tx.AddTry(ctx, codes.Of, q, now); err != nil {
			return err
		}
		c, err = tx.TakeTry(ctx, codes.Of, e.ChallengeID, q, onetime.MaxTries, now)
		if errors.Is(err, domain.ErrNotFound) {
			refusal = codes.Refuse("no valid code with attempts left")
			return nil
		}
		return err
	})
	if err == nil {
		err = refusal
	}
	return c, err
}

func (s *Service) proveMailbox(ctx context.Context, tx Tx, c domain.Challenge, e CodeEntry,
	tokenHash string) (ask Ceremony, err error) {
	now := s.Clock.Now()
	used, err := tx.UseCode(ctx, codes.Of, c.ID, now)
	if err != nil {
		return ask, err
	}
	if !used {
		return ask, codes.Refuse("used by another request at the same time")
	}
	member, err := tx.FindMemberByEmail(ctx, c.EmailKey)
	if errors.Is(err, domain.ErrNotFound) || err == nil && !member.EndedAt.IsZero() {
		return ask, codes.Refuse("no member of staff")
	}
	if err != nil {
		return ask, err
	}
	session := domain.DeskSession{
		TokenHash: tokenHash, StaffID: member.ID, Kind: domain.DeskCode, CreatedAt: now, LastUsedAt: now,
		ExpiresAt: now.Add(codeTime),
	}
	keys, err := tx.Passkeys(ctx, member.ID)
	if err != nil {
		return ask, err
	}
	purpose := domain.CeremonySignIn
	if len(keys) == 0 {
		purpose = domain.CeremonyCreate
		if session.InvitationHash, err = s.findInvitation(ctx, tx, e.Invitation, member.ID, now); err != nil {
			return ask, err
		}
	}
	if err := tx.InsertDeskSession(ctx, session); err != nil {
		return ask, err
	}
	return s.begin(ctx, tx, purpose, member, keys, session)
}

var errNoInvitation = domain.Refuse(domain.CodeForbidden, texts.StaffNoInvitation)

func (s *Service) findInvitation(ctx context.Context, tx Tx, secret, memberID string, now time.Time) (string, error) {
	hash := domain.Hash(secret)
	works, err := tx.InvitationWorks(ctx, hash, memberID, now)
	if err == nil && !works {
		err = errNoInvitation
	}
	return hash, err
}
