package command

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"time"

	"filippo.io/age"

	"transom/api/domain"
	"transom/api/store"
	"transom/api/upload"
)

// manyViews in an hour are more than a desk needs; a task tells the people in charge.
const manyViews = 20

var errWho error = misuse{"say who you are with --who; it is kept"}

var verifyIDCommand = Command{
	Name: "verify-id", Usage: "BOOKING", Help: "Record that an identity paper was checked, or reject it and destroy it at once",
	Example: `verify-id c5ta3zr2kkysbqxi3njn2 --who "A. Rao" --paper aadhaar --last4 1234`,
	flags: func(c *call) {
		c.StringVar(&c.who, "who", "", "your name")
		c.StringVar(&c.paper, "paper", "", "the kind of paper, for example aadhaar or passport")
		c.StringVar(&c.last4, "last4", "", "the last four characters of its number")
		c.BoolVar(&c.reject, "reject", false, "not masked, not readable or not theirs: destroy it now")
	},
	run: func(ctx context.Context, e *Env, c *call) error {
		id, err := c.one()
		if err != nil {
			return err
		}
		if c.who == "" {
			return errWho
		}
		if len(c.last4) > 4 {
			return misuse{"--last4 takes four characters; the whole number is never kept"}
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		if _, err := d.find(ctx, id); err != nil {
			return err
		}
		check := store.IDCheck{BookingID: id, At: d.Clock.Now(), Who: c.who, Verdict: "verified", Document: c.paper, Last4: c.last4}
		if c.reject {
			check.Verdict = "rejected"
		}
		err = d.Store.Write(ctx, func(tx *store.Tx) error {
			if err := tx.AddIDCheck(ctx, check); err != nil || !c.reject {
				return err
			}
			return tx.AddTask(ctx, domain.Task{
				Kind: "identity_rejected", BookingID: id, DedupeKey: "identity:" + id + check.At.Format(":20060102T150405"),
				Text: "The desk rejected and destroyed the identity paper. Ask the person to show one at the desk.",
			}, check.At)
		})
		if err != nil {
			return err
		}
		if c.reject {
			if _, err := d.keeper().DestroyReleased(ctx); err != nil {
				return err
			}
		}
		return c.print(e, check, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "Booking %s: %s.\n", id, check.Verdict)
			return err
		})
	},
}

var openIDCommand = Command{
	Name: "open-id", Usage: "BOOKING", Help: "Open an identity paper with the separate key file; the view is logged before it happens",
	Example: `open-id c5ta3zr2kkysbqxi3njn2 --identity papers.identity --who "A. Rao" --why "membership check" --out paper.jpg`,
	flags: func(c *call) {
		c.StringVar(&c.identity, "identity", "", "the age identity file, which does not belong on the server")
		c.StringVar(&c.who, "who", "", "your name")
		c.StringVar(&c.why, "why", "", "the reason")
		c.StringVar(&c.out, "out", "", "the picture to write; delete it after looking")
	},
	run: func(ctx context.Context, e *Env, c *call) error {
		id, err := c.one()
		if err != nil {
			return err
		}
		if c.who == "" || c.why == "" || c.identity == "" || c.out == "" {
			return misuse{"--who, --why, --identity and --out are needed"}
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		picture, err := d.openPaper(ctx, id, c.identity, c.who, c.why)
		if err != nil {
			return err
		}
		if err := writePrivate(c.out, func(out io.Writer) error { _, err := out.Write(picture); return err }); err != nil {
			return err
		}
		return c.print(e, map[string]string{"file": c.out}, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "Logged, and written to %s. Delete it after looking, then run verify-id.\n", c.out)
			return err
		})
	},
}

// openPaper is the only way to see an identity paper.
func (d *Office) openPaper(ctx context.Context, bookingID, identityFile, who, why string) ([]byte, error) {
	b, err := d.find(ctx, bookingID)
	if err != nil {
		return nil, err
	}
	if b.IDAsset == "" {
		return nil, fmt.Errorf("booking %s has no identity paper, or it was destroyed", bookingID)
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
		if err := tx.LogAccess(ctx, store.Access{At: now, Who: who, Why: why, Action: "open", BookingID: b.ID, AssetID: b.IDAsset}); err != nil {
			return err
		}
		views, err := tx.CountAccesses(ctx, now.Add(-time.Hour))
		if err != nil || views <= manyViews {
			return err
		}
		return tx.AddTask(ctx, domain.Task{
			Kind: "many_identity_views", DedupeKey: "views:" + now.Format("2006010215"),
			Text: "More than 20 identity papers were opened within an hour. Look at `transom access-log` and ask who did it.",
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
		return nil, fmt.Errorf("this key does not open the paper: %w", err)
	}
	return io.ReadAll(opened)
}

var accessLogCommand = Command{
	Name: "access-log", Help: "List who opened identity papers, after verifying that nobody changed the log",
	Example: "access-log --json", Found: "somebody changed the log",
	run: func(ctx context.Context, e *Env, c *call) error {
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		entries, err := d.Store.AccessLog(ctx)
		if err != nil {
			return err
		}
		return c.print(e, entries, func(out io.Writer) error {
			for _, a := range entries {
				fmt.Fprintf(out, "%s  %s  %s  booking %s: %s\n", a.At.Format(time.RFC3339), a.Action, plain(a.Who), a.BookingID, plain(a.Why))
			}
			_, err := fmt.Fprintf(out, "%s; the chain is whole.\n", count(len(entries), "entry"))
			return err
		})
	},
}
