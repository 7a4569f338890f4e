package command

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"

	"filippo.io/age"

	"transom/api/cli"
	"transom/api/product"
)

var identityCommand = Command{
	Name: "identity", Usage: "open | log",
	Help:    "Open identity documents, and see who opened them; each subcommand has its own help",
	Example: "identity log --json", Found: "somebody has changed the log",
	words: []Command{openIDCommand, accessLogCommand},
}

var openIDCommand = Command{
	Name: "identity open", Usage: "BOOKING",
	Help: "Open an identity document with the separate key file; the access is logged first",
	Example: `identity open c5ta3zr2kkysbqxi3njn2 --identity papers.identity --who "A. Rao" --why "membership check" ` +
		`--out document.jpg`,
	required: []string{"who", "why", "identity", "out"}, flags: func() flagged { return new(openIDFlags) },
}

type openIDFlags struct{ out, identity string }

func (f *openIDFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.identity, "identity", "", "the age identity file, which must not be kept on the server")
	set.StringVar(&f.out, "out", "", "the file for the picture; delete it after the check")
}

func (f *openIDFlags) run(ctx context.Context, d *product.Product, c *call) error {
	picture, err := openDocument(ctx, d, c.args[0], f.identity, c.flag("who"), c.flag("why"))
	if err != nil {
		return err
	}
	if err := product.WritePrivate(f.out, func(out io.Writer) error {
		_, err := out.Write(picture)
		return err
	}); err != nil {
		return err
	}
	return c.say(map[string]string{"file": f.out},
		"The view was logged, and the document was written to %s. Delete the file after the check, then run "+
			"`transom action document-approve` or `transom action document-reject`.\n", f.out)
}

func openDocument(ctx context.Context, d *product.Product, bookingID, identityFile, who, why string) ([]byte, error) {
	b, err := find(ctx, d, bookingID)
	if err != nil {
		return nil, err
	}
	raw, err := os.ReadFile(identityFile)
	if err != nil {
		return nil, fmt.Errorf("read identity: %w", err)
	}
	identities, err := age.ParseIdentities(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read identity %s: %w", identityFile, err)
	}
	sealed, err := d.Identity.Open(ctx, b.ID, why, Caller(who), "")
	if err != nil {
		return nil, actionError(err)
	}
	opened, err := age.Decrypt(bytes.NewReader(sealed), identities...)
	if err != nil {
		return nil, fmt.Errorf("this key does not open the document: %w", err)
	}
	return io.ReadAll(opened)
}

var accessLogCommand = Command{
	Name: "identity log", Help: "List who opened identity documents, after checking that nobody has changed the log",
	Example: "identity log --json", Found: "somebody has changed the log",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		entries, err := d.Store.AccessLog(ctx)
		if err != nil {
			return err
		}
		return c.print(entries, func(out io.Writer) error {
			for _, a := range entries {
				fmt.Fprintf(out, "%s  %s  %s  booking %s: %s\n", a.At.In(d.Content.Zone).Format("2006-01-02 15:04:05 MST"),
					a.Action, cli.Plain(a.Who), a.BookingID, cli.Plain(a.Why))
			}
			_, err := fmt.Fprintf(out, "%s; the chain is complete.\n", cli.Count(len(entries), "entry"))
			return err
		})
	},
}
