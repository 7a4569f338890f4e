package main

import (
	"context"
	"fmt"
	"io"
	"text/tabwriter"

	"transom/api/organiser"
)

// command is one thing that this program does. A new one is a file with a function and a line here.
type command struct {
	name, help string
	run        func(ctx context.Context, args []string) error
}

// commands are all of them, in the order of the help.
func commands() []command {
	all := []command{
		{"serve", "answer the API, and the site when TRANSOM_STATIC is set", serve},
		{"reconcile", "compare the gateway with our rows; exit 1 when a rupee is unexplained (--json, --fix)", reconcile},
		{"ticket", "verify or admit a ticket; print or rotate the signing keys", ticketCommand},
		{"mail", "tell how the outbox stands, or send again what was given up", mailCommand},
		{"check-settings", "read all settings and report every fault, then stop", checkSettings},
	}
	for _, c := range organiser.Commands() {
		all = append(all, organise(c))
	}
	return all
}

func printHelp(out io.Writer) {
	fmt.Fprint(out, "Usage: transom COMMAND\n\n")
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, c := range commands() {
		fmt.Fprintf(table, "  %s\t%s\n", c.name, c.help)
	}
	table.Flush()
	fmt.Fprint(out, "\nSettings come from the environment; .env.example explains each.\n")
}
