// Command generator compares a full build with a bare program that reads, parses and writes the same content, each in
// its own process. Run it from the root: `make bench ONLY=generator`.
package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"transom/bench/corpus"
)

func main() {
	pages := flag.Int("pages", 10_000, "Markdown pages of the large content")
	runs := flag.Int("runs", 5, "runs of each program; the fastest counts")
	bare := flag.String("bare", "", "run as the bare program: build, parse or hash")
	content := flag.String("content", "content", "the shipped content; with -bare, what to read")
	out := flag.String("out", "", "with -bare build, where to write")
	flag.Parse()
	var err error
	switch *bare {
	case "":
		err = run(*content, *pages, *runs)
	case "build":
		err = bareBuild(*content, *out)
	case "parse":
		err = bareParse(*content)
	case "hash":
		_, err = bareHash(*content)
	default:
		err = fmt.Errorf("-bare is build, parse or hash, not %q", *bare)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

type cost struct {
	time time.Duration
	peak int64 // peak resident memory in bytes
}

func run(content string, pages, runs int) error {
	dir, err := os.MkdirTemp("", "transom-bench-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	b := bench{dir: dir, runs: runs, generator: filepath.Join(dir, "generator")}
	if b.self, err = os.Executable(); err != nil {
		return err
	}
	if err := command("go", "build", "-o", b.generator, "./generator").Run(); err != nil {
		return fmt.Errorf("build the generator: %w", err)
	}
	large := filepath.Join(dir, "content")
	if err := corpus.Write(content, large, pages); err != nil {
		return err
	}
	if err := b.measure("shipped", "the shipped content", content); err != nil {
		return err
	}
	return b.measure(fmt.Sprintf("%d pages", pages), fmt.Sprintf("the shipped content and %d pages", pages), large)
}

type bench struct {
	dir, self, generator string
	runs                 int
}

// The programs run in turn, so that a busy moment of the machine affects all of them.
func (b bench) measure(name, title, content string) error {
	out := filepath.Join(b.dir, "out")
	var floor, build, hash, again, parse, check cost
	for range b.runs {
		steps := []struct {
			best  *cost
			fresh bool
			args  []string
		}{
			{&floor, true, []string{b.self, "-bare", "build", "-content", content, "-out", out}},
			{&build, true, []string{b.generator, "build", "-content", content, "-out", out}},
			{&again, false, []string{b.generator, "build", "-content", content, "-out", out}},
			{&hash, false, []string{b.self, "-bare", "hash", "-content", content}},
			{&parse, false, []string{b.self, "-bare", "parse", "-content", content}},
			{&check, false, []string{b.generator, "check", "-content", content}},
		}
		for _, s := range steps {
			if s.fresh {
				if err := os.RemoveAll(out); err != nil {
					return err
				}
				if err := os.MkdirAll(out, 0o755); err != nil {
					return err
				}
			}
			c, err := timed(s.args)
			if err != nil {
				return err
			}
			if s.best.time == 0 || c.time < s.best.time {
				s.best.time = c.time
			}
			s.best.peak = max(s.best.peak, c.peak)
		}
	}
	fmt.Printf("%s, on %d processors:\n", title, runtime.NumCPU())
	fmt.Printf("  bare read, parse, write  %9v   %3d MiB at most\n", floor.time.Round(100*time.Microsecond),
		floor.peak>>20)
	fmt.Printf("  the generator            %9v   %3d MiB at most   %.2f of it\n", build.time.Round(100*time.Microsecond),
		build.peak>>20, ratio(build, floor))
	fmt.Printf("  bare read, hash          %9v\n", hash.time.Round(100*time.Microsecond))
	fmt.Printf("  nothing changed          %9v                     %.2f of it\n", again.time.Round(100*time.Microsecond),
		ratio(again, hash))
	fmt.Printf("  bare read, parse         %9v\n", parse.time.Round(100*time.Microsecond))
	fmt.Printf("  check                    %9v                     %.2f of it\n", check.time.Round(100*time.Microsecond),
		ratio(check, parse))
	checkGoal := 1.2
	if name != "shipped" {
		checkGoal = 1.3
	}
	fmt.Printf("@ %s, check / read, parse | %.3f | at most %g\n", name, ratio(check, parse), checkGoal)
	fmt.Printf("@ %s / bare read, parse, write | %.3f | at most 1.3 | every value keeps its line and column\n", name,
		ratio(build, floor))
	fmt.Printf("@ %s, nothing changed / read, hash | %.3f | at most 2\n", name, ratio(again, hash))
	fmt.Printf("@ %s, peak / 64 MiB | %.3f | at most 1\n", name, float64(build.peak)/(64<<20))
	return nil
}

func ratio(a, b cost) float64 { return float64(a.time) / float64(b.time) }

func timed(args []string) (cost, error) {
	c := command(args[0], args[1:]...)
	c.Stdout = nil
	began := time.Now()
	if err := c.Run(); err != nil {
		return cost{}, fmt.Errorf("%v: %w", args, err)
	}
	took := time.Since(began)
	peak := int64(0)
	if usage, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
		peak = usage.Maxrss << 10 // Linux reports KiB
	}
	return cost{took, peak}, nil
}

func command(name string, args ...string) *exec.Cmd {
	c := exec.Command(name, args...)
	c.Stderr = os.Stderr
	return c
}
