package command

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"transom/api/desk"
	"transom/api/domain"
)

// Acts on a registration are the desk's own (package desk): the same functions, the same rules, the same log. What the desk asks
// with a dialog is a flag here; --dry-run is its preview.

// actFlags are those of every act.
type actFlags struct {
	who, why string
	dryRun   bool
}

func (f *actFlags) defineAct(set *flag.FlagSet) {
	set.StringVar(&f.who, "who", "", "your name, as it stands in the log; without it that of the account")
	set.StringVar(&f.why, "why", "", "the reason, which stands in the log")
	set.BoolVar(&f.dryRun, "dry-run", false, "only say what would be done")
}

// byCommand is the reason of an older command that was given none.
const byCommand = "by command, no reason given"

func (f actFlags) request(bookingID string) desk.Request {
	return desk.Request{
		BookingID: bookingID, Version: desk.AnyVersion, Why: f.why, Preview: f.dryRun,
		Who: domain.Actor{ID: domain.ActorCommand, Name: cmp.Or(f.who, whoActs()), Role: domain.ActorCommand},
	}
}

// actCall is a command that is one act on the booking, or request, that it is called with.
type actCall struct {
	actFlags
	more func(set *flag.FlagSet)
	do   func(ctx context.Context, acts *desk.Acts, r desk.Request, args []string) (desk.Outcome, error)
}

func (f *actCall) define(set *flag.FlagSet) {
	f.defineAct(set)
	if f.more != nil {
		f.more(set)
	}
}

func (f *actCall) run(ctx context.Context, e *Env, c *call) error {
	if len(c.args) == 0 {
		return errUsage
	}
	if f.why == "" && !f.dryRun {
		return misuse{"say why with --why; it stands in the log"}
	}
	d, err := e.Open(ctx)
	if err != nil {
		return err
	}
	about, err := d.named(ctx, c.args[0])
	if err != nil {
		return err
	}
	if strings.Contains(about, "=") {
		return misuse{fmt.Sprintf("%q stands where the registration is named, by its id or its code", about)}
	}
	out, err := f.do(ctx, d.Acts, f.request(about), c.args[1:])
	if err != nil {
		return actError(err)
	}
	return c.printAct(e, out)
}

// flagOf is where a field of the desk's dialogs is typed on the command line; the others are FIELD=VALUE.
var flagOf = map[string]string{
	"kind": "--by", "reference": "--reference", "date": "--date", "reason": "--reason", "why": "--why", "refund_paise": "--refund",
	"changes": "FIELD=VALUE", "ticketCategory": "CATEGORY",
}

// actError is a refusal in the words of a command: what is missing or wrong stands beside its flag.
func actError(err error) error {
	var refusal *domain.Error
	if !errors.As(err, &refusal) {
		return err
	}
	if refusal.Code != domain.CodeInvalid || len(refusal.Fields) == 0 {
		return errors.New(refusal.Message)
	}
	var faults []string
	for _, name := range sortedKeys(refusal.Fields) {
		faults = append(faults, cmp.Or(flagOf[name], name)+": "+strings.TrimSuffix(refusal.Fields[name], "."))
	}
	return misuse{"nothing was done; " + strings.Join(faults, "; ")}
}

// actResult is what an act did, for programs.
type actResult struct {
	Done      bool     `json:"done"`
	BookingID string   `json:"booking_id"`
	Ticket    string   `json:"ticket,omitempty"`
	Request   string   `json:"request,omitempty"`
	Note      int64    `json:"note,omitempty"`
	Says      []string `json:"says"`
	Mails     []string `json:"mails"`
}

func (c *call) printAct(e *Env, o desk.Outcome) error {
	result := actResult{Done: o.Done, BookingID: o.Booking.ID, Ticket: o.Ticket, Request: o.RequestID, Note: o.Note, Says: o.Says, Mails: []string{}}
	for _, m := range o.Mails {
		result.Mails = append(result.Mails, m.Template)
	}
	return c.print(e, result, func(out io.Writer) error {
		if !o.Done {
			fmt.Fprintln(out, "Nothing was done; this is what would be:")
		}
		for _, line := range o.Says {
			fmt.Fprintln(out, plain(line))
		}
		for _, change := range o.Changes {
			fmt.Fprintf(out, "%s: %s -> %s\n", change.Field, plain(cmp.Or(change.Before, "nothing")), plain(cmp.Or(change.After, "nothing")))
		}
		if o.RequestID != "" && o.Done {
			fmt.Fprintf(out, "The request is %s.\n", o.RequestID)
		}
		_, err := fmt.Fprintf(out, "booking %s\n", o.Booking.ID)
		return err
	})
}
