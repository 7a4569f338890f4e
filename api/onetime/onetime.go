// Package onetime creates one-time codes and hashes them for storage. The packages that send the codes decide who
// may have one and how many guesses are allowed.
package onetime

import (
	"cmp"
	"context"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"math/big"
	"strings"
	"time"

	"transom/api/domain"
	"transom/api/texts"
)

const (
	codeDigits = 6
	// hashRounds makes it slow to try all codes against a stolen table: 21 ms each (security reference, C2).
	hashRounds = 100_000
	hashSlots  = 4
)

var codeSpace = big.NewInt(1_000_000)

// New returns six random digits; all codes are equally likely.
func New() string {
	n, err := rand.Int(rand.Reader, codeSpace)
	if err != nil {
		panic(err)
	}
	return fmt.Sprintf("%0*d", codeDigits, n.Int64())
}

// Is reports whether a string looks like a code.
func Is(text string) bool { return len(text) == codeDigits && strings.Trim(text, "0123456789") == "" }

// Hasher hashes codes for storage. The pepper is not in the database, so a stolen copy of the database alone is
// useless; the slots prevent a flood of guesses from using every core.
type Hasher struct {
	pepper []byte
	rounds int
	slots  chan struct{}
}

// NewHasher expects a pepper of 32 random bytes; 0 rounds means the number that the security reference requires.
func NewHasher(pepper []byte, rounds int) *Hasher {
	if rounds == 0 {
		rounds = hashRounds
	}
	return &Hasher{pepper: pepper, rounds: rounds, slots: make(chan struct{}, hashSlots)}
}

// Hash also hashes the challenge and the address, so that a code is valid only for that challenge and address.
func (h *Hasher) Hash(ctx context.Context, challengeID, emailKey, code, salt string) (string, error) {
	select {
	case h.slots <- struct{}{}:
		defer func() { <-h.slots }()
	case <-ctx.Done():
		return "", ctx.Err()
	}
	mac := hmac.New(sha256.New, h.pepper)
	mac.Write([]byte(challengeID + "\x00" + emailKey + "\x00" + code))
	key, err := pbkdf2.Key(sha256.New, string(mac.Sum(nil)), []byte(salt), h.rounds, 32)
	if err != nil {
		return "", fmt.Errorf("hash code: %w", err)
	}
	return base64.RawStdEncoding.EncodeToString(key), nil
}

// Matches compares the code in constant time.
func (h *Hasher) Matches(ctx context.Context, c domain.Challenge, code string) (bool, error) {
	hash, err := h.Hash(ctx, cmp.Or(c.CodeOf, c.ID), c.EmailKey, code, c.Salt)
	return err == nil && subtle.ConstantTimeCompare([]byte(hash), []byte(c.CodeHash)) == 1, err
}

const (
	// MaxTries is the number of guesses that one code allows.
	MaxTries       = 5
	maxTriesInHour = 10

	deviceBits     = 160
	deviceLength   = 32 // in base32
	deviceLifetime = 180 * 24 * time.Hour
)

// Tx's methods are documented in store/signin.
type Tx interface {
	CodeTimes(ctx context.Context, of domain.CodesOf, q domain.CodeQuestion, now time.Time) (all, valid []time.Time,
		err error)
	CodeMails(ctx context.Context, of domain.CodesOf, emailKey string, now time.Time) (domain.CodeMails, error)
	CodesOfNetwork(ctx context.Context, of domain.CodesOf, n domain.Network, prefix string, most int,
		now time.Time) ([]time.Time, error)
	InsertCode(ctx context.Context, of domain.CodesOf, c domain.Challenge) error
	NetworkOfCode(ctx context.Context, of domain.CodesOf, id string) (string, error)
	TryTimes(ctx context.Context, of domain.CodesOf, q domain.CodeQuestion, now time.Time) ([]time.Time, error)
	AddTry(ctx context.Context, of domain.CodesOf, q domain.CodeQuestion, now time.Time) error
	TakeTry(ctx context.Context, of domain.CodesOf, id string, q domain.CodeQuestion, maxTries int,
		now time.Time) (domain.Challenge, error)
	UseCode(ctx context.Context, of domain.CodesOf, id string, now time.Time) (bool, error)
	IsKnownDevice(ctx context.Context, of domain.CodesOf, deviceHash, emailKey string, now time.Time) (bool, error)
	RememberDevice(ctx context.Context, of domain.CodesOf, deviceHash, emailKey string, now, until time.Time) error
}

