// Package server is the API over HTTP. It reads requests, calls the services, and writes answers; it contains no rules.
// routes.go lists every address; the handlers are in public, desk and gate, and their shared code is in common. The
// proxy limits connections.
package server

import (
	"log/slog"
	"net/http"
	"time"

	"transom/api/server/common"
	"transom/api/server/desk"
	"transom/api/server/gate"
	"transom/api/server/public"
)

// Limits of every connection, in addition to those in package common. Source: security reference, row 20.
const (
	readHeaderTimeout = 5 * time.Second
	idleTimeout       = 60 * time.Second
	maxHeaderBytes    = 16 << 10
)

// Settings and Deps are those of the handlers.
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

// New returns the handler of everything: API, health and, when asked, the static site.
func New(d Deps) (http.Handler, error) {
	a := &common.API{Deps: d}
	s := &server{API: a, public: public.Handlers{API: a}, desk: desk.Handlers{API: a}, gate: gate.New(a)}
	return s.routes()
}

// NewHTTPServer returns a server whose limits keep slow and greedy clients from blocking it.
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
