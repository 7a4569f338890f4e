package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"time"

	"transom/generator/publish"
	"transom/generator/source"
)

const (
	// quiet is how long nothing may change before a build, because editors write a file in several steps.
	quiet = 15 * time.Millisecond
	// patience is how long an editor may take to write a file that it has emptied.
	patience = 600 * time.Millisecond
	// again is the time between two checks of the folder; each takes less than a thousandth of it. Not all file systems
	// report changes, so the folder is checked.
	again = 60 * time.Millisecond
)

// watch builds, and builds again after each change, until ctx ends. After a mistake, the last good site stays in place.
func watch(ctx context.Context, w io.Writer, s settings, o publish.Options) {
	var last lastCommit
	defer last.forget()
	before := ""
	for ctx.Err() == nil {
		if now := settled(ctx, o.Content, before, sleep); now != before {
			before = now
			began := time.Now()
			result, err := publish.Build(o)
			if len(result.Problems) > 0 && snapshot(o.Content) != now {
				continue // something was saved during the build, which may have read an incomplete file
			}
			var changes []string
			if took := time.Since(began); err == nil {
				if len(result.Problems) == 0 {
					changes = last.changes(o)
				}
				printBuild(w, s, result, changes, took)
			} else {
				fmt.Fprintln(w, "generator:", err)
			}
		}
		sleep(ctx, again)
	}
}

// settled returns the folder's state once saving has stopped, or `before` if nothing was saved. Some editors empty a
// file before they write it, so a file that has become empty gets more time.
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

func emptied(now, before string) bool {
	for line := range strings.SplitSeq(now, "\n") {
		if name, _, empty := strings.Cut(line, " 0 "); empty && strings.Contains(before, name+" ") &&
			!strings.Contains(before, name+" 0 ") {
			return true
		}
	}
	return false
}

func printBuild(w io.Writer, s settings, result publish.Result, changes []string, took time.Duration) {
	if s.format == "json" {
		_ = json.NewEncoder(w).Encode(asJSON(result, changes)) // one line of JSON per build
		return
	}
	for _, p := range result.Problems {
		fmt.Fprintln(w, p)
	}
	fmt.Fprintf(w, "%s  %s (%d ms)\n", time.Now().Format("15:04:05"), summary(s, result), took.Milliseconds())
	if len(changes) > 0 {
		fmt.Fprintf(w, "          %s since the last commit; the command diff lists them\n",
			count(len(changes), "change", "changes"))
	}
}

// snapshot returns the names, sizes and times of all files; if two snapshots are equal, nothing was saved in between.
func snapshot(dir string) string {
	var all []byte
	_ = source.WalkFiles(dir, func(path string, stat func() (fs.FileInfo, error)) {
		if info, err := stat(); err == nil {
			all = fmt.Appendln(all, path, info.Size(), info.ModTime().UnixNano(), info.Mode())
		}
	})
	return string(all) + "."
}

// sleep reports whether it slept for the full duration.
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
