package doctor

import (
	"context"
	"log/slog"
	"os"
	"slices"
	"time"

	"transom/api/product"
	"transom/api/store"
)

const (
	// checkEvery is how soon something bad is reported; what asks other machines or reads the whole database is looked at less
	// often.
	checkEvery = time.Minute
	slowEvery  = 60
	morning    = 7 // o'clock, in the event's zone
	quietAfter = time.Hour
)

// Reporter sends email: every morning a summary, and at once when something becomes bad; once, until it
// was good again. The server runs it. What stops the server itself is reported by systemd (deploy/transom-alarm@.service).
type Reporter struct {
	Env     *product.Env
	Product *product.Product
	// To is the address; without one nothing is checked.
	To  string
	Log *slog.Logger

	rounds int
	// doubtful are slow checks that were bad once: other machines have a bad moment now and then, so they are asked again.
	doubtful map[string]bool
}

// Run checks until the context ends.
func (a *Reporter) Run(ctx context.Context) error {
	if a.To == "" {
		return nil
	}
	_ = os.Remove(ReportedFile(a.Env.Var, "transom.service")) // it runs: the next failure is a new one
	ticker := time.NewTicker(checkEvery)
	defer ticker.Stop()
	for {
		if err := a.Check(ctx); err != nil && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "alarms", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Check reports what has become bad, and sends the daily email when it is time.
func (a *Reporter) Check(ctx context.Context) error {
	reported, err := a.Product.Store.OpenAlarms(ctx)
	if err != nil {
		return err
	}
	for _, f := range a.examine(ctx) {
		switch {
		case f.IsBad() && !slices.Contains(reported, f.Check):
			err = a.report(ctx, f)
		case !f.IsBad() && slices.Contains(reported, f.Check):
			a.Log.InfoContext(ctx, "good again", "check", f.Check)
			err = a.Product.Store.EndAlarm(ctx, f.Check, a.Product.Clock.Now())
		}
		if err != nil {
			return err
		}
	}
	return a.sendDaily(ctx)
}

// examine runs the quick checks each time, the others now and then, and those again that were bad once.
func (a *Reporter) examine(ctx context.Context) (findings []Finding) {
	if a.doubtful == nil {
		a.doubtful = map[string]bool{}
	}
	all := a.rounds%slowEvery == 0
	a.rounds++
	for _, check := range checks {
		doubtful := a.doubtful[check.name]
		if check.slow && !all && !doubtful {
			continue
		}
		f := check.once(ctx, a.Env)
		delete(a.doubtful, check.name)
		if check.slow && f.IsBad() && !doubtful {
			a.doubtful[check.name] = true
			continue
		}
		findings = append(findings, f)
	}
	return findings
}

func (a *Reporter) report(ctx context.Context, f Finding) error {
	now := a.Product.Clock.Now()
	a.Log.WarnContext(ctx, "bad", "check", f.Check, "found", f.Found)
	mail := alarmMail(a.To, "alarm:"+f.Check+":"+now.UTC().Format(time.RFC3339Nano), a.Product.Content.Event.Name+": bad: "+
		f.Check,
		f.text()+"\nIt is told once, and stands in the mail of each morning until it is good again.\n")
	return a.Product.Store.ReportAlarm(ctx, f.Check, mail, now, quietAfter)
}

// sendDaily writes the mail of the day, after seven, unless it is written: its key is the day.
func (a *Reporter) sendDaily(ctx context.Context) error {
	now := a.Product.Clock.Now().In(a.Product.Content.Zone)
	if now.Hour() < morning {
		return nil
	}
	written, err := a.Product.Store.HasMail(ctx, "morning:"+now.Format(time.DateOnly))
	if err != nil || written {
		return err
	}
	mail := dailyMail(ctx, a.Env, a.Product, a.To)
	return a.Product.Store.Write(ctx, func(tx *store.Tx) error { return tx.EnqueueMail(ctx, mail, now) })
}
