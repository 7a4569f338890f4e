// Package command holds the commands of the program, apart from the server itself: operations (settings, keys,
// check-up, backup, erasure, reconciling, the staff's work on identity documents), reading (list, show, export, the
// activity log), and one command, act, that does any action of the desk. They work on the same files as the server,
// which may run meanwhile; only restore wants it stopped. They know nothing of the API over HTTP.
package command

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/mail"
	"slices"
	"strings"

	"transom/api/cli"
	"transom/api/domain"
	"transom/api/product"
)

// Command is one thing that the program does.
type Command struct {
	Name, Usage, Help, Example, Found string // see cli.Help
	// run is what a command without flags of its own does; flags are those of another.
	run   func(ctx context.Context, e *product.Env, c *call) error
	flags func() flagged
	// anyway: it runs in spite of wrong settings, and says what is wrong itself.
	anyway bool
	// words are commands of their own, below this one.
	words []Command
}

// flagged is a command with flags of its own: a struct of them, which it defines and then runs with.
type flagged interface {
	define(set *flag.FlagSet)
	run(ctx context.Context, e *product.Env, c *call) error
}

// call is what every run of a command has.
type call struct {
	json bool
	args []string
}

// All are all of them, in the order of the help.
func All() []Command {
	return []Command{
		versionCommand, makeKeysCommand, checkCommand, doctorCommand, alarmCommand,
		listCommand, showCommand, exportCommand, actsCommand, actCommand, salesCommand, staffCommand,
		reconcileCommand, ticketCommand, mailCommand, identityCommand,
		personCommand, eraseCommand, purgeCommand, backupCommand, restoreCommand, moveCommand,
	}
}

// misuse is a command that was called in a wrong way, and why.
type misuse struct{ reason string }

func (m misuse) Error() string { return m.reason }

// errUsage is misuse that the usage alone explains.
var errUsage error = misuse{}

// Run parses the arguments and runs the command. -h prints its help.
func (c Command) Run(ctx context.Context, e *product.Env, args []string) (err error) {
	help := cli.Help{Name: c.Name, Usage: c.Usage, Purpose: c.Help, Example: c.Example, Found: c.Found}
	if len(c.words) > 0 {
		return c.runWord(ctx, e, help, args)
	}
	set, asJSON := help.Flags()
	run := c.run
	if c.flags != nil {
		own := c.flags()
		own.define(set)
		run = own.run
	}
	if !isHarmless(c.Name, nil) {
		namesWhoAndWhy(set)
	}
	this := new(call)
	if this.args, err = help.Parse(set, args, e.Out); err != nil {
		return err
	}
	this.json = *asJSON
	if c.Usage == "" && len(this.args) > 0 {
		return help.Wrong(fmt.Sprintf("%q is too much", this.args[0]))
	}
	if len(this.args) == 0 && c.Usage != "" && !strings.HasPrefix(c.Usage, "[") && !strings.Contains(c.Usage, "--") {
		return help.Wrong("")
	}
	if !c.anyway {
		if err := e.Facts.Err(); err != nil {
			return err
		}
	}
	err = run(ctx, e, this)
	var wrong misuse
	if errors.As(err, &wrong) {
		err = help.Wrong(wrong.reason)
	}
	return err
}

// namesWhoAndWhy lets every command that is written down take --who and --why.
func namesWhoAndWhy(set *flag.FlagSet) {
	for name, tells := range map[string]string{
		"who": "your name, for the log of acts; without it the account that calls",
		"why": "the reason, for the log of acts; never a person's name",
	} {
		if set.Lookup(name) == nil {
			set.String(name, "", tells)
		}
	}
}

// runWord runs the command that the first argument names.
func (c Command) runWord(ctx context.Context, e *product.Env, help cli.Help, args []string) error {
	var known []string
	for _, word := range c.words {
		name := strings.TrimPrefix(word.Name, c.Name+" ")
		if len(args) > 0 && args[0] == name {
			return word.Run(ctx, e, args[1:])
		}
		known = append(known, name)
	}
	set, _ := help.Flags()
	rest, err := help.Parse(set, args, e.Out)
	if err == nil && len(rest) > 0 {
		slices.Sort(known)
		err = cli.Unknown(c.Name+" command", rest[0], known)
	}
	if err == nil {
		err = help.Wrong("")
	}
	return err
}

// Words are the names of the commands below this one.
func (c Command) Words() (names []string) {
	for _, word := range c.words {
		names = append(names, strings.TrimPrefix(word.Name, c.Name+" "))
	}
	return names
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
var errNobody = errors.New("nothing is kept about this address, so nothing was done: is it spelt right? `transom " +
	"list --text …` finds registrations")

// print writes v as JSON when that is asked for, else what text prints.
func (c *call) print(e *product.Env, v any, text func(io.Writer) error) error {
	if !c.json {
		return text(e.Out)
	}
	return cli.PrintJSON(e.Out, v)
}

// say prints v as JSON when that is asked for, else one sentence.
func (c *call) say(e *product.Env, v any, sentence string, args ...any) error {
	return c.print(e, v, func(out io.Writer) error {
		_, err := fmt.Fprintf(out, sentence, args...)
		return err
	})
}
