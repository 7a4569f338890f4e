package server

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"github.com/go-chi/chi/v5/middleware"

	"transom/api/domain"
)

// networkOf is where a request comes from, as keyed hashes: an IPv4 address, or the /64, /56 and /48 of an IPv6 one.
// Whoever owns a /48 has 65,536 of the smallest.
func networkOf(r *http.Request, key []byte) domain.Network {
	addr := middleware.GetClientIPAddr(r.Context()).Unmap().WithZone("")
	if !addr.Is6() {
		text := "unknown"
		if addr.IsValid() {
			text = addr.String()
		}
		return domain.Network{Wide: keyedHash(key, "network", text)}
	}
	prefix := func(bits int) string {
		p, err := addr.Prefix(bits)
		if err != nil {
			return ""
		}
		return keyedHash(key, "network", p.String())
	}
	return domain.Network{Narrow: prefix(64), Middle: prefix(56), Wide: prefix(48)}
}

// wideKey is the key under which a whole network is counted.
func wideKey(r *http.Request) string {
	addr := middleware.GetClientIPAddr(r.Context()).Unmap().WithZone("")
	if addr.Is6() {
		if p, err := addr.Prefix(48); err == nil {
			return p.String()
		}
	}
	return addressKey(r)
}

// keyedHash is a hash of something that identifies a caller; nobody can try all addresses without the key.
func keyedHash(key []byte, purpose, text string) string {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(purpose + "\x00" + text))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
