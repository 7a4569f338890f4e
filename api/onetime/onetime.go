// Package onetime makes one-time codes and turns them into what may be stored. Who may have one, and how often somebody
// may guess, is the story's that sends it.
package onetime

import (
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
	// hashRounds make a stolen table slow to try out: 21 ms a code. Source: security reference, C2.
	hashRounds = 100_000
	hashSlots  = 4
)

var codeSpace = big.NewInt(1_000_000)

// New returns six digits, each code equally likely.
func New() string {
	n, err := rand.Int(rand.Reader, codeSpace) // rejects what would make small numbers likelier
	if err != nil {
		panic(err) // crypto/rand does not fail
	}
	return fmt.Sprintf("%0*d", codeDigits, n.Int64())
}

// Is reports whether a text can be a code.
func Is(text string) bool {
	return len(text) == codeDigits && strings.Trim(text, "0123456789") == ""
}

// Hasher turns codes into what is stored. The pepper is not in the database, so a copy of the database alone is
// worth nothing; the slots keep a flood of guesses from taking every core.
type Hasher struct {
	pepper []byte
	rounds int
	slots  chan struct{}
}

// NewHasher takes 32 random bytes that are not in the database; 0 rounds are as many as the security reference asks
// for.
func NewHasher(pepper []byte, rounds int) *Hasher {
	if rounds == 0 {
		rounds = hashRounds
	}
	return &Hasher{pepper: pepper, rounds: rounds, slots: make(chan struct{}, hashSlots)}
}

// Hash is bound to the challenge and the address: a code of one is nothing in another.
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

// Matches compares in constant time.
func (h *Hasher) Matches(ctx context.Context, c domain.Challenge, code string) (bool, error) {
	hash, err := h.Hash(ctx, c.ID, c.EmailKey, code, c.Salt)
	return err == nil && subtle.ConstantTimeCompare([]byte(hash), []byte(c.CodeHash)) == 1, err
}
