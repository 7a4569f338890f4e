// Transom's program: the API of the conference site and the organisers' commands.
package main

import (
	"cmp"
	"context"
	"fmt"
	"os"
	"os/signal"
	"syscall"
	_ "time/tzdata" // deadlines are reckoned in the event's zone, also where the machine has no zone files

	"transom/api/cli"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	code := cli.Exit(run(ctx, os.Args[1:]), os.Stderr)
	stop()
	os.Exit(code)
}

// recordActOf never keeps anybody from working: on a full disk, a backup or a refund matters more than its record.
func recordActOf(name string, args []string) {
	folder := cmp.Or(os.Getenv("TRANSOM_VAR"), defaultVar)
	if err := recordAct(folder, journalSocket, name, args); err != nil {
		fmt.Fprintln(os.Stderr, "this act could not be recorded:", err)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		printHelp(os.Stderr)
		return cli.Help{Name: "COMMAND"}.Wrong("name a command")
	}
	if args[0] == "help" || args[0] == "-h" || args[0] == "--help" {
		printHelp(os.Stdout)
		return nil
	}
	for _, c := range commands() {
		if c.name == args[0] {
			recordActOf(c.name, args[1:])
			return c.run(ctx, args[1:])
		}
	}
	return cli.Unknown("command", args[0], names(commands()))
}
