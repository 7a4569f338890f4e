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
	"fmt"
	"math/big"
	"strings"

	"transom/api/domain"
)

const (
	codeDigits = 6
	// hashRounds makes it slow to try all codes against a stolen table: 21 ms per code. Source: security reference,
	// C2.
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
func Is(text string) bool {
	return len(text) == codeDigits && strings.Trim(text, "0123456789") == ""
}

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
