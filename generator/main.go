// Generator turns content/, which people write, into data/site/, which machines read.
//
//	go run ./generator [build|check|watch|facts|diff|new|schema] [flags]
package main

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"path/filepath"
	"runtime/debug"
	"strings"
	"syscall"
	"time"
	_ "time/tzdata" // time zones for machines that have none

	"transom/generator/describe"
	"transom/generator/publish"
)

const usage = `The generator reads content/, or the folder after the command, strictly and publishes it to data/site/.

  build    check everything and write what changed (the default)
  check    check everything, write nothing
  watch    build again whenever something changes
  facts    list the facts that a text may name, with their values
  diff     list the changes that visitors see since the last commit, or from another revision: diff REVISION
  new      write a small content folder for a conference of your own: new NAME -city …
  schema   write data/schema/*.schema.json and the site's types from the structs in generator/schema

`

func main() {
	// The run is short, so garbage is rarely collected; even ten thousand pages need at most 50 MiB.
	debug.SetGCPercent(400)
	debug.SetMemoryLimit(42 << 20)
	os.Exit(run(os.Args[1:]))
}

type settings struct {
	command, content, out, format string
	release, check, fix           bool
	newFlags
}

func run(args []string) int {
	command := "build"
	if len(args) > 0 && len(args[0]) > 0 && args[0][0] != '-' {
		command, args = args[0], args[1:]
	}
	word := "" // the new folder, the content folder or, for diff, a revision
	if len(args) > 0 && !strings.HasPrefix(args[0], "-") {
		word, args = args[0], args[1:]
	}
	s := settings{command: command}
	flags := flag.NewFlagSet("generator", flag.ContinueOnError)
	flags.StringVar(&s.content, "content", "content", "the folder to read")
	flags.StringVar(&s.out, "out", "data/site", "the folder to write")
	flags.StringVar(&s.format, "format", "text", "how mistakes are reported: text, github (annotations) or json")
	flags.BoolVar(&s.release, "release", false, "refuse entries marked as samples")
	flags.BoolVar(&s.fix, "fix", false, "check: make every correction that a message marks as certain, and list them")
	flags.BoolVar(&s.check, "check", false, "schema: write nothing, but fail if a generated file is stale")
	s.newFlags.define(flags)
	flags.Usage = func() { fmt.Fprint(flags.Output(), usage); flags.PrintDefaults() }
	switch err := flags.Parse(args); {
	case err == flag.ErrHelp:
		return 0
	case err != nil:
		return 2
	case flags.NArg() == 1 && word == "":
		word = flags.Arg(0)
	case flags.NArg() == 1 && command == "diff":
		s.content = flags.Arg(0)
	case flags.NArg() > 0:
		fmt.Fprintf(os.Stderr, "generator: %q is not understood; write flags before or after the folder\n", flags.Arg(0))
		return 2
	}
	if _, err := os.Stat(filepath.Join(word, "event.yaml")); word != "" && command != "new" && err == nil {
		s.content, word = word, ""
	}
	if wrong := s.fault(word); wrong != "" {
		fmt.Fprintln(os.Stderr, "generator: "+wrong)
		return 2
	}
	switch command {
	case "build":
		return build(s, publish.Options{Content: s.content, Out: s.out, Release: s.release})
	case "check", "facts":
		return build(s, publish.Options{Content: s.content, Release: s.release})
	case "watch":
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		watch(ctx, os.Stdout, s, publish.Options{Content: s.content, Out: s.out})
		return 0
	case "diff":
		return diff(os.Stdout, s, cmp.Or(word, "HEAD"))
	case "new":
		return failed(begin(os.Stdout, s, word, time.Now()))
	case "schema":
		return describeSchema(s)
	}
	fmt.Fprintf(os.Stderr, "generator: unknown command %q\n\n%s", command, usage)
	return 2
}

func (s settings) fault(word string) string {
	switch {
	case word != "" && s.command != "new" && s.command != "diff":
		return word + " is not a content folder; it has no event.yaml"
	case s.format != "text" && s.format != "github" && s.format != "json":
		return fmt.Sprintf("-format is text, github or json, not %q", s.format)
	case s.fix && s.command != "check":
		return "-fix is a flag of the command check"
	}
	return ""
}

// failed reports an error that is not in the content, such as a full disk, and returns the exit code.
func failed(err error) int {
	if err == nil {
		return 0
	}
	fmt.Fprintln(os.Stderr, "generator:", err)
	return 1
}

func describeSchema(s settings) int {
	files, err := describe.Generate(".")
	if err != nil {
		return failed(err)
	}
	changed, err := describe.Write(".", files, s.check)
	for _, path := range changed {
		if s.check {
			fmt.Println(path + ": stale; run `make schema`")
		} else {
			fmt.Println("wrote " + path)
		}
	}
	if s.check && len(changed) > 0 {
		return 1
	}
	return failed(err)
}

func build(s settings, o publish.Options) int {
	run := publish.Build
	if s.fix {
		run = func(o publish.Options) (publish.Result, error) { return fix(os.Stderr, o) }
	}
	result, err := run(o)
	if err != nil {
		return failed(err)
	}
	if s.command == "facts" && result.Facts != nil {
		listFacts(os.Stdout, result.Facts)
		return 0
	}
	report(os.Stdout, s, result)
	if len(result.Problems) > 0 {
		return 1
	}
	return 0
}
