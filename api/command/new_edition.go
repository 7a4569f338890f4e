package command

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
)

var makeKeysCommand = Command{
	needs: aClosedDatabase,
	Name:  "make-keys", Help: "Create the keys that all instances of the program share (TRANSOM_DATABASE)",
	Example: "make-keys",
	// On a single machine, the server creates missing keys when it first starts.
	run: func(_ context.Context, _ *product.Product, c *call) error {
		folder, err := c.env.MakeKeys()
		if err != nil {
			return err
		}
		return c.say(map[string]string{"folder": folder},
			"The keys are in %s. Copy this folder to every machine that runs an instance, readable only by "+
				"the program's user,\nand move identity-papers.identity, if it is there, away from all of them.\n", folder)
	},
}

var newEditionCommand = Command{
	needs: settings, Name: "new-edition", Usage: "LAST",
	Help: "Prepare the folder (and database) in the settings for the content's edition, and copy the " +
		"staff and their passkeys from LAST, the last edition's folder or the address of its PostgreSQL " +
		"database. Registrations are not copied",
	Example: "new-edition /var/lib/transom",
	run: func(ctx context.Context, _ *product.Product, c *call) error {
		last, err := store.OpenExisting(ctx, c.args[0])
		if err != nil {
			return fmt.Errorf("open the last edition: %w", err)
		}
		defer last.Close()
		before, err := c.env.LastEdition(ctx, last)
		if err != nil {
			return err
		}
		if err := c.env.Begin(ctx); err != nil {
			return err
		}
		d, err := c.open(ctx)
		if err != nil {
			return err
		}
		if d.Staff == nil {
			return errNoDesk
		}
		staff, err := withPasskeys(ctx, last)
		if err != nil {
			return err
		}
		by := c.by()
		by.Why = cmp.Or(by.Why, "was on the staff of "+before)
		taken, err := d.Staff.AddFromLastEdition(ctx, by, staff)
		if err != nil {
			return actionError(err)
		}
		edition := string(d.Content.Event.Edition)
		return c.say(map[string]any{"edition": edition, "last": before, "staff": taken},
			"%s is ready for %s. Copied from %s: %s of staff with their passkeys, and no registrations. Start the "+
				"server, and enrol the gate devices again.\n", c.env.Var, edition, before, cli.Count(taken, "member"))
	},
}

func withPasskeys(ctx context.Context, db *store.Store) (map[domain.Member][]domain.Passkey, error) {
	members, err := db.WorkingStaff(ctx)
	staff := map[domain.Member][]domain.Passkey{}
	for _, m := range members {
		keys, keyErr := db.Passkeys(ctx, m.ID)
		if err = errors.Join(err, keyErr); len(keys) > 0 {
			staff[m] = keys
		}
	}
	return staff, err
}
