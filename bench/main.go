// Command bench runs every part of bench/ and writes bench/RESULTS.md: a table of all figures with their goals, then
// each part's output. A figure from a busy machine is not compared with its goal. Usage: `make bench`.
package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"time"
)

type part struct {
	name, title string
	needs       string // a file without which the part cannot run
	command     []string
	limit       time.Duration
}

const built = ".make/bench/"

var parts = []part{
	{"generator", "Content", "bench/generator/main.go", []string{built + "generator"}, 3 * time.Minute},
	{"site", "Whole site", "bench/site/main.go", []string{built + "site"}, 6 * time.Minute},
	{"editor", "Editor", "bench/editor/run.mjs", []string{"node", "bench/editor/run.mjs"}, 3 * time.Minute},
	{"api", "API", "bench/api/main.go", []string{built + "api"}, 3 * time.Minute},
	{"databases", "Both databases", "bench/api/databases.go", []string{built + "api", "-databases"}, 4 * time.Minute},
	{"desk", "Desk", "bench/desk/main.go", []string{built + "desk"}, 5 * time.Minute},
	{"rush", "Under load", "bench/rush/main.go", []string{built + "rush"}, 4 * time.Minute},
	{"serving", "Serving", "bench/serving/main.go", []string{built + "serving"}, 2 * time.Minute},
	{"gate", "Gate", "bench/gate/run.mjs", []string{"node", "bench/gate/run.mjs"}, 4 * time.Minute},
	{"pages", "Pages", "bench/pages/run.mjs", []string{"node", "bench/pages/run.mjs"}, 10 * time.Minute},
}

const resultsPath = "bench/RESULTS.md"

type result struct {
	part
	text string
}

func sections(page string) map[string]string {
	found := map[string]string{}
	for i, section := range strings.Split(page, "\n## ") {
		if title, text, _ := strings.Cut(section, "\n"); i > 0 {
			found[title] = strings.TrimSpace(text)
		}
	}
	return found
}

func main() {
	only := flag.String("only", "",
		"run one part: generator, site, editor, api, databases, desk, gate, rush, serving or pages; the others stay in "+
			"RESULTS.md as they were")
	flag.Parse()
	last, err := os.ReadFile(resultsPath)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	kept := sections(string(last))
	results := make([]result, 0, len(parts))
	for _, p := range parts {
		if text, ok := kept[p.title]; ok && *only != "" && *only != p.name {
			results = append(results, result{part: p, text: text})
		} else {
			results = append(results, run(p, *only))
		}
	}
	if err := write(results); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(p part, only string) result {
	if only != "" && only != p.name {
		return result{p, "**not run this time.**"}
	}
	if _, err := os.Stat(p.needs); err != nil {
		return result{p, "**not measured: " + p.needs + " is not there.**"}
	}
	fmt.Printf("== %s (at most %v)\n", p.title, p.limit)
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	var out bytes.Buffer
	command := exec.CommandContext(ctx, p.command[0], p.command[1:]...)
	command.Stdout, command.Stderr = io.MultiWriter(&out, os.Stdout), os.Stderr
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 10 * time.Second
	others, began := othersShare(), time.Now()
	err := command.Run()
	others = max(others, othersShare())
	var text strings.Builder
	if others > quiet {
		fmt.Fprintf(&text, "%s %.0f %% of the processors were used by other programs.\n\n", busyMachine, 100*others)
	}
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		fmt.Fprintf(&text, "**did not finish within %v.**\n\n", p.limit)
	case err != nil:
		fmt.Fprintf(&text, "**ended with a fault, or over a budget: %v.**\n\n", err)
	}
	shown, marks := withoutMarks(out.String())
	fmt.Fprintf(&text, "`%s`, %s, %v\n\n```\n%s\n```\n\n<!--\n%s-->",
		strings.Join(p.command, " "), began.UTC().Format("2 January 2006 15:04 UTC"), time.Since(began).Round(time.Second),
		shown, marks)
	return result{p, text.String()}
}

const busyMachine = "**The machine was busy, so the figures are not compared with their goals:**"

// quiet is the largest share of processor time (0 to 1) that other programs may use before and after a part.
const quiet = 0.1

// othersShare measures for two seconds, while no part is running. If it cannot measure, it returns 1.
func othersShare() float64 {
	busyBefore, allBefore := processorTimes()
	time.Sleep(2 * time.Second)
	busy, all := processorTimes()
	if all <= allBefore {
		return 1
	}
	return (busy - busyBefore) / (all - allBefore)
}

// processorTimes returns the processors' busy and total time since the machine started, in ticks.
func processorTimes() (busy, all float64) {
	raw, _ := os.ReadFile("/proc/stat")
	first, _, _ := strings.Cut(string(raw), "\n")
	for i, field := range strings.Fields(first)[1:] {
		ticks, _ := strconv.ParseFloat(field, 64)
		all += ticks
		if i != 3 && i != 4 { // column 3 is idle time, column 4 is waiting for the disk
			busy += ticks
		}
	}
	return busy, all
}

func write(results []result) error {
	var page strings.Builder
	fmt.Fprintf(&page, "# Results\n\nWritten by `make bench`, %s/%s, %d processors; each part says when it ran. Compare "+
		"ratios, not times: times depend on\nthe machine and the hour, and the floors were measured in the same run.\n\n"+
		"| figure | value | goal | met | reason |\n|---|---|---|---|---|\n", runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	for _, r := range results {
		page.WriteString(table(r.text))
	}
	for _, r := range results {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n", r.title, r.text)
	}
	return os.WriteFile(resultsPath, []byte(page.String()), 0o644)
}
