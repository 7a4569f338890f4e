// The figures of the project, beside the floors that are measured in the same run. It runs every part of bench/ that is
// there, one after the other, and writes bench/RESULTS.md and bench/ratios.svg. A part that is missing, that fails or
// that takes too long is named as such; nothing is filled in. Run it from the root: `make bench`.
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
	"strings"
	"time"
)

// part is one program of bench/.
type part struct {
	name, title string
	needs       string // the file without which there is nothing to run
	command     []string
	limit       time.Duration
}

var parts = []part{
	{"generator", "Content", "bench/generator/main.go", []string{"go", "run", "./bench/generator"}, 3 * time.Minute},
	{"site", "Whole site", "bench/site/main.go", []string{"go", "run", "./bench/site"}, 6 * time.Minute},
	{"editor", "Editor", "bench/editor/run.mjs", []string{"node", "bench/editor/run.mjs"}, 3 * time.Minute},
	{"api", "API", "bench/api/main.go", []string{"go", "run", "./bench/api"}, 3 * time.Minute},
	{"databases", "Both databases", "bench/api/databases.go", []string{"go", "run", "./bench/api", "-databases"}, 4 * time.Minute},
	{"desk", "Desk", "bench/desk/main.go", []string{"go", "run", "./bench/desk"}, 5 * time.Minute},
	{"rush", "Under load", "bench/rush/main.go", []string{"go", "run", "./bench/rush"}, 4 * time.Minute},
	{"serving", "Serving", "bench/serving/main.go", []string{"go", "run", "./bench/serving"}, 2 * time.Minute},
	{"gate", "Gate", "bench/gate/run.mjs", []string{"node", "bench/gate/run.mjs"}, 12 * time.Minute},
	{"pages", "Pages", "bench/pages/run.mjs", []string{"node", "bench/pages/run.mjs"}, 32 * time.Minute},
}

// result is what became of a part.
type result struct {
	part
	output string
	ratios []ratio
	fault  string
	took   time.Duration
}

func main() {
	only := flag.String("only", "", "run one part: generator, site, editor, api, databases, desk, gate, rush, serving or pages; RESULTS.md says which ones did not run")
	flag.Parse()
	load := loadAverage()
	results := make([]result, 0, len(parts))
	for _, p := range parts {
		results = append(results, run(p, *only))
	}
	if err := write(results, load); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(p part, only string) result {
	r := result{part: p}
	if only != "" && only != p.name {
		r.fault = "not run this time"
		return r
	}
	if _, err := os.Stat(p.needs); err != nil {
		r.fault = "not measured: " + p.needs + " is not there"
		return r
	}
	fmt.Printf("== %s (at most %v)\n", p.title, p.limit)
	ctx, cancel := context.WithTimeout(context.Background(), p.limit)
	defer cancel()
	var out bytes.Buffer
	command := exec.CommandContext(ctx, p.command[0], p.command[1:]...)
	command.Stdout, command.Stderr = io.MultiWriter(&out, os.Stdout), os.Stderr
	command.Cancel = func() error { return command.Process.Signal(os.Interrupt) }
	command.WaitDelay = 10 * time.Second
	began := time.Now()
	err := command.Run()
	r.took, r.output = time.Since(began).Round(time.Second), out.String()
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		r.fault = fmt.Sprintf("did not finish within %v", p.limit)
	case err != nil:
		r.fault = "ended with a fault, or over a budget: " + err.Error()
	}
	r.ratios = markedRatios(r.output)
	return r
}

// loadAverage tells how busy the machine is with other things before the run; floors and product suffer alike, but not evenly.
func loadAverage() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(raw))[0]
}

func write(results []result, load string) error {
	var page strings.Builder
	fmt.Fprintf(&page, "# Results\n\nWritten by `make bench` on %s, %s/%s, %d processors, load average before the run %s. Compare ratios, not times: times are those of this machine\nin this hour, while the floors were measured beside them.\n\n![ratios](ratios.svg)\n",
		time.Now().UTC().Format("2 January 2006 15:04 UTC"), runtime.GOOS, runtime.GOARCH, runtime.NumCPU(), load)
	var all []ratio
	for _, r := range results {
		fmt.Fprintf(&page, "\n## %s\n\n", r.title)
		if r.fault != "" {
			fmt.Fprintf(&page, "**%s.**\n\n", r.fault)
		}
		if r.output != "" {
			fmt.Fprintf(&page, "`%s`, %v\n\n```\n%s\n```\n", strings.Join(r.command, " "), r.took, withoutMarks(r.output))
		}
		all = append(all, r.ratios...)
	}
	if err := os.WriteFile("bench/RESULTS.md", []byte(page.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile("bench/ratios.svg", []byte(picture(all)), 0o644)
}
