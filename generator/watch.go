package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"time"

	"transom/generator/publish"
	"transom/generator/source"
)

// pause is how often the folder is looked at. Looking costs a few milliseconds, works on every file system, and waits for
// editors that write a file in several steps.
const pause = 300 * time.Millisecond

// watch builds, and again whenever something in the content changes, until ctx ends. A broken state is told and waited
// out; the last good site stays.
func watch(ctx context.Context, w io.Writer, s settings, o publish.Options) {
	var before string
	for {
		// Only a state that has lasted one pause is built: half-saved files are not worth a list of mistakes.
		now := snapshot(o.Content)
		if now != before {
			if before != "" {
				now = settle(ctx, o.Content, now)
			}
			before = now
			rebuild(w, s, o)
		}
		if !sleep(ctx, pause) {
			return
		}
	}
}

// settle waits until nothing is being saved any more.
func settle(ctx context.Context, dir, now string) string {
	for sleep(ctx, pause/3) {
		again := snapshot(dir)
		if again == now {
			break
		}
		now = again
	}
	return now
}

func rebuild(w io.Writer, s settings, o publish.Options) {
	began := time.Now()
	result, err := publish.Build(o)
	if err != nil {
		fmt.Fprintln(w, "generator:", err)
		return
	}
	if s.format != "text" {
		report(w, s, result)
		return
	}
	for _, p := range result.Problems {
		fmt.Fprintln(w, p)
	}
	fmt.Fprintf(w, "%s  %s (%d ms)\n", time.Now().Format("15:04:05"), summary(s, result), time.Since(began).Milliseconds())
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

// sleep tells whether it slept to the end.
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
