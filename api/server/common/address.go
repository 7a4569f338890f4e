package common

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5/middleware"

	"transom/api/domain"
)

// A CDN without fixed addresses sends a secret in a header; the address that it reports is then trusted.
const (
	proxySecretHeader  = "X-Transom-Proxy-Secret"
	proxyAddressHeader = "X-Nf-Client-Connection-Ip"
)

// unknownAddress is the key of all callers whose X-Forwarded-For is invalid.
const unknownAddress = "unknown"

// ClientAddress takes the peer's address or, behind trusted proxies, the last address in X-Forwarded-For that is not a
// trusted proxy's. X-Real-IP, True-Client-IP and similar headers are never read.
func (a *API) ClientAddress(next http.Handler) http.Handler {
	usual := middleware.ClientIPFromRemoteAddr(next)
	if proxies := a.Settings.TrustedProxies; len(proxies) > 0 {
		usual = middleware.ClientIPFromXFF(proxies...)(next)
	}
	if a.Settings.ProxySecret == "" {
		return usual
	}
	named := middleware.ClientIPFromHeader(proxyAddressHeader)(next)
	want := sha256.Sum256([]byte(a.Settings.ProxySecret))
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// ConstantTimeCompare needs two values of the same length
		got := sha256.Sum256([]byte(r.Header.Get(proxySecretHeader)))
		r.Header.Del(proxySecretHeader)
		if subtle.ConstantTimeCompare(got[:], want[:]) == 1 {
			named.ServeHTTP(w, r)
			return
		}
		usual.ServeHTTP(w, r)
	})
}

// ClientKey returns an IPv4 address, or the /64 of an IPv6 address, because one subscriber gets a whole /64.
func ClientKey(r *http.Request) string {
	return AddressKey(middleware.GetClientIPAddr(r.Context()), 64)
}

// NetworkKey uses a /48, because one customer may have a whole /48.
func NetworkKey(r *http.Request) string {
	return AddressKey(middleware.GetClientIPAddr(r.Context()), 48)
}

// AddressKey returns an IPv4 address as a string, or an IPv6 address's network with the given number of bits.
func AddressKey(addr netip.Addr, bits int) string {
	addr = addr.Unmap().WithZone("")
	if !addr.IsValid() {
		return unknownAddress
	}
	if addr.Is6() {
		return netip.PrefixFrom(addr, bits).Masked().String()
	}
	return addr.String()
}

// IsLoopback ignores the headers, whatever they claim.
func IsLoopback(r *http.Request) bool {
	return peer(r).IsLoopback()
}

func peer(r *http.Request) netip.Addr {
	from, _ := netip.ParseAddrPort(r.RemoteAddr) // without an address, it is no proxy's
	return from.Addr().Unmap()
}

// Network returns keyed hashes of the IPv4 address, or of the IPv6 address's /64, /56 and /48.
func (a *API) Network(r *http.Request) domain.Network {
	addr := middleware.GetClientIPAddr(r.Context())
	hash := func(bits int) string { return a.Hash("network", AddressKey(addr, bits)) }
	if !addr.Unmap().Is6() {
		return domain.Network{Wide: hash(48)}
	}
	return domain.Network{Narrow: hash(64), Middle: hash(56), Wide: hash(48)}
}

// AddressHash returns the keyed hash of a caller's address.
func (a *API) AddressHash(r *http.Request) string { return a.Hash("address", ClientKey(r)) }

// Without the key, anybody could reverse a hash by trying all addresses.
func (a *API) Hash(purpose, text string) string {
	mac := hmac.New(sha256.New, a.AddressKey)
	mac.Write([]byte(purpose + "\x00" + text))
	return hex.EncodeToString(mac.Sum(nil)[:16])
}
