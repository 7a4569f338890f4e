package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"path/filepath"

	"golang.org/x/sync/errgroup"

	"transom/api/command"
	"transom/api/desk"
	"transom/api/doctor"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/metrics"
	"transom/api/picture"
	"transom/api/product"
	"transom/api/server"
	"transom/api/signin"
	"transom/api/staff"
	"transom/api/store"
	"transom/api/upload"
	"transom/api/version"
	"transom/api/wire"
)

func (c settings) runServer(ctx context.Context, log *slog.Logger) error {
	o, err := c.openParts(ctx, log, func(ctx context.Context) (*store.Store, error) {
		if err := c.warnOfTheOpen(log); err != nil {
			return nil, err
		}
		return c.openOwn(ctx, log)
	})
	if err != nil {
		return err
	}
	defer o.close(log)
	figures := metrics.New()
	handler, err := c.newHandler(o, figures, log)
	if err != nil {
		return err
	}
	if err := c.NoteKeys(ctx, o.Store); err != nil {
		return err
	}
	if c.HasInstances() {
		if err := o.Store.RefreshStates(ctx); err != nil {
			return err
		}
	}
	workers, err := c.newWorkers(o, figures, log)
	if err != nil {
		return err
	}
	web, err := server.Listen("TRANSOM_ADDR", c.Addr, handler, log)
	if err != nil {
		return err
	}
	web.OnStop(o.Gate.EndWaits) // devices' waiting requests end when the server stops
	if c.HasInstances() {
		web.SayGoodbye(goodbye)
	}
	// Only the leader does the background work. A rehearsal accepts requests while people are still being invented.
	all := []func(context.Context) error{web.Run, func(ctx context.Context) error { return c.invent(ctx, o, log) },
		func(ctx context.Context) error {
			return o.Store.Lead(ctx, func(ctx context.Context) error { return together(ctx, workers) })
		}}
	if c.MetricsAddr != "" {
		mux := http.NewServeMux()
		mux.Handle("GET /metrics", figures)
		quiet, err := server.Listen("TRANSOM_METRICS_ADDR", c.MetricsAddr, mux, log)
		if err != nil {
			return err
		}
		all = append(all, quiet.Run)
	}
	c.announce(web.Addr(), log)
	return together(ctx, all)
}

// warnOfTheOpen warns if visitors see invented entries, or if everybody has access to this rehearsal.
func (c settings) warnOfTheOpen(log *slog.Logger) error {
	if c.OpenToAll() {
		log.Warn("THIS REHEARSAL IS OPEN TO EVERYBODY: anyone who can open its address can sign in as an "+
			"organiser with one click; TRANSOM_REHEARSAL=0 ends it", "site", c.SiteURL)
	}
	if c.Rehearsal {
		return nil
	}
	n, err := domain.CountSamples(c.Content)
	if n > 0 {
		log.Warn("VISITORS SEE INVENTED ENTRIES: `go run ./generator check -release` lists them", "samples", n)
	}
	return err
}

// To add a service, open it here or in product, with a field in server.Deps and addresses in server/routes.go.
func (c settings) newHandler(o *parts, figures *metrics.Metrics, log *slog.Logger) (http.Handler, error) {
	secrets, err := c.LoadSecrets()
	if err != nil {
		return nil, err
	}
	if secrets.Created != "" {
		log.Warn("MOVE THIS FILE AWAY FROM THIS MACHINE: it is the key that opens all identity documents, and "+
			"this program does not need it", "file", secrets.Created)
	}
	o.Identity.Key = secrets.Address
	if secrets.Sealer != nil {
		o.Identity.Recipients = secrets.Sealer.Recipients()
	}
	if o.Staff, err = c.openStaff(o, secrets.Pepper); err != nil {
		return nil, err
	}
	return server.New(server.Deps{
		Product: &o.Product,
		Settings: server.Settings{
			SiteURL: c.SiteURL, AllowedOrigins: c.AllowedOrigins, TrustedProxies: c.TrustedProxies,
			ProxySecret: c.ProxySecret, RateLimits: c.RateLimits, Rehearsal: c.Rehearsal, Static: c.Static,
			Hosting: c.Hosting, Outbox: c.Outbox(), Desk: c.Desk,
		},
		Log: log, Metrics: figures, AddressKey: secrets.Address, Ready: o.ready,
		Uploads: upload.NewReceiver(upload.Setup{
			Pictures: picture.NewProcessor(), Blobs: o.Blobs, Sealer: secrets.Sealer, Store: store.For[upload.Tx](o.Store),
			Content: o.Content, Clock: o.Clock, Limited: c.RateLimits,
		}),
		SignIn: signin.New(signin.Setup{
			Store: store.For[signin.Tx](o.Store), Content: o.Content, Form: o.Form, Clock: o.Clock, Uptime: c.uptime(o.Store),
			Pepper: secrets.Pepper, SiteURL: c.SiteURL, LimitAll: c.RateLimits,
		}),
		Reads: o.reads(c.Var), Sandbox: o.sandbox,
	})
}

