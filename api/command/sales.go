package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/registration"
	"transom/generator/schema"
)

var salesCommand = Command{
	Name: "sales", Usage: "status | pause | resume | refund-all",
	Help:    "Pause and resume sales, or refund everything; each subcommand has its own help",
	Example: "sales pause -h", Found: "the gateway has not made all refunds yet",
	words: []Command{salesStatusCommand, salesPauseCommand, salesResumeCommand, refundAllCommand},
}

var salesStatusCommand = Command{
	Name: "sales status", Help: "List what is paused, with the sentence that visitors see", Example: "sales status",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		pauses, err := d.Store.Pauses(ctx)
		if err != nil {
			return err
		}
		lines := domain.Each(pauses, func(p domain.SalesPause) pauseLine {
			return pauseLine{p.Category, p.Sentence, p.Actor}
		})
		return c.print(lines, func(out io.Writer) error {
			for _, p := range lines {
				fmt.Fprintf(out, "%s: %s (%s)\n", p.name(), cli.Plain(p.Sentence), cli.Plain(p.By))
			}
			_, err := fmt.Fprintf(out, "%s.\n", cli.Count(len(lines), "pause"))
			return err
		})
	},
}

type pauseLine struct {
	Category string `json:"category"` // "" if sales of all categories are paused
	Sentence string `json:"sentence"`
	By       string `json:"by"`
}

func (p pauseLine) name() string {
	if p.Category == "" {
		return "everything"
	}
	return p.Category
}

var salesPauseCommand = Command{
	Name: "sales pause", Help: "Stop the sale of a category, or of all; existing payment links can still be used",
	Example: `sales pause --sentence "We are moving to a larger hall." --why "hall"`,
	flags:   func() flagged { return &pauseFlags{do: (*registration.Service).Pause, done: "is paused"} },
}

var salesResumeCommand = Command{
	Name: "sales resume", Help: "Resume the sale of a category, or of all",
	Example: `sales resume --why "the hall is booked"`,
	flags:   func() flagged { return &pauseFlags{do: (*registration.Service).Resume, done: "is on sale again"} },
}

type pauseFlags struct {
	registration.PauseOrder
	do   func(*registration.Service, context.Context, registration.PauseOrder) error
	done string
}

func (f *pauseFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.Category, "category", "",
		"the type of a category, as written in content/tickets.yaml; the default is all")
	set.StringVar(&f.Sentence, "sentence", "", "the sentence for visitors: what is paused, and when it will be "+
		"available again")
}

func (f *pauseFlags) run(ctx context.Context, d *product.Product, c *call) error {
	f.Actor, f.Why = Caller(c.flag("who")), c.flag("why")
	if err := f.do(d.Registrations, ctx, f.PauseOrder); err != nil {
		return actionError(err)
	}
	line := pauseLine{Category: f.Category}
	return c.say(map[string]string{"category": f.Category, "done": f.done}, "%s %s.\n", line.name(), f.done)
}

var errRefundsDue = errors.New("the gateway has not made all refunds yet: the server keeps trying, or run " +
	"the same command again")

var refundAllCommand = Command{
	Name: "sales refund-all",
	Help: "Refund all payments and cancel all free registrations if the event is officially cancelled; can be " +
		"stopped and run again",
	Example: `sales refund-all --why "the hall is flooded" --yes`, Found: "the gateway has not made all refunds yet",
	flags: func() flagged { return new(refundAllFlags) },
}

type refundAllFlags struct{ confirm bool }

func (f *refundAllFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.confirm, "yes", false, "do it; the tickets cannot be restored")
}

type refunded struct {
	Done            bool  `json:"done"`
	Payments        int   `json:"payments"` // payments that were or will be refunded
	AmountPaise     int64 `json:"amount_paise"`
	RefundsDue      int   `json:"refunds_due"`
	RefundsDuePaise int64 `json:"refunds_due_paise"`
	Free            int   `json:"free"` // free registrations that were or will be cancelled
}

func (f *refundAllFlags) run(ctx context.Context, d *product.Product, c *call) error {
	if err := c.needWhy(); f.confirm && err != nil {
		return err
	}
	result, err := f.refundAll(ctx, d, c, func(done, all int) { c.env.Step("refund", done, all) })
	if err != nil && result.Payments+result.RefundsDue == 0 {
		return err
	}
	if printErr := c.print(result, result.print); printErr != nil {
		return printErr
	}
	switch {
	case err == nil && !f.confirm:
		err = errNotConfirmed
	case err == nil && result.RefundsDue > 0:
		err = errRefundsDue
	}
	return err
}

func (f *refundAllFlags) refundAll(
	ctx context.Context, d *product.Product, c *call, report func(done, all int),
) (result refunded, err error) {
	result.Done = f.confirm
	if result.Free, err = f.cancelFree(ctx, d, c); err != nil {
		return result, err
	}
	if f.confirm {
		result.Payments, result.AmountPaise, err = d.Payments.Refunds.All(ctx, report)
	} else {
		applied, err := d.Store.AppliedPayments(ctx)
		if err != nil {
			return result, err
		}
		result.Payments, result.AmountPaise = len(applied), sum(applied)
	}
	due, dueErr := d.Store.RefundDuePayments(ctx)
	result.RefundsDue, result.RefundsDuePaise = len(due), sum(due)
	return result, errors.Join(err, dueErr)
}

func (f *refundAllFlags) cancelFree(ctx context.Context, d *product.Product, c *call) (int, error) {
	free := booking.RegistrationFilter{States: []string{string(booking.Paid)}, PaidBy: []string{booking.PaidFree}}
	ids, err := d.Store.RegistrationIDs(ctx, free)
	cancel, _ := desk.ActionByName("cancel")
	for _, id := range ids {
		if !f.confirm || err != nil {
			break
		}
		request := desk.Request{BookingID: id, Version: desk.AnyVersion, Why: c.flag("why"), Who: Caller(c.flag("who"))}
		if _, err = cancel.Ask().Do(ctx, d.Actions, request); err != nil {
			err = fmt.Errorf("booking %s: %w", id, actionError(err))
		}
	}
	return len(ids), err
}

func sum(payments []booking.Payment) (paise int64) {
	for _, p := range payments {
		paise += p.RestPaise()
	}
	return paise
}

func (r refunded) print(out io.Writer) error {
	payments, free := "refunded", "cancelled"
	if !r.Done {
		payments, free = "would be refunded", "would be cancelled"
	}
	fmt.Fprintf(out, "%s, %s, %s.\n", cli.Count(r.Payments, "payment"), schema.FormatPaise(r.AmountPaise), payments)
	if r.Free > 0 {
		fmt.Fprintf(out, "%s, %s.\n", cli.Count(r.Free, "free registration"), free)
	}
	if r.RefundsDue > 0 {
		fmt.Fprintf(out, "Still due: %s, %s.\n", cli.Count(r.RefundsDue, "payment"), schema.FormatPaise(r.RefundsDuePaise))
	}
	return nil
}