// Codes handles the codes for either visitors or staff.
type Codes struct {
	Of domain.CodesOf
	// Field is the form's field in which a code is entered.
	Field string
	// DeviceWord is hashed with the ids of known devices.
	DeviceWord string
	// MaxTriesInDay is the number of guesses that a network, or a known device, may make for one address in a day.
	MaxTriesInDay int
	// MaxOfNarrow, MaxOfMiddle and MaxOfWide are the maximum numbers of codes that a network may request in an hour for
	// all addresses together, depending on the length of its prefix.
	MaxOfNarrow, MaxOfMiddle, MaxOfWide int
}

// CodeRequest is a request for a sign-in code.
type CodeRequest struct {
	Email   string
	Device  string // the id that the browser stores, "" for none
	Network domain.Network
	// ID is the challenge's id, chosen by the browser so that it can repeat a request, or "". Staff have none.
	ID string
}

// Refuse returns the same sentence for everything that can be wrong with a code; the reason is only for the log.
func (c Codes) Refuse(reason string) error {
	return &domain.Error{
		Code: domain.CodeInvalid, Message: texts.CodeRefused, Fields: map[string]string{c.Field: texts.CodeRefused},
		Cause: errors.New(reason),
	}
}

// A browser that has signed in stores a random id. It gives no access, but distinguishes the owner's browser.

// DeviceHash returns the stored form of a device's id, or "" for anything that cannot be one.
func (c Codes) DeviceHash(device string) string {
	if len(device) != deviceLength {
		return ""
	}
	return domain.Hash(c.DeviceWord + "\x00" + device)
}

// KnownDevice returns the hash of a device that has signed in to a mailbox, or "" if it has not.
func (c Codes) KnownDevice(ctx context.Context, tx Tx, device, emailKey string, now time.Time) (string, error) {
	hash := c.DeviceHash(device)
	known, err := tx.IsKnownDevice(ctx, c.Of, hash, emailKey, now)
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}

// RememberDevice replaces an id that does not belong to any mailbox, because somebody may have planted it.
func (c Codes) RememberDevice(ctx context.Context, tx Tx, device, emailKey string, now time.Time) (string, error) {
	known, err := tx.IsKnownDevice(ctx, c.Of, c.DeviceHash(device), "", now)
	if err != nil {
		return "", err
	}
	if !known {
		device = domain.NewID(deviceBits)
	}
	return device, tx.RememberDevice(ctx, c.Of, c.DeviceHash(device), emailKey, now, now.Add(deviceLifetime))
}

// Entered returns who is entering a code: the device, and the network that requested the code.
func (c Codes) Entered(ctx context.Context, tx Tx, id, email, device string, now time.Time) (q domain.CodeQuestion,
	err error) {
	q.EmailKey = domain.EmailKey(email)
	if q.DeviceHash, err = c.KnownDevice(ctx, tx, device, q.EmailKey, now); err == nil {
		q.Network.Wide, err = tx.NetworkOfCode(ctx, c.Of, id)
	}
	return q, err
}

// WaitToTry applies the limits on guesses for one address; it also returns the times of earlier guesses.
func (c Codes) WaitToTry(ctx context.Context, tx Tx, q domain.CodeQuestion, now time.Time) (wait Wait,
	tries []time.Time, err error) {
	tries, err = tx.TryTimes(ctx, c.Of, q, now)
	wait.Allow(maxTriesInHour, time.Hour, tries, texts.TooManyWrongCodes)
	wait.Allow(c.MaxTriesInDay, 24*time.Hour, tries, texts.TooManyWrongCodes)
	return wait, tries, err
}

