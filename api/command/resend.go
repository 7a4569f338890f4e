package command

import (
	"cmp"
	"context"
	"flag"

	"transom/api/desk"
)

var resendCommand = Command{
	Name: "resend", Usage: "BOOKING", Help: "Send the confirmation with the ticket once more, or the payment link; the server's outbox delivers it",
	Example: "resend c5ta3zr2kkysbqxi3njn2",
	flags:   func() flagged { return new(resendFlags) },
}

type resendFlags struct {
	actFlags
	link bool
}

func (f *resendFlags) define(set *flag.FlagSet) {
	f.defineAct(set)
	set.BoolVar(&f.link, "link", false, "the payment link of a registration that waits")
}

func (f *resendFlags) run(ctx context.Context, e *Env, c *call) error {
	d, b, err := e.openBooking(ctx, c)
	if err != nil {
		return err
	}
	f.why = cmp.Or(f.why, byCommand)
	send := (*desk.Acts).ResendTicket
	if f.link {
		send = (*desk.Acts).ResendLink
	}
	out, err := send(d.Acts, ctx, f.request(b.ID))
	if err != nil {
		return actError(err)
	}
	return c.printAct(e, out)
}
