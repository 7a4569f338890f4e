package server

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"mime"
	"net/http"
	"runtime/debug"
	"strings"
	"time"

	"github.com/go-chi/chi/v5"
	"github.com/go-chi/chi/v5/middleware"

	"transom/api/domain"
)

type requestIDKey struct{}

// requestID gives every request a number that stands in the log and, when something fails, in the answer.
func (s *server) requestID(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		raw := make([]byte, 8)
		rand.Read(raw)
		id := hex.EncodeToString(raw)
		w.Header().Set("X-Request-Id", id)
		next.ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), requestIDKey{}, id)))
	})
}

func requestIDOf(r *http.Request) string {
	id, _ := r.Context().Value(requestIDKey{}).(string)
	return id
}

// logAndRecover writes one line for each request and turns a panic into an unknown failure. The line has the route,
// never the address, the query, a header or a body: those hold personal data.
func (s *server) logAndRecover(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		started := time.Now()
		answer := middleware.NewWrapResponseWriter(w, r.ProtoMajor)
		defer func() {
			if cause := recover(); cause != nil {
				if cause == http.ErrAbortHandler {
					panic(cause)
				}
				s.Log.ErrorContext(r.Context(), "panic", "request_id", requestIDOf(r), "cause", cause, "stack", string(debug.Stack()))
				s.Metrics.panics.Add(1)
				if answer.Status() == 0 {
					s.writeError(answer, r, errPanic)
				}
			}
			route := chi.RouteContext(r.Context()).RoutePattern()
			took := time.Since(started)
			s.Metrics.observe(route, answer.Status(), took)
			s.Log.DebugContext(r.Context(), "request", "request_id", requestIDOf(r), "method", r.Method, "route", route,
				"status", answer.Status(), "bytes", answer.BytesWritten(), "took", took.Round(time.Microsecond))
		}()
		next.ServeHTTP(answer, r)
	})
}

type panicError struct{}

func (panicError) Error() string { return "a handler panicked" }

var errPanic panicError

// apiHeaders are on every answer of the API; the static site has its own from the hosting file.
func (s *server) apiHeaders(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.setAPIHeaders(w.Header())
		next.ServeHTTP(w, r)
	})
}

func (s *server) setAPIHeaders(h http.Header) {
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'; sandbox")
	if strings.HasPrefix(s.Settings.SiteURL, "https://") {
		h.Set("Strict-Transport-Security", "max-age=63072000; includeSubDomains")
	}
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Resource-Policy", "same-site")
}

// body limits how much of a request is read.
func body(limit int64) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			r.Body = http.MaxBytesReader(w, r.Body, limit)
			next.ServeHTTP(w, r)
		})
	}
}

// requireJSON refuses what a foreign page could send with a plain HTML form.
func (s *server) requireJSON(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		kind, params, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
		charset := params["charset"]
		if err != nil || kind != "application/json" || charset != "" && !isUTF8(charset) {
			s.writeError(w, r, &domain.Error{Code: domain.CodeUnsupportedType, Message: "Send JSON with Content-Type: application/json."})
			return
		}
		next.ServeHTTP(w, r)
	})
}