// WaitForCode limits how many codes one known device, or one network's unknown devices, may request for one mailbox. If
// limited is true, it also limits how many codes a network's unknown devices may request for all mailboxes together.
func (c Codes) WaitForCode(ctx context.Context, tx Tx, wait *Wait, q domain.CodeQuestion, limited bool,
	now time.Time) error {
	all, valid, err := tx.CodeTimes(ctx, c.Of, q, now)
	if err != nil {
		return err
	}
	wait.AllowCodes(all, valid, q.DeviceHash)
	if q.DeviceHash != "" || !limited {
		return nil
	}
	n := q.Network
	for prefix, most := range map[string]int{n.Narrow: c.MaxOfNarrow, n.Middle: c.MaxOfMiddle, n.Wide: c.MaxOfWide} {
		codes, err := tx.CodesOfNetwork(ctx, c.Of, n, prefix, most, now)
		if err != nil {
			return err
		}
		wait.Allow(most, time.Hour, codes, texts.TooManyNetworkCodes)
	}
	return nil
}

// The limits on codes. Source: security reference, C2.
const (
	maxLiveCodes   = 3
	maxCodesInHour = 5  // for each network's unknown devices
	maxCodesInDay  = 10 // for each network's unknown devices, and for each known device

	maxMails  = 10               // after this number of emails in a day, a mailbox's unknown devices share codes
	minShared = 10 * time.Minute // a code is shared only if it is still valid for longer than this
)

// SetLifetime decides when a new code expires. If its mailbox, or all mailboxes together, have been sent many emails,
// unknown devices share the code in the last email (decision 0012).
func SetLifetime(c *domain.Challenge, m domain.CodeMails, flooded bool) {
	if c.DeviceHash != "" || m.InDay < maxMails && !flooded {
		c.ExpiresAt = c.CreatedAt.Add(domain.CodeLifetime)
		return
	}
	c.ExpiresAt = c.CreatedAt.Add(domain.SharedCodeLifetime)
	if v := m.Valid; v.ExpiresAt.Sub(c.CreatedAt) > minShared && !v.TooOld(c.MadeAt) {
		c.CodeOf, c.CodeHash, c.Salt, c.ExpiresAt = cmp.Or(v.CodeOf, v.ID), v.CodeHash, v.Salt, v.ExpiresAt
		c.SendsEmail = false
	}
}

// Wait says how long it takes until every limit allows another request. The zero value means no wait.
type Wait struct {
	until time.Time
	text  func(wait string) string
}

// Allow applies a limit on the number of requests within a period. `times` are those of earlier requests, newest first;
// `text` tells people how long they have to wait.
func (w *Wait) Allow(most int, within time.Duration, times []time.Time, text func(wait string) string) {
	if len(times) >= most {
		w.Until(times[most-1].Add(within), text)
	}
}

// AllowCodes applies the limits for one known device, or one network's unknown devices, on codes for one mailbox.
func (w *Wait) AllowCodes(all, valid []time.Time, deviceHash string) {
	w.Allow(maxLiveCodes, domain.CodeLifetime, valid, texts.TooManyLiveCodes)
	w.Allow(1, domain.ResendAfter, all, texts.CodeSentJustNow)
	w.Allow(maxCodesInDay, 24*time.Hour, all, texts.TooManyCodes)
	if deviceHash == "" {
		w.Allow(maxCodesInHour, time.Hour, all, texts.TooManyCodes)
	}
}

// Until makes the wait last at least until the given time.
func (w *Wait) Until(until time.Time, text func(wait string) string) {
	if until.After(w.until) {
		w.until, w.text = until, text
	}
}

// Refusal returns an error that says how long to wait, or nil.
func (w *Wait) Refusal(now time.Time) error {
	if !w.until.After(now) {
		return nil
	}
	seconds := int((w.until.Sub(now) + time.Second - 1) / time.Second)
	return &domain.Error{Code: domain.CodeTooManyRequests, Message: w.text(texts.Wait(seconds)),
		RetryAfterSeconds: seconds}
}
