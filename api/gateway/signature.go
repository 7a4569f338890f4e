package gateway

import (
	"crypto/hmac"
	"crypto/sha256"
)

// Sum is HMAC-SHA256.
func Sum(secret string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// Signed reports whether a signature, in exactly the gateway's encoding, was made with one of the secrets. During a
// rotation there are two. All of them are tried, so the time tells nothing.
func Signed(signature string, secrets []string, encode func([]byte) string, parts ...[]byte) bool {
	good := false
	for _, secret := range secrets {
		if secret != "" && hmac.Equal([]byte(signature), []byte(encode(Sum(secret, parts...)))) {
			good = true
		}
	}
	return good
}
