package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"text/tabwriter"

	"transom/api/cli"
	"transom/api/payment"
	"transom/api/product"
	"transom/generator/schema"
)

var errNotExplained = errors.New("some payments do not agree with the gateway")

var reconcileCommand = Command{
	Name: "reconcile", Help: "Compare our payments with the gateway, to the last rupee", Example: "reconcile --fix",
	Found: "some payments do not agree", flags: func() flagged { return new(reconcileFlags) },
}

type reconcileFlags struct{ fix bool }

func (f *reconcileFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.fix, "fix", false,
		"first ask the gateway about every attempt, and record or refund payments according to the server's rules")
}

func (f *reconcileFlags) run(ctx context.Context, d *product.Product, c *call) error {
	if f.fix {
		if err := d.Payments.CheckAll(ctx); err != nil {
			return err
		}
	}
	audit, err := d.Payments.Audit(ctx, func(done, all int) { c.env.Step("reconcile", done, all) })
	if err != nil {
		return err
	}
	result := auditJSON{audit.Explained(), audit, taskLines(audit.Tasks)}
	if err := c.print(result, func(out io.Writer) error { return printAudit(out, audit) }); err != nil {
		return err
	}
	if !audit.Explained() {
		return errNotExplained
	}
	return nil
}

func printAudit(out io.Writer, audit payment.Audit) error {
	for _, sentence := range audit.Sentences() {
		fmt.Fprintln(out, sentence)
	}
	d := audit.Documents
	fmt.Fprintf(out, "%s: issued %s, credited %s; payments %s, refunds %s. The difference is %s.\n",
		cli.Count(d.Documents, "document"), schema.FormatPaise(d.InvoicesPaise), schema.FormatPaise(d.CreditsPaise),
		schema.FormatPaise(d.PaymentsPaise), schema.FormatPaise(d.RefundsPaise+d.RefundsDuePaise),
		schema.FormatPaise(d.DifferencePaise()))
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, list := range []struct {
		title    string
		findings []payment.Finding
	}{{"Unexplained", audit.Findings}, {"Not compared", audit.Unread}} {
		if len(list.findings) > 0 {
			fmt.Fprintf(table, "\n%s (%d)\nreference\tat the gateway\trecorded here\twhat to do\n", list.title,
				len(list.findings))
		}
		for _, f := range list.findings {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", f.AttemptRef, schema.FormatPaise(f.GatewayPaise),
				schema.FormatPaise(f.OurPaise), f.Text)
		}
	}
	if len(audit.Tasks) > 0 {
		fmt.Fprintf(table, "\nTasks (%d)\nreference\tkind\twhat to do\n", len(audit.Tasks))
	}
	for _, t := range audit.Tasks {
		fmt.Fprintf(table, "%s\t%s\t%s\n", t.AttemptRef, t.Kind, t.Text)
	}
	if audit.Explained() {
		fmt.Fprintln(table, audit.Result())
	}
	return table.Flush()
}

type auditJSON struct {
	Explained bool `json:"explained"`
	payment.Audit
	OpenTasks []taskLine `json:"tasks"`
}
