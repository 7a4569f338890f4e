package doctor

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"transom/api/backup"
	"transom/api/booking"
	"transom/api/cli"
	"transom/api/product"
	"transom/api/store"
	"transom/generator/schema"
)

// The thresholds for warnings, as in deploy/alerts.yml. Source: payments and security references.
const (
	longSilence = 30 * time.Minute
	longInQueue = 15 * time.Minute
	oldBackup   = 26 * time.Hour
)

func withAlarms(check func(store.Alarms) Finding) func(context.Context, *product.Env) Finding {
	return opened(func(ctx context.Context, _ *product.Env, d *product.Product) Finding {
		a, err := d.Store.Alarms(ctx, d.Clock.Now())
		if err != nil {
			return notKnown()
		}
		a.LastWebhook = a.LastWebhook.In(d.Content.Zone)
		return check(a)
	})
}

func checkArrivals(a store.Alarms) Finding {
	const inDashboard = "check the provider's dashboard: the webhook must be on, with this site's address and " +
		"the secret from the settings. Payments are still detected, but up to half an hour late"
	switch {
	case a.WebhookSilent > longSilence:
		return bad(inDashboard, "people have been paying for %v, but the gateway has not sent a message",
			a.WebhookSilent.Round(time.Minute))
	case a.AttemptsStuck > 0:
		return bad("see the gateway line; nothing is lost, and the server keeps trying",
			"waiting for a payment link for more than five minutes: %s", cli.Count(a.AttemptsStuck, "booking"))
	case a.LastWebhook.IsZero() && a.PaymentsEver > 0:
		return bad(inDashboard, "payments received: %d; messages from the gateway: none", a.PaymentsEver)
	case a.LastWebhook.IsZero():
		return warn("make one payment in the cheapest category before sales start", "the gateway has not sent a message yet")
	}
	return ok("the last message arrived at %s", a.LastWebhook.Format("2006-01-02 15:04"))
}

// checkMoney reports unknown payments that have an open task, without asking the gateway.
func checkMoney(a store.Alarms) Finding {
	if a.UnknownMoney > 0 {
		return bad("`transom list --tasks` says what to do with each; a disk may have been lost",
			"paid under our references without a registration: %s", cli.Count(a.UnknownMoney, "payment"))
	}
	return ok("no payment without a registration")
}

// checkList reads the gateway's own list, which has payments that we lost. Open tasks are checkMoney's.
func checkList(ctx context.Context, _ *product.Env, d *product.Product) Finding {
	unknown, left, err := d.Payments.UnknownMoney(ctx)
	switch {
	case err != nil:
		return warn("see the gateway line; the server reads the list every night, and `transom reconcile` reads it now",
			"the gateway's list of payments could not be read")
	case unknown.Payments > 0:
		return bad("`transom reconcile --fix` records each payment or creates a task, and `transom list --tasks` "+
			"says what to do; a disk may have been lost",
			"paid under our references, but neither recorded nor in a task: %s, %s", cli.Count(unknown.Payments, "payment"),
			schema.FormatPaise(unknown.Paise))
	case left.Payments > 0:
		return warn("refund the payment in the gateway's dashboard unless it is yours to keep; `transom "+
			"reconcile` shows its reference",
			"the task was marked as done, but the gateway still has the money: %s, %s", cli.Count(left.Payments, "payment"),
			schema.FormatPaise(left.Paise))
	}
	return ok("all payments in the gateway's list are known")
}

func checkOutbox(a store.Alarms) Finding {
	switch {
	case a.MailsDead > 0:
		return warn("`transom list --tasks` says which and why; then run `transom mail retry`", "%s could not be "+
			"delivered, %d waiting",
			cli.Count(a.MailsDead, "email"), a.MailsPending)
	case a.OldestMail > longInQueue:
		return bad("see the mail line; emails are sent automatically when the mail server accepts them",
			"%s waiting, the oldest for %v", cli.Count(a.MailsPending, "email"), a.OldestMail.Round(time.Minute))
	}
	return ok("%s waiting", cli.Count(a.MailsPending, "email"))
}

func checkViews(a store.Alarms) Finding {
	const opened = "opened in the last hour without a decision: %s"
	if a.DocumentsOpened > booking.ManyIdentityViews {
		return bad("`transom identity log` shows who opened them and why; ask these people", opened,
			cli.Count(a.DocumentsOpened, "identity document"))
	}
	return ok(opened, cli.Count(a.DocumentsOpened, "identity document"))
}

func checkPurge(ctx context.Context, _ *product.Env, d *product.Product) Finding {
	pictures, people, err := d.Retention().Overdue(ctx)
	if err != nil {
		return bad("read the message", "%v", err)
	}
	if pictures > 0 {
		return bad("check that the server is running; `transom purge` does it now, or reports what prevents it",
			"not deleted "+"in time: %s", cli.Count(pictures, "picture"))
	}
	if people > 0 {
		return bad("check end_date in event.yaml, then run `transom purge`; erase people who registered after "+
			"the event with `transom person erase`", "not erased in time: the personal data of %s",
			cli.Count(people, "email address"))
	}
	at, err := d.Retention().ErasedOn()
	if err != nil {
		return bad("read the message", "%v", err)
	}
	return ok("nothing is overdue; personal data will be erased on %s", at.Format("2 January 2006"))
}

