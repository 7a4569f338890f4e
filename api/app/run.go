package app

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"runtime/debug"
	"syscall"
	"text/tabwriter"

	"transom/api/cli"
	"transom/api/command"
	"transom/api/config"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store/engine"
	"transom/api/version"
)

// Main runs the command named by the arguments and returns the program's exit code.
func Main(args []string) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	return cli.Exit(run(ctx, args), os.Stderr)
}

type settings struct{ config.Config }

func readEnvironment() (settings, error) {
	c, err := config.FromEnvironment()
	return settings{c}, err
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		printHelp(os.Stderr)
		return cli.Help{Name: "COMMAND"}.Wrong("no command given")
	}
	switch args[0] {
	case "help", "-h", "--help":
		if len(args) > 1 { // transom help list
			args = []string{args[1], "-h"}
			break
		}
		printHelp(os.Stdout)
		return nil
	case "-version", "--version":
		_, err := fmt.Fprintln(os.Stdout, version.Release)
		return err
	}
	for _, c := range commands() {
		if c.name == args[0] {
			return c.run(ctx, args[1:])
		}
	}
	return cli.Unknown("command", args[0], names(commands()))
}

// To add a command, add a file to command/ and an entry to command.All.
type entry struct {
	name, help string
	run        func(ctx context.Context, args []string) error
}

func commands() []entry {
	all := []entry{{serveHelp.Name, serveHelp.Purpose, serve}}
	for _, c := range command.All() {
		all = append(all, entry{c.Name, c.Help, func(ctx context.Context, args []string) error {
			return runCommand(ctx, c, args)
		}})
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
	fmt.Fprint(out,
		"\n`transom COMMAND -h` explains a command, and `transom --version` names the release. Settings come from the "+
			"environment; .env.example explains each of them.\n")
}

func names(all []entry) []string { return domain.Each(all, func(c entry) string { return c.name }) }

var serveHelp = cli.Help{Name: "serve",
	Purpose: "Serve the API, and the site if TRANSOM_STATIC is set, until the program is stopped", Example: "serve"}

const (
	// The garbage collector works harder before the machine runs out of memory.
	memoryLimit = 256 << 20
	// growth is the percentage by which the heap may grow before a garbage collection (GOGC). Most memory can be freed
	// when a request ends; with the default, 100, a sixth of the program's time would go into garbage collection.
	growth = 400
)

func serve(ctx context.Context, args []string) error {
	flags, _ := serveHelp.Flags()
	if rest, err := serveHelp.Parse(flags, args, os.Stdout); err != nil {
		return err
	} else if len(rest) > 0 {
		return serveHelp.Wrong("settings are read from the environment")
	}
	c, err := readEnvironment()
	if err != nil {
		return product.WrongSettings(err)
	}
	syscall.Umask(0o077)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(memoryLimit)
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(growth)
	}
	unlock, err := engine.Lock(c.Var)
	if err != nil {
		return err
	}
	defer unlock()
	level := slog.LevelInfo
	if c.DebugLog {
		level = slog.LevelDebug
	}
	log := c.newLog(level)
	if err := c.runServer(ctx, log); err != nil {
		return err
	}
	log.Info("stopped")
	return nil
}

func (c settings) newLog(level slog.Level) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	if c.JSONLog {
		return slog.New(slog.NewJSONHandler(os.Stderr, options))
	}
	return slog.New(slog.NewTextHandler(os.Stderr, options))
}

// The product is opened only if the command needs it.
func runCommand(ctx context.Context, c command.Command, args []string) error {
	settings, fault := readEnvironment()
	log := settings.newLog(slog.LevelWarn)
	var opened *parts
	defer func() {
		if opened != nil {
			opened.close(log)
		}
	}()
	env := &product.Env{
		Var: settings.Var, Database: settings.Database, Out: os.Stdout, Progress: cli.Progress(os.Stderr),
		Facts: settings.facts(fault), Journal: command.JournalSocket,
		Open: func(ctx context.Context) (_ *product.Product, err error) {
			if opened == nil {
				if opened, err = settings.openParts(ctx, log, settings.openForCommand); err != nil {
					return nil, err
				}
			}
			return &opened.Product, nil
		},
		MakeKeys: settings.MakeKeys, Sides: settings.openSides,
		MayRestore: settings.MayRestore, Begin: func(ctx context.Context) error { return settings.begin(ctx, log) },
		LastEdition: settings.LastEdition,
	}
	return c.Run(ctx, env, args)
}
