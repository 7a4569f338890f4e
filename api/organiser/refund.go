package organiser

import (
	"context"
	"errors"
	"fmt"
	"io"

	"transom/api/domain"
	"transom/generator/schema"
)

// errStillOwed ends a refund that the gateway has not made yet.
var errStillOwed = errors.New("the gateway has not given it back yet: the server goes on trying by itself, or run the same command again")

// refunded is the result of a refund. Amounts are paise.
type refunded struct {
	DryRun      bool   `json:"dry_run"`
	BookingID   string `json:"booking_id,omitempty"`
	PaymentID   string `json:"payment_id,omitempty"`
	Payments    int    `json:"payments"` // given back, or that would be
	AmountPaise int64  `json:"amount_paise"`
	StillOwed   int    `json:"still_owed"`
	OwedPaise   int64  `json:"still_owed_paise"`
}

var refundCommand = Command{
	Name: "refund", Usage: "BOOKING | --all", Help: "Give a payment back: its ticket becomes void, its seat free, and the person gets a mail",
	Example: "refund c5ta3zr2kkysbqxi3njn2 --dry-run", Found: "the gateway has not given it back yet",
	flags: func(c *call) {
		c.BoolVar(&c.all, "all", false, "every payment, for an event that is officially cancelled; may be stopped and run again")
		c.BoolVar(&c.dryRun, "dry-run", false, "only say what would be given back")
		c.BoolVar(&c.confirm, "yes", false, "with --all: do it; nothing brings the tickets back")
	},
	run: func(ctx context.Context, e *Env, c *call) error {
		if c.all != (len(c.args) == 0) || len(c.args) > 1 {
			return errUsage
		}
		if c.all && !c.confirm && !c.dryRun {
			return errors.New("this gives every payment back and voids every ticket; add --yes. `transom refund --all --dry-run` says how much it is")
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		if d.Payments == nil {
			return errors.New("there is no payment provider in the settings")
		}
		var result refunded
		if c.all {
			result, err = d.refundAll(ctx, c.dryRun, func(done, all int) { e.progress("refund", done, all) })
		} else {
			result, err = d.refundOne(ctx, c.args[0], c.dryRun)
		}
		if err != nil && result.Payments+result.StillOwed == 0 {
			return err
		}
		if printErr := c.print(e, result, result.print); printErr != nil {
			return printErr
		}
		if err == nil && result.StillOwed > 0 && !c.dryRun {
			err = errStillOwed
		}
		return err
	},
}

func (d *Desk) refundOne(ctx context.Context, id string, dryRun bool) (refunded, error) {
	b, err := d.find(ctx, id)
	if err != nil {
		return refunded{}, err
	}
	take := d.Payments.CallOff
	if dryRun {
		take = d.Payments.Refundable
	}
	pay, err := take(ctx, b.ID)
	if err == nil && !dryRun {
		pay, err = d.Payments.GiveBack(ctx, pay)
	}
	if err != nil {
		return refunded{}, fmt.Errorf("booking %s: %w", b.ID, err)
	}
	result := refunded{DryRun: dryRun, BookingID: b.ID, PaymentID: pay.ProviderPaymentID}
	if dryRun || pay.Disposition == domain.Refunded {
		result.Payments, result.AmountPaise = 1, pay.AmountPaise
	} else {
		result.StillOwed, result.OwedPaise = 1, pay.AmountPaise
	}
	return result, nil
}

func (d *Desk) refundAll(ctx context.Context, dryRun bool, report func(done, all int)) (result refunded, err error) {
	result.DryRun = dryRun
	if dryRun {
		applied, err := d.Payments.Applied(ctx)
		if err != nil {
			return result, err
		}
		result.Payments, result.AmountPaise = len(applied), sum(applied)
	} else {
		result.Payments, result.AmountPaise, err = d.Payments.GiveAllBack(ctx, report)
	}
	owed, owedErr := d.Payments.Owed(ctx)
	result.StillOwed, result.OwedPaise = len(owed), sum(owed)
	return result, errors.Join(err, owedErr)
}

func sum(payments []domain.Payment) (paise int64) {
	for _, p := range payments {
		paise += p.AmountPaise
	}
	return paise
}

func (r refunded) print(out io.Writer) error {
	verb := "given back"
	if r.DryRun {
		verb = "would be given back"
	}
	fmt.Fprintf(out, "%s, %s, %s.\n", count(r.Payments, "payment"), schema.FormatPaise(r.AmountPaise), verb)
	if r.StillOwed > 0 {
		fmt.Fprintf(out, "Still owed: %s, %s.\n", count(r.StillOwed, "payment"), schema.FormatPaise(r.OwedPaise))
	}
	return nil
}
