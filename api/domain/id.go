package domain

import (
	"crypto/rand"
	"encoding/base32"
)

var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewID returns a random identifier of at least the given number of bits in lower-case base32.
func NewID(bits int) string {
	raw := make([]byte, (bits+7)/8)
	rand.Read(raw) // never fails: crypto/rand ends the program instead
	return lowerBase32.EncodeToString(raw)
}
