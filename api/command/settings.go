package command

import (
	"context"
	"fmt"
	"io"
	"strings"

	"transom/api/product"
	"transom/api/version"
)

var checkCommand = Command{
	Name: "check-settings", Help: "Read all settings as serve would, and name every fault",
	Example: "check-settings", Found: "a setting is wrong",
	needs: nothing,
	run: func(_ context.Context, _ *product.Product, c *call) error {
		fault, list := c.env.Facts.Fault, []string{}
		if fault != nil {
			list = strings.Split(fault.Error(), "\n")
		}
		err := c.print(map[string]any{"fine": fault == nil, "faults": list}, func(out io.Writer) error {
			if fault != nil {
				return nil
			}
			_, err := fmt.Fprintln(out, "All settings are fine.")
			return err
		})
		if err != nil {
			return err
		}
		return fault
	},
}

var versionCommand = Command{
	Name: "version", Help: "Print the release that this program was built from", Example: "version",
	needs: nothing,
	run: func(_ context.Context, _ *product.Product, c *call) error {
		return c.say(map[string]string{"version": version.Release}, "%s\n", version.Release)
	},
}

var makeKeysCommand = Command{
	needs: aClosedDatabase,
	Name:  "make-keys", Help: "Make the keys that every copy of the program needs alike (TRANSOM_DATABASE)",
	Example: "make-keys",
	// With one machine the first start of the server makes what is missing.
	run: func(_ context.Context, _ *product.Product, c *call) error {
		folder, err := c.env.MakeKeys()
		if err != nil {
			return err
		}
		return c.say(map[string]string{"folder": folder},
			"The keys are in %s. Copy this folder to every machine that runs a copy, readable for the program's user only,\n"+
				"and move identity-papers.identity, if it is there, off all of them.\n", folder)
	},
}
