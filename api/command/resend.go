package command

import (
	"context"
	"errors"
	"fmt"
	"io"

	"transom/api/domain"
	"transom/api/store"
)

var resendCommand = Command{
	Name: "resend", Usage: "BOOKING", Help: "Send the confirmation with the ticket once more; the server's outbox delivers it",
	Example: "resend c5ta3zr2kkysbqxi3njn2",
	run: func(ctx context.Context, e *Env, c *call) error {
		d, b, err := e.openBooking(ctx, c)
		if err != nil {
			return err
		}
		t, err := d.Store.FindTicketOfBooking(ctx, b.ID)
		switch {
		case errors.Is(err, domain.ErrNotFound) && b.Status != domain.Success:
			return fmt.Errorf("booking %s is not paid, so it has no ticket to send", b.ID)
		case errors.Is(err, domain.ErrNotFound):
			return fmt.Errorf("booking %s has no ticket: run `transom reconcile --fix`", b.ID)
		case err != nil:
			return err
		case t.Status == "void":
			return fmt.Errorf("the ticket of booking %s is void: `transom show %s` says why", b.ID, b.ID)
		}
		now := d.Clock.Now()
		err = d.Store.Write(ctx, func(tx *store.Tx) error { return tx.EnqueueMail(ctx, d.Payments.ConfirmationAgain(b, t, now), now) })
		if err != nil {
			return err
		}
		return c.print(e, map[string]string{"booking_id": b.ID, "template": "confirmation"}, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "The confirmation of booking %s goes out again.\n", b.ID)
			return err
		})
	},
}
