package command

import (
	"context"
	"fmt"
	"path/filepath"

	"transom/api/keys"
	"transom/api/product"
	"transom/api/ticket"
)

var ticketCommand = Command{
	Name: "ticket", Usage: "rotate", Help: "Replace the key that signs tickets", Example: "ticket rotate",
	words: []Command{rotateKeyCommand},
}

var rotateKeyCommand = Command{
	Name: "ticket rotate", Help: "Create a new signing key; existing tickets stay valid", Example: "ticket rotate",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		then, err := rotate(ctx, d, c)
		if err != nil {
			return err
		}
		return c.say(map[string]bool{"rotated": true},
			"There is a new signing key. %s, then give the gates the new document from /.well-known/transom-ticket-key.\n", then)
	},
}

// When the server starts, it compares its keys with the fingerprints in the database, so rotate also stores the new
// fingerprint; other instances need a copy of the key.
func rotate(ctx context.Context, d *product.Product, c *call) (then string, err error) {
	folder := filepath.Join(c.env.Var, "keys")
	if _, err := ticket.Rotate(folder); err != nil {
		return "", err
	}
	fingerprint, err := keys.Fingerprint(folder, ticket.KeyFile)
	if err != nil {
		return "", err
	}
	if err := d.Store.KeyFingerprint(ctx, ticket.KeyFile, fingerprint); err != nil {
		return "", fmt.Errorf("there is a new key, but it is not stored in the database (%w): run `transom "+
			"ticket rotate` again before you start a server", err)
	}
	if c.env.Database == "" {
		return "Start the server again", nil
	}
	return "Copy the folder " + folder + " to every other machine and restart the server on each, one after the other",
		nil
}
