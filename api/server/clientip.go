package server

import (
	"crypto/sha256"
	"crypto/subtle"
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5/middleware"
)

// A CDN without fixed addresses proves itself by a secret header; then the address that it names is believed.
const (
	proxySecretHeader  = "X-Transom-Proxy-Secret"
	proxyAddressHeader = "X-Nf-Client-Connection-Ip"
)

// clientAddress tells who calls: the peer, or behind named proxies the last address that they did not add themselves,
// or what a CDN with the secret says. X-Real-IP, True-Client-IP and the like are never read.
type clientAddress struct {
	middleware func(http.Handler) http.Handler
}

func newClientAddress(trustedProxies []string, proxySecret string) clientAddress {
	usual := middleware.ClientIPFromRemoteAddr
	if len(trustedProxies) > 0 {
		usual = middleware.ClientIPFromXFF(trustedProxies...)
	}
	if proxySecret == "" {
		return clientAddress{usual}
	}
	want := sha256.Sum256([]byte(proxySecret))
	return clientAddress{func(next http.Handler) http.Handler {
		others, ofProxy := usual(next), middleware.ClientIPFromHeader(proxyAddressHeader)(next)
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			said := sha256.Sum256([]byte(r.Header.Get(proxySecretHeader))) // of equal length, whatever was sent
			r.Header.Del(proxySecretHeader)
			if subtle.ConstantTimeCompare(said[:], want[:]) == 1 {
				ofProxy.ServeHTTP(w, r)
				return
			}
			others.ServeHTTP(w, r)
		})
	}}
}

// addressKey is the key under which a caller is counted: an IPv4 address, or the /64 of an IPv6 one, because that is
// what one subscriber gets. Whoever hides behind a broken X-Forwarded-For shares one key with all others who do.
func addressKey(r *http.Request) string {
	return clientKey(middleware.GetClientIPAddr(r.Context()))
}

func clientKey(addr netip.Addr) string {
	addr = addr.Unmap()
	if !addr.IsValid() {
		return "unknown"
	}
	if addr.Is6() {
		prefix, err := addr.WithZone("").Prefix(64)
		if err != nil {
			return "unknown"
		}
		return prefix.String()
	}
	return addr.String()
}

// isLoopback reports whether the peer itself, not what a header claims, is this machine.
func isLoopback(r *http.Request) bool {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	return err == nil && peer.Addr().Unmap().IsLoopback()
}
