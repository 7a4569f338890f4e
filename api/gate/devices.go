package gate

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

const (
	secretBytes        = 16
	invitationLifetime = 10 * time.Minute
	// afterEvent lets a device send its remaining scans after the last day.
	afterEvent = 24 * time.Hour
	maxName    = 60
)

// Invite returns the invitation's secret, which is shown once. Only its hash is stored.
func (g *Service) Invite(ctx context.Context, i domain.GateInvitation, who domain.Actor) (secret string,
	_ domain.GateInvitation, err error) {
	if err := g.checkAssignment(&i); err != nil {
		return "", i, err
	}
	raw := make([]byte, secretBytes)
	rand.Read(raw) // never returns an error: crypto/rand ends the program instead
	secret = base64.RawURLEncoding.EncodeToString(raw)
	now := g.Clock.Now()
	i.Hash, i.MadeBy, i.MadeAt, i.ExpiresAt = domain.Hash(secret), who.ID, now, now.Add(invitationLifetime)
	return secret, i, g.Store.WriteGate(ctx, func(tx Tx) error {
		return errors.Join(tx.InsertGateInvitation(ctx, i),
			tx.AddAction(ctx, domain.Action{At: now, Actor: who, Name: domain.ActionGateInvite, Object: i.Name,
				Why: domain.Typed(i.Why)}))
	})
}

// An assignment without days is for all of the venue's days; without lists, it is for all lists.
func (g *Service) checkAssignment(i *domain.GateInvitation) error {
	wrong := map[string]string{}
	i.Name, i.Volunteer = strings.TrimSpace(i.Name), strings.TrimSpace(i.Volunteer)
	if i.Name == "" || len(i.Name) > maxName {
		wrong["name"] = texts.GatePhoneName
	}
	if len(i.Volunteer) > maxName {
		wrong["volunteer"] = texts.GateNameTooLong
	}
	if domain.Typed(i.Why) == "" {
		wrong["why"] = texts.WhyMissing
	}
	days, lists := g.Content.Days(i.Venue), g.Content.GateLists()
	if i.Venue == "" || len(days) == 0 {
		wrong["venue"] = texts.GateChooseVenue
	}
	if len(i.Days) == 0 {
		i.Days = days
	}
	if len(i.Lists) == 0 {
		i.Lists = lists
	}
	if !isWithin(i.Days, days) {
		wrong["days"] = texts.GateNotDaysOfVenue
	}
	if !isWithin(i.Lists, lists) {
		wrong["lists"] = texts.GateNoSuchList
	}
	if len(wrong) > 0 {
		return domain.Invalid(wrong)
	}
	return nil
}

func isWithin(some, all []string) bool {
	return !slices.ContainsFunc(some, func(one string) bool { return !slices.Contains(all, one) })
}

// ErrInvitation is returned for a secret that belongs to no valid invitation.
var ErrInvitation = domain.Refuse(domain.CodeNotFound, texts.GateInvitationOver)

// FindInvitation does not use the invitation up, because programs that preview links call it too.
func (g *Service) FindInvitation(ctx context.Context, secret string) (domain.GateInvitation, error) {
	i, err := g.Store.FindGateInvitation(ctx, domain.Hash(secret))
	if errors.Is(err, domain.ErrNotFound) || err == nil && (i.Device != "" || !g.Clock.Now().Before(i.ExpiresAt)) {
		return i, ErrInvitation
	}
	return i, err
}

// The phone creates its token, so that it can repeat a request whose response was lost.
const tokenPrefix = "tg1_"

func isToken(token string) bool {
	raw, err := base64.RawURLEncoding.Strict().DecodeString(strings.TrimPrefix(token, tokenPrefix))
	return err == nil && len(raw) == 32 && strings.HasPrefix(token, tokenPrefix)
}

