package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/debug"
	"syscall"
	"time"

	"transom/api/blob"
	"transom/api/cli"
	"transom/api/command"
	"transom/api/domain"
	"transom/api/keys"
	"transom/api/metrics"
	"transom/api/picture"
	"transom/api/registration"
	"transom/api/server"
	"transom/api/store"
	"transom/api/upload"
)

const (
	// memoryLimit makes the collector work harder before the machine has to.
	memoryLimit = 256 << 20
	// growth is how far the heap may grow before it is collected, in percent. Little of it lives longer than a request, so
	// collecting at the usual 100 would take a sixth of the program's time; the limit above holds all the same.
	growth = 400
	// drainTime is how long requests that are under way may take when the program is asked to stop.
	drainTime = 20 * time.Second
	// checkTime is how long a start may look for damage.
	checkTime      = 10 * time.Second
	keyFolder      = "keys"
	addressKeyFile = "address.key"
)

var serveHelp = cli.Help{Name: "serve", Purpose: "Answer the API, and the site when TRANSOM_STATIC is set, until it is asked to stop", Example: "serve"}

// serve runs the API until the context ends.
func serve(ctx context.Context, args []string) error {
	flags, _ := serveHelp.Flags()
	if rest, err := serveHelp.Parse(flags, args, os.Stdout); err != nil || len(rest) > 0 {
		return firstError(err, serveHelp.Wrong("settings come from the environment"))
	}
	c, err := readEnvironment()
	if err != nil {
		return command.WrongSettings(err)
	}
	syscall.Umask(0o077) // what this program writes is nobody else's to read
	log := slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelInfo}))
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	unlock, err := store.Lock(c.Var)
	if err != nil {
		return err
	}
	defer unlock()
	app, err := newApp(ctx, c, log)
	if err != nil {
		return err
	}
	defer app.close()
	if err := app.run(ctx); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

// app is everything that was opened, and what is to be run.
type app struct {
	config  config
	log     *slog.Logger
	db      *store.Store
	handler http.Handler
	metrics *metrics.Metrics
	workers []worker
	closers []func() error
	mayView server.TicketViewer
}

// newApp wires the parts together: it is the only place that sees all of them.
func newApp(ctx context.Context, c config, log *slog.Logger) (_ *app, err error) {
	a := &app{config: c, log: log, metrics: metrics.New()}
	defer func() {
		if err != nil {
			a.close()
		}
	}()
	content, err := domain.LoadContent(c.Content)
	if err != nil {
		return nil, err
	}
	var clock domain.Clock = domain.SystemClock{}
	if c.Rehearsal {
		clock = domain.NewRehearsalClock(content.Event.RehearsalAt.Time)
	} else if err := a.warnOfSamples(); err != nil {
		return nil, err
	}
	if c.hasCopies() {
		if err := c.needKeys(); err != nil {
			return nil, err
		}
	}
	db, err := store.Open(ctx, c.place())
	if err != nil {
		return nil, err
	}
	a.db, a.closers = db, append(a.closers, db.Close)
	if err := a.agreeOnKeys(ctx, db); err != nil {
		return nil, err
	}
	if err := c.markPurpose(ctx, db); err != nil {
		return nil, err
	}
	if err := a.checkPages(ctx, db); err != nil {
		return nil, err
	}
	blobs, err := a.openBlobs(db)
	if err != nil {
		return nil, err
	}
	folder := filepath.Join(c.Var, keyFolder)
	addressKey, err := keys.LoadOrCreate(folder, addressKeyFile, 32)
	if err != nil {
		return nil, err
	}
	sealer, err := a.newSealer(folder)
	if err != nil {
		return nil, err
	}
	uploads := upload.NewReceiver(upload.Setup{
		Pictures: picture.NewProcessor(), Blobs: blobs, Sealer: sealer, Store: upload.On(db), Content: content, Clock: clock, Limited: c.RateLimits,
	})
	deps := server.Deps{
		Settings: server.Settings{
			SiteURL: c.SiteURL, AllowedOrigins: c.AllowedOrigins, TrustedProxies: c.TrustedProxies,
			RateLimits: c.RateLimits, Rehearsal: c.Rehearsal, Static: c.Static, Hosting: c.Hosting,
		},
		Log: log, Clock: clock, Content: content, Store: db, Metrics: a.metrics, Uploads: uploads, AddressKey: addressKey,
		Ready: map[string]func(context.Context) error{"database": db.Ping, "uploads": blobs.Check},
	}
	if err := a.addAccounts(&deps, blobs); err != nil {
		return nil, err
	}
	payments, err := a.addPayments(ctx, &deps)
	if err != nil {
		return nil, err
	}
	deps.Registrations, err = registration.New(content, registration.On(db), payments, clock, c.Rehearsal)
	if err != nil {
		return nil, err
	}
	a.handler, err = server.New(deps)
	office := &command.Office{Store: db, Blobs: blobs, Content: content, Clock: clock, Payments: payments}
	office.Watch(a.metrics, c.Var)
	a.workers = append(a.workers, payments, workerFunc(payments.RunWalks), upload.NewCleaner(upload.On(db), blobs, clock, log), &upload.Keeper{Store: upload.On(db), Blobs: blobs, Content: content, Clock: clock, Log: log}, a.newAlarmer(office))
	return a, err
}

