// Package cli gives all commands the same help format and exit codes, accepts flags before or after the arguments, and
// prints JSON on request.
package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strings"
	"unicode"

	"transom/generator/spelling"
)

const (
	ExitDone = iota
	ExitFailed
	ExitUsage
)

// Help describes a command.
type Help struct {
	Name    string
	Usage   string   // the arguments
	Purpose string   // one sentence, without a full stop
	Example string   // what is typed after the program's name
	Words   []string // the subcommands
	Found   string   // what exit code 1 means besides a failure, or ""
}

// ErrHelp is returned after a command has printed its help.
var ErrHelp = flag.ErrHelp

// UsageError is returned if a command was called incorrectly.
type UsageError struct{ text string }

func (e *UsageError) Error() string { return e.text }

// Wrong returns an error that shows how to call the command, with an example.
func (h Help) Wrong(reason string) error {
	line := "usage: " + h.line()
	if h.Example != "" {
		line += "; for example: transom " + h.Example
	}
	line += " (-h explains)"
	if reason != "" {
		line = reason + "; " + line
	}
	return &UsageError{line}
}

// Unknown returns the error for an unknown word, and suggests the known word that was probably meant.
func Unknown(what, word string, known []string) error {
	return &UsageError{fmt.Sprintf("there is no %s %q%s (-h explains)", what, word, spelling.Suggest(word, known))}
}

func (h Help) line() string { return strings.TrimSpace("transom " + h.Name + " [flags] " + h.Usage) }

// Flags returns a flag set that already has --json.
func (h Help) Flags() (set *flag.FlagSet, asJSON *bool) {
	set = flag.NewFlagSet(h.Name, flag.ContinueOnError)
	set.SetOutput(io.Discard) // our own Parse reports the errors
	set.Usage = func() {}
	return set, set.Bool("json", false, "print the result as JSON")
}

// Parse reads flags before and after the arguments, which it returns. With -h it prints help and returns ErrHelp.
func (h Help) Parse(set *flag.FlagSet, args []string, out io.Writer) (rest []string, err error) {
	for len(args) > 0 {
		if err := set.Parse(args); errors.Is(err, flag.ErrHelp) {
			h.print(out, set)
			return nil, ErrHelp
		} else if err != nil {
			return nil, h.Wrong(err.Error())
		}
		if name := swallowed(set); name != "" {
			return nil, h.Wrong("flag needs an argument: -" + name)
		}
		if args = set.Args(); len(args) > 0 {
			if args[0] == "" { // probably a shell variable that is not set
				return nil, h.Wrong("an argument is empty")
			}
			rest, args = append(rest, args[0]), args[1:]
		}
	}
	return rest, nil
}

// swallowed returns the name of a flag without a value: in "--who --reject", "--reject" was read as the value of --who.
func swallowed(set *flag.FlagSet) (name string) {
	set.Visit(func(f *flag.Flag) {
		value := f.Value.String()
		word, _, _ := strings.Cut(strings.TrimLeft(value, "-"), "=")
		if strings.HasPrefix(value, "-") && set.Lookup(word) != nil {
			name = f.Name
		}
	})
	return name
}

func (h Help) print(out io.Writer, set *flag.FlagSet) {
	fmt.Fprintf(out, "Usage: %s\n\n%s.\n\n", h.line(), h.Purpose)
	if len(h.Words) > 0 {
		fmt.Fprintf(out, "Commands:\n  %s\n\n", strings.Join(h.Words, "\n  "))
	}
	fmt.Fprint(out, "Flags:\n")
	set.SetOutput(out)
	set.PrintDefaults()
	set.SetOutput(io.Discard)
	failed := "failed; the reason is on standard error"
	if h.Found != "" {
		failed = h.Found + "; or " + failed
	}
	fmt.Fprintf(out, "\nExample:\n  transom %s\n\nExit codes:\n  0  done\n  1  %s\n  2  wrong arguments\n",
		h.Example, failed)
}

// PrintJSON writes a result as JSON.
func PrintJSON(out io.Writer, v any) error {
	encoder := json.NewEncoder(out)
	encoder.SetIndent("", "  ")
	encoder.SetEscapeHTML(false)
	return encoder.Encode(v)
}

// Exit prints err and returns the command's exit code.
func Exit(err error, stderr io.Writer) int {
	var usage *UsageError
	switch {
	case err == nil || errors.Is(err, ErrHelp):
		return ExitDone
	case errors.As(err, &usage):
		fmt.Fprintln(stderr, err)
		return ExitUsage
	}
	fmt.Fprintln(stderr, plainError(err))
	return ExitFailed
}

func plainError(err error) string {
	if about, ok := errors.AsType[*fs.PathError](err); ok && errors.Is(err, fs.ErrNotExist) {
		return strings.Replace(err.Error(), about.Error(), about.Path+": there is no such file or folder", 1)
	}
	return err.Error()
}

// Count returns a number with its noun: 1 task, 2 tasks, 2 entries.
func Count(n int, one string) string {
	switch {
	case n == 1:
		return "1 " + one
	case strings.HasSuffix(one, "y") && !strings.HasSuffix(one, "ey"):
		return fmt.Sprintf("%d %sies", n, strings.TrimSuffix(one, "y"))
	}
	return fmt.Sprintf("%d %ss", n, one)
}

// Plain removes control characters, which could affect a terminal.
func Plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}

// Progress returns a writer for progress: one line that is overwritten on a terminal, otherwise separate lines.
func Progress(stderr *os.File) io.Writer {
	if info, err := stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		return stderr
	}
	return lines{stderr}
}

// Step reports every hundredth step, and the last one.
func Step(out io.Writer, what string, done, all int) {
	if done%100 == 0 || done == all {
		fmt.Fprintf(out, "\r%s: %d of %d", what, done, all)
	}
	if done == all {
		fmt.Fprintln(out)
	}
}

type lines struct{ out io.Writer }

// Write makes a line of whatever is between two carriage returns, and skips empty lines.
func (l lines) Write(p []byte) (int, error) {
	for part := range bytes.FieldsFuncSeq(p, func(r rune) bool { return r == '\r' || r == '\n' }) {
		if _, err := l.out.Write(append(bytes.Clone(part), '\n')); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}