// The phone that used an invitation may repeat Enrol while the invitation is valid.
func (g *Service) Enrol(ctx context.Context, secret, token string) (d domain.GateDevice, err error) {
	if !isToken(token) {
		return d, domain.InvalidField("token", texts.GateNoKey)
	}
	err = g.Store.WriteGate(ctx, func(tx Tx) error {
		i, err := tx.FindGateInvitation(ctx, domain.Hash(secret))
		if errors.Is(err, domain.ErrNotFound) || err == nil && !g.Clock.Now().Before(i.ExpiresAt) {
			return ErrInvitation
		}
		if err != nil {
			return err
		}
		if i.Device != "" {
			return g.repeatEnrol(ctx, tx, i, token, &d)
		}
		used, err := tx.IsGateToken(ctx, domain.Hash(token))
		if err == nil && used {
			err = errEnrolled
		}
		if err != nil {
			return err
		}
		names, err := tx.GateDeviceNames(ctx)
		if err != nil {
			return err
		}
		d = domain.GateDevice{
			ID: domain.NewID(64), Name: uniqueName(i.Name, names), Volunteer: i.Volunteer, Venue: i.Venue, Days: i.Days,
			Lists: i.Lists, MaySearch: i.MaySearch,
			EnrolledAt: g.Clock.Now(), ExpiresAt: g.end(),
		}
		if err := errors.Join(tx.InsertGateDevice(ctx, d, domain.Hash(token)),
			tx.TakeGateInvitation(ctx, i.Hash, d.ID)); err != nil {
			return err
		}
		d, err = tx.FindGateDevice(ctx, d.ID)
		return err
	})
	return d, err
}

var errEnrolled = domain.InvalidField("token", texts.GateEnrolledAlready)

// A name is never reused, because conflicts and reports identify a phone by its name.
func uniqueName(name string, others []string) string {
	numbered := name
	for n := 2; slices.ContainsFunc(others, func(other string) bool { return strings.EqualFold(other, numbered) }); n++ {
		numbered = fmt.Sprintf("%s (%d)", name, n)
	}
	return numbered
}

func (g *Service) repeatEnrol(ctx context.Context, tx Tx, i domain.GateInvitation, token string,
	d *domain.GateDevice) error {
	same, err := tx.HasGateToken(ctx, i.Device, domain.Hash(token))
	if err == nil && !same {
		err = ErrInvitation
	}
	if err != nil {
		return err
	}
	*d, err = tx.FindGateDevice(ctx, i.Device)
	return err
}

// Devices expire a day after the event, or a day from now if the event is over, as in a rehearsal.
func (g *Service) end() time.Time {
	last := g.Clock.Now()
	for _, d := range g.Content.Event.Days {
		if end, err := time.Parse(time.RFC3339, d.EndUTC); err == nil && end.After(last) {
			last = end
		}
	}
	return last.Add(afterEvent)
}

// ErrUnknownDevice is returned for a token that belongs to no device.
var ErrUnknownDevice = domain.Refuse(domain.CodeUnauthorized, texts.GateNotEnrolled)

// errEnded refuses a device that was revoked or has expired, after its scans have been stored. `over` makes every
// device delete its data after the event, even one that was lost and revoked earlier.
func errEnded(d domain.GateDevice, now time.Time) error {
	why := texts.GateSignedOutByDesk
	if !d.WipedAt.IsZero() {
		why = texts.GateSignedItselfOut
	} else if d.RevokedAt.IsZero() {
		why = texts.GateEventOver
	}
	return &domain.Error{Code: domain.CodeUnauthorized, Message: why,
		Extra: map[string]any{"have": d.Have, "over": !now.Before(d.ExpiresAt)}}
}

// Device also returns a device that was revoked or has expired, because it may still send its scans.
func (g *Service) Device(ctx context.Context, token string) (domain.GateDevice, error) {
	if len(token) > 64 || !isToken(token) {
		return domain.GateDevice{}, ErrUnknownDevice
	}
	d, err := g.Store.FindGateDeviceByToken(ctx, domain.Hash(token))
	return d, domain.IfMissing(err, ErrUnknownDevice)
}