// checkPages refuses to work with a damaged database: what is sold on top of it could not be kept. A large one is left to
// doctor after a while, because nobody can buy meanwhile.
func (a *app) checkPages(ctx context.Context, db *store.Store) error {
	some, cancel := context.WithTimeout(ctx, checkTime)
	defer cancel()
	err := db.CheckPages(some)
	if errors.Is(some.Err(), context.DeadlineExceeded) {
		a.log.Warn("the pages of the database were not all looked at in the time of a start; transom doctor looks at all", "time", checkTime)
		return nil
	}
	return err
}

// warnOfSamples says that the public is shown what was invented.
func (a *app) warnOfSamples() error {
	n, err := domain.CountSamples(a.config.Content)
	if n > 0 {
		a.log.Warn("THE PUBLIC IS SHOWN INVENTED ENTRIES: `go run ./generator check -release` names the place of each", "samples", n)
	}
	return err
}

func (a *app) newSealer(folder string) (*blob.Sealer, error) {
	if a.config.AgeRecipients != "" {
		return blob.ReadSealer(a.config.AgeRecipients)
	}
	sealer, created, err := blob.OwnSealer(folder)
	if created != "" {
		a.log.Warn("MOVE THIS FILE OFF THE MACHINE: it is the key that opens every identity paper, and this program does not need it", "file", created)
	}
	return sealer, err
}

func (a *app) close() {
	for i := len(a.closers) - 1; i >= 0; i-- {
		if err := a.closers[i](); err != nil {
			a.log.Error("close", "error", err)
		}
	}
}

// run listens until the context ends, then lets requests and workers finish.
func (a *app) run(ctx context.Context) error {
	listener, err := net.Listen("tcp", a.config.Addr)
	if err != nil {
		return explainListen("TRANSOM_ADDR", err)
	}
	web := server.NewHTTPServer(a.handler, a.log)
	connections := server.NewConnections(server.ConnectionLimit(openFiles()), a.config.TrustedProxies)
	connections.Watch(a.metrics)
	guarded := connections.Guard(web, listener)
	group := newGroup(ctx)
	group.run(func(ctx context.Context) error { return serveUntil(ctx, web, guarded) })
	if a.config.MetricsAddr != "" {
		metrics, err := net.Listen("tcp", a.config.MetricsAddr)
		if err != nil {
			listener.Close()
			return explainListen("TRANSOM_METRICS_ADDR", err)
		}
		quiet := server.NewHTTPServer(a.metrics, a.log)
		group.run(func(ctx context.Context) error { return serveUntil(ctx, quiet, metrics) })
	}
	group.run(func(ctx context.Context) error { return a.db.Lead(ctx, a.work) })
	a.announce(listener.Addr())
	return group.wait()
}

// openFiles is how many files this process may have open. Go has raised the limit to the highest that is allowed.
func openFiles() uint64 {
	var limit syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		return 1024 // what nearly every system allows
	}
	return limit.Cur
}

// explainListen says what to do about an address that cannot be had.
func explainListen(setting string, err error) error {
	switch {
	case errors.Is(err, syscall.EADDRINUSE):
		return fmt.Errorf("%s: another program uses this address: stop it, or choose another port: %w", setting, err)
	case errors.Is(err, syscall.EADDRNOTAVAIL):
		return fmt.Errorf("%s: this machine does not have this address; 127.0.0.1 is for a proxy on the same machine: %w", setting, err)
	case errors.Is(err, syscall.EACCES):
		return fmt.Errorf("%s: ports below 1024 are for the proxy; choose another: %w", setting, err)
	}
	return fmt.Errorf("%s: %w", setting, err)
}

func (a *app) announce(addr net.Addr) {
	a.log.Info("listening", "address", addr.String(), "rehearsal", a.config.Rehearsal, "payments", a.config.Provider)
	if info, err := os.Stdout.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 && a.config.Static != "" {
		fmt.Printf("\n  Open %s in a browser. Stop with Ctrl-C.\n\n", a.config.SiteURL)
	}
}

// serveUntil serves until the context ends and then waits for the requests that are under way.
func serveUntil(ctx context.Context, s *http.Server, l net.Listener) error {
	stopped := make(chan error, 1)
	go func() {
		<-ctx.Done()
		drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTime)
		defer cancel()
		stopped <- s.Shutdown(drain)
	}()
	if err := s.Serve(l); !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	return <-stopped
}
