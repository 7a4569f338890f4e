package command

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"filippo.io/age"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/doctor"
	"transom/api/product"
	"transom/api/store"
	"transom/api/upload"
)

var verifyIDCommand = Command{
	Name: "identity verify", Usage: "BOOKING",
	Help: "Record that an identity document was checked, or reject it and delete it at once",
	Example: `identity verify c5ta3zr2kkysbqxi3njn2 ` +
		`--who "A. Rao" --why "shown at the desk" --document passport --last4 1234`,
	required: []string{"who"}, flags: func() flagged { return new(verifyIDFlags) },
}

type verifyIDFlags struct {
	document, last4 string
	reject          bool
}

func (f *verifyIDFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.document, "document", "", "the kind of document, for example passport")
	set.StringVar(&f.last4, "last4", "", "the last four characters of its number")
	set.BoolVar(&f.reject, "reject", false, "delete the document now because it is not masked, not readable or "+
		"not theirs")
}

func (f *verifyIDFlags) run(ctx context.Context, d *product.Product, c *call) error {
	if len(f.last4) > 4 {
		return misuse{"--last4 takes four characters; the full number is never stored"}
	}
	b, err := find(ctx, d, c.args[0])
	if err != nil {
		return err
	}
	id := b.ID
	check := store.IDCheck{BookingID: id, At: d.Clock.Now(), Who: c.flag("who"), Verdict: "verified",
		Document: f.document,
		Last4:    f.last4}
	if f.reject {
		check.Verdict = "rejected"
	}
	err = d.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.AddIDCheck(ctx, check); err != nil || !f.reject {
			return err
		}
		return tx.AddTask(ctx, booking.Task{
			Kind: booking.TaskIdentityRejected, BookingID: id, DedupeKey: "identity:" + id +
				check.At.Format(":20060102T150405"),
			Text: "The desk rejected and deleted the identity document. Ask the person to show one at the desk.",
		}, check.At)
	})
	if err != nil {
		return err
	}
	if f.reject {
		if _, err := d.Retention().DestroyReleased(ctx); err != nil {
			return err
		}
	}
	return c.say(check, "Booking %s: %s.\n", id, check.Verdict)
}

// identityCommand is about identity documents, which no server can decrypt.
var identityCommand = Command{
	Name: "identity", Usage: "verify | open | log",
	Help:    "Check identity documents, and see who opened them; each subcommand has its own help",
	Example: "identity log --json", Found: "somebody has changed the log",
	words: []Command{verifyIDCommand, openIDCommand, accessLogCommand},
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
		_,
			err := out.Write(picture)
		return err
	}); err != nil {
		return err
	}
	return c.say(map[string]string{"file": f.out},
		"The view was logged, and the document was written to %s. Delete the file after the check, then run "+
			"`transom identity verify`.\n", f.out)
}

// openDocument is the only way to see an identity document.
func openDocument(ctx context.Context, d *product.Product, bookingID, identityFile, who, why string) ([]byte, error) {
	b, err := find(ctx, d, bookingID)
	if err != nil {
		return nil, err
	}
	if b.IDAsset == "" {
		return nil, fmt.Errorf("booking %s has no identity document, or it was deleted", bookingID)
	}
	raw, err := os.ReadFile(identityFile)
	if err != nil {
		return nil, fmt.Errorf("read identity: %w", err)
	}
	identities, err := age.ParseIdentities(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read identity %s: %w", identityFile, err)
	}
	now := d.Clock.Now()
	err = d.Store.Write(ctx, func(tx *store.Tx) error {
		if err := tx.LogAccess(ctx, store.Access{At: now, Who: who, Why: why, Action: "open", BookingID: b.ID,
			AssetID: b.IDAsset}); err != nil {
			return err
		}
		views, err := tx.CountAccesses(ctx, now.Add(-time.Hour))
		if err != nil || views <= doctor.ManyViews {
			return err
		}
		return tx.AddTask(ctx, booking.Task{
			Kind: booking.TaskManyIdentityViews, DedupeKey: "views:" + now.Format("2006010215"),
			Text: "More than 20 identity documents were opened within an hour. `transom identity log` shows who " +
				"opened them; ask why.",
		}, now)
	})
	if err != nil {
		return nil, err
	}
	sealed, err := d.Blobs.Get(ctx, upload.BlobName(upload.IDDocument, b.IDAsset))
	if err != nil {
		return nil, err
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