// CheckWorking refuses a device that was revoked or has expired.
func (g *Service) CheckWorking(d domain.GateDevice) error {
	if now := g.Clock.Now(); d.Ended(now) {
		return errEnded(d, now)
	}
	return nil
}

// Later scans of a revoked device do not count; its earlier scans count, even if they arrive later.
func (g *Service) Revoke(ctx context.Context, id, why string, who domain.Actor) error {
	if id == "" {
		return domain.InvalidField("id", texts.GateSayWhichPhone)
	}
	if domain.Typed(why) == "" {
		return domain.InvalidField("why", texts.WhyMissing)
	}
	now := g.Clock.Now()
	return g.Store.WriteGate(ctx, func(tx Tx) error {
		known, err := tx.RevokeGateDevice(ctx, id, now)
		if err != nil {
			return err
		}
		if !known {
			return domain.Refuse(domain.CodeNotFound, texts.GateNoSuchPhone)
		}
		return tx.AddAction(ctx, domain.Action{At: now, Actor: who, Name: domain.ActionGateRevoke, Object: id,
			Why: domain.Typed(why)})
	})
}

// Leave signs out a device that deletes its data. The device may repeat the request.
func (g *Service) Leave(ctx context.Context, d domain.GateDevice) error {
	now := g.Clock.Now()
	return g.Store.WriteGate(ctx, func(tx Tx) error {
		isNew, err := tx.WipeGateDevice(ctx, d.ID, now)
		if err != nil || !isNew {
			return err
		}
		who := domain.Actor{ID: domain.ActorDevice, Name: d.Name}
		return tx.AddAction(ctx, domain.Action{At: now, Actor: who, Name: domain.ActionGateWipe, Object: d.ID,
			Why: "wiped on the phone itself"})
	})
}

const (
	maxFound       = 5
	maxNamed       = 50 // registrations, some of which may have no ticket
	minNameLetters = 3
	minCodeLetters = 6
	idLetters      = 26
)

func fullCode(text string) (code string, is bool) {
	if code, is = booking.ParseCode(text); is {
		return strings.ToLower(code), true
	}
	code = bareCode(text)
	if (len(code) == booking.TicketCodeLetters || len(code) == idLetters) && domain.IsBase32(code) {
		return code, true
	}
	return "", false
}

// Find finds tickets by a complete code, which only the holder should know. A device with the right to search also
// finds them by part of a code or name. Find returns few results, so that a device cannot list everybody.
func (g *Service) Find(ctx context.Context, d domain.GateDevice, text string) ([]domain.GateTicket, error) {
	code, isFull := fullCode(text)
	if !isFull && !d.MaySearch {
		return nil, domain.Refuse(domain.CodeForbidden, texts.GateFullCodesOnly)
	}
	text = strings.ToLower(strings.TrimSpace(text))
	if len(text) > maxName || len([]rune(text)) < minNameLetters {
		return nil, domain.InvalidField("text", texts.GateTypeMoreLetters)
	}
	// In SQLite, a NUL would end the pattern, and everybody would match; PostgreSQL refuses it.
	if strings.ContainsFunc(text, domain.Unprintable) {
		return nil, nil
	}
	if !isFull && len(text) >= minCodeLetters && domain.IsBase32(text) {
		code = text
	}
	var named []string
	var err error
	if d.MaySearch {
		if named, err = g.Store.FindNamed(ctx, text, maxNamed); err != nil {
			return nil, err
		}
	}
	all, err := g.Store.FindGateTickets(ctx, code, named, g.Rehearsal, maxNamed)
	found := slices.DeleteFunc(all, func(t domain.GateTicket) bool { return t.Holder == "" })
	if err == nil && len(found) > maxFound {
		err = domain.InvalidField("text", texts.GateTooManyMatch)
	}
	return found, err
}
