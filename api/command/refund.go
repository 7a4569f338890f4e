package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"transom/api/domain"
	"transom/api/payment"
	"transom/generator/schema"
)

// errStillOwed ends a refund that the gateway has not made yet.
var errStillOwed = errors.New("the gateway has not given it back yet: the server goes on trying by itself, or run the same command again")

// errNotConfirmed ends a refund of one booking that was only shown.
var errNotConfirmed = errors.New("nothing was refunded: when this is the right booking, add --yes. It voids the ticket and frees the seat")

// refunded is the result of a refund. Amounts are paise.
type refunded struct {
	DryRun      bool   `json:"dry_run"`
	BookingID   string `json:"booking_id,omitempty"`
	Name        string `json:"name,omitempty"`
	Category    string `json:"category,omitempty"`
	Paid        string `json:"paid,omitempty"`
	PaymentID   string `json:"payment_id,omitempty"`
	Payments    int    `json:"payments"` // given back, or that would be
	AmountPaise int64  `json:"amount_paise"`
	StillOwed   int    `json:"still_owed"`
	OwedPaise   int64  `json:"still_owed_paise"`
	Free        int    `json:"free"` // free registrations that are cancelled with --all, or would be
}

var refundCommand = Command{
	Name: "refund", Usage: "BOOKING | --all", Help: "Refund a payment: its ticket becomes void, its seat free, and the person gets a mail",
	Example: "refund c5ta3zr2kkysbqxi3njn2 --yes", Found: "the gateway has not given it back yet",
	flags: func() flagged { return new(refundFlags) },
}

type refundFlags struct {
	dryRun, confirm, all bool
	who, why             string
}

func (f *refundFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.all, "all", false, "every payment, and every free registration is cancelled, for an event that is officially cancelled; may be stopped and run again")
	set.BoolVar(&f.dryRun, "dry-run", false, "only say what would be refunded")
	set.StringVar(&f.who, "who", "", "your name, as it stands in the log; without it that of the account")
	set.StringVar(&f.why, "why", byCommand, "the reason, which stands in the log")
	set.BoolVar(&f.confirm, "yes", false, "do it; nothing brings a ticket back")
}

func (f *refundFlags) run(ctx context.Context, e *Env, c *call) error {
	if f.all != (len(c.args) == 0) || len(c.args) > 1 {
		return errUsage
	}
	if f.all && !f.confirm && !f.dryRun {
		return errors.New("this refunds every payment and voids every ticket; add --yes. `transom refund --all --dry-run` says how much it is")
	}
	d, err := e.Open(ctx)
	if err != nil {
		return err
	}
	var result refunded
	if f.all {
		result, err = d.refundAll(ctx, actFlags{who: f.who, why: f.why, dryRun: f.dryRun}, func(done, all int) { e.progress("refund", done, all) })
	} else {
		result, err = d.refundOne(ctx, c.args[0], actFlags{who: f.who, why: f.why, dryRun: !f.confirm || f.dryRun})
	}
	if err != nil && result.Payments+result.StillOwed == 0 {
		return err
	}
	if printErr := c.print(e, result, result.print); printErr != nil {
		return printErr
	}
	switch {
	case err == nil && !f.all && !f.confirm && !f.dryRun:
		err = errNotConfirmed
	case err == nil && result.StillOwed > 0 && !result.DryRun:
		err = errStillOwed
	}
	return err
}

// refundOne shows or refunds what is left of one payment. A gateway that does not answer leaves it owed, and the same call
// again goes on.
func (d *Office) refundOne(ctx context.Context, id string, f actFlags) (refunded, error) {
	dryRun := f.dryRun
	b, err := d.find(ctx, id)
	if err != nil {
		return refunded{}, err
	}
	pay, err := d.Payments.Refundable(ctx, b.ID)
	if err != nil && (dryRun || !errors.Is(err, payment.ErrGatewayNotThere)) {
		return refunded{}, fmt.Errorf("booking %s: %w", b.ID, err)
	}
	result := refunded{DryRun: dryRun, BookingID: b.ID, Name: b.Name(), Category: b.CategoryType, Paid: d.local(b.PaidAt), PaymentID: b.NameOf(pay)}
	rest := pay.RestPaise()
	if !dryRun {
		if pay, err = d.cancelWhole(ctx, b.ID, pay, f); err == nil {
			pay, err = d.Payments.Refund(ctx, pay)
		}
		if err != nil {
			return refunded{}, fmt.Errorf("booking %s: %w", b.ID, err)
		}
	}
	if dryRun || pay.Disposition == domain.Refunded {
		result.Payments, result.AmountPaise = 1, rest
	} else {
		result.StillOwed, result.OwedPaise = 1, rest
	}
	return result, nil
}

