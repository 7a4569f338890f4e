// Command bench runs every part of bench/, one after the other, and writes bench/RESULTS.md and bench/ratios.svg: the
// project's figures beside the floors of the same run. A part that is missing, fails or takes too long is named as
// such. Run it from the root: `make bench`.
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
	needs       string // the file that the part needs
	command     []string
	limit       time.Duration
}

// built is the folder with the binaries of this module; they run in the root.
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
	{"gate", "Gate", "bench/gate/run.mjs", []string{"node", "bench/gate/run.mjs"}, 12 * time.Minute},
	{"pages", "Pages", "bench/pages/run.mjs", []string{"node", "bench/pages/run.mjs"}, 32 * time.Minute},
}

const resultsPath = "bench/RESULTS.md"

// result is the outcome of a part as shown in RESULTS.md, including its hidden mark lines.
type result struct {
	part
	text string
}

// sections returns the texts of RESULTS.md by title.
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
	load, began := loadAverage(), time.Now()
	err := command.Run()
	var text strings.Builder
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		fmt.Fprintf(&text, "**did not finish within %v.**\n\n", p.limit)
	case err != nil:
		fmt.Fprintf(&text, "**ended with a fault, or over a budget: %v.**\n\n", err)
	}
	shown, marks := withoutMarks(out.String())
	fmt.Fprintf(&text, "`%s`, %s, %v, load average before it %s\n\n```\n%s\n```\n\n<!--\n%s-->",
		strings.Join(p.command, " "), began.UTC().Format("2 January 2006 15:04 UTC"), time.Since(began).Round(time.Second),
		load, shown, marks)
	return result{p, text.String()}
}

// loadAverage returns how busy the machine was before the run. Other work slows floors and product alike, but not
// evenly.
func loadAverage() string {
	raw, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return "unknown"
	}
	return strings.Fields(string(raw))[0]
}

func write(results []result) error {
	var page strings.Builder
	fmt.Fprintf(&page,
		"# Results\n\nWritten by `make bench`, %s/%s, %d processors; each part says when it ran. Compare ratios, not times: "+
			"times are those of this machine\nin that hour, while the floors were measured beside "+
			"them.\n\n![ratios](ratios.svg)\n",
		runtime.GOOS, runtime.GOARCH, runtime.NumCPU())
	var all []ratio
	for _, r := range results {
		fmt.Fprintf(&page, "\n## %s\n\n%s\n", r.title, r.text)
		all = append(all, markedRatios(r.text)...)
	}
	if err := os.WriteFile(resultsPath, []byte(page.String()), 0o644); err != nil {
		return err
	}
	return os.WriteFile("bench/ratios.svg", []byte(picture(all)), 0o644)
}
