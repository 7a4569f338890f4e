package domain

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"time"
)

// A token is "tn1_" followed by 256 random bits. The database holds only its SHA-256 hash, so nobody can sign in with
// what the database contains. Revoking a token takes effect at once. Source: security reference, C3.
const (
	tokenPrefix   = "tn1_"
	tokenLength   = len(tokenPrefix) + 43
	maxTokenBytes = 256
)

const (
	// ScopeAccount gives all the rights of a person who has verified the mailbox.
	ScopeAccount = "account"
	// ScopeBooking gives access to only one booking, because a person who registers has not verified the mailbox.
	ScopeBooking = "booking"
)

// BookingSessionLifetime is how long the token that a registration returns is valid.
const BookingSessionLifetime = 24 * time.Hour

// Session is what one token gives access to.
type Session struct {
	TokenHash                        string
	Scope                            string
	AccountID, BookingID             string // only one is set, depending on Scope
	EmailKey                         string // the account's mailbox; it is read, but not stored with the session
	CreatedAt, LastUsedAt, ExpiresAt time.Time
	UserAgentHash                    string
}

// ErrBadToken is returned for a string that cannot be a token.
var ErrBadToken = errors.New("malformed token")

// NewToken returns a new token and the hash that is stored for it.
func NewToken() (token, hash string) {
	raw := make([]byte, 32)
	rand.Read(raw)
	token = tokenPrefix + base64.RawURLEncoding.EncodeToString(raw)
	return token, Hash(token)
}

// Hash returns the stored form of a token or another secret.
func Hash(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}

// ParseAuthorization returns the token from an authorization header, with or without "Bearer", or "" for an empty
// header. It returns ErrBadToken for a string that cannot be a token, so that no database query is needed.
func ParseAuthorization(header string) (token string, err error) {
	if len(header) > maxTokenBytes {
		return "", ErrBadToken
	}
	token = strings.TrimSpace(header)
	if scheme, rest, found := strings.Cut(token, " "); found && strings.EqualFold(scheme, "bearer") {
		token = strings.TrimSpace(rest)
	} else if strings.EqualFold(token, "bearer") {
		token = ""
	}
	if token == "" {
		return "", nil
	}
	if len(token) != tokenLength || !strings.HasPrefix(token, tokenPrefix) {
		return "", ErrBadToken
	}
	if _, err := base64.RawURLEncoding.Strict().DecodeString(token[len(tokenPrefix):]); err != nil {
		return "", ErrBadToken
	}
	return token, nil
}

var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewID returns a random identifier of at least the given number of bits in lower-case base32.
func NewID(bits int) string {
	raw := make([]byte, (bits+7)/8)
	rand.Read(raw)
	return lowerBase32.EncodeToString(raw)
}
