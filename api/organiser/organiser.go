// Package organiser holds the commands with which organisers run their event: lists, exports, the desk's work on identity
// papers, deletion, backup. They work on the same files as the server, which may run meanwhile; only restore wants it
// stopped. They know nothing of HTTP.
package organiser

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"strings"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/store"
)

// Env is what commands work with.
type Env struct {
	// Var is the folder of database, uploads and keys.
	Var string
	// Out is for results, Progress for how far a long command is.
	Out, Progress io.Writer
	// Open opens the desk; restore never calls it.
	Open func(ctx context.Context) (*Desk, error)
	// Facts are the settings that doctor looks at.
	Facts Facts
}

// Desk is the opened product.
type Desk struct {
	Store   *store.Store
	Blobs   blob.Store
	Content *domain.Content
	Clock   domain.Clock
	// Payments is nil when only the desk's own files are wanted.
	Payments *domain.Payments
}

// Command is one thing that an organiser does.
type Command struct {
	Name  string
	Usage string // the arguments
	Help  string // one line
	run   func(ctx context.Context, e *Env, c *call) error
	flags func(c *call)
}

// call is one run of a command.
type call struct {
	*flag.FlagSet
	json                                  bool
	status, category, text, out, who, why string
	paper, last4, identity                string
	reject, dryRun, confirm, all          bool
	args                                  []string
	usage                                 string
}

// Commands are all of them, in the order of the help.
func Commands() []Command {
	return []Command{
		listCommand, showCommand, exportCommand, photosCommand, tasksCommand, resendCommand, refundCommand,
		verifyIDCommand, openIDCommand, accessLogCommand,
		personCommand, eraseCommand, purgeCommand,
		backupCommand, restoreCommand, doctorCommand,
	}
}

// errUsage is a command that was called in a wrong way.
var errUsage = errors.New("usage")

// Run parses the arguments and runs the command. -h prints its help. Flags may stand before and after the arguments.
func (c Command) Run(ctx context.Context, e *Env, args []string) error {
	run := &call{FlagSet: flag.NewFlagSet(c.Name, flag.ContinueOnError), usage: strings.TrimSpace("transom " + c.Name + " [flags] " + c.Usage)}
	run.SetOutput(e.Progress)
	run.FlagSet.Usage = func() {
		fmt.Fprintf(e.Progress, "%s\n\n%s.\n\n", run.usage, c.Help)
		run.PrintDefaults()
	}
	run.BoolVar(&run.json, "json", false, "print the result as JSON")
	if c.flags != nil {
		c.flags(run)
	}
	for len(args) > 0 {
		if err := run.Parse(args); err != nil {
			if errors.Is(err, flag.ErrHelp) {
				return nil
			}
			return err
		}
		if args = run.FlagSet.Args(); len(args) > 0 {
			run.args = append(run.args, args[0])
			args = args[1:]
		}
	}
	err := c.run(ctx, e, run)
	if errors.Is(err, errUsage) {
		return fmt.Errorf("use it like this: %s (-h explains)", run.usage)
	}
	return err
}

// one returns the only argument.
func (c *call) one() (string, error) {
	if len(c.args) != 1 {
		return "", errUsage
	}
	return c.args[0], nil
}

// print writes v as JSON when that is asked for, else what text prints.
func (c *call) print(e *Env, v any, text func(io.Writer) error) error {
	if !c.json {
		return text(e.Out)
	}
	encoder := json.NewEncoder(e.Out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// progress tells how far a long command is, every hundred steps and at the end.
func (e *Env) progress(what string, done, all int) {
	if done%100 == 0 || done == all {
		fmt.Fprintf(e.Progress, "\r%s: %d of %d", what, done, all)
	}
	if done == all {
		fmt.Fprintln(e.Progress)
	}
}
