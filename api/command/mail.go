package command

import (
	"context"
	"fmt"
	"slices"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/product"
)

// mailCommand tells how the outbox stands, or puts what was given up back into it.
var mailCommand = Command{
	Name: "mail", Usage: "status | retry",
	Help:    "Count the messages of the outbox, or send again what was given up; both tell of those that wait",
	Example: "mail status --json",
	run: func(ctx context.Context, e *product.Env, c *call) error {
		word, err := c.one()
		if err != nil || word != "status" && word != "retry" {
			return errUsage
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		result := map[string]any{}
		var refused []string
		if word == "retry" {
			if refused, err = refusedForGood(ctx, d); err != nil {
				return err
			}
			result["refused_for_good"] = refused
			if result["requeued"], err = d.Store.RequeueDead(ctx, domain.SystemClock{}.Now()); err != nil {
				return err
			}
		}
		for _, state := range []string{"pending", "sent", "dead"} {
			if result[state], err = d.Store.CountMails(ctx, state); err != nil {
				return err
			}
		}
		waiting, err := d.Store.MailsWaiting(ctx)
		if err != nil {
			return err
		}
		if c.json {
			result["failed_before"], result["last_error"] = waiting.Failed, waiting.LastError
			if waiting.Failed > 0 {
				result["next_try_at"] = waiting.NextTry
			}
			return cli.PrintJSON(e.Out, result)
		}
		for _, line := range refused {
			fmt.Fprintf(e.Out, "%s\n", line)
		}
		if len(refused) > 0 {
			fmt.Fprintln(e.Out,
				"These are sent once more, and will be refused again unless the cause is gone. transom list --tasks says which "+
					"they are; when an address was wrong, correct it at the desk, and send it again there.")
		}
		for _, state := range []string{"requeued", "pending", "sent", "dead"} {
			if n, told := result[state]; told {
				fmt.Fprintf(e.Out, "%-8s %d\n", state, n)
			}
		}
		if waiting.Failed > 0 {
			fmt.Fprintf(e.Out,
				"Tried before, and waiting: %d. They go out by themselves, the next at %s. The last reason was: %s\n",
				waiting.Failed, waiting.NextTry.In(d.Content.Zone).Format("2006-01-02 15:04:05 MST"), waiting.LastError)
		}
		return nil
	},
}

// refusedForGood tells of the messages that were given up because somebody has refused them, one line a reason.
func refusedForGood(ctx context.Context, d *product.Product) ([]string, error) {
	dead, err := d.Store.DeadMails(ctx)
	lines := []string{}
	for reason, n := range dead {
		if mail.IsForGood(reason) {
			lines = append(lines, fmt.Sprintf("%s %s", cli.Count(n, "mail"), cli.Plain(reason)))
		}
	}
	slices.Sort(lines)
	return lines, err
}
