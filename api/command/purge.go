package command

import (
	"context"
	"flag"
	"fmt"
	"io"

	"transom/api/cli"
	"transom/api/product"
)

var purgeCommand = Command{
	Name: "purge",
	Help: "Delete what the content's retention rules require: identity documents, photos, expired codes " +
		"and, some time after the event, all personal data",
	Example: "purge --dry-run",
	flags:   func() flagged { return new(purgeFlags) },
}

type purgeFlags struct{ dryRun bool }

func (f *purgeFlags) define(set *flag.FlagSet) {
	set.BoolVar(&f.dryRun, "dry-run", false, "only show what would be deleted")
}

func (f *purgeFlags) run(ctx context.Context, d *product.Product, c *call) error {
	retention := d.Retention()
	retention.Erased = func(ctx context.Context) error {
		_, err := RemoveErasedMails(ctx, c.env, d)
		return err
	}
	result, err := retention.Purge(ctx, f.dryRun, func(done int) { fmt.Fprintf(c.env.Progress, "\rpurge: %d", done) })
	if err != nil {
		return err
	}
	return c.print(result, func(out io.Writer) error {
		reasons := map[string]int{}
		for _, p := range result.Pictures {
			reasons[p.Kind+", "+p.Why]++
		}
		for reason, n := range reasons {
			fmt.Fprintf(out, "%6d  %s\n", n, reason)
		}
		verb := "destroyed"
		if f.dryRun {
			verb = "would be destroyed"
		}
		if result.People > 0 {
			fmt.Fprintf(out, "%6d  email addresses with the data of everybody who uses them, because the event is over\n",
				result.People)
		}
		if result.Answers > 0 {
			fmt.Fprintf(out, "%6d  registrations and accounts with answers to custom questions\n", result.Answers)
		}
		_, err := fmt.Fprintf(out, "%s and %d expired codes and sessions %s.\n", cli.Count(len(result.Pictures), "picture"),
			result.Codes, verb)
		return err
	})
}
