// Package app opens the product from its settings and runs the server and all commands. Only app may import all other
// packages.
package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"time"

	"transom/api/blob"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/gateway"
	"transom/api/gateway/sandbox"
	"transom/api/invented"
	"transom/api/payment"
	"transom/api/product"
	"transom/api/registration"
	"transom/api/signin"
	"transom/api/staff"
	"transom/api/store"
	"transom/api/store/engine"
	"transom/api/ticket"
	"transom/api/upload"
)

const checkTime = 10 * time.Second

// goodbye is how long an instance announces that it will stop. The proxy checks every second (deploy/Caddyfile).
const goodbye = 4 * time.Second

var (
	_ desk.Tx         = (*store.Tx)(nil)
	_ gate.Tx         = (*store.Tx)(nil)
	_ payment.Tx      = (*store.Tx)(nil)
	_ registration.Tx = (*store.Tx)(nil)
	_ signin.Tx       = (*store.Tx)(nil)
	_ staff.Tx        = (*store.Tx)(nil)
	_ upload.Tx       = (*store.Tx)(nil)
)

// The caller of openParts must call `close`.
type parts struct {
	product.Product
	sandbox *sandbox.Sandbox // nil if a real gateway is used
	ready   map[string]func(context.Context) error
	closers []io.Closer
}

func (c settings) openParts(ctx context.Context, log *slog.Logger,
	open func(context.Context) (*store.Store, error)) (_ *parts, err error) {
	o := new(parts)
	defer func() {
		if err != nil {
			o.close(log)
		}
	}()
	if o.Content, o.Clock, err = c.readContent(); err != nil {
		return nil, err
	}
	if c.Gateways[c.Provider].NeedsMobile && !o.Content.Requires("mobile") {
		return nil, fmt.Errorf("%s needs every payer's mobile number: in registration.yaml, add the field mobile "+
			`with a message "required" to the forms of all tickets, or choose another TRANSOM_PAYMENT_PROVIDER`, c.Provider)
	}
	if o.Store, err = open(ctx); err != nil {
		return nil, err
	}
	o.closers = append(o.closers, o.Store)
	sealing, err := c.AuditKey()
	if err != nil {
		return nil, err
	}
	o.Store.SetAuditKey(sealing)
	if err := goOn(ctx, o.Clock, o.Store); err != nil {
		return nil, err
	}
	if err := c.openBlobs(o); err != nil {
		return nil, err
	}
	if o.TicketKeys, err = ticket.LoadKeys(c.KeyFolder()); err != nil {
		return nil, err
	}
	provider, err := c.openProvider(ctx, o.Clock)
	if err != nil {
		return nil, err
	}
	if box, is := provider.(*sandbox.Sandbox); is {
		o.sandbox, o.closers = box, append(o.closers, box)
	}
	if err = o.Open(ctx, payment.Setup{Provider: provider, SiteURL: c.SiteURL, Log: log, Rehearsal: c.Rehearsal,
		NoRealMoney: c.Rehearsal || o.sandbox != nil}, c.Desk); err != nil {
		return nil, err
	}
	if o.Staff, err = c.openStaff(o, nil); err != nil { // no pepper: commands do not handle codes
		return nil, err
	}
	return o, nil
}

func (o *parts) close(log *slog.Logger) {
	for i := len(o.closers) - 1; i >= 0; i-- {
		if err := o.closers[i].Close(); err != nil {
			log.Error("close", "error", err)
		}
	}
}

// A rehearsal's clock starts at the time that the edition sets.
func (c settings) readContent() (*domain.Content, domain.Clock, error) {
	content, err := domain.LoadContent(c.Content)
	if err != nil || !c.Rehearsal {
		return content, domain.SystemClock{}, err
	}
	return content, domain.NewRehearsalClock(content.Event.RehearsalAt.Time), nil
}

