package organiser

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"
)

// Facts are the settings that doctor looks at.
type Facts struct {
	SiteURL, Content, Provider, Mail, MailFrom string
	// GatewayURL is another machine, whose clock ours is compared with; "" for the sandbox.
	GatewayURL string
	Rehearsal  bool
	// Fault is what is wrong with the settings; the other checks run all the same.
	Fault error
	// AskGateway makes one harmless call with the keys; nil for the sandbox.
	AskGateway func(ctx context.Context) error
	// MailTLS and Client are for peers whose certificates are their own; nil means those that the machine trusts.
	MailTLS *tls.Config
	Client  *http.Client
	// Names resolves names, and Patience is how long the mail server may think; nothing means the usual.
	Names    *net.Resolver
	Patience time.Duration
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

func ok(found string, args ...any) finding {
	return finding{Result: "ok", Found: fmt.Sprintf(found, args...)}
}

func look(do, found string, args ...any) finding {
	return finding{Result: "look", Found: fmt.Sprintf(found, args...), Do: do}
}

func bad(do, found string, args ...any) finding {
	return finding{Result: "bad", Found: fmt.Sprintf(found, args...), Do: do}
}

// notKnown is for what cannot be looked at without the database, whose own line says why.
func notKnown() finding { return look("see the line of the database", "not known") }

// checks are run one after the other; each has ten seconds.
var checks = []struct {
	name string
	run  func(ctx context.Context, e *Env) finding
}{
	{"settings", checkSettings}, {"permissions", checkPermissions}, {"disk", checkDisk}, {"server", checkServer},
	{"database", checkDatabase}, {"content", checkContent}, {"clock", checkClock},
	{"mail", checkMail}, {"mail sender", checkSender}, {"outbox", withAlarms(checkOutbox)},
	{"site and TLS", checkSite}, {"gateway keys", checkGateway}, {"webhook", checkWebhook},
	{"webhook seen", withAlarms(checkArrivals)}, {"money", checkMoney}, {"purge", checkPurge}, {"papers", withAlarms(checkViews)}, {"backup", checkBackup},
}

var errUnwell = errors.New("something needs to be put right")

var doctorCommand = Command{
	Name: "doctor", Help: "Try settings, permissions, disk, server, content, clock, mail, TLS, gateway, webhook, money, purge and alarms, and say what to do",
	Example: "doctor --json", Found: "something is bad",
	run: func(ctx context.Context, e *Env, c *call) error {
		findings, unwell := []finding{}, false
		for i, check := range checks {
			one, cancel := context.WithTimeout(ctx, 10*time.Second)
			f := check.run(one, e)
			cancel()
			f.Check = check.name
			findings = append(findings, f)
			unwell = unwell || f.Result == "bad"
			fmt.Fprintf(e.Progress, "\rdoctor: %d of %d", i+1, len(checks))
		}
		fmt.Fprintln(e.Progress)
		err := c.print(e, findings, func(out io.Writer) error {
			for _, f := range findings {
				fmt.Fprintf(out, "%-5s %-13s %s\n", f.Result, f.Check, f.Found)
				if f.Do != "" {
					fmt.Fprintf(out, "%19s → %s\n", "", f.Do)
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
