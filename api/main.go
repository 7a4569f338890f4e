// Transom's program: the API of the conference site and the organisers' commands.
package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"text/tabwriter"
	_ "time/tzdata" // deadlines are reckoned in the event's zone, also where the machine has no zone files

	"transom/api/cli"
	"transom/api/command"
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
	if err := command.RecordAct(folder, command.JournalSocket, name, args); err != nil {
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

// entry is one command of the program. A new one is a file in command/ and a line there.
type entry struct {
	name, help string
	run        func(ctx context.Context, args []string) error
}

// commands are all of them, in the order of the help.
func commands() []entry {
	all := []entry{{serveHelp.Name, serveHelp.Purpose, serve}}
	for _, c := range command.All() {
		all = append(all, inProgram(c))
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

func names(all []entry) (list []string) {
	for _, c := range all {
		list = append(list, c.name)
	}
	return list
}
