package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"transom/api/cli"
	"transom/api/doctor"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
	"transom/api/texts"
)

var activityLogCommand = Command{
	Name: "activity-log",
	Help: "List what was done at the desk and on the command line, newest first, after checking that nobody " +
		"has changed the log",
	Example: "activity-log --last 20 --json", Found: "somebody has changed the log",
	flags: func() flagged { return new(logFlags) },
}

type logFlags struct {
	action, booking, by string
	last                int
}

func (f *logFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.action, "action", "", "only this action, or a command written as command:purge; the actions are "+
		strings.Join(slices.Sorted(maps.Keys(texts.Activities)), ", "))
	set.StringVar(&f.booking, "booking", "", "only entries about this booking, by its id or code")
	set.StringVar(&f.by, "by", "",
		"only entries by people with this name in the log, or this id (command means everybody on the command line)")
	set.IntVar(&f.last, "last", 0, "how many of the newest entries to show; 0 means all")
}

// logLine is what --json prints; its time is in UTC.
type logLine struct {
	N         int64             `json:"n"`
	At        time.Time         `json:"at"`
	ActorID   string            `json:"actor_id"`
	Actor     string            `json:"actor"`
	Role      string            `json:"role"`
	Action    string            `json:"action"`
	BookingID string            `json:"booking_id"`
	Object    string            `json:"object"`
	Why       string            `json:"why"`
	Before    map[string]string `json:"before,omitempty"`
	After     map[string]string `json:"after,omitempty"`
	RequestID string            `json:"request_id"`
	Hash      string            `json:"hash"`
	Erased    bool              `json:"erased"`
}

func (f *logFlags) run(ctx context.Context, d *product.Product, c *call) error {
	chain, err := d.Store.CheckAuditLog(ctx)
	if err != nil {
		return err
	}
	if _, place, err := doctor.CheckAuditAnchors(ctx, c.env, d); err != nil {
		return fmt.Errorf("%w; compare with %s, and run `transom doctor`", err, place)
	}
	typed := f.booking
	if f.booking, err = named(ctx, d, typed); err != nil {
		return err
	}
	filter, err := f.filter(ctx, d)
	if err != nil {
		return err
	}
	entries, err := d.Store.AuditLog(ctx, filter)
	if err != nil {
		return err
	}
	// otherwise a mistyped id would look like a registration without actions
	if typed != "" && len(entries) == 0 {
		if _, err := find(ctx, d, typed); err != nil {
			return err
		}
	}
	lines := []logLine{}
	for _, a := range entries {
		lines = append(lines, logLine{
			a.N, a.At, a.Actor.ID, a.Actor.Name, a.Actor.Role, a.Name, a.BookingID, a.Object, a.Why, a.Before, a.After,
			a.RequestID, a.Hash, a.Erased,
		})
	}
	return c.print(lines, func(out io.Writer) error {
		for _, a := range entries {
			who := cli.Plain(a.Actor.Name)
			if a.Actor.Role != "" { // a colleague who took over a ticket has no role
				who += " (" + a.Actor.Role + ")"
			}
			fmt.Fprintf(out, "%6d  %s  %s  %s%s\n", a.N, a.At.In(d.Content.Zone).Format("2006-01-02 15:04:05 MST"), who,
				a.Name, about(a))
		}
		_, err := fmt.Fprintf(out, "%s; the chain of %d entries is complete and ends with %s.\n",
			cli.Count(len(entries), "entry"), chain.Entries, chain.Last)
		return err
	})
}

// An unknown action or person is refused, because an empty list would look like a valid result.
func (f *logFlags) filter(ctx context.Context, d *product.Product) (store.AuditFilter, error) {
	filter := store.AuditFilter{BookingID: f.booking, Limit: max(f.last, 0)}
	words := slices.Sorted(maps.Keys(texts.Activities))
	for _, c := range All() {
		words = append(words, domain.ActionCommand+":"+c.Name)
	}
	before, err := d.Store.AuditActions(ctx, "") // the log may name commands that no longer exist
	if err != nil {
		return filter, err
	}
	words = append(words, before...)
	if f.action != "" && !slices.Contains(words, f.action) {
		return filter, cli.Unknown("action", f.action, words)
	}
	filter.Action, filter.Object, _ = strings.Cut(f.action, ":")
	if f.by == "" {
		return filter, nil
	}
	known, err := d.Store.AuditActors(ctx)
	if err != nil {
		return filter, err
	}
	known = append(known, domain.Actor{ID: domain.ActorCommand, Name: domain.ActorCommand})
	var names []string
	for _, a := range known {
		if a.ID == f.by {
			filter.ActorID = a.ID
			return filter, nil
		}
		names = append(names, a.Name)
	}
	if filter.ActorName = f.by; !slices.Contains(names, f.by) {
		return filter, cli.Unknown("person in the log", f.by, names)
	}
	return filter, nil
}

func about(a domain.LoggedAction) (text string) {
	if a.Object != "" {
		text += " " + cli.Plain(a.Object)
	}
	if a.BookingID != "" {
		text += ", booking " + a.BookingID
	}
	if a.Why != "" {
		text += ": " + cli.Plain(a.Why)
	}
	return text
}
