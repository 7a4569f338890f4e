// Package product combines the database, content, clock and services for commands, doctor and backups. It must not know
// about commands or HTTP.
package product

import (
	"bufio"
	"cmp"
	"context"
	"crypto/tls"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"syscall"
	"time"

	"transom/api/blob"
	"transom/api/cli"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/identity"
	"transom/api/payment"
	"transom/api/registration"
	"transom/api/staff"
	"transom/api/store"
	"transom/api/ticket"
	"transom/api/upload"
)

// Product is everything that is open while a command or the server runs.
type Product struct {
	Store      *store.Store
	Blobs      blob.Store
	Content    *domain.Content
	Clock      domain.Clock
	TicketKeys *ticket.Keys
	Issuer     *ticket.Issuer
	Form       *registration.Form
	Payments   *payment.Service
	// Actions changes registrations, for the desk and for a colleague who accepts a ticket.
	Actions       *desk.Service
	Identity      *identity.Service
	Registrations *registration.Service
	// Gate is shared by all handlers, because a report from one device wakes the devices that wait for news.
	Gate *gate.Service
	// Staff is nil if the desk is off.
	Staff *staff.Service
}

// Open opens the services that commands and the server share, after all fields above Issuer have been set.
func (p *Product) Open(ctx context.Context, pay payment.Setup, deskURL string) error {
	issued, err := p.Store.TicketOfEachMark(ctx)
	if err != nil {
		return err
	}
	p.TicketKeys.SetMarks(p.Content.Event.Edition, issued)
	p.Issuer = ticket.NewIssuer(p.TicketKeys, p.Content)
	if p.Form, err = registration.NewForm(p.Content); err != nil {
		return err
	}
	pay.Store, pay.Clock, pay.Content, pay.Tickets = store.For[payment.Tx](p.Store), p.Clock, p.Content, p.Issuer
	p.Payments = payment.New(pay)
	p.Registrations = registration.New(p.Form, store.For[registration.Tx](p.Store), p.Payments, p.Clock, pay.Rehearsal)
	p.Actions = &desk.Service{
		Store: store.For[desk.Tx](p.Store), Content: p.Content, Form: p.Form, Payments: p.Payments, Clock: p.Clock,
		SiteURL: pay.SiteURL, DeskURL: cmp.Or(deskURL, pay.SiteURL),
		DestroyReleased: p.Retention().DestroyReleased,
	}
	p.Identity = &identity.Service{
		Store: store.For[identity.Tx](p.Store.Desk()), Content: p.Content, Clock: p.Clock, Accepts: p.Form.AcceptsNumber,
		Encrypted: upload.Encrypted(p.Blobs),
	}
	p.Gate = &gate.Service{Store: store.For[gate.Tx](p.Store), Content: p.Content, Clock: p.Clock,
		Mark: p.TicketKeys.OldestMark(), Rehearsal: pay.Rehearsal}
	return nil
}

// Env is a command's environment. A command that needs the product calls Open.
type Env struct {
	// Var is the folder with the database, the uploads and the keys. Database is PostgreSQL's direct address, or "".
	Var, Database string
	// Commands write their results to Out, and the progress of long work to Progress.
	Out, Progress io.Writer
	Open          func(ctx context.Context) (*Product, error)
	MakeKeys      func() (folder string, err error)
	// Begin creates a new edition's data folder and database, as the server's first start does.
	Begin func(ctx context.Context) error
	// LastEdition returns the previous edition's name, if its staff may also work for the edition in the settings.
	LastEdition func(ctx context.Context, last *store.Store) (string, error)
	// MayRestore refuses a public site's backup in a rehearsal, and a rehearsal's backup on a public site.
	MayRestore func(folder string) error
	// Sides opens the database to copy from, which must exist, and the one to copy to.
	Sides func(ctx context.Context, toDatabase bool) (from, to *Side, err error)
	Facts Facts
	// Journal is the socket of systemd's journal, for commands that cannot be recorded in the activity log.
	Journal string
}

// Side is one side of a copy: the database that data is copied from or to, and its pictures.
type Side struct {
	Store *store.Store
	Blobs blob.Store
	Name  string // a name that people recognise, without a password
	Close func() error
}

// Facts are the settings that doctor checks.
type Facts struct {
	SiteURL, Content, Provider, Mail, MailFrom string
	// GatewayURL is "" for the sandbox. doctor compares the gateway's clock with ours.
	GatewayURL string
	Rehearsal  bool
	// OpenToAll is true for a rehearsal that other machines can reach.
	OpenToAll bool
	AlarmMail string
	// Fault is the error in the settings, or nil. doctor's other checks run nevertheless.
	Fault error
	// CheckData returns an error if the settings do not match the data, for example if it is another edition's.
	CheckData func(ctx context.Context) error
	// AskGateway tries the gateway's keys with one harmless request. It is nil for the sandbox.
	AskGateway func(ctx context.Context) error
	// MailTLS and Client are for servers whose certificates this machine does not trust; nil means the defaults.
	MailTLS *tls.Config
	Client  *http.Client
	// Patience is how long we wait for the mail server. Zero values mean the defaults.
	Names    *net.Resolver
	Patience time.Duration
}

// Err returns an error if the settings are wrong.
func (f Facts) Err() error {
	if f.Fault == nil {
		return nil
	}
	return WrongSettings(f.Fault)
}

// WrongSettings returns the error for a command that needs correct settings.
func WrongSettings(err error) error {
	return fmt.Errorf("these settings must be corrected (.env.example explains each):\n%w", err)
}

// Retention returns the worker that applies the content's retention rules.
func (p *Product) Retention() *upload.Retention {
	return &upload.Retention{Store: store.For[upload.Tx](p.Store), Blobs: p.Blobs, Content: p.Content, Clock: p.Clock}
}

// Reads returns the desk's queries.
func (p *Product) Reads() *desk.Reads {
	return &desk.Reads{Store: p.Store, Content: p.Content, Clock: p.Clock}
}

// Local formats a time in the event's time zone; the zero time is "".
func (p *Product) Local(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.In(p.Content.Zone).Format("2006-01-02 15:04")
}

// FreeBytes returns the free space for users other than root.
func FreeBytes(folder string) (int64, error) {
	var disk syscall.Statfs_t
	if err := syscall.Statfs(folder, &disk); err != nil {
		return 0, err
	}
	return int64(disk.Bavail) * int64(disk.Bsize), nil
}

// MinimumFree is the free space in bytes below which nothing is sold.
const MinimumFree = 200 << 20

// Step reports the progress of a long command.
func (e *Env) Step(what string, done, all int) { cli.Step(e.Progress, what, done, all) }

// AuditFile records the commands that run without a database if the system journal cannot be reached.
const AuditFile = "acts.log"

// WritePrivate writes a file that only its owner can read. It never overwrites a file.
func WritePrivate(path string, write func(io.Writer) error) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			os.Remove(path)
		}
	}()
	buffered := bufio.NewWriter(file)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.Sync()
}
