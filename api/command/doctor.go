package command

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"time"
)

// Facts are the settings that doctor looks at.
type Facts struct {
	SiteURL, Content, Provider, Mail, MailFrom string
	// GatewayURL is another machine, whose clock ours is compared with; "" for the sandbox.
	GatewayURL string
	Rehearsal  bool
	// OpenToAll is a rehearsal that others than this machine can reach by its address.
	OpenToAll bool
	// AlarmMail is who is told when something becomes bad; "" for nobody.
	AlarmMail string
	// Fault is what is wrong with the settings; the other checks run all the same.
	Fault error
	// AskGateway makes one harmless call with the keys; nil for the sandbox.
	AskGateway func(ctx context.Context) error
	// TryPooler says why the pooler before the database is none; nil without one.
	TryPooler func(ctx context.Context) error
	// MailTLS and Client are for peers whose certificates are their own; nil means those that the machine trusts.
	MailTLS *tls.Config
	Client  *http.Client
	// Names resolves names, and Patience is how long the mail server may think; nothing means the usual.
	Names    *net.Resolver
	Patience time.Duration
}

// wrong refuses to work with wrong settings.
func (f Facts) wrong() error {
	if f.Fault == nil {
		return nil
	}
	return WrongSettings(f.Fault)
}

// WrongSettings ends a command that cannot work with the settings.
func WrongSettings(err error) error {
	return fmt.Errorf("these settings must be put right (.env.example explains each):\n%w", err)
}

func (f Facts) client() *http.Client {
	if f.Client == nil {
		return http.DefaultClient
	}
	return f.Client
}

// finding is the result of one check.
type finding struct {
	Check  string `json:"check"`
	Result string `json:"result"` // ok, look or bad
	Found  string `json:"found"`
	Do     string `json:"do,omitempty"`
}

const isBad = "bad"

func ok(found string, args ...any) finding {
	return finding{Result: "ok", Found: fmt.Sprintf(found, args...)}
}

func look(do, found string, args ...any) finding {
	return finding{Result: "look", Found: fmt.Sprintf(found, args...), Do: do}
}

func bad(do, found string, args ...any) finding {
	return finding{Result: isBad, Found: fmt.Sprintf(found, args...), Do: do}
}

// notKnown is for what cannot be looked at without the database, whose own line says why.
func notKnown() finding { return look("see the line of the database", "not known") }

// check is one thing that is looked at; slow ones ask other machines, or read the whole database.
type check struct {
	name string
	run  func(ctx context.Context, e *Env) finding
	slow bool
}

const (
	quick = false
	slow  = true
)

// checks are run one after the other; each has ten seconds. What one finds bad is also told by mail (alarmer.go).
var checks = []check{
	{"settings", checkSettings, quick}, {"permissions", checkPermissions, slow}, {"disk", checkDisk, quick},
	{"server", checkServer, quick},
	{"database", checkDatabase, slow}, {"database server", checkDatabaseServer, slow}, {"content", checkContent, quick},
	{"clock", checkClock, slow},
	{"mail", checkMail, slow}, {"mail sender", checkSender, slow}, {"outbox", withAlarms(checkOutbox), quick},
	{"site and TLS", checkSite, slow}, {"gateway keys", checkGateway, slow}, {"webhook", checkWebhook, slow},
	{"webhook seen", withAlarms(checkArrivals), quick}, {"money", withAlarms(checkMoney), quick},
	{"gateway's list", checkList, slow}, {"purge", checkPurge, quick},
	{"documents", withAlarms(checkViews), quick}, {"acts", checkActs, slow}, {"backup", checkBackup, quick},
	{"alarms", checkAlarms, quick},
}

func (c check) once(ctx context.Context, e *Env) finding {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	f := c.run(ctx, e)
	f.Check = c.name
	return f
}

// examine runs all checks.
func examine(ctx context.Context, e *Env, report func(done, all int)) []finding {
	findings := []finding{}
	for i, check := range checks {
		findings = append(findings, check.once(ctx, e))
		report(i+1, len(checks))
	}
	return findings
}

var errUnwell = errors.New("something needs to be put right")

var doctorCommand = Command{
	anyway: true,
	Name:   "doctor",
	Help: "Try settings, permissions, disk, server, content, clock, mail, TLS, gateway, webhook, money, purge and " +
		"alarms, and say what to do",
	Example: "doctor --json", Found: "something is bad",
	run: func(ctx context.Context, e *Env, c *call) error {
		findings := examine(ctx, e, func(done, all int) { fmt.Fprintf(e.Progress, "\rdoctor: %d of %d", done, all) })
		unwell := slices.ContainsFunc(findings, func(f finding) bool { return f.Result == isBad })
		fmt.Fprintln(e.Progress)
		err := c.print(e, findings, func(out io.Writer) error {
			for _, f := range findings {
				fmt.Fprintf(out, "%-5s %-15s %s\n", f.Result, f.Check, f.Found)
				if f.Do != "" {
					fmt.Fprintf(out, "%21s → %s\n", "", f.Do)
				}
			}
			return nil
		})
		if err == nil && unwell {
			err = errUnwell
		}
		return err
	},
}
