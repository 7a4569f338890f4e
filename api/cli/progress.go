package cli

import (
	"bytes"
	"fmt"
	"io"
	"os"
)

// Progress is where a long command tells how far it is: on one line that is written over and over when somebody sits
// there, else on lines of its own, as journals and files want it.
func Progress(stderr *os.File) io.Writer {
	if info, err := stderr.Stat(); err == nil && info.Mode()&os.ModeCharDevice != 0 {
		return stderr
	}
	return lines{stderr}
}

// Step tells every hundredth step, and the last one.
func Step(out io.Writer, what string, done, all int) {
	if done%100 == 0 || done == all {
		fmt.Fprintf(out, "\r%s: %d of %d", what, done, all)
	}
	if done == all {
		fmt.Fprintln(out)
	}
}

type lines struct{ out io.Writer }

// Write writes what stands between carriage returns as lines; nothing for an empty one.
func (l lines) Write(p []byte) (int, error) {
	for part := range bytes.FieldsFuncSeq(p, func(r rune) bool { return r == '\r' || r == '\n' }) {
		if _, err := l.out.Write(append(bytes.Clone(part), '\n')); err != nil {
			return 0, err
		}
	}
	return len(p), nil
}
