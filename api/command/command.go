// Package organiser holds the commands with which organisers run their event: lists, exports, the desk's work on identity
// papers, deletion, backup. They work on the same files as the server, which may run meanwhile; only restore wants it
// stopped. They know nothing of HTTP.
package organiser

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/mail"
	"strings"

	"transom/api/blob"
	"transom/api/cli"
	"transom/api/domain"
	"transom/api/payment"
	"transom/api/store"
)

// Env is what commands work with.
type Env struct {
	// Var is the folder of database, uploads and keys.
	Var string
	// Out is for results, Progress for how far a long command is.
	Out, Progress io.Writer
	// Open opens the desk; restore does so when it is done.
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
	Payments *payment.Service
}

// Command is one thing that an organiser does.
type Command struct {
	Name, Usage, Help, Example, Found string // see cli.Help
	run                               func(ctx context.Context, e *Env, c *call) error
	flags                             func(c *call)
}

// call is one run of a command.
type call struct {
	*flag.FlagSet
	json                                  bool
	status, category, text, out, who, why string
	paper, last4, identity                string
	reject, dryRun, confirm, all          bool
	everybody                             bool
	args                                  []string
}

// Commands are all of them, in the order of the help.
func Commands() []Command {
	return []Command{
		listCommand, showCommand, exportCommand, photosCommand, tasksCommand, resendCommand, refundCommand,
		verifyIDCommand, openIDCommand, accessLogCommand,
		personCommand, withdrawCommand, eraseCommand, purgeCommand,
		backupCommand, restoreCommand, doctorCommand,
	}
}

// misuse is a command that was called in a wrong way, and why.
type misuse struct{ reason string }

func (m misuse) Error() string { return m.reason }

// errUsage is misuse that the usage alone explains.
var errUsage error = misuse{}

// Run parses the arguments and runs the command. -h prints its help.
func (c Command) Run(ctx context.Context, e *Env, args []string) (err error) {
	help := cli.Help{Name: c.Name, Usage: c.Usage, Purpose: c.Help, Example: c.Example, Found: c.Found}
	set, asJSON := help.Flags()
	run := &call{FlagSet: set}
	if c.flags != nil {
		c.flags(run)
	}
	if run.args, err = help.Parse(set, args, e.Out); err != nil {
		return err
	}
	run.json = *asJSON
	if c.Usage == "" && len(run.args) > 0 {
		return help.Wrong(fmt.Sprintf("%q is too much", run.args[0]))
	}
	if e.Facts.Fault != nil && c.Name != doctorCommand.Name { // doctor says it, and looks at the rest too
		return e.Facts.Fault
	}
	err = c.run(ctx, e, run)
	var wrong misuse
	if errors.As(err, &wrong) {
		err = help.Wrong(wrong.reason)
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

// addressKey is the key of an address that was typed. Something else would look like a person of whom nothing is kept.
func addressKey(typed string) (string, error) {
	if _, err := mail.ParseAddress(typed); err != nil || strings.ContainsAny(typed, "<> ") {
		return "", misuse{fmt.Sprintf("%q is no e-mail address", typed)}
	}
	return domain.EmailKey(typed), nil
}

// errNobody ends a command for a person of whom nothing is kept.
var errNobody = errors.New("nothing is kept about this address, so nothing was done: is it spelt right? `transom list --text …` finds registrations")

// count is a number with its noun, for people.
func count(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "y"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(one, "y"))
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// print writes v as JSON when that is asked for, else what text prints.
func (c *call) print(e *Env, v any, text func(io.Writer) error) error {
	if !c.json {
		return text(e.Out)
	}
	return cli.PrintJSON(e.Out, v)
}

// progress tells how far a long command is.
func (e *Env) progress(what string, done, all int) { cli.Step(e.Progress, what, done, all) }
