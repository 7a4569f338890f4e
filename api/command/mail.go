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
	Name: "mail", Usage: "status | retry", Purpose: "Count the messages of the outbox, or send again what was given up; both tell of those that wait", Example: "mail status --json",
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
	content, err := domain.LoadContent(c.Content)
	if err != nil {
		return err
	}
	db, err := store.OpenExisting(ctx, c.place())
	if err != nil {
		return err
	}
	defer db.Close()
	result := map[string]any{}
	if rest[0] == "retry" {
		if result["requeued"], err = db.RequeueDead(ctx, domain.SystemClock{}.Now()); err != nil {
			return err
		}
	}
	for _, state := range []string{"pending", "sent", "dead"} {
		if result[state], err = db.CountMails(ctx, state); err != nil {
			return err
		}
	}
	waiting, err := db.MailsWaiting(ctx)
	if err != nil {
		return err
	}
	if *asJSON {
		result["failed_before"], result["last_error"] = waiting.Failed, waiting.LastError
		if waiting.Failed > 0 {
			result["next_try_at"] = waiting.NextTry
		}
		return cli.PrintJSON(os.Stdout, result)
	}
	for _, state := range []string{"requeued", "pending", "sent", "dead"} {
		if n, told := result[state]; told {
			fmt.Printf("%-8s %d\n", state, n)
		}
	}
	if waiting.Failed > 0 {
		fmt.Printf("Tried before, and waiting: %d. They go out by themselves, the next at %s. The last reason was: %s\n",
			waiting.Failed, waiting.NextTry.In(content.Zone).Format("2006-01-02 15:04:05 MST"), waiting.LastError)
	}
	return nil
}
