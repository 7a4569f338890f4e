package common

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"io"
	"net/http"
	"net/netip"
	"strconv"
	"time"

	"github.com/go-chi/chi/v5/middleware"
	"github.com/go-chi/httprate"

	"transom/api/domain"
	"transom/api/texts"
)

// Limit uses a sliding window; further requests get 429 with Retry-After.
func (a *API) Limit(requests int, window time.Duration) func(http.Handler) http.Handler {
	return a.LimitBy(ClientKey, requests, window)
}

// LimitBy is like Limit, but counts clients by the given key.
func (a *API) LimitBy(key func(*http.Request) string, requests int,
	window time.Duration) func(http.Handler) http.Handler {
	if !a.Settings.RateLimits {
		return func(next http.Handler) http.Handler { return next }
	}
	return httprate.LimitBy(requests, window, func(r *http.Request) (string, error) { return key(r), nil },
		httprate.WithResponseHeaders(httprate.ResponseHeaders{RetryAfter: "Retry-After"}),
		httprate.WithLimitHandler(func(w http.ResponseWriter, r *http.Request) {
			a.Metrics.Limited.Inc()
			seconds, _ := strconv.Atoi(w.Header().Get("Retry-After"))
			a.WriteError(w, r, &domain.Error{Code: domain.CodeTooManyRequests, Message: texts.TooManyRequests(seconds),
				RetryAfterSeconds: seconds})
		}))
}

// After the grace period, a body must arrive at this average speed; even weak phones are ten times as fast.
const (
	paceGrace = 5 * time.Second
	slowest   = 4 << 10
)

// Hurry limits bodies that no handler reads, because net/http reads them before it sends the response.
func Hurry(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.ContentLength != 0 {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(paceGrace))
		}
		next.ServeHTTP(w, r)
	})
}

// Reading the body fails if it arrives too slowly, or takes longer than `within` in total.
func Pace(w http.ResponseWriter, r *http.Request, within time.Duration) io.ReadCloser {
	now := time.Now()
	return &pacedBody{ReadCloser: r.Body, line: http.NewResponseController(w), began: now, until: now.Add(within)}
}

type pacedBody struct {
	io.ReadCloser
	line         *http.ResponseController
	began, until time.Time
	received     int
}

// Once the body is complete, Read removes the deadline, which would otherwise cut off the response.
func (b *pacedBody) Read(p []byte) (int, error) {
	due := b.began.Add(paceGrace + time.Duration(b.received)*time.Second/slowest)
	if due.After(b.until) {
		due = b.until
	}
	_ = b.line.SetReadDeadline(due) // fails only in tests, whose recorder has no connection
	n, err := b.ReadCloser.Read(p)
	if b.received += n; err == io.EOF {
		_ = b.line.SetReadDeadline(time.Time{})
	}
	return n, err
}

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
func IsLoopback(r *http.Request) bool { return peer(r).IsLoopback() }

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
