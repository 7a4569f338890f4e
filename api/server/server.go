// Package server serves the API over HTTP and contains no rules. routes.go lists every address; the handlers are in
// public, desk and gate, and their shared code is in common. The proxy limits connections (decision 0047).
package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"github.com/go-chi/chi/v5"

	"transom/api/domain"
	"transom/api/server/common"
	"transom/api/server/desk"
	"transom/api/server/gate"
	"transom/api/server/public"
	"transom/api/texts"
	"transom/api/version"
	"transom/api/website"
	"transom/api/wire"
)

// Source: security reference, row 20.
const (
	readHeaderTimeout = 5 * time.Second
	idleTimeout       = 60 * time.Second
	maxHeaderBytes    = 16 << 10
)

type (
	Settings = common.Settings
	Deps     = common.Deps
)

type server struct {
	*common.API
	public public.Handlers
	desk   desk.Handlers
	gate   gate.Handlers
}

// New returns the handler for the API, the health checks and, if configured, the static site.
func New(d Deps) (http.Handler, error) {
	a := &common.API{Deps: d}
	s := &server{API: a, public: public.New(a), desk: desk.Handlers{API: a}, gate: gate.New(a)}
	return s.routes()
}

// NewHTTPServer returns a server whose limits keep slow or greedy clients from blocking it.
func NewHTTPServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       common.ReadTimeout,
		WriteTimeout:      common.WriteTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}

// drainTime is how long requests in progress may take when the program stops.
const drainTime = 20 * time.Second

// Listener listens on an address and serves the requests that arrive there.
type Listener struct {
	web      *http.Server
	listener net.Listener
	leaving  atomic.Bool
	leave    time.Duration
}

// Requests are answered only once Run has been called.
func Listen(setting, addr string, handler http.Handler, log *slog.Logger) (*Listener, error) {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, explainListen(setting, err)
	}
	return &Listener{web: NewHTTPServer(handler, log), listener: listener}, nil
}

func explainListen(setting string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s: another program uses this address: stop it, or choose another port: %w", setting, err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s: this machine does not have this address; 127.0.0.1 is for a proxy on the same machine: %w",
			setting, err)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%s: ports below 1024 are for the proxy; choose another: %w", setting, err)
	}
	return fmt.Errorf("%s: %w", setting, err)
}

// OnStop calls f when the program has to stop.
func (d *Listener) OnStop(f func()) { d.web.RegisterOnShutdown(f) }

// SayGoodbye makes /healthz and /readyz fail this long before the stop, so that a proxy sends no more requests.
func (d *Listener) SayGoodbye(ahead time.Duration) {
	d.leave = ahead
	answer := d.web.Handler
	d.web.Handler = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.leaving.Load() && (r.URL.Path == "/healthz" || r.URL.Path == "/readyz") {
			w.Header().Set("Retry-After", "5")
			http.Error(w, "leaving", http.StatusServiceUnavailable)
			return
		}
		answer.ServeHTTP(w, r)
	})
}

// Addr returns the address on which the listener accepts requests.
func (d *Listener) Addr() net.Addr { return d.listener.Addr() }

// Run waits for requests in progress once the context has ended.
func (d *Listener) Run(ctx context.Context) error {
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		d.leaving.Store(true)
		time.Sleep(d.leave)
		drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		stopped <- d.web.Shutdown(drain)
	}()
	if err := d.web.Serve(d.listener); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}

const requestShare = 500

// If more than maxUnread bytes of a body are unread, net/http closes the connection.
const maxUnread = 256 << 10

func (s *server) limitShare(next http.Handler) http.Handler {
	if !s.Settings.RateLimits {
		return next
	}
	var (
		mu       sync.Mutex
		underWay = map[string]int{}
	)
	change := func(key string, by int) int {
		mu.Lock()
		defer mu.Unlock()
		if underWay[key] += by; underWay[key] == 0 {
			delete(underWay, key)
			return 0
		}
		return underWay[key]
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		key := common.ClientKey(r)
		if gate.IsCall(r) { // visitors in a hall must not block the devices at its doors
			key += " gate"
			if device := gate.DeviceOf(r); device != "" {
				key = "device " + device
			}
		}
		defer change(key, -1)
		if change(key, 1) > requestShare && !s.desk.IsStaff(r) {
			w.Header().Set("Connection", "close")
			s.Metrics.Limited.Inc()
			s.WriteError(w, r, &domain.Error{Code: domain.CodeTooManyRequests, RetryAfterSeconds: 1,
				Message: texts.TooManyUnderWay})
			_ = http.NewResponseController(w).SetReadDeadline(time.Now()) // do not wait for the body
			return
		}
		unread := r.Body
		next.ServeHTTP(w, r)
		if r.Header.Get("Expect") != "" {
			_ = http.NewResponseController(w).SetReadDeadline(time.Now())
			return
		}
		// Read the rest of the body while the request still counts: net/http would read it afterwards.
		_, _ = io.CopyN(io.Discard, unread, maxUnread)
	})
}

func (s *server) handleHealth(w http.ResponseWriter, _ *http.Request) error {
	common.Succeed(w, wire.Health{Version: version.Release})
	return nil
}

// If there is a proxy, handleMetrics answers nobody, because a proxy on this machine makes every visitor look local.
func (s *server) handleMetrics(w http.ResponseWriter, r *http.Request) error {
	proxied := len(s.Settings.TrustedProxies) > 0 || r.Header.Get("X-Forwarded-For") != "" ||
		r.Header.Get("Forwarded") != ""
	if proxied || !common.IsLoopback(r) {
		return common.NotFound(w, r)
	}
	s.Metrics.ServeHTTP(w, r)
	return nil
}

func (s *server) handleReady(w http.ResponseWriter, r *http.Request) error {
	ctx, cancel := context.WithTimeout(r.Context(), 3*time.Second)
	defer cancel()
	for name, check := range s.Ready {
		if err := check(ctx); err != nil {
			s.Log.ErrorContext(ctx, "not ready", "part", name, "error", err)
			return &domain.Error{Code: domain.CodeUnavailable, Message: texts.NotReady(name), RetryAfterSeconds: 5}
		}
	}
	common.Succeed(w, wire.Status{})
	return nil
}

func (s *server) pages(r chi.Router) error {
	if s.Settings.Rehearsal {
		pages := website.Rehearsal{Event: s.Content.Event, Brand: s.Content.Brand, Zone: s.Content.Zone,
			Folder: s.Settings.Outbox, Log: s.Log,
			Pictures: s.Content.Asks(domain.PhotoSlot.Field) || s.Content.Asks(domain.IDSlot.Field)}
		if s.Settings.Desk != "" {
			pages.Tickets = s.gate.HeldTickets
		}
		pages.Routes(r)
	}
	if s.Sandbox != nil {
		box := website.Sandbox{Box: s.Sandbox, Clock: s.Clock, SiteURL: s.Settings.SiteURL, Event: s.Content.Event.Name,
			Brand: s.Content.Brand, Log: s.Log}
		box.Routes(r, common.Body(common.MaxFormBytes))
	}
	if s.Settings.Static == "" {
		return nil
	}
	site, err := website.New(s.Settings.Static, s.Settings.Hosting, s.Settings.SiteURL, s.Settings.Rehearsal, s.Clock)
	if err != nil {
		return err
	}
	if s.Settings.Desk == "" { // the built site contains the desk's pages even if there is no desk
		for _, path := range []string{"/desk", "/desk/*", "/desk.html"} {
			r.Get(path, s.Handle(common.NotFound))
		}
	}
	r.Get("/*", site.ServeHTTP)
	return nil
}
