package command

import (
	"context"
	"fmt"
	"io"
	"slices"
	"time"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/mail"
	"transom/api/product"
)

var mailCommand = Command{
	Name: "mail", Usage: "status | retry", Help: "Count the emails in the outbox, or send undelivered emails again",
	Example: "mail status --json", words: []Command{mailStatusCommand, mailRetryCommand},
}

var mailStatusCommand = Command{
	Name: "mail status", Help: "Count the emails in the outbox, with the last error of those that are waiting",
	Example: "mail status --json",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		return c.printOutbox(ctx, d, outbox{}, nil)
	},
}

var mailRetryCommand = Command{
	Name: "mail retry", Help: "Send undelivered emails again", Example: "mail retry",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		dead, err := d.Store.DeadMails(ctx)
		if err != nil {
			return err
		}
		refused := []string{}
		for reason, n := range dead {
			if mail.IsForGood(reason) {
				refused = append(refused, cli.Count(n, "email")+" "+cli.Plain(reason))
			}
		}
		slices.Sort(refused)
		requeued, err := d.Store.RequeueDead(ctx, domain.SystemClock{}.Now())
		if err != nil {
			return err
		}
		return c.printOutbox(ctx, d, outbox{Requeued: &requeued}, refused)
	},
}

type outbox struct {
	Requeued  *int      `json:"requeued,omitempty"`
	Pending   int       `json:"pending"`
	Sent      int       `json:"sent"`
	Dead      int       `json:"dead"`
	LateCodes int       `json:"late_codes"`
	Failed    int       `json:"failed_before"`
	LastError string    `json:"last_error"`
	NextTry   time.Time `json:"next_try_at,omitzero"`
	Refused   []string  `json:"refused_for_good,omitzero"`
}

func (c *call) printOutbox(ctx context.Context, d *product.Product, o outbox, refused []string) error {
	counts, err := d.Store.CountMails(ctx)
	if err != nil {
		return err
	}
	o.Pending, o.Sent, o.Dead, o.LateCodes = counts.Pending, counts.Sent, counts.Dead, counts.LateCodes
	waiting, err := d.Store.MailsWaiting(ctx)
	if err != nil {
		return err
	}
	o.Failed, o.LastError, o.NextTry, o.Refused = waiting.Failed, waiting.LastError, waiting.NextTry, refused
	return c.print(o, func(out io.Writer) error {
		for _, line := range refused {
			fmt.Fprintln(out, line)
		}
		if len(refused) > 0 {
			fmt.Fprintln(out,
				"These emails will be sent again, and refused again unless the cause is removed. `transom list "+
					"--tasks` lists them; if an address was wrong, correct it at the desk and send the email again there.")
		}
		if o.Requeued != nil {
			fmt.Fprintf(out, "requeued %d\n", *o.Requeued)
		}
		_, err := fmt.Fprintf(out, "waiting      %d\nsent         %d\nundelivered  %d\n", o.Pending, o.Sent, o.Dead)
		if o.LateCodes > 0 {
			fmt.Fprintf(out, "Not counted: %s that expired before they could be sent.\n",
				cli.Count(o.LateCodes, "sign-in code"))
		}
		if o.Failed > 0 {
			fmt.Fprintf(out,
				"Waiting after an error: %d. They are sent automatically, the next at %s. The last error was: %s\n",
				o.Failed, o.NextTry.In(d.Content.Zone).Format("2006-01-02 15:04:05 MST"), o.LastError)
		}
		return err
	})
}