// cancelWhole makes the whole refund of a booking due by the act of the desk. What is owed already is only asked for again.
func (d *Office) cancelWhole(ctx context.Context, id string, pay domain.Payment, f actFlags) (domain.Payment, error) {
	if pay.Disposition == domain.CancelledRefundDue && pay.TargetPaise() < pay.AmountPaise { // all of it would be past the limit
		return pay, fmt.Errorf("%s is on its way back: when it has gone, run this again for the rest", schema.FormatPaise(pay.TargetPaise()-pay.RefundedPaise))
	}
	if pay.AttemptRef != "" && pay.Disposition == domain.Applied {
		out, err := d.Acts.Cancel(ctx, f.request(id), pay.RestPaise())
		switch {
		case err != nil:
			return pay, actError(err)
		case out.RequestID != "":
			return pay, fmt.Errorf("it is above the limit for one person: somebody else approves it with `transom approve %s --why …`", out.RequestID)
		}
	}
	return d.Payments.CancelBooking(ctx, id)
}

// cancelFree cancels the free registrations of an event that is cancelled: nothing goes back, and nobody is let in.
func (d *Office) cancelFree(ctx context.Context, f actFlags) (int, error) {
	ids, err := d.Store.PeopleIDs(ctx, domain.PeopleFilter{States: []string{string(domain.Paid)}, PaidBy: []string{domain.PaidFree}})
	for _, id := range ids {
		if f.dryRun || err != nil {
			break
		}
		if _, err = d.Acts.Cancel(ctx, f.request(id), 0); err != nil {
			err = fmt.Errorf("booking %s: %w", id, actError(err))
		}
	}
	return len(ids), err
}

func (d *Office) refundAll(ctx context.Context, f actFlags, report func(done, all int)) (result refunded, err error) {
	result.DryRun = f.dryRun
	if result.Free, err = d.cancelFree(ctx, f); err != nil {
		return result, err
	}
	if f.dryRun {
		applied, err := d.Payments.Applied(ctx)
		if err != nil {
			return result, err
		}
		result.Payments, result.AmountPaise = len(applied), sum(applied)
	} else {
		result.Payments, result.AmountPaise, err = d.Payments.RefundAll(ctx, report)
	}
	owed, owedErr := d.Payments.RefundDue(ctx)
	result.StillOwed, result.OwedPaise = len(owed), sum(owed)
	return result, errors.Join(err, owedErr)
}

func sum(payments []domain.Payment) (paise int64) {
	for _, p := range payments {
		paise += p.RestPaise()
	}
	return paise
}

func (r refunded) print(out io.Writer) error {
	if r.BookingID != "" {
		fmt.Fprintf(out, "booking   %s\nname      %s\ncategory  %s\npaid      %s\npayment   %s\n", r.BookingID, plain(r.Name), r.Category, r.Paid, plain(r.PaymentID))
	}
	verb := "refunded"
	if r.DryRun {
		verb = "would be refunded"
	}
	fmt.Fprintf(out, "%s, %s, %s.\n", count(r.Payments, "payment"), schema.FormatPaise(r.AmountPaise), verb)
	if r.Free > 0 {
		verb := "cancelled"
		if r.DryRun {
			verb = "would be cancelled"
		}
		fmt.Fprintf(out, "%s, %s.\n", count(r.Free, "free registration"), verb)
	}
	if r.StillOwed > 0 {
		fmt.Fprintf(out, "Still owed: %s, %s.\n", count(r.StillOwed, "payment"), schema.FormatPaise(r.OwedPaise))
	}
	return nil
}
