package doctor

import (
	"context"
	"time"

	"transom/api/backup"
	"transom/api/cli"
	"transom/api/product"
	"transom/api/store"
	"transom/generator/schema"
)

// The thresholds at which somebody should look, the same as in deploy/alerts.yml. Source: payments and security
// references.
const (
	longSilence = 30 * time.Minute
	longInQueue = 15 * time.Minute
	oldBackup   = 26 * time.Hour
)

// ManyViews is the number of opened identity documents in an hour that is more than a desk needs.
const ManyViews = 20

func withAlarms(check func(store.Alarms) Finding) func(context.Context, *product.Env) Finding {
	return func(ctx context.Context, e *product.Env) Finding {
		d, err := e.Open(ctx)
		if err != nil {
			return notKnown()
		}
		a, err := d.Store.Alarms(ctx, d.Clock.Now())
		if err != nil {
			return notKnown()
		}
		a.LastWebhook = a.LastWebhook.In(d.Content.Zone)
		return check(a)
	}
}

func checkArrivals(a store.Alarms) Finding {
	const inDashboard = "in the provider's dashboard: is the webhook on, with this site's address and the secret of " +
		"the settings? Payments are found all the same, but up to half an hour later"
	switch {
	case a.WebhookSilent > longSilence:
		return bad(inDashboard, "people have been paying for %v, and the gateway sends no message",
			a.WebhookSilent.Round(time.Minute))
	case a.AttemptsStuck > 0:
		return bad("see the gateway's line; nothing is lost, and the server goes on trying",
			"without a payment link for more than five minutes: %s", cli.Count(a.AttemptsStuck, "booking"))
	case a.LastWebhook.IsZero() && a.PaymentsEver > 0:
		return bad(inDashboard, "payments that came: %d; messages of the gateway: none", a.PaymentsEver)
	case a.LastWebhook.IsZero():
		return warn("pay the smallest category once, before the sale begins", "no message of the gateway has ever come")
	}
	return ok("the last message came %s", a.LastWebhook.Format("2006-01-02 15:04"))
}

// checkMoney reports the tasks about unknown payments. Webhooks create them, so it is quick and reports at once.
func checkMoney(a store.Alarms) Finding {
	if a.UnknownMoney > 0 {
		return bad("transom list --tasks says what to do with each; was a disk lost?",
			"under our references and in no registration: %s", cli.Count(a.UnknownMoney, "payment"))
	}
	return ok("no task about money that no registration has")
}

// checkList reads the gateway's own list, which has payments that our rows have lost. Payments with a task are
// reported by checkMoney.
func checkList(ctx context.Context, e *product.Env) Finding {
	d, err := e.Open(ctx)
	if err != nil {
		return notKnown()
	}
	unknown, left, err := d.Payments.UnknownMoney(ctx)
	switch {
	case err != nil:
		return warn("see the line of the gateway; the server reads it every night, and `transom reconcile` takes as long "+
			"as it needs", "the gateway's list of payments could not be read")
	case unknown.Payments > 0:
		return bad("`transom reconcile --fix` books it or makes a task of it, and `transom list --tasks` says what to do; "+
			"was a disk lost?",
			"under our references, not booked and in no task: %s, %s", cli.Count(unknown.Payments, "payment"),
			schema.FormatPaise(unknown.Paise))
	case left.Payments > 0:
		return warn("refund it in the gateway's dashboard if it is not to be kept; `transom reconcile` names it",
			"the task was called done, and the gateway still has it: %s, %s", cli.Count(left.Payments, "payment"),
			schema.FormatPaise(left.Paise))
	}
	return ok("every payment of the gateway's list is known")
}

func checkOutbox(a store.Alarms) Finding {
	switch {
	case a.MailsDead > 0:
		return warn("transom list --tasks says which and why; then transom mail retry", "%s given up, %d waiting",
			cli.Count(a.MailsDead, "mail"), a.MailsPending)
	case a.OldestMail > longInQueue:
		return bad("see the line of mail; they go out by themselves when the mail server takes them",
			"%s waiting, the oldest for %v", cli.Count(a.MailsPending, "mail"), a.OldestMail.Round(time.Minute))
	}
	return ok("%s waiting", cli.Count(a.MailsPending, "mail"))
}

func checkViews(a store.Alarms) Finding {
	if a.DocumentsOpened > ManyViews {
		return bad("transom identity log says who and why; ask them", "opened in the last hour: %s",
			cli.Count(a.DocumentsOpened, "identity document"))
	}
	return ok("opened in the last hour: %s", cli.Count(a.DocumentsOpened, "identity document"))
}

func checkPurge(ctx context.Context, e *product.Env) Finding {
	d, err := e.Open(ctx)
	if err != nil {
		return notKnown()
	}
	pictures, people, err := d.Retention().Overdue(ctx)
	if err != nil {
		return bad("see the message", "%v", err)
	}
	if pictures > 0 {
		return bad("is the server running? transom purge does it now, and says what is in the way", "past their date: %s",
			cli.Count(pictures, "picture"))
	}
	if people > 0 {
		return bad("is end_date of event.yaml right? Then `transom purge`; whoever registered after the event goes with "+
			"`transom erase`", "past its date: the personal data of %s", cli.Count(people, "email address"))
	}
	at, err := d.Retention().ErasedOn()
	if err != nil {
		return bad("see the message", "%v", err)
	}
	return ok("nothing is past its date; personal data is erased on %s", at.Format("2 January 2006"))
}

func checkBackup(ctx context.Context, e *product.Env) Finding {
	path, made, err := backup.Last(ctx, e)
	if err != nil {
		return notKnown()
	}
	if made.IsZero() {
		const begin = "systemctl enable --now transom-backup.timer, and once systemctl start transom-backup"
		if n := paidBefore(ctx, e, oldBackup); n > 0 {
			return bad(begin, "no backup was ever made, and %s would be lost with the disk", cli.Count(n,
				"paid registration"))
		}
		return warn(begin, "no backup was ever made")
	}
	age := time.Since(made)
	if age > oldBackup {
		return bad("systemctl status transom-backup transom-backup.timer", "the last backup is %d hours old",
			int(age.Hours()))
	}
	if missing := backup.Missing(path); missing != "" {
		return bad("is its disk mounted? systemctl start transom-backup makes another one", "%s", missing)
	}
	return ok("the last is %d hours old", int(age.Hours()))
}

// paidBefore counts the registrations of real people that were paid longer ago.
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
		return warn("set TRANSOM_ALARM_MAIL to the address of somebody who can act",
			"nobody is told when something becomes bad")
	}
	return ok("told to %s, and every morning how it stands", e.Facts.AlarmMail)
}
