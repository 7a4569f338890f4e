package server

import (
	"net/http"
	"net/netip"

	"github.com/go-chi/chi/v5/middleware"
)

// clientAddress tells who calls: the peer, or behind named proxies the last address that they did not add themselves.
// X-Real-IP, True-Client-IP and the like are never read.
type clientAddress struct {
	middleware func(http.Handler) http.Handler
}

func newClientAddress(trustedProxies []string) clientAddress {
	if len(trustedProxies) == 0 {
		return clientAddress{middleware.ClientIPFromRemoteAddr}
	}
	return clientAddress{middleware.ClientIPFromXFF(trustedProxies...)}
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
