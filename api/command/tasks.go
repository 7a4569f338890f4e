package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"transom/api/desk"
	"transom/api/domain"
)

type taskLine struct {
	Key        string `json:"key"`
	Kind       string `json:"kind"`
	BookingID  string `json:"booking_id"`
	AttemptRef string `json:"attempt_ref"`
	WhatToDo   string `json:"what_to_do"`
}

var tasksCommand = Command{
	Name: "tasks", Usage: "[done KEY]", Help: "List what waits for a person, or mark one of these tasks as done",
	Example: "tasks --json",
	run: func(ctx context.Context, e *Env, c *call) error {
		closes := len(c.args) == 2 && c.args[0] == "done"
		if len(c.args) != 0 && !closes {
			return errUsage
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		if closes {
			if err := mayClose(ctx, d, c.args[1]); err != nil {
				return err
			}
			err := d.Store.CloseTask(ctx, c.args[1], d.Clock.Now())
			if errors.Is(err, domain.ErrNotFound) {
				return fmt.Errorf("no open task has the key %q; `transom tasks` lists them", c.args[1])
			}
			if err != nil {
				return err
			}
			return c.say(e, map[string]string{"done": c.args[1]}, "Done.\n")
		}
		tasks, err := d.Store.OpenTasks(ctx)
		if err != nil {
			return err
		}
		lines := []taskLine{}
		for _, t := range tasks {
			lines = append(lines, taskLine{t.DedupeKey, t.Kind, t.BookingID, t.AttemptRef, t.Text})
		}
		return c.print(e, lines, func(out io.Writer) error {
			for _, t := range lines {
				about := "no booking"
				if t.BookingID != "" {
					about = "booking " + t.BookingID
				}
				fmt.Fprintf(out, "%s (%s)\n  %s\n  %s\n", t.Kind, about, plain(t.WhatToDo), t.next())
			}
			_, err := fmt.Fprintf(out, "%s\n", count(len(lines), "open task"))
			return err
		})
	},
}

// next is the command that follows. The text of a task names none: the desk shows it too.
func (t taskLine) next() string {
	switch t.Kind {
	case domain.TaskRefundRequest:
		return "transom approve " + strings.TrimPrefix(t.Key, "request:")
	case domain.TaskRefundByHand:
		return "transom given-back " + t.BookingID
	}
	return "when done: transom tasks done " + t.Key
}

// mayClose refuses what closes by itself, as the desk does.
func mayClose(ctx context.Context, d *Office, key string) error {
	tasks, err := d.Store.OpenTasks(ctx)
	for _, t := range tasks {
		if t.DedupeKey == key {
			err = errors.Join(err, desk.MayClose(t.Kind))
		}
	}
	return err
}
