package staff

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

var required = protocol.AuthenticatorSelection{
	ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: protocol.ResidentKeyRequired(),
	UserVerification: protocol.VerificationRequired,
}

// Ceremony is a challenge that a passkey has to answer.
type Ceremony struct {
	ID, Purpose string
	Options     json.RawMessage
}

// Answer is the browser's answer to a challenge.
type Answer struct {
	Ceremony   string
	Credential json.RawMessage
	Name       string // the name that the member gives a new passkey
}

type user struct {
	member domain.Member
	keys   []webauthn.Credential
}

func (u user) WebAuthnID() []byte                         { return []byte(u.member.Handle) }
func (u user) WebAuthnName() string                       { return u.member.Email }
func (u user) WebAuthnDisplayName() string                { return u.member.Name }
func (u user) WebAuthnCredentials() []webauthn.Credential { return u.keys }

func userOf(m domain.Member, keys []domain.Passkey) (user, error) {
	u := user{member: m}
	for _, key := range keys {
		var c webauthn.Credential
		if err := json.Unmarshal([]byte(key.Record), &c); err != nil {
			return u, fmt.Errorf("read passkey: %w", err)
		}
		u.keys = append(u.keys, c)
	}
	return u, nil
}

func (s *Service) begin(ctx context.Context, tx Tx, purpose string, m domain.Member, keys []domain.Passkey,
	session domain.DeskSession) (ask Ceremony, err error) {
	u, err := userOf(m, keys)
	if err != nil {
		return ask, err
	}
	var options any
	var asked *webauthn.SessionData
	if purpose == domain.CeremonyCreate {
		var creation *protocol.CredentialCreation
		creation, asked,
			err = s.web.BeginRegistration(u, webauthn.WithExclusions(webauthn.Credentials(u.keys).CredentialDescriptors()),
			webauthn.WithAuthenticatorSelection(required))
		if err == nil {
			options = creation.Response
		}
	} else {
		var assertion *protocol.CredentialAssertion
		assertion, asked, err = s.web.BeginLogin(u, webauthn.WithUserVerification(protocol.VerificationRequired))
		if err == nil {
			options = assertion.Response
		}
	}
	if err != nil {
		return ask, fmt.Errorf("request a passkey: %w", err)
	}
	raw, err := json.Marshal(asked)
	if err != nil {
		return ask, err
	}
	ask = Ceremony{ID: domain.NewID(160), Purpose: purpose}
	if ask.Options, err = json.Marshal(options); err != nil {
		return ask, err
	}
	return ask, tx.InsertCeremony(ctx, domain.Ceremony{
		ID: ask.ID, SessionHash: session.TokenHash, Purpose: purpose, Data: string(raw),
		ExpiresAt: s.Clock.Now().Add(ceremonyTime),
	})
}

// errPasskey puts the reason only in the log: every refused answer gets the same error text.
func errPasskey(cause error) error {
	if known, ok := errors.AsType[*protocol.Error](cause); ok {
		cause = fmt.Errorf("%s: %s", known.Type, known.Details) // DevInfo may contain a challenge
	}
	return &domain.Error{Code: domain.CodeInvalid, Message: texts.StaffPasskeyRefused,
		Cause: fmt.Errorf("desk: passkey: %w", cause)}
}

// take also deletes the challenge, so that it cannot be answered again.
func (s *Service) take(ctx context.Context, id string, session domain.DeskSession,
	purpose string) (asked webauthn.SessionData, err error) {
	var c domain.Ceremony
	err = s.Store.Write(ctx, func(tx Tx) (err error) {
		c, err = tx.TakeCeremony(ctx, id, session.TokenHash)
		return err
	})
	switch {
	case errors.Is(err, domain.ErrNotFound):
		return asked, errPasskey(errors.New("this session has no such passkey request"))
	case err != nil:
		return asked, err
	case c.Purpose != purpose:
		return asked, errPasskey(errors.New("a passkey request for another purpose"))
	case !s.Clock.Now().Before(c.ExpiresAt):
		return asked, errPasskey(errors.New("the passkey request has expired"))
	}
	err = json.Unmarshal([]byte(c.Data), &asked)
	return asked, err
}

// assert checks an answer, and calls "then" in the transaction that stores the passkey's new state.
func (s *Service) assert(ctx context.Context, v Visit, purpose string, a Answer,
	then func(tx Tx, now time.Time) error) error {
	asked, err := s.take(ctx, a.Ceremony, v.Session, purpose)
	if err != nil {
		return err
	}
	answer, err := protocol.ParseCredentialRequestResponseBytes(a.Credential)
	if err != nil {
		return errPasskey(err)
	}
	var refusal error // returned only after the commit, which stores the task about a copied passkey
	err = s.write(ctx, func(tx Tx, now time.Time) error {
		keys, err := tx.Passkeys(ctx, v.Member.ID)
		if err != nil {
			return err
		}
		u, err := userOf(v.Member, keys)
		if err != nil {
			return err
		}
		used, err := s.web.ValidateLogin(u, asked, answer)
		if err != nil {
			return errPasskey(err)
		}
		if used.Authenticator.CloneWarning {
			refusal = errPasskey(errors.New("its counter decreased"))
			return tx.AddTask(ctx, booking.Task{
				Kind: booking.TaskPasskeyCopied, DedupeKey: "passkey-copied:" + passkeyID(used.ID),
				Text: texts.TaskPasskeyCopied(v.Member.Name, v.Member.ID),
			}, now)
		}
		raw, err := json.Marshal(used)
		if err != nil {
			return err
		}
		if err := tx.UsePasskey(ctx, passkeyID(used.ID), string(raw), now); err != nil {
			return err
		}
		return then(tx, now)
	})
	if err == nil {
		err = refusal
	}
	return err
}

func passkeyID(raw []byte) string { return base64.RawURLEncoding.EncodeToString(raw) }

func (s *Service) make(ctx context.Context, v Visit, a Answer) (domain.Passkey, error) {
	asked, err := s.take(ctx, a.Ceremony, v.Session, domain.CeremonyCreate)
	if err != nil {
		return domain.Passkey{}, err
	}
	answer, err := protocol.ParseCredentialCreationResponseBytes(a.Credential)
	if err != nil {
		return domain.Passkey{}, errPasskey(err)
	}
	made, err := s.web.CreateCredential(user{member: v.Member}, asked, answer)
	if err != nil {
		return domain.Passkey{}, errPasskey(err)
	}
	raw, err := json.Marshal(made)
	if err != nil {
		return domain.Passkey{}, err
	}
	now := s.Clock.Now()
	return domain.Passkey{ID: passkeyID(made.ID), StaffID: v.Member.ID, Name: nameOfKey(a.Name), Record: string(raw),
		CreatedAt: now, LastUsedAt: now}, nil
}

const maxKeyName = 60

func nameOfKey(typed string) string {
	name := strings.Join(strings.Fields(typed), " ")
	if name == "" || !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxKeyName {
		return "Passkey"
	}
	return name
}
