// Package command holds the program's commands, except serve. They work on the server's files; only restore and
// move-database need the server to be stopped. The package knows nothing about HTTP.
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

// Command is one of the program's commands.
type Command struct {
	Name, Usage, Help, Example, Found string // see cli.Help
	// Either run or flags is set.
	run      func(ctx context.Context, d *product.Product, c *call) error
	flags    func() flagged
	needs    needs
	required []string
	words    []Command
}

type flagged interface {
	define(set *flag.FlagSet)
	run(ctx context.Context, d *product.Product, c *call) error
}

type needs int

const (
	// theProduct means that the product is opened, and the call logged, before the command runs.
	theProduct needs = iota
	// With `settings`, only the settings must be correct. The command itself may open the product (call.open).
	settings
	// aClosedDatabase means that the database is closed or missing, so the call is recorded outside it.
	aClosedDatabase
	// With `nothing`, the command runs even if the settings are wrong, and reports that itself. It may open the product.
	nothing
)

type call struct {
	env   *product.Env
	name  string
	args  []string
	set   *flag.FlagSet
	json  bool
	found *product.Product
}

// All returns all commands, in the order in which the help lists them.
func All() []Command {
	return []Command{
		makeKeysCommand, checkCommand, doctorCommand, alarmCommand,
		listCommand, showCommand, exportCommand, activityLogCommand, actionCommand, salesCommand, staffCommand,
		reconcileCommand, ticketCommand, mailCommand, identityCommand,
		personCommand, purgeCommand, backupCommand, restoreCommand, moveCommand, newEditionCommand,
	}
}

type misuse struct{ reason string }

func (m misuse) Error() string { return m.reason }

// Run parses the arguments and runs the command. -h prints its help.
func (c Command) Run(ctx context.Context, e *product.Env, args []string) (err error) {
	help := cli.Help{Name: c.Name, Usage: c.Usage, Purpose: c.Help, Example: c.Example, Words: c.Words(),
		Found: c.Found}
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
	defineWhoAndWhy(set)
	this := &call{env: e, name: c.Name, set: set}
	if this.args, err = help.Parse(set, args, e.Out); err != nil {
		return err
	}
	this.json = *asJSON
	switch wanted := len(strings.Fields(c.Usage)); {
	case wanted == 0 && len(this.args) > 0:
		return help.Wrong(fmt.Sprintf("unexpected argument %q", this.args[0]))
	case len(this.args) != wanted:
		return help.Wrong("")
	case c.Usage == personUsage:
		err = checkPerson(this.args[0])
	}
	for _, name := range c.required {
		if this.flag(name) == "" {
			return help.Wrong("needed: --" + strings.Join(c.required, ", --"))
		}
	}
	if err == nil {
		err = this.prepare(ctx, c.needs)
	}
	if err == nil {
		err = run(ctx, this.found, this)
	}
	var wrong misuse
	if errors.As(err, &wrong) {
		err = help.Wrong(wrong.reason)
	}
	return err
}

func (c *call) prepare(ctx context.Context, n needs) error {
	if n == nothing {
		return nil
	}
	if n == aClosedDatabase {
		c.recordOutside()
	}
	if err := c.env.Facts.Err(); err != nil || n != theProduct {
		return err
	}
	_, err := c.open(ctx)
	return err
}

// open logs the call before the command does anything. If that fails, the command runs anyway: when the disk is full, a
// backup or a refund is more important than its log entry.
func (c *call) open(ctx context.Context) (*product.Product, error) {
	d, err := c.env.Open(ctx)
	if err != nil {
		c.recordOutside()
		return nil, err
	}
	if c.found == nil {
		c.found = d
		if err := c.record(ctx, d); err != nil {
			c.recordOutside()
		}
	}
	return d, nil
}

func defineWhoAndWhy(set *flag.FlagSet) {
	for name, help := range map[string]string{
		"who": "your name, for the activity log; the default is the account that runs the command",
		"why": "the reason, for the activity log; never a person's name",
	} {
		if set.Lookup(name) == nil {
			set.String(name, "", help)
		}
	}
}

func (c *call) flag(name string) string {
	if f := c.set.Lookup(name); f != nil {
		return f.Value.String()
	}
	return ""
}

func (c *call) needWhy() error {
	if c.flag("why") == "" {
		return misuse{"give the reason with --why; it is shown in the log"}
	}
	return nil
}

func (c Command) runWord(ctx context.Context, e *product.Env, help cli.Help, args []string) error {
	for i, name := range c.Words() {
		if len(args) > 0 && args[0] == name {
			return c.words[i].Run(ctx, e, args[1:])
		}
	}
	set, _ := help.Flags()
	rest, err := help.Parse(set, args, e.Out)
	if err == nil && len(rest) > 0 {
		err = cli.Unknown(c.Name+" command", rest[0], slices.Sorted(slices.Values(c.Words())))
	}
	if err == nil {
		err = help.Wrong("")
	}
	return err
}

// Words returns the names of the subcommands.
func (c Command) Words() []string {
	return domain.Each(c.words, func(word Command) string { return strings.TrimPrefix(word.Name, c.Name+" ") })
}

// addressKey refuses what is not an address: a mistyped one would look as if nothing were stored about a person.
func addressKey(typed string) (string, error) {
	if _, err := mail.ParseAddress(typed); err != nil || strings.ContainsAny(typed, "<> ") {
		return "", misuse{fmt.Sprintf("%q is not an email address", typed)}
	}
	return domain.EmailKey(typed), nil
}

func (c *call) print(v any, text func(io.Writer) error) error {
	if !c.json {
		return text(c.env.Out)
	}
	return cli.PrintJSON(c.env.Out, v)
}

func (c *call) say(v any, sentence string, args ...any) error {
	return c.print(v, func(out io.Writer) error {
		_, err := fmt.Fprintf(out, sentence, args...)
		return err
	})
}
