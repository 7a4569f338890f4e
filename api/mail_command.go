package main

import (
	"context"
	"errors"
	"fmt"
	"os"

	"transom/api/domain"
	"transom/api/store"
)

// mailCommand tells how the outbox stands, or puts what was given up back into it.
func mailCommand(ctx context.Context, args []string) error {
	if len(args) != 1 || args[0] != "status" && args[0] != "retry" {
		return errors.New("usage: transom mail status   count the messages of the outbox\n       transom mail retry    send again what was given up")
	}
	c, err := readConfig(os.Getenv)
	if err != nil {
		return fmt.Errorf("these settings must be put right:\n%w", err)
	}
	db, err := store.Open(ctx, c.Var)
	if err != nil {
		return err
	}
	defer db.Close()
	if args[0] == "retry" {
		n, err := db.RequeueDead(ctx, domain.SystemClock{}.Now())
		if err != nil {
			return err
		}
		fmt.Printf("%d messages are in the queue again\n", n)
		return nil
	}
	for _, state := range []string{"pending", "sent", "dead"} {
		n, err := db.CountMails(ctx, state)
		if err != nil {
			return err
		}
		fmt.Printf("%-8s %d\n", state, n)
	}
	return nil
}
