package gateway

import (
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"strings"
)

// Sum returns the HMAC-SHA256 of the joined parts.
func Sum(secret string, parts ...[]byte) []byte {
	mac := hmac.New(sha256.New, []byte(secret))
	for _, part := range parts {
		mac.Write(part)
	}
	return mac.Sum(nil)
}

// Signed reports whether a signature, in exactly the gateway's encoding, was made with one of the secrets. It always
// tries every secret, so that its duration reveals nothing.
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

// personal lists the JSON members with the payer's personal data. The bank's reference number is kept for support.
var personal = []string{
	"email", "contact", "vpa", "card", "name", "customer", "upi", "bank_account", "token",
	"customer_details", "customer_name", "customer_email", "customer_phone", "payment_method", "wallet",
}

const maxKept = 16 << 10

// Redact returns a gateway's message without personal data, or {} if the message is too long or not JSON.
func Redact(raw []byte) []byte {
	decoder := json.NewDecoder(bytes.NewReader(raw))
	decoder.UseNumber()
	var value any
	if err := decoder.Decode(&value); err != nil {
		return []byte("{}")
	}
	kept, err := json.Marshal(withoutPersonal(value))
	if err != nil || len(kept) > maxKept {
		return []byte("{}")
	}
	return kept
}

func withoutPersonal(value any) any {
	switch v := value.(type) {
	case map[string]any:
		for name, member := range v {
			if slices.Contains(personal, strings.ToLower(name)) {
				delete(v, name)
				continue
			}
			v[name] = withoutPersonal(member)
		}
	case []any:
		for i, member := range v {
			v[i] = withoutPersonal(member)
		}
	}
	return value
}