func checkBackup(ctx context.Context, e *product.Env) Finding {
	path, made, err := backup.Last(ctx, e)
	if err != nil {
		return notKnown()
	}
	if made.IsZero() {
		const begin = "run `systemctl enable --now transom-backup.timer`, then `systemctl start transom-backup` once"
		if n := paidBefore(ctx, e, oldBackup); n > 0 {
			return bad(begin, "there is no backup; %s would be lost with the disk", cli.Count(n, "paid registration"))
		}
		return warn(begin, "there is no backup")
	}
	age := time.Since(made)
	if age > oldBackup {
		return bad("systemctl status transom-backup transom-backup.timer", "the last backup is %d hours old",
			int(age.Hours()))
	}
	if missing := backup.Missing(path); missing != "" {
		return bad("check that its disk is mounted; `systemctl start transom-backup` makes another backup", "%s", missing)
	}
	return ok("the last one is %d hours old", int(age.Hours()))
}

func paidBefore(ctx context.Context, e *product.Env, ago time.Duration) int {
	d, err := e.Open(ctx)
	if err != nil || e.Facts.Rehearsal {
		return 0
	}
	day, err := d.Store.DaySince(ctx, d.Clock.Now().Add(-ago))
	if err != nil {
		return 0
	}
	return day.PaidEver - day.PaidNow
}

func checkAlarms(_ context.Context, e *product.Env) Finding {
	if e.Facts.AlarmMail == "" {
		return warn("set TRANSOM_ALARM_MAIL to the address of somebody who can deal with alarms",
			"nobody is informed of problems")
	}
	return ok("sent to %s, with a report every morning", e.Facts.AlarmMail)
}

func checkAuditLog(ctx context.Context, e *product.Env, d *product.Product) Finding {
	chain, err := d.Store.CheckAuditLog(ctx)
	if err != nil {
		return bad("somebody has edited the database: compare the log with a backup (`transom activity-log "+
			"--json` there), and find out who has access", "%v", err)
	}
	anchors, place, err := CheckAuditAnchors(ctx, e, d)
	if err != nil {
		remove := "delete " + place
		if filepath.Base(place) == backup.ManifestFile { // without its manifest, a backup cannot be restored
			remove = "move the folder " + filepath.Dir(place) + " to another place, complete"
		}
		return bad("somebody has edited the database, or an older backup was restored: compare with the entry in "+place+
			" and in the morning emails. After a restore that you made yourself, "+remove, "%v", err)
	}
	saveAuditAnchor(ctx, e, d)
	if anchors == 0 && chain.Entries > 0 {
		return warn("compare the newest entry with the last daily email; from now on it is also stored in "+
			filepath.Join(e.Var, anchorFile),
			"%s; the chain is complete, but there was nothing outside the database to compare it with",
			cli.Count(chain.Entries, "entry"))
	}
	return ok("%s; the chain is complete and agrees with %s outside the database", cli.Count(chain.Entries, "entry"),
		cli.Count(anchors, "copy"))
}

// CheckAuditAnchors compares the log with the copies of entries that are stored outside the database. It returns their
// number or, if a copy does not match the log, its file and the reason.
func CheckAuditAnchors(ctx context.Context, e *product.Env, d *product.Product) (n int, place string, err error) {
	anchors := auditAnchors(ctx, e)
	for _, place := range slices.Sorted(maps.Keys(anchors)) {
		if err := d.Store.CheckAuditAnchor(ctx, anchors[place]); err != nil {
			return 0, place, err
		}
	}
	return len(anchors), "", nil
}

// anchorFile contains the entry that was the newest at the last successful check.
const anchorFile = "activity-log.anchor"

const newestBackups = 3

func auditAnchors(ctx context.Context, e *product.Env) map[string]store.AuditAnchor {
	anchors := map[string]store.AuditAnchor{}
	var last store.AuditAnchor
	file := filepath.Join(e.Var, anchorFile)
	if raw, err := os.ReadFile(file); err == nil && json.Unmarshal(raw, &last) == nil && last.N > 0 {
		anchors[file] = last
	}
	path, _, err := backup.Last(ctx, e)
	if err != nil || path == "" {
		return anchors
	}
	backups, _ := filepath.Glob(filepath.Join(filepath.Dir(path), "transom-*"))
	for _, folder := range backups[max(0, len(backups)-newestBackups):] {
		if m, err := backup.ReadManifest(folder); err == nil && m.ActivityLog.N > 0 {
			anchors[filepath.Join(folder, backup.ManifestFile)] = m.ActivityLog
		}
	}
	return anchors
}

// saveAuditAnchor does nothing if the user may not write to the data folder.
func saveAuditAnchor(ctx context.Context, e *product.Env, d *product.Product) {
	last, err := d.Store.LastAction(ctx)
	if err != nil || last.N == 0 {
		return
	}
	raw, _ := json.Marshal(last)
	temporary := filepath.Join(e.Var, "."+anchorFile)
	if os.WriteFile(temporary, raw, 0o644) == nil { // the entry's hash is not secret, and other users may run doctor
		_ = os.Rename(temporary, filepath.Join(e.Var, anchorFile))
	}
}
