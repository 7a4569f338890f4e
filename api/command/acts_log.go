package command

import (
	"context"
	"flag"
	"fmt"
	"io"
	"time"

	"transom/api/domain"
	"transom/api/store"
)

var actsCommand = Command{
	Name: "acts", Help: "List what was done at the desk and on the command line, newest first, after verifying that nobody changed the log",
	Example: "acts --last 20 --json", Found: "somebody changed the log",
	flags: func() flagged { return new(actsFlags) },
}

type actsFlags struct {
	action, booking, by string
	last                int
}

func (f *actsFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.action, "action", "", "only acts of this word, for example refund")
	set.StringVar(&f.booking, "booking", "", "only acts about this booking, by its id or code")
	set.StringVar(&f.by, "by", "", "only acts of this member (transom staff list shows the ids), or command")
	set.IntVar(&f.last, "last", 0, "only the newest so many; 0 is all")
}

// actLine is an act as --json prints it, in UTC; it is also the export.
type actLine struct {
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

func (f *actsFlags) run(ctx context.Context, e *Env, c *call) error {
	d, err := e.Open(ctx)
	if err != nil {
		return err
	}
	chain, err := d.Store.CheckActs(ctx)
	if err != nil {
		return err
	}
	if f.booking, err = d.named(ctx, f.booking); err != nil {
		return err
	}
	acts, err := d.Store.Acts(ctx, store.ActFilter{ActorID: f.by, Action: f.action, BookingID: f.booking, Limit: max(f.last, 0)})
	if err != nil {
		return err
	}
	lines := []actLine{}
	for _, a := range acts {
		lines = append(lines, actLine{
			a.N, a.At, a.Actor.ID, a.Actor.Name, a.Actor.Role, a.Action, a.BookingID, a.Object, a.Why, a.Before, a.After, a.RequestID, a.Hash, a.Erased,
		})
	}
	return c.print(e, lines, func(out io.Writer) error {
		for _, a := range acts {
			who := plain(a.Actor.Name)
			if a.Actor.Role != "" { // a colleague who took a ticket over has none
				who += " (" + a.Actor.Role + ")"
			}
			fmt.Fprintf(out, "%6d  %s  %s  %s%s\n", a.N, a.At.In(d.Content.Zone).Format("2006-01-02 15:04:05 MST"), who, a.Action, about(a))
		}
		_, err := fmt.Fprintf(out, "%s; the chain of %d is whole and ends with %s.\n", count(len(acts), "act"), chain.Acts, chain.Last)
		return err
	})
}

func about(a domain.LoggedAct) (text string) {
	if a.Object != "" {
		text += " " + plain(a.Object)
	}
	if a.BookingID != "" {
		text += ", booking " + a.BookingID
	}
	if a.Why != "" {
		text += ": " + plain(a.Why)
	}
	return text
}

// checkActs verifies the chain of acts.
func checkActs(ctx context.Context, e *Env) finding {
	d, err := e.Open(ctx)
	if err != nil {
		return notKnown()
	}
	chain, err := d.Store.CheckActs(ctx)
	if err != nil {
		return bad("somebody edited the database by hand: compare with a backup (transom acts --json there), and look who could", "%v", err)
	}
	return ok("%s, in a whole chain", count(chain.Acts, "act"))
}