func (c settings) openStaff(o *parts, pepper []byte) (*staff.Service, error) {
	if c.Desk == "" {
		return nil, nil
	}
	return staff.New(staff.Setup{
		Store: store.For[staff.Tx](o.Store.Desk()), Content: o.Content, Clock: o.Clock, Uptime: c.uptime(o.Store),
		Pepper: pepper, Origin: c.Desk, Rehearsal: c.Rehearsal, Limited: c.RateLimits,
	})
}

// These queries use connections that visitors cannot exhaust.
func (o *parts) reads(folder string) *desk.Reads {
	alarms := func(ctx context.Context) ([]wire.DeskAlarm, error) { return doctor.DeskAlarms(ctx, &o.Product) }
	return &desk.Reads{Store: o.Store.Desk(), Content: o.Content, Clock: o.Clock, Alarms: alarms, Folder: folder}
}

func (c settings) uptime(db *store.Store) domain.Uptime {
	if shared := db.Uptime(); shared != nil {
		return shared
	}
	return signin.NewMachineUptime(c.BootID)
}

func (c settings) logo(content *domain.Content) []byte {
	if !content.Brand.HasLogo() || c.Static == "" {
		return nil
	}
	picture, _ := os.ReadFile(filepath.Join(c.Static, "apple-touch-icon.png")) // without the file, emails have no logo
	return picture
}

func (c settings) newWorkers(o *parts, figures *metrics.Metrics, log *slog.Logger) ([]func(context.Context) error,
	error) {
	composer, err := mail.NewComposer(o.Content, c.MailFrom)
	if err != nil {
		return nil, fmt.Errorf("TRANSOM_MAIL_FROM: %w", err)
	}
	composer.Logo = c.logo(o.Content)
	sender, err := mail.Open(c.Mail, filepath.Join(c.Var, mail.OutboxFolder))
	if err != nil {
		return nil, err
	}
	mails := mail.NewWorker(o.Store, composer, sender, o.Clock, log)
	figures.WatchMails(mails)
	figures.WatchPayments(&o.Payments.Counters)
	doctor.Watch(c.commandEnv(&o.Product), figures, &o.Product)
	retention := o.Retention()
	retention.Log = log
	retention.Erased = func(ctx context.Context) error {
		_, err := command.RemoveErasedMails(ctx, c.commandEnv(&o.Product), &o.Product)
		return err
	}
	reporter := &doctor.Reporter{Env: c.commandEnv(&o.Product), Product: &o.Product, To: c.AlarmMail, Log: log}
	workers := []func(context.Context) error{
		mails.Run, o.Payments.Run, o.Payments.RunWalks, retention.Run, retention.RunCleaner,
		reporter.Run, func(ctx context.Context) error { return o.Identity.Run(ctx, log) },
	}
	if o.sandbox != nil {
		workers = append(workers, func(ctx context.Context) error { return o.sandbox.Run(ctx, o.Payments.Receive) })
	}
	return workers, nil
}

func (c settings) commandEnv(o *product.Product) *product.Env {
	return &product.Env{
		Var: c.Var, Database: c.Database, Out: io.Discard, Progress: io.Discard, Facts: c.facts(nil),
		Open: func(context.Context) (*product.Product, error) { return o, nil },
	}
}

func (c settings) announce(addr net.Addr, log *slog.Logger) {
	log.Info("listening", "address", addr.String(), "version", version.Release, "rehearsal", c.Rehearsal, "payments",
		c.Provider)
}

// together runs all functions until the context ends or one of them fails. A request to stop is not a failure.
func together(ctx context.Context, all []func(context.Context) error) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, run := range all {
		group.Go(func() error {
			if err := run(ctx); ctx.Err() == nil {
				return err
			}
			return nil
		})
	}
	return group.Wait()
}
