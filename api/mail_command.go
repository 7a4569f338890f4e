package main

import (
	"context"
	"fmt"
	"os"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/store"
)

var mailHelp = cli.Help{
	Name: "mail", Usage: "status | retry", Purpose: "Count the messages of the outbox, or send again what was given up", Example: "mail status --json",
}

// mailCommand tells how the outbox stands, or puts what was given up back into it.
func mailCommand(ctx context.Context, args []string) error {
	flags, asJSON := mailHelp.Flags()
	rest, err := mailHelp.Parse(flags, args, os.Stdout)
	if err != nil {
		return err
	}
	if len(rest) != 1 || rest[0] != "status" && rest[0] != "retry" {
		return mailHelp.Wrong("")
	}
	c, err := readEnvironment()
	if err != nil {
		return badSettings(err)
	}
	db, err := store.OpenExisting(ctx, c.Var)
	if err != nil {
		return err
	}
	defer db.Close()
	counts, states := map[string]int{}, []string{"pending", "sent", "dead"}
	if rest[0] == "retry" {
		n, err := db.RequeueDead(ctx, domain.SystemClock{}.Now())
		if err != nil {
			return err
		}
		counts, states = map[string]int{"requeued": int(n)}, []string{"requeued"}
	} else {
		for _, state := range states {
			if counts[state], err = db.CountMails(ctx, state); err != nil {
				return err
			}
		}
	}
	if *asJSON {
		return cli.PrintJSON(os.Stdout, counts)
	}
	for _, state := range states {
		fmt.Printf("%-8s %d\n", state, counts[state])
	}
	return nil
}
