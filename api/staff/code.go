package staff

import (
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

// The limits of codes: those for visitors (signin) without the ones for crowds. Source: security reference, C2.
const (
	ResendAfter      = 60 * time.Second
	maxTries         = 5 // for one code
	maxTriesInHour   = 10
	maxTriesInDay    = 20
	maxLiveCodes     = 3
	maxCodesInHour   = 5 // for a network, from unknown devices; the next one too
	maxCodesInDay    = 10
	crowdedCodes     = 30 // in a day from all networks; beyond it, each network is limited to codesOfCrowded
	codesOfCrowded   = 3
	maxCodesOfDevice = 10 // in a day
	maxCodesOfNarrow = 20 // in an hour, as the next one
	maxCodesOfWide   = 60
	deviceBits       = 160
	deviceLength     = 32 // in base32
)

// refuseCodeAs returns the same sentence for everything that can be wrong with a code; the reason is for the log.
func refuseCodeAs(reason string) error {
	return &domain.Error{
		Code: domain.CodeInvalid, Message: texts.StaffCodeRefused,
		Fields: map[string]string{"code": texts.StaffCodeRefused},
		Cause:  errors.New("desk: " + reason),
	}
}

// CodeRequest requests a code.
type CodeRequest struct {
	Email   string
	Device  string // the id that the browser stores, "" for none
	Network domain.Network
}

// SendCode creates a code for an address, and emails it if a member has this address. The answer does not reveal
// whether one has.
func (s *Service) SendCode(ctx context.Context, r CodeRequest) (domain.Challenge, error) {
	email, err := checkEmail(r.Email)
	if err != nil {
		return domain.Challenge{}, err
	}
	code := onetime.New()
	c := domain.Challenge{ID: domain.NewID(128), Salt: domain.NewID(128), MadeAt: s.Uptime.Now(),
		CodeQuestion: domain.CodeQuestion{EmailKey: domain.EmailKey(email), Network: r.Network}}
	// The limits are checked before a hash is computed.
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
			to = member.Email // the stored address, never the typed one
		}
		now := s.Clock.Now()
		c.CreatedAt, c.ExpiresAt = now, now.Add(domain.CodeLifetime)
		if err := tx.InsertStaffCode(ctx, c); err != nil {
			return err
		}
		return tx.EnqueueMail(ctx, domain.OutgoingMail{
			Template: domain.CodeTemplate, To: to, DedupeKey: "desk-code:" + c.ID, Discard: !works,
			Data: s.Content.MailData(s.Origin, map[string]string{"code": code,
				"minutes": fmt.Sprint(int(domain.CodeLifetime.Minutes()))}),
		}, now)
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

// admitCode refuses a code if a limit is reached. A known device has its own limits only.
func (s *Service) admitCode(ctx context.Context, tx Tx, c *domain.Challenge, device string) (err error) {
	now := s.Clock.Now()
	if c.DeviceHash, err = knownDevice(ctx, tx, device, c.EmailKey, now); err != nil {
		return err
	}
	counts, err := tx.CountStaffCodes(ctx, c.CodeQuestion, now)
	if err != nil {
		return err
	}
	inHour, inDay := maxCodesInHour, maxCodesInDay
	if c.DeviceHash != "" {
		inHour, inDay = maxCodesOfDevice, maxCodesOfDevice
	} else if counts.InDayOfAll >= crowdedCodes { // fewer, but never none: strangers must not lock the owner out
		inDay = codesOfCrowded
	}
	switch {
	case !counts.LastAt.IsZero() && now.Before(counts.LastAt.Add(ResendAfter)):
		return onetime.TooMany(texts.StaffCodeJustSent, counts.LastAt.Add(ResendAfter).Sub(now))
	case counts.InDay >= inDay:
		return onetime.TooMany(texts.StaffCodesInDay, counts.OldestInDay.Add(24*time.Hour).Sub(now))
	case counts.InHour >= inHour:
		return onetime.TooMany(texts.StaffCodesInHour, counts.OldestInHour.Add(time.Hour).Sub(now))
	case counts.Live >= maxLiveCodes:
		return onetime.TooMany(texts.StaffCodesLive, counts.FirstEnds.Sub(now))
	}
	if err := admitTry(ctx, tx, c.CodeQuestion, now); err != nil || c.DeviceHash != "" || !s.Limited {
		return err
	}
	network, err := tx.CountStaffNetworkCodes(ctx, c.Network, now)
	if err == nil && (network.Narrow >= maxCodesOfNarrow || network.Wide >= maxCodesOfWide) {
		err = onetime.TooMany(texts.StaffCodesOfNetwork, 10*time.Minute)
	}
	return err
}

func admitTry(ctx context.Context, tx Tx, q domain.CodeQuestion, now time.Time) error {
	tries, err := tx.CountStaffTries(ctx, q, now)
	switch {
	case err != nil:
		return err
	case tries.InDay >= maxTriesInDay:
		return onetime.TooMany(texts.StaffTriesInDay, tries.OldestInDay.Add(24*time.Hour).Sub(now))
	case tries.InHour >= maxTriesInHour:
		return onetime.TooMany(texts.StaffTriesInHour, tries.OldestInHour.Add(time.Hour).Sub(now))
	}
	return nil
}

// CodeEntry is a code that somebody entered.
type CodeEntry struct {
	Email, ChallengeID, Code string
	Invitation               string // the secret of an invitation, "" for none
	Device                   string
}

// CheckCode exchanges a code for a session of kind code, and asks for the passkey. The attempt is counted before the
// code is compared, so that an interrupted guess counts too.
func (s *Service) CheckCode(ctx context.Context, e CodeEntry) (token string, ask Ceremony, err error) {
	e.Code = strings.TrimSpace(e.Code)
	if !onetime.Is(e.Code) {
		return "", ask, refuseCodeAs("not six digits")
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
		return "", ask, refuseCodeAs("wrong code")
	}
	if age, known := s.Uptime.Now().AgeOf(c.MadeAt); !known || age >= domain.CodeLifetime {
		return "", ask, refuseCodeAs("older than its lifetime, whatever the clock says")
	}
	token, hash := domain.NewToken()
	err = s.Store.Write(ctx, func(tx Tx) (err error) {
		ask, err = s.proveMailbox(ctx, tx, c, e, hash)
		return err
	})
	return token, ask, err
}

func (s *Service) takeTry(ctx context.Context, e CodeEntry) (c domain.Challenge, err error) {
	var refusal error // committed even if refused, so that the attempt counts
	err = s.Store.Write(ctx, func(tx Tx) error {
		now, key := s.Clock.Now(), domain.EmailKey(e.Email)
		device, err := knownDevice(ctx, tx, e.Device, key, now)
		if err != nil {
			return err
		}
		q := domain.CodeQuestion{EmailKey: key, DeviceHash: device}
		if q.Network.Wide, err = tx.NetworkOfStaffCode(ctx, e.ChallengeID); err != nil {
			return err
		}
		if refusal = admitTry(ctx, tx, q, now); refusal != nil {
			return nil
		}
		c, err = tx.TakeStaffTry(ctx, e.ChallengeID, q, maxTries, now)
		if errors.Is(err, domain.ErrNotFound) {
			refusal = refuseCodeAs("no live code with a try left")
			return nil
		}
		return err
	})
	if err == nil {
		err = refusal
	}
	return c, err
}

// proveMailbox uses up the code and starts the session that leads to the passkey.
func (s *Service) proveMailbox(ctx context.Context, tx Tx, c domain.Challenge, e CodeEntry,
	tokenHash string) (ask Ceremony, err error) {
	now := s.Clock.Now()
	used, err := tx.UseStaffCode(ctx, c.ID, now)
	if err != nil {
		return ask, err
	}
	if !used {
		return ask, refuseCodeAs("used by another request at the same time")
	}
	member, err := tx.FindMemberByEmail(ctx, c.EmailKey)
	if errors.Is(err, domain.ErrNotFound) || err == nil && !member.EndedAt.IsZero() {
		return ask, refuseCodeAs("no member of the staff")
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

func (s *Service) findInvitation(ctx context.Context, tx Tx, secret, memberID string, now time.Time) (string,
	error) {
	hash := domain.Hash(secret)
	works, err := tx.InvitationWorks(ctx, hash, memberID, now)
	if err == nil && !works {
		err = errNoInvitation
	}
	return hash, err
}

func deviceHash(device string) string {
	if len(device) != deviceLength {
		return ""
	}
	return domain.Hash("desk device\x00" + device)
}

// knownDevice returns the hash of a device that has signed in to a mailbox, "" for any other.
func knownDevice(ctx context.Context, tx Tx, device, emailKey string, now time.Time) (string, error) {
	hash := deviceHash(device)
	known, err := tx.IsStaffDevice(ctx, hash, emailKey, now)
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}
