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
		{serveHelp.Name, serveHelp.Purpose, serve},
		{makeKeysHelp.Name, makeKeysHelp.Purpose, makeKeys},
		{checkHelp.Name, checkHelp.Purpose, checkSettings},
		{reconcileHelp.Name, reconcileHelp.Purpose, reconcile},
		{"ticket", "Verify or admit a ticket; print or rotate the signing keys", ticketCommand},
		{mailHelp.Name, mailHelp.Purpose, mailCommand},
		{alarmHelp.Name, alarmHelp.Purpose, alarm},
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
	fmt.Fprint(out, "\n`transom COMMAND -h` explains one. Settings come from the environment; .env.example explains each.\n")
}

func names(all []command) (list []string) {
	for _, c := range all {
		list = append(list, c.name)
	}
	return list
}
