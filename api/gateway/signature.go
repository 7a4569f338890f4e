package gateway

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// Sum returns the HMAC-SHA256 of the joined parts.
func Sum(secret string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// Signed reports whether a signature, in exactly the gateway's encoding, was made with one of the secrets. There are
// two while one replaces the other. All of them are tried, so that the time reveals nothing.
func Signed(signature string, secrets []string, encode func([]byte) string, parts ...[]byte) bool {
	good := false
	for _, secret := range secrets {
		if secret != "" && hmac.Equal([]byte(signature), []byte(encode(Sum(secret, parts...)))) {
			good = true
		}
	}
	return good
}

// BodyID returns an id for a webhook event that has no usable id: the hash of its body.
func BodyID(raw []byte) string {
	sum := sha256.Sum256(raw)
	return "sha256-" + hex.EncodeToString(sum[:])
}
