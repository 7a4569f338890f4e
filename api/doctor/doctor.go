// Package doctor checks the running product: settings, machine, database, email, gateway, payments, backups. It reports
// to the doctor command, the desk, Prometheus and by email. It knows nothing about commands or HTTP endpoints.
package doctor

import (
	"context"
	"fmt"
	"time"

	"transom/api/product"
	"transom/api/store"
	"transom/api/wire"
)

// Finding is the result of one check.
type Finding struct {
	Check  string `json:"check"`
	Result string `json:"result"` // ok, look or bad
	Found  string `json:"found"`
	Do     string `json:"do,omitempty"`
}

const isBad = "bad"

// IsBad reports whether somebody must do something.
func (f Finding) IsBad() bool { return f.Result == isBad }

func ok(found string, args ...any) Finding {
	return Finding{Result: "ok", Found: fmt.Sprintf(found, args...)}
}

func warn(do, found string, args ...any) Finding {
	return Finding{Result: "look", Found: fmt.Sprintf(found, args...), Do: do}
}

func bad(do, found string, args ...any) Finding {
	return Finding{Result: isBad, Found: fmt.Sprintf(found, args...), Do: do}
}

// notKnown is the result if the database cannot be opened; the check "database" gives the reason.
func notKnown() Finding { return warn("see the database line", "not known") }

func opened(
	run func(ctx context.Context, e *product.Env, d *product.Product) Finding,
) func(context.Context, *product.Env) Finding {
	return func(ctx context.Context, e *product.Env) Finding {
		d, err := e.Open(ctx)
		if err != nil {
			return notKnown()
		}
		return run(ctx, e, d)
	}
}

// A slow check contacts other machines, or reads the whole database.
type check struct {
	name string
	run  func(ctx context.Context, e *product.Env) Finding
	slow bool
}

const (
	quick = false
	slow  = true
)

// checks run one after another, each for at most ten seconds. Bad results are also reported by email (reporter.go).
var checks = []check{
	{"settings", checkSettings, quick}, {"permissions", checkPermissions, slow}, {"disk", checkDisk, quick},
	{"server", checkServer, quick}, {"database", checkDatabase, slow},
	{"database server", opened(checkDatabaseServer), slow}, {"content", checkContent, quick},
	{"clock", checkClock, slow}, {"mail", checkMail, slow}, {"mail sender", checkSender, slow},
	{"outbox", withAlarms(checkOutbox), quick}, {"site and TLS", checkSite, slow}, {"gateway keys", checkGateway, slow},
	{"webhook", checkWebhook, slow}, {"webhook seen", withAlarms(checkArrivals), quick},
	{"money", withAlarms(checkMoney), quick}, {"gateway's list", opened(checkList), slow},
	{"purge", opened(checkPurge), quick}, {"documents", withAlarms(checkViews), quick},
	{"activity-log", opened(checkAuditLog), slow}, {"backup", checkBackup, quick}, {"alarms", checkAlarms, quick},
}

func (c check) once(ctx context.Context, e *product.Env) Finding {
	ctx, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	f := c.run(ctx, e)
	f.Check = c.name
	return f
}

// Examine runs all checks.
func Examine(ctx context.Context, e *product.Env, report func(done, all int)) []Finding {
	findings := []Finding{}
	for i, check := range checks {
		findings = append(findings, check.once(ctx, e))
		report(i+1, len(checks))
	}
	return findings
}

// DeskAlarms returns doctor's alarms for the desk's overview.
func DeskAlarms(ctx context.Context, d *product.Product) ([]wire.DeskAlarm, error) {
	figures, err := d.Store.Alarms(ctx, d.Clock.Now())
	if err != nil {
		return nil, err
	}
	alarms := []wire.DeskAlarm{}
	for _, one := range []struct {
		key   string
		check func(store.Alarms) Finding
	}{{"arrivals", checkArrivals}, {"money", checkMoney}, {"mails", checkOutbox}, {"views", checkViews}} {
		if f := one.check(figures); f.IsBad() {
			alarms = append(alarms, wire.DeskAlarm{Key: one.key, Text: f.Found + ". " + f.Do + "."})
		}
	}
	return alarms, nil
}
