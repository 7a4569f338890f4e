package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

type program struct {
	name    string
	peer    string
	missing bool
	out     string   // the output folder, which is moved away before each run
	caches  []string // cache folders, which are moved away too
	steps   []step
	times   []time.Duration
}

type step struct {
	dir  string
	env  []string
	args []string
}

func (p *program) warm(dir string) error {
	err := p.once(dir)
	p.times = nil
	return err
}

// once stores the time of one run. Moving earlier output into dir is not timed.
func (p *program) once(dir string) error {
	if p.missing {
		return nil
	}
	// Moved, not deleted, because the system might still be deleting files while the program runs.
	for _, path := range append([]string{p.out}, p.caches...) {
		aside, err := os.MkdirTemp(dir, "aside-")
		if err != nil {
			return err
		}
		if err := os.Rename(path, filepath.Join(aside, "old")); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	began := time.Now()
	for _, s := range p.steps {
		command := exec.Command(s.args[0], s.args[1:]...)
		command.Dir, command.Env = s.dir, append(os.Environ(), s.env...)
		if output, err := command.CombinedOutput(); err != nil {
			return fmt.Errorf("%s: %w\n%s", p.name, err, output)
		}
	}
	p.times = append(p.times, time.Since(began))
	return nil
}

func (p *program) median() time.Duration {
	if len(p.times) == 0 {
		return 0
	}
	sorted := slices.Sorted(slices.Values(p.times))
	return sorted[len(sorted)/2]
}

func htmlFiles(dir string) (n int, err error) {
	err = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if strings.HasSuffix(path, ".html") {
			n++
		}
		return err
	})
	return n, err
}
