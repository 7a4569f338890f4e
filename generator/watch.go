package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"

	"transom/generator/publish"
	"transom/generator/source"
)

const (
	// quiet is how long nothing may be saved before a state is built: editors write a file in several steps.
	quiet = 15 * time.Millisecond
	// patience is how long an empty file may be one that is just being written.
	patience = 600 * time.Millisecond
	// again is how often the folder is looked at all the same, because some file systems (of networks) tell no changes.
	again = time.Second
)

// watch builds, and again whenever something in the content changes, until ctx ends. A broken state is reported and
// waited out; the last good site stays.
func watch(ctx context.Context, w io.Writer, s settings, o publish.Options) {
	changes, stop := changesIn(o.Content)
	defer stop()
	before := ""
	for ctx.Err() == nil {
		if now := settled(ctx, o.Content, before, sleep); now != before {
			before = now
			began := time.Now()
			result, err := publish.Build(o)
			if len(result.Problems) > 0 && snapshot(o.Content) != now {
				continue // something was saved in the meantime: what was read is old, and may have been half of a file
			}
			tellBuild(w, s, result, err, time.Since(began))
		}
		select {
		case <-ctx.Done():
		case <-changes.next():
			changes.drain()
		case <-time.After(again):
		}
		changes.follow(o.Content)
	}
}

// settled is the state of the folder once nothing is being saved any more; the state before when nothing was. Some
// editors empty a file and then write it: one that is empty and was not is waited for a little longer.
func settled(ctx context.Context, dir, before string, sleep func(context.Context, time.Duration) bool) string {
	now := snapshot(dir)
	for waited := quiet; now != before && before != "" && sleep(ctx, quiet); waited += quiet {
		later := snapshot(dir)
		if later == now && (waited >= patience || !emptied(now, before)) {
			break
		}
		now = later
	}
	return now
}

// emptied reports whether a file has no bytes that had some before.
func emptied(now, before string) bool {
	for line := range strings.SplitSeq(now, "\n") {
		if name, _, empty := strings.Cut(line, " 0 "); empty && strings.Contains(before, name+" ") &&
			!strings.Contains(before, name+" 0 ") {
			return true
		}
	}
	return false
}

// changes tells as soon as the system does that something was saved. Without it the folder is only looked at now and
// then.
type changes struct {
	watcher *fsnotify.Watcher
	known   map[string]bool
}

func changesIn(dir string) (*changes, func()) {
	c := &changes{known: map[string]bool{}}
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return c, func() {}
	}
	c.watcher = watcher
	go func() {
		for range watcher.Errors { // the look every second finds what was not told
		}
	}()
	c.follow(dir)
	return c, func() { _ = watcher.Close() }
}

// follow watches every folder below dir; the watcher knows no folders inside folders.
func (c *changes) follow(dir string) {
	if c.watcher == nil {
		return
	}
	folders := map[string]bool{dir: true, filepath.Join(dir, "images"): true}
	for _, name := range []string{"pages", "mail"} {
		folders[filepath.Join(dir, name)] = true
	}
	_ = source.WalkFiles(dir, func(path string, _ func() (fs.FileInfo, error)) { folders[filepath.Dir(path)] = true })
	for folder := range folders {
		if !c.known[folder] && c.watcher.Add(folder) == nil {
			c.known[folder] = true
		}
	}
	for folder := range c.known {
		if !folders[folder] {
			delete(c.known, folder) // gone, and watched anew should it come back
		}
	}
}

func (c *changes) next() <-chan fsnotify.Event {
	if c.watcher == nil {
		return nil
	}
	return c.watcher.Events
}

// drain takes what was reported at the same time.
func (c *changes) drain() {
	for {
		select {
		case _, open := <-c.next():
			if !open {
				return
			}
		default:
			return
		}
	}
}

// tellBuild reports what a build found and how long it took.
func tellBuild(w io.Writer, s settings, result publish.Result, err error, took time.Duration) {
	if err != nil {
		fmt.Fprintln(w, "generator:", err)
		return
	}
	switch s.format {
	case "json":
		_ = json.NewEncoder(w).Encode(told(result)) // one line a build, for the program that reads it
		return
	case "github":
		report(w, s, result)
		return
	}
	for _, p := range result.Problems {
		fmt.Fprintln(w, p)
	}
	fmt.Fprintf(w, "%s  %s (%d ms)\n", time.Now().Format("15:04:05"), summary(s, result), took.Milliseconds())
}

// snapshot is the names, sizes and times of all files; two equal ones mean that nothing was saved in between.
func snapshot(dir string) string {
	var all []byte
	_ = source.WalkFiles(dir, func(path string, stat func() (fs.FileInfo, error)) {
		if info, err := stat(); err == nil {
			all = fmt.Appendln(all, path, info.Size(), info.ModTime().UnixNano(), info.Mode())
		}
	})
	return string(all) + "."
}

// sleep reports whether it slept to the end.
func sleep(ctx context.Context, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return false
	case <-timer.C:
		return true
	}
}