// goOn continues a rehearsal's clock from the latest time in the database, so that events stay in order.
func goOn(ctx context.Context, clock domain.Clock, db *store.Store) error {
	rehearsal, is := clock.(*domain.RehearsalClock)
	if !is {
		return nil
	}
	latest, err := db.LatestInstant(ctx)
	if err == nil {
		rehearsal.ContinueAfter(latest)
	}
	return err
}

// openForCommand opens the database while the server may be running.
func (c settings) openForCommand(ctx context.Context) (*store.Store, error) {
	if err := c.CheckPurpose(); err != nil {
		return nil, err
	}
	return c.openChecked(ctx, store.OpenExisting, hasMoved, c.CheckEdition, c.AgreeOnKeys)
}

func (c settings) openChecked(ctx context.Context, open func(context.Context, string) (*store.Store, error),
	checks ...func(context.Context, *store.Store) error) (*store.Store, error) {
	if c.HasInstances() {
		if err := c.NeedKeys(); err != nil {
			return nil, err
		}
	}
	db, err := open(ctx, c.Place())
	if err != nil {
		return nil, err
	}
	for _, check := range checks {
		if err := check(ctx, db); err != nil {
			return nil, errors.Join(err, db.Close())
		}
	}
	return db, nil
}

// hasMoved returns an error if the data was moved elsewhere, because two places would sell the same seats.
func hasMoved(ctx context.Context, db *store.Store) error {
	to, at, err := db.Mark(ctx, engine.MarkMoved)
	if err != nil || to == "" {
		return err
	}
	return fmt.Errorf("the data was moved from here to %s (%s): set TRANSOM_DATABASE to that place, or remove "+
		"the setting. The data that remains here is old and not used. To move everything back, first move this "+
		"folder's transom.db away", to, at.Format("2006-01-02 15:04Z"))
}

// openOwn opens the database for the server, which may create or migrate it.
func (c settings) openOwn(ctx context.Context, log *slog.Logger) (*store.Store, error) {
	return c.openChecked(ctx, store.Open, hasMoved, c.CheckEdition, c.AgreeOnKeys, c.MarkPurpose, c.MarkEdition,
		checkPages(log))
}

// begin creates the database as the server's first start does, and the keys too if there is only one machine.
func (c settings) begin(ctx context.Context, log *slog.Logger) error {
	if err := os.MkdirAll(c.Var, 0o700); err != nil {
		return err
	}
	unlock, err := engine.Lock(c.Var)
	if err != nil {
		return err
	}
	defer unlock()
	db, err := c.openOwn(ctx, log)
	if err != nil {
		return err
	}
	return db.Close()
}

// checkPages refuses a damaged database, which could lose new registrations. It stops after checkTime, because nobody
// can buy a ticket in the meantime; doctor checks the rest of a large database.
func checkPages(log *slog.Logger) func(context.Context, *store.Store) error {
	return func(ctx context.Context, db *store.Store) error {
		some, cancel := context.WithTimeout(ctx, checkTime)
		defer cancel()
		err := db.CheckPages(some)
		if errors.Is(some.Err(), context.DeadlineExceeded) {
			log.Warn("the check at the start did not reach the end of the database; `transom doctor` checks all of it",
				"time", checkTime)
			return nil
		}
		return err
	}
}

func (c settings) openBlobs(o *parts) error {
	pictures, err := c.openPictures(o.Store)
	if err != nil {
		return err
	}
	o.Blobs, o.ready = pictures, map[string]func(context.Context) error{"database": o.Store.Ping,
		"uploads": pictures.Check}
	if closer, is := pictures.(io.Closer); is {
		o.closers = append(o.closers, closer)
	}
	return nil
}

type pictures interface {
	blob.Store
	Check(ctx context.Context) error
}

func (c settings) openPictures(db *store.Store) (pictures, error) {
	if c.HasInstances() {
		return db.Blobs(), nil
	}
	return blob.OpenFiles(filepath.Join(c.Var, "uploads"), upload.Kinds()...)
}

