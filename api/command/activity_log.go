package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"maps"
	"slices"
	"time"

	"transom/api/cli"
	"transom/api/doctor"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
)

var activityLogCommand = Command{
	Name: "activity-log",
	Help: "List what was done at the desk and on the command line, newest first, after checking that nobody " +
		"has changed the log",
	Example: "activity-log --last 20 --json", Found: "somebody has changed the log",
	flags: func() flagged { return new(logFlags) },
}

type logFlags struct {
	booking string
	last    int
}

func (f *logFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.booking, "booking", "", "only entries about this booking, by its id or code")
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
	entries, err := d.Store.AuditLog(ctx, store.AuditFilter{BookingID: f.booking, Limit: max(f.last, 0)})
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
			printValues(out, a)
		}
		_, err := fmt.Fprintf(out, "%s; the chain of %d entries is complete and ends with %s.\n",
			cli.Count(len(entries), "entry"), chain.Entries, chain.Last)
		return err
	})
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

// printValues prints the values before and after an action, as the desk shows them.
func printValues(out io.Writer, a domain.LoggedAction) {
	names := slices.AppendSeq(slices.Collect(maps.Keys(a.Before)), maps.Keys(a.After))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		before := ""
		if a.Before[name] != "" {
			before = cli.Plain(a.Before[name]) + " -> "
		}
		fmt.Fprintf(out, "        %s: %s%s\n", name, before, cli.Plain(a.After[name]))
	}
}
