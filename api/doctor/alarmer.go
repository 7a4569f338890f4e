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
	// lookEvery is how soon something bad is told; what asks other machines or reads the whole database is looked at less
	// often.
	lookEvery  = time.Minute
	slowLooks  = 60
	morning    = 7 // o'clock, in the event's zone
	quietAfter = time.Hour
)

// Alarmer tells a person by mail: every morning how it stands, and at once when something becomes bad; once, until it
// was good again. The server runs it. What stops the server itself is told by systemd (deploy/transom-alarm@.service).
type Alarmer struct {
	Env    *product.Env
	Office *product.Product
	// To is the address, without which nothing is looked at.
	To  string
	Log *slog.Logger

	looks int
	// doubtful are slow checks that were bad once: other machines have a bad moment now and then, so they are asked again.
	doubtful map[string]bool
}

// Run looks until the context ends.
func (a *Alarmer) Run(ctx context.Context) error {
	if a.To == "" {
		return nil
	}
	_ = os.Remove(ReportedFile(a.Env.Var, "transom.service")) // it runs: the next failure is a new one
	ticker := time.NewTicker(lookEvery)
	defer ticker.Stop()
	for {
		if err := a.Look(ctx); err != nil && ctx.Err() == nil {
			a.Log.ErrorContext(ctx, "alarms", "error", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}

// Look tells what has become bad, and says good morning when it is time.
func (a *Alarmer) Look(ctx context.Context) error {
	told, err := a.Office.Store.ToldAlarms(ctx)
	if err != nil {
		return err
	}
	for _, f := range a.examine(ctx) {
		switch {
		case f.IsBad() && !slices.Contains(told, f.Check):
			err = a.tell(ctx, f)
		case !f.IsBad() && slices.Contains(told, f.Check):
			a.Log.InfoContext(ctx, "good again", "check", f.Check)
			err = a.Office.Store.EndAlarm(ctx, f.Check, a.Office.Clock.Now())
		}
		if err != nil {
			return err
		}
	}
	return a.sayMorning(ctx)
}

// examine runs the quick checks each time, the others now and then, and those again that were bad once.
func (a *Alarmer) examine(ctx context.Context) (findings []Finding) {
	if a.doubtful == nil {
		a.doubtful = map[string]bool{}
	}
	all := a.looks%slowLooks == 0
	a.looks++
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

func (a *Alarmer) tell(ctx context.Context, f Finding) error {
	now := a.Office.Clock.Now()
	a.Log.WarnContext(ctx, "bad", "check", f.Check, "found", f.Found)
	mail := alarmMail(a.To, "alarm:"+f.Check+":"+now.UTC().Format(time.RFC3339Nano), a.Office.Content.Event.Name+": bad: "+
		f.Check,
		f.text()+"\nIt is told once, and stands in the mail of each morning until it is good again.\n")
	return a.Office.Store.TellAlarm(ctx, f.Check, mail, now, quietAfter)
}

// sayMorning writes the mail of the day, after seven, unless it is written: its key is the day.
func (a *Alarmer) sayMorning(ctx context.Context) error {
	now := a.Office.Clock.Now().In(a.Office.Content.Zone)
	if now.Hour() < morning {
		return nil
	}
	written, err := a.Office.Store.HasMail(ctx, "morning:"+now.Format(time.DateOnly))
	if err != nil || written {
		return err
	}
	mail := morningMail(ctx, a.Env, a.Office, a.To)
	return a.Office.Store.Write(ctx, func(tx *store.Tx) error { return tx.EnqueueMail(ctx, mail, now) })
}
