package common

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"net/netip"
	"net/url"
	"regexp"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"transom/api/domain"
	"transom/api/texts"
)

const requestIDHeader = "X-Request-Id"

var uuid = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)

// GiveRequestID gives every request an id, which is in the log and, after an error, in the response. It takes a UUID
// from a trusted proxy, so that the request has the same id in the proxy's log.
func (a *API) GiveRequestID(next http.Handler) http.Handler {
	proxies := domain.Each(a.Settings.TrustedProxies, netip.MustParsePrefix)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		id, from := r.Header.Get(requestIDHeader), peer(r)
		if !uuid.MatchString(id) || !slices.ContainsFunc(proxies, func(p netip.Prefix) bool { return p.Contains(from) }) {
			var raw [8]byte
			rand.Read(raw[:])
			id = hex.EncodeToString(raw[:])
		}
		w.Header().Set(requestIDHeader, id)
		next.ServeHTTP(w, r)
	})
}

// RequestID returns the id that GiveRequestID put into the response's header.
func RequestID(w http.ResponseWriter) string { return w.Header().Get(requestIDHeader) }

// The log contains the route and a keyed hash of the network, but never the address, the query, a header or a body,
// because those contain personal data.
func (a *API) LogAndRecover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		answer := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			if cause := recover(); cause != nil {
				if cause == http.ErrAbortHandler {
					panic(cause)
				}
				a.Log.ErrorContext(r.Context(), "panic", "request_id", RequestID(answer), "cause", cause, "stack",
					string(debug.Stack()))
				a.Metrics.Panics.Inc()
				if answer.Status() == 0 {
					a.WriteError(answer, r, errPanic)
				}
			}
			route := chi.RouteContext(r.Context()).RoutePattern()
			took := time.Since(started)
			a.Metrics.Answered(route, answer.Status(), took)
			a.Log.LogAttrs(r.Context(), levelOf(route, answer.Status()), "request", slog.String("request_id", RequestID(answer)),
				slog.String("method", knownMethod(r.Method)), slog.String("route", route), slog.Int("status", answer.Status()),
				slog.Int("bytes", answer.BytesWritten()), slog.Float64("seconds", took.Round(time.Microsecond).Seconds()),
				slog.String("network", a.networkInLog(r)))
		}()
		next.ServeHTTP(answer, r)
	})
}

// The frequent requests by proxies and Prometheus would push out log entries that must be kept for 180 days.
func levelOf(route string, status int) slog.Level {
	switch route {
	case "/healthz", "/readyz", "/metrics":
		if status < http.StatusBadRequest {
			return slog.LevelDebug
		}
	}
	return slog.LevelInfo
}

func (a *API) networkInLog(r *http.Request) string {
	network := a.Network(r)
	return cmp.Or(network.Narrow, network.Wide)[:12]
}

// knownMethod keeps arbitrary text from clients out of the log.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions, http.MethodPut, http.MethodDelete,
		http.MethodPatch:
		return method
	}
	return "other"
}

var errPanic = errors.New("a handler panicked")

// All responses share these slices, so do not append to them.
var fixedHeaders = http.Header{
	"X-Content-Type-Options":       {"nosniff"},
	"Cache-Control":                {"no-store"},
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'; sandbox"},
	"Referrer-Policy":              {"no-referrer"},
	"Cross-Origin-Resource-Policy": {"same-site"},
}

// The headers of the built site are in the hosting file.
func (a *API) APIHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.setAPIHeaders(w.Header())
		next.ServeHTTP(w, r)
	})
}

func (a *API) setAPIHeaders(h http.Header) {
	maps.Copy(h, fixedHeaders)
	if strings.HasPrefix(a.Settings.SiteURL, "https://") {
		h.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
	}
}

// RFC 9112 (section 6.1) requires EndAfterChunks if there was a Content-Length too, and net/http removes that header.
// Browsers send no chunked requests.
func EndAfterChunks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// Body limits how large a request's body may be and how slowly it may arrive.
func Body(limit int64) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, Pace(w, r, ReadTimeout), limit)
			next.ServeHTTP(w, r)
		})
	}
}

// RequireJSON refuses the content types that another site's page could send with a plain HTML form.
func (a *API) RequireJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Type") == "application/json" {
			next.ServeHTTP(w, r)
			return
		}
		kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		charset := params["charset"]
		if err != nil || kind != "application/json" || charset != "" && !strings.EqualFold(charset, "utf-8") {
			a.WriteError(w, r, &domain.Error{Code: domain.CodeUnsupportedType, Message: texts.SendJSON})
			return
		}
		next.ServeHTTP(w, r)
	})
}

func (a *API) origins() []string {
	origins := slices.Clone(a.Settings.AllowedOrigins)
	if u, err := url.Parse(a.Settings.SiteURL); err == nil && u.Host != "" {
		origins = append(origins, u.Scheme+"://"+u.Host)
	}
	return origins
}

// The token travels in a header, so CORS never allows credentials.
func (a *API) CORS(next http.Handler) http.Handler {
	allowed := a.origins()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Add("Vary", "Origin")
		origin := r.Header.Get("Origin")
		if origin != "" && slices.Contains(allowed, origin) {
			h.Set("Access-Control-Allow-Origin", origin)
			h.Set("Access-Control-Expose-Headers", "Retry-After, X-Request-Id, X-Company")
			if r.Method == http.MethodOptions && r.Header.Get("Access-Control-Request-Method") != "" {
				h.Set("Access-Control-Allow-Methods", "POST")
				h.Set("Access-Control-Allow-Headers", "Authorization, Content-Type, Idempotency-Key, X-Upload-Session")
				h.Set("Access-Control-Max-Age", "600")
				w.WriteHeader(http.StatusNoContent)
				return
			}
		}
		next.ServeHTTP(w, r)
	})
}

// SameOrigin refuses what another site makes a browser send. Other programs send no origin, and are accepted.
func (a *API) SameOrigin(next http.Handler) http.Handler {
	protection := http.NewCrossOriginProtection()
	for _, origin := range a.origins() {
		// cannot fail: the settings were checked when they were read
		if err := protection.AddTrustedOrigin(origin); err != nil {
			a.Log.Error("origin is not trusted", "error", err)
		}
	}
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		a.WriteError(w, r, &domain.Error{Code: domain.CodeForbidden, Message: texts.ForeignPage})
	}))
	return protection.Handler(next)
}
