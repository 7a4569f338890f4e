// Package server is the API over HTTP. It reads requests, asks domain and store, and writes answers; it holds no rule
// of its own. routes.go lists every address; each endpoint has a file.
package server

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"transom/api/blob"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/gateway/sandbox"
	"transom/api/metrics"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/signin"
	"transom/api/staff"
	"transom/api/store"
	"transom/api/ticket"
	"transom/api/upload"
)

// Limits of every connection. Source: security reference, row 20.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 15 * time.Second
	uploadReadTimeout = 60 * time.Second
	writeTimeout      = 30 * time.Second
	idleTimeout       = 60 * time.Second
	maxHeaderBytes    = 16 << 10
	maxJSONBytes      = 64 << 10
	maxWebhookBytes   = 256 << 10
	maxFormBytes      = 4 << 10
)

// Settings are the parts of the configuration that concern HTTP.
type Settings struct {
	// SiteURL is the origin of the site, without a slash at the end.
	SiteURL string
	// AllowedOrigins may call the API from a browser, besides SiteURL.
	AllowedOrigins []string
	// TrustedProxies are prefixes whose X-Forwarded-For is believed; none means that the peer is the client.
	TrustedProxies []string
	// ProxySecret is what a CDN without fixed addresses sends with each request, "" for no such CDN.
	ProxySecret string
	// RateLimits false lets everybody call as often as they like (rehearsals and measurements).
	RateLimits bool
	// Rehearsal marks pages and opens /rehearsal.
	Rehearsal bool
	// Static is a folder that is served too, "" for none; Hosting is the netlify.toml with its headers.
	Static, Hosting string
	// Desk is the origin of the desk's pages, "" when there is no desk.
	Desk string
	// Outbox is the folder of the outgoing mail, "" when it is sent; for the page of a rehearsal.
	Outbox string
}

// Deps is what the handlers work with: one field for each room.
type Deps struct {
	Settings Settings
	Log      *slog.Logger
	Clock    domain.Clock
	Content  *domain.Content
	Store    *store.Store
	Metrics  *metrics.Metrics

	// AddressKey makes hashes of addresses that cannot be turned back by trying all addresses.
	AddressKey []byte

	Uploads       *upload.Receiver
	Registrations *registration.Service
	Payments      *payment.Service
	SignIn        *signin.Service
	Tickets       *ticket.Service
	TicketKeys    *ticket.Keys
	Gate          *gate.Service
	Photos        blob.Store
	// Staff are those who work with the desk, Reads what it shows them.
	Staff *staff.Service
	Reads *desk.Reads
	// Acts change registrations, for the desk and for a colleague who takes a ticket over.
	Acts *desk.Acts
	// Sandbox is the provider that has pages of its own, nil with a real one.
	Sandbox *sandbox.Sandbox
	// Ready are the things that must work before traffic is welcome, by name.
	Ready map[string]func(context.Context) error
}

type server struct {
	Deps
	clientAddress clientAddress
}

// New returns the handler of everything: API, health and, when asked, the static site.
func New(d Deps) (http.Handler, error) {
	s := &server{Deps: d, clientAddress: newClientAddress(d.Settings.TrustedProxies, d.Settings.ProxySecret)}
	return s.routes()
}

// NewHTTPServer returns a server with the limits that keep slow and greedy clients from holding it up.
func NewHTTPServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeaderBytes,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
}
