// Package app opens the product from its settings: the server and all commands. It is the only package that knows every
// other one.
package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"transom/api/blob"
	"transom/api/config"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/gateway"
	"transom/api/gateway/sandbox"
	"transom/api/invented"
	"transom/api/payment"
	"transom/api/product"
	"transom/api/registration"
	"transom/api/store"
	"transom/api/store/engine"
	"transom/api/ticket"
	"transom/api/upload"
)

// checkTime is how long a start may look for damage.
const checkTime = 10 * time.Second

// goodbye is how long before its end a copy tells the proxy, which asks every second (deploy/Caddyfile).
const goodbye = 4 * time.Second

// parts are the opened product: what the server and the organisers' commands share. Whoever opens it closes it.
type parts struct {
	product.Product
	tickets *ticket.Keys
	issuer  *ticket.Issuer
	form    *registration.Form
	sandbox *sandbox.Sandbox // nil with a real gateway
	doors   *gate.Service    // made when it is asked for
	ready   map[string]func(context.Context) error
	closers []io.Closer
}

// openParts opens content, database, pictures and payments; open is how this program may open the database.
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
	if o.tickets, err = ticket.LoadKeys(c.KeyFolder()); err != nil {
		return nil, err
	}
	issued, err := o.Store.TicketOfEachMark(ctx)
	if err != nil {
		return nil, err
	}
	o.tickets.SetMarks(o.Content.Event.Edition, issued)
	o.TicketMarks = o.tickets.Marks
	if o.form, err = registration.NewForm(o.Content); err != nil {
		return nil, err
	}
	o.issuer = ticket.NewIssuer(o.tickets, o.Content)
	provider, err := c.openProvider(ctx, o.Clock)
	if err != nil {
		return nil, err
	}
	if box, is := provider.(*sandbox.Sandbox); is {
		o.sandbox, o.closers = box, append(o.closers, box)
	}
	o.Payments = payment.New(payment.Setup{
		Store: payment.On(o.Store), Provider: provider, Clock: o.Clock, Tickets: o.issuer, Content: o.Content,
		SiteURL: c.SiteURL, Log: log, Rehearsal: c.Rehearsal,
	})
	o.Registrations = registration.New(o.form, registration.On(o.Store), o.Payments, o.Clock, c.Rehearsal)
	o.Actions = desk.New(desk.Setup{
		Store: desk.On(o.Store), Content: o.Content, Form: o.form, Payments: o.Payments, Tickets: o.issuer,
		Clock:   o.Clock,
		SiteURL: c.SiteURL, DeskURL: cmp.Or(c.Desk, c.SiteURL),
	})
	if o.Staff, err = c.openStaff(o, nil); err != nil { // commands know no codes
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

// readContent reads the edition, and sets the clock of a rehearsal by it.
func (c settings) readContent() (*domain.Content, domain.Clock, error) {
	content, err := domain.LoadContent(c.Content)
	if err != nil || !c.Rehearsal {
		return content, domain.SystemClock{}, err
	}
	return content, domain.NewRehearsalClock(content.Event.RehearsalAt.Time), nil
}

// goOn lets a rehearsal's clock go on where the folder's last server or command stopped, so that what happened later is
// later there too.
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

// openBeside opens the database for a command; the server may run meanwhile.
func (c settings) openBeside(ctx context.Context) (*store.Store, error) {
	if err := c.CheckPurpose(); err != nil {
		return nil, err
	}
	return c.openChecked(ctx, store.OpenExisting, hasMoved, c.CheckEdition, c.AgreeOnKeys)
}

// openChecked opens the database, unless something about it says that it must not be worked with.
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

// hasMoved refuses a database whose people have gone elsewhere: what is sold in both is sold twice.
func hasMoved(ctx context.Context, db *store.Store) error {
	to, at, err := db.Mark(ctx, engine.MarkMoved)
	if err != nil || to == "" {
		return err
	}
	return fmt.Errorf("everything has moved from here to %s (%s): set TRANSOM_DATABASE for that place, or take it out. "+
		"What is still here is old, and nobody works with it; to move everything back to here, move this folder's "+
		"transom.db away first", to, at.Format("2006-01-02 15:04Z"))
}

// openOwn opens the database for the server, which makes it, brings it up to date and wants it whole.
func (c settings) openOwn(ctx context.Context, log *slog.Logger) (*store.Store, error) {
	return c.openChecked(ctx, c.OpenToServe, hasMoved, c.CheckEdition, c.AgreeOnKeys, c.MarkPurpose, c.MarkEdition,
		checkPages(log))
}

// begin makes database and marks as the first start of the server does. The keys of one machine are made then; several
// machines need them before (make-keys).
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

// checkPages refuses to work with a damaged database: what is sold on top of it could not be kept. A large one is left
// to doctor after a while, because nobody can buy meanwhile.
func checkPages(log *slog.Logger) func(context.Context, *store.Store) error {
	return func(ctx context.Context, db *store.Store) error {
		some, cancel := context.WithTimeout(ctx, checkTime)
		defer cancel()
		err := db.CheckPages(some)
		if errors.Is(some.Err(), context.DeadlineExceeded) {
			log.Warn("the pages of the database were not all looked at in the time of a start; transom doctor looks at all",
				"time", checkTime)
			return nil
		}
		return err
	}
}

// openBlobs opens the place of pictures that the settings name.
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

// pictures keep blobs and know whether they can.
type pictures interface {
	blob.Store
	Check(ctx context.Context) error
}

func (c settings) openPictures(db *store.Store) (pictures, error) {
	switch {
	case c.Blobs == config.BlobsInDatabase:
		return db.Blobs(), nil
	case blob.IsS3(c.Blobs):
		return blob.OpenS3(c.Blobs)
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

// openGate opens what checks a QR code without a database.
func (c settings) openGate() (*domain.Content, *ticket.Keys, error) {
	if err := c.CheckPurpose(); err != nil {
		return nil, nil, err
	}
	content, err := domain.LoadContent(c.Content)
	if err != nil {
		return nil, nil, err
	}
	path := filepath.Join(c.KeyFolder(), ticket.KeyFile)
	if _, err := os.Stat(path); err != nil {
		return nil, nil,
			fmt.Errorf("read key: %w; the first start of the server makes it, and if there was one restore it from the last "+
				"backup", err)
	}
	keys, err := ticket.LoadKeys(c.KeyFolder())
	if err != nil {
		return nil, nil, err
	}
	keys.SetMarks(content.Event.Edition, nil)
	return content, keys, nil
}

// facts are the settings that doctor and the alarms look at.
func (c settings) facts(fault error) product.Facts {
	f := product.Facts{
		SiteURL: c.SiteURL, Content: c.Content, Provider: c.Provider, Mail: c.Mail,
		MailFrom: c.MailFrom, AlarmMail: c.AlarmMail, Rehearsal: c.Rehearsal, OpenToAll: c.OpenToAll(), Fault: fault,
		TryPooler: c.TryPooler(),
	}
	if c.Provider != sandbox.Name {
		f.AskGateway, f.GatewayURL = c.askGateway, c.Gateways[c.Provider].BaseURL
	}
	return f
}

// askGateway asks for a payment that does not exist: "unknown" is the answer to good keys.
func (c settings) askGateway(ctx context.Context) error {
	provider, err := c.openProvider(ctx, domain.SystemClock{})
	if err != nil {
		return err
	}
	_, err = provider.Fetch(ctx, "", "doctor-"+domain.NewID(80))
	return err
}

// invent fills an empty rehearsal with people who do not exist.
func (c settings) invent(ctx context.Context, o *parts, log *slog.Logger) error {
	if !c.Invented {
		return nil
	}
	n, err := invented.Fill(ctx, invented.Setup{
		Rehearsal: c.Rehearsal, Store: o.Store, Sandbox: o.sandbox, Tickets: o.issuer, Content: o.Content, Clock: o.Clock,
	})
	if n > 0 {
		log.Info("the rehearsal begins with invented registrations", "registrations", n)
	}
	return err
}
