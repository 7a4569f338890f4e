// Package apitest runs the whole real API for tests, on its own listener, with a temporary database and a clock that
// only the test moves.
package apitest

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"transom/api/apitest/testdb"
	"transom/api/blob"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gateway/sandbox"
	"transom/api/metrics"
	"transom/api/payment"
	"transom/api/picture"
	"transom/api/product"
	"transom/api/server"
	"transom/api/signin"
	"transom/api/store"
	"transom/api/ticket"
	"transom/api/upload"
)

// Options change the default server, whose clock is in the middle of the sale.
type Options struct {
	Dir    string    // the folder for all data; the default is a new one
	Now    time.Time // the clock's initial time; the default is a month before the event
	NoDesk bool
	// Content changes the edition before anything reads it.
	Content func(*domain.Content)
	// Settings changes the HTTP settings; rate limits are off unless it turns them on.
	Settings func(*server.Settings)
	// The default is the sandbox.
	Provider payment.Provider
	// The default stores files.
	Blobs func(*store.Store) Pictures
}

// Pictures is a picture store with a readiness check.
type Pictures interface {
	blob.Store
	Check(ctx context.Context) error
}

// Server is a running API. It does not reconcile payments in the background: a test calls Reconcile.
type Server struct {
	product.Product
	t       testing.TB
	URL     string // the server's origin; requests go to URL + "/api"
	Handler http.Handler
	Clock   *Clock
	// Only the test advances the uptime, independently of the clock.
	Uptime  *Uptime
	Blobs   Pictures
	Uploads *upload.Receiver
	Sealer  *blob.Sealer
	Sandbox *sandbox.Sandbox // the gateway, or nil if the test uses a different one
	SignIn  *signin.Service
	Reads   *desk.Reads
	Outbox  string
	// Dir holds the database, the uploads and the keys.
	Dir string
	Log *Log
}

var addressKey = []byte("a key for tests, 32 bytes long..")

// Start runs an API until the test ends.
func Start(t testing.TB, o Options) *Server {
	t.Helper()
	if o.Dir == "" {
		o.Dir = t.TempDir()
	}
	s := &Server{t: t, Dir: o.Dir, Clock: NewClock(o.Now), Uptime: NewUptime(), Outbox: filepath.Join(o.Dir, "outbox"),
		Log: new(Log)}
	s.Content, s.Product.Clock = Edition(), s.Clock
	if o.Content != nil {
		o.Content(s.Content)
	}
	s.open(o.Blobs)
	log := slog.New(slog.NewTextHandler(s.Log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	web := httptest.NewUnstartedServer(nil)
	s.URL = "http://" + web.Listener.Addr().String()
	settings := server.Settings{SiteURL: s.URL, Outbox: s.Outbox}
	if o.Settings != nil {
		o.Settings(&settings)
	}
	s.Uploads = upload.NewReceiver(upload.Setup{
		Pictures: picture.NewProcessor(), Blobs: s.Blobs, Sealer: s.Sealer, Store: store.For[upload.Tx](s.Store),
		Content: s.Content, Clock: s.Clock, Limited: settings.RateLimits,
	})
	if !o.NoDesk {
		settings.Desk = s.DeskOrigin()
	}
	s.must(s.Product.Open(context.Background(), payment.Setup{Provider: s.provider(o, settings), SiteURL: settings.SiteURL,
		Log: log, Rehearsal: settings.Rehearsal}, settings.Desk))
	s.Identity.Recipients, s.Identity.Key = s.Sealer.Recipients(), addressKey
	s.addAccounts(settings)
	s.Reads = &desk.Reads{Store: s.Store.Desk(), Content: s.Content, Clock: s.Clock, Folder: s.Dir}
	s.openStaff(settings)
	handler, err := server.New(server.Deps{
		Product: &s.Product, Settings: settings, Log: log, Uploads: s.Uploads, AddressKey: addressKey, Metrics: metrics.New(),
		Sandbox: s.Sandbox, SignIn: s.SignIn, Reads: s.Reads,
		Ready: map[string]func(context.Context) error{"database": s.Store.Ping, "uploads": s.Blobs.Check},
	})
	s.must(err)
	s.Handler = handler
	web.Config = server.NewHTTPServer(handler, log)
	web.Start()
	t.Cleanup(web.Close)
	return s
}

func (s *Server) open(blobs func(*store.Store) Pictures) {
	s.Store = testdb.Open(s.t, s.Dir)
	s.Store.SetAuditKey([]byte("a key for actions of 32 bytes......"))
	if blobs != nil {
		s.Blobs = blobs(s.Store)
	} else {
		files, err := blob.OpenFiles(filepath.Join(s.Dir, "uploads"), upload.Kinds()...)
		s.must(err)
		s.t.Cleanup(func() { files.Close() })
		s.Blobs = files
	}
	s.Product.Blobs = s.Blobs
	var err error
	s.Sealer, _, err = blob.OwnSealer(s.Dir)
	s.must(err)
	s.TicketKeys, err = ticket.LoadKeys(s.Dir)
	s.must(err)
}

func (s *Server) provider(o Options, settings server.Settings) payment.Provider {
	if o.Provider != nil {
		return o.Provider
	}
	var err error
	s.Sandbox, err = sandbox.Open(context.Background(), s.Dir, settings.SiteURL, s.Clock)
	s.must(err)
	s.t.Cleanup(func() { s.Sandbox.Close() })
	return s.Sandbox
}

func (s *Server) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

// Clock is a clock that moves only when a test moves it.
type Clock struct {
	mu  sync.Mutex
	now time.Time
}

// NewClock returns a clock that is set to now or, if now is zero, to a month before the event.
func NewClock(now time.Time) *Clock {
	if now.IsZero() {
		now = time.Date(2025, 3, 11, 6, 30, 0, 0, time.UTC)
	}
	return &Clock{now: now.UTC()}
}

// Now returns the clock's time.
func (c *Clock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.now
}

// Add advances the clock.
func (c *Clock) Add(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = c.now.Add(d)
}

// Set changes the clock's time.
func (c *Clock) Set(now time.Time) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.now = now.UTC()
}

// Uptime is a machine's uptime, controlled by the test.
type Uptime struct {
	mu  sync.Mutex
	now domain.Running
}

// NewUptime returns the uptime of a machine that has been running for a day.
func NewUptime() *Uptime { return &Uptime{now: domain.Running{Boot: "first", Since: 24 * time.Hour}} }

// Now returns how long the machine has been running.
func (u *Uptime) Now() domain.Running {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.now
}

// Add increases the uptime.
func (u *Uptime) Add(d time.Duration) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.now.Since += d
}

// Reboot restarts the machine.
func (u *Uptime) Reboot() {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.now = domain.Running{Boot: u.now.Boot + " again", Since: time.Minute}
}

// Log collects everything that is logged.
type Log struct {
	mu  sync.Mutex
	buf bytes.Buffer
}

func (l *Log) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.Write(p)
}

func (l *Log) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.buf.String()
}

// Retention deletes pictures after their retention period, only when a test calls it.
func (s *Server) Retention() *upload.Retention {
	return &upload.Retention{Store: store.For[upload.Tx](s.Store), Blobs: s.Blobs, Content: s.Content, Clock: s.Clock,
		Log: slog.New(slog.NewTextHandler(s.Log, nil))}
}

// For reports failures to a different test: a subtest or a fuzz target.
func (s *Server) For(t testing.TB) *Server {
	other := *s
	other.t = t
	return &other
}
