package gateway

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"transom/api/payment"
)

// call returns how many times the handler was called, and the last error. A handler that hangs does so until `call`
// ends, so `call` returns only if the client has a time limit.
func call(t *testing.T, repeatable bool, handler http.HandlerFunc) (calls int, err error) {
	t.Helper()
	var count atomic.Int64
	release := make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		count.Add(1)
		handler(w, r.WithContext(context.WithValue(r.Context(), releaseKey{}, release)))
	}))
	defer web.Close()
	defer close(release)
	c := NewClient(Client{BaseURL: web.URL, Authorize: func(*http.Request) {}, MinPause: time.Millisecond})
	// shorter than the Retry-After of two minutes in a test below
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	err = c.Post(ctx, Call{What: "ask", Path: "/x", Repeatable: repeatable}, new(map[string]any))
	return int(count.Load()), err
}

type releaseKey struct{}

func hang(r *http.Request) {
	select {
	case <-r.Context().Value(releaseKey{}).(chan struct{}):
	case <-r.Context().Done():
	}
}

func TestEveryBadAnswerIsAFailure(t *testing.T) {
	for _, c := range []struct {
		name      string
		handler   http.HandlerFunc
		calls     int
		ambiguous bool
	}{
		{"reset", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }, 3, true},
		{"server error", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(503) }, 3, true},
		{"html", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("<html>hello")) }, 3, true},
		{"html 502", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(502); w.Write([]byte("<html>")) }, 3, true},
		{"ten megabytes", func(w http.ResponseWriter, _ *http.Request) {
			w.Write([]byte(`{"a":"` + strings.Repeat("x", 10<<20) + `"}`))
		}, 3, true},
		{"too many requests", func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(429)
			w.Write([]byte(`{"error":{"code":"BAD_REQUEST_ERROR"}}`))
		}, 3, false},
		{"refused", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(400) }, 1, false},
		{"redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/elsewhere", http.StatusFound) }, 1,
			false},
	} {
		t.Run(c.name, func(t *testing.T) {
			calls, err := call(t, true, c.handler)
			var failure *payment.ProviderError
			if !errors.As(err, &failure) {
				t.Fatalf("error %v", err)
			}
			if calls != c.calls || failure.Ambiguous != c.ambiguous {
				t.Errorf("%d calls, ambiguous %v", calls, failure.Ambiguous)
			}
		})
	}
}

func TestSlowAnswersEnd(t *testing.T) {
	for name, handler := range map[string]http.HandlerFunc{
		"no header": func(_ http.ResponseWriter, r *http.Request) { hang(r) },
		"slow body": func(w http.ResponseWriter, r *http.Request) {
			w.Write([]byte(`{"a":`))
			w.(http.Flusher).Flush()
			hang(r)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if _, err := call(t, false, handler); err == nil {
				t.Error("a cut-off answer was accepted")
			}
		})
	}
}

func TestRetryAfterIsHonouredOrNotWaitedFor(t *testing.T) {
	calls, err := call(t, true, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "120")
		w.WriteHeader(429)
	})
	if err == nil || calls != 1 || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("%d calls, %v", calls, err)
	}
}

func TestInvalidCertificateIsRefused(t *testing.T) {
	web := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte(`{}`)) }))
	defer web.Close()
	c := NewClient(Client{BaseURL: web.URL, Authorize: func(*http.Request) {}, MinPause: time.Millisecond})
	if err := c.Get(t.Context(), "ask", "/", new(map[string]any)); err == nil {
		t.Error("a self-signed certificate is accepted")
	}
}
