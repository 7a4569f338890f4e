package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"unicode"
)

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

// Progress returns a writer for the progress of a long command: one line that is overwritten if stderr is a
// terminal, otherwise separate lines, as journals and files need them.
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

// Write writes each text between carriage returns as a line and skips empty texts.
func (l lines) Write(p []byte) (int, error) {
	for part := range bytes.FieldsFuncSeq(p, func(r rune) bool { return r == '\r' || r == '\n' }) {
		if _, err := l.out.Write(append(bytes.Clone(part), '\n')); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}
