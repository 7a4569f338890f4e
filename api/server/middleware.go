package server

import (
	"cmp"
	"crypto/rand"
	"encoding/hex"
	"log/slog"
	"maps"
	"mime"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"transom/api/domain"
)

const requestIDHeader = "X-Request-Id"

// requestID gives every request a number that stands in the log and, when something fails, in the answer.
func (s *server) requestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var raw [8]byte
		rand.Read(raw[:])
		w.Header().Set(requestIDHeader, hex.EncodeToString(raw[:]))
		next.ServeHTTP(w, r)
	})
}

// requestIDOf reads the number where the client finds it, in the answer's header.
func requestIDOf(w http.ResponseWriter) string { return w.Header().Get(requestIDHeader) }

// logAndRecover writes one line for each request and turns a panic into an unknown failure. The line has the route and
// a keyed hash of the network, never the address, the query, a header or a body: those hold personal data.
func (s *server) logAndRecover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		answer := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			if cause := recover(); cause != nil {
				if cause == http.ErrAbortHandler {
					panic(cause)
				}
				s.Log.ErrorContext(r.Context(), "panic", "request_id", requestIDOf(answer), "cause", cause, "stack",
					string(debug.Stack()))
				s.Metrics.Panics.Inc()
				if answer.Status() == 0 {
					s.writeError(answer, r, errPanic)
				}
			}
			route := chi.RouteContext(r.Context()).RoutePattern()
			took := time.Since(started)
			s.Metrics.Answered(route, answer.Status(), took)
			s.Log.LogAttrs(r.Context(), levelOf(route, answer.Status()), "request",
				slog.String("request_id", requestIDOf(answer)),
				slog.String("method", knownMethod(r.Method)), slog.String("route", route), slog.Int("status", answer.Status()),
				slog.Int("bytes", answer.BytesWritten()), slog.Float64("seconds", took.Round(time.Microsecond).Seconds()),
				slog.String("network", s.networkInLog(r)))
		}()
		next.ServeHTTP(answer, r)
	})
}

// levelOf keeps what a proxy or Prometheus asks every second out of the journal: it would push out what must be kept
// for 180 days.
func levelOf(route string, status int) slog.Level {
	switch route {
	case "/healthz", "/readyz", "/metrics":
		if status < http.StatusBadRequest {
			return slog.LevelDebug
		}
	}
	return slog.LevelInfo
}

// networkInLog lets one follow what one network did, and tells nobody which it is. It begins as the hashes in the
// database do.
func (s *server) networkInLog(r *http.Request) string {
	network := networkOf(r, s.AddressKey)
	return cmp.Or(network.Narrow, network.Wide)[:12]
}

// knownMethod keeps a text of the client's choice out of the log.
func knownMethod(method string) string {
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPost, http.MethodOptions, http.MethodPut, http.MethodDelete,
		http.MethodPatch:
		return method
	}
	return "other"
}

type panicError struct{}

func (panicError) Error() string { return "a handler panicked" }

var errPanic panicError

// fixedHeaders are the same on every answer of the API. The lists are shared by all answers, so nobody may append to
// them.
var fixedHeaders = http.Header{
	"X-Content-Type-Options":       {"nosniff"},
	"Cache-Control":                {"no-store"},
	"Content-Security-Policy":      {"default-src 'none'; frame-ancestors 'none'; sandbox"},
	"Referrer-Policy":              {"no-referrer"},
	"Cross-Origin-Resource-Policy": {"same-site"},
}

// apiHeaders are on every answer of the API; the static site has its own from the hosting file.
func (s *server) apiHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.setAPIHeaders(w.Header())
		next.ServeHTTP(w, r)
	})
}

func (s *server) setAPIHeaders(h http.Header) {
	maps.Copy(h, fixedHeaders)
	if strings.HasPrefix(s.Settings.SiteURL, "https://") {
		h.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
	}
}

// endAfterChunks closes the line after a request that came in chunks. When it had a Content-Length besides, which
// net/http has taken away by now, this must be done (RFC 9112, section 6.1); browsers send no chunks, so that nobody
// else waits.
func endAfterChunks(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if len(r.TransferEncoding) > 0 {
			w.Header().Set("Connection", "close")
		}
		next.ServeHTTP(w, r)
	})
}

// body limits how much of a request is read, and how slowly.
func body(limit int64) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, pace(w, r, readTimeout), limit)
			next.ServeHTTP(w, r)
		})
	}
}

// requireJSON refuses what a foreign page could send with a plain HTML form.
func (s *server) requireJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Content-Type") == "application/json" { // as nearly everybody writes it
			next.ServeHTTP(w, r)
			return
		}
		kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		charset := params["charset"]
		if err != nil || kind != "application/json" || charset != "" && !isUTF8(charset) {
			s.writeError(w, r, &domain.Error{Code: domain.CodeUnsupportedType,
				Message: "Send JSON with Content-Type: application/json."})
			return
		}
		next.ServeHTTP(w, r)
	})
}