func (c settings) openProvider(ctx context.Context, clock domain.Clock) (payment.Provider, error) {
	g, known := c.Gateways[c.Provider]
	if !known {
		return nil, fmt.Errorf("there is no payment provider %q", c.Provider)
	}
	return g.Open(ctx, gateway.Place{Folder: c.Var, SiteURL: c.SiteURL, Clock: clock})
}

func (c settings) facts(fault error) product.Facts {
	f := product.Facts{
		SiteURL: c.SiteURL, Content: c.Content, Provider: c.Provider, Mail: c.Mail, MailFrom: c.MailFrom,
		AlarmMail: c.AlarmMail, Rehearsal: c.Rehearsal, OpenToAll: c.OpenToAll(), Fault: fault, CheckData: c.checkData,
	}
	if c.Provider != sandbox.Name {
		f.AskGateway, f.GatewayURL = c.askGateway, c.Gateways[c.Provider].BaseURL
	}
	return f
}

func (c settings) checkData(ctx context.Context) error {
	db, err := c.openForCommand(ctx)
	if _, isOld := errors.AsType[engine.NotCurrent](err); isOld {
		return nil // the server creates or migrates the database when it starts
	}
	if err != nil {
		return err
	}
	return db.Close()
}

// askGateway asks the gateway for a payment that does not exist: if the keys are correct, the answer is "unknown".
func (c settings) askGateway(ctx context.Context) error {
	provider, err := c.openProvider(ctx, domain.SystemClock{})
	if err != nil {
		return err
	}
	_, err = provider.Fetch(ctx, "", "doctor-"+domain.NewID(80))
	return err
}

func (c settings) invent(ctx context.Context, o *parts, log *slog.Logger) error {
	if !c.Invented {
		return nil
	}
	secrets, err := c.LoadSecrets()
	if err != nil {
		return err
	}
	n, err := invented.Fill(ctx, invented.Setup{
		Rehearsal: c.Rehearsal, Store: o.Store, Sandbox: o.sandbox, Tickets: o.Issuer, Content: o.Content, Clock: o.Clock,
		SiteURL: c.SiteURL, Blobs: o.Blobs, Sealer: secrets.Sealer,
	})
	if n > 0 {
		log.Info("the rehearsal starts with invented registrations", "registrations", n)
	}
	sold, listErr := o.Store.SoldCategories(ctx)
	gone := slices.DeleteFunc(sold, func(category string) bool { _, ok := o.Content.CategoryByType(category); return ok })
	if len(gone) > 0 {
		log.Warn("registrations have a ticket that tickets.yaml no longer has; to invent new people, stop the program "+
			"and delete its data folder", "tickets", gone, "folder", c.Var)
	}
	return errors.Join(err, listErr)
}

// openSides also creates the tables of the database that is moved to.
func (c settings) openSides(ctx context.Context, toDatabase bool) (from, to *product.Side, err error) {
	file := c
	file.Database = ""
	ends := []settings{file, c}
	if !toDatabase {
		ends = []settings{c, file}
	}
	if from, err = ends[0].openSide(ctx, store.OpenExisting); err != nil {
		return nil, nil, err
	}
	if to, err = ends[1].openSide(ctx, store.Open); err != nil {
		return nil, nil, errors.Join(err, from.Close())
	}
	return from, to, nil
}

func (c settings) openSide(ctx context.Context, open func(context.Context, string) (*store.Store,
	error)) (*product.Side, error) {
	db, err := c.openChecked(ctx, open, hasMoved)
	if err != nil {
		return nil, err
	}
	pictures, err := c.openPictures(db)
	if err != nil {
		return nil, errors.Join(err, db.Close())
	}
	side := &product.Side{Store: db, Blobs: pictures, Name: "the folder " + c.Var, Close: db.Close}
	if c.HasInstances() {
		side.Name = "PostgreSQL"
	}
	if closer, is := pictures.(io.Closer); is {
		side.Close = func() error { return errors.Join(db.Close(), closer.Close()) }
	}
	return side, nil
}
