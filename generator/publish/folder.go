package publish

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// folder writes files in data/site/. Each file is first written beside the existing one, and commit replaces only those
// that differ.
type folder struct {
	dir   string
	files []*output
}

// output is a new file with its first write error, which commit returns.
type output struct {
	path string
	temp *os.File
	err  error
}

func (f *folder) create(name string) *output {
	o := &output{path: filepath.Join(f.dir, name)}
	if o.temp, o.err = os.CreateTemp(f.dir, ".new-*"); o.err == nil {
		o.err = o.temp.Chmod(0o644)
	}
	f.files = append(f.files, o)
	return o
}

func (o *output) Write(p []byte) (n int, err error) {
	if o.err == nil {
		n, o.err = o.temp.Write(p)
	}
	return n, o.err
}

func (f *folder) commit() (changed int, err error) {
	for _, o := range f.files {
		if err := errors.Join(o.err, o.temp.Close()); err != nil {
			return 0, fmt.Errorf("write %s: %w", o.path, err)
		}
	}
	for _, o := range f.files {
		if same(o.path, o.temp.Name()) {
			continue
		}
		if err := os.Rename(o.temp.Name(), o.path); err != nil {
			return changed, fmt.Errorf("write %s: %w", o.path, err)
		}
		changed++
	}
	return changed, nil
}

func (f *folder) discard() {
	for _, o := range f.files {
		if o.temp != nil {
			o.temp.Close()
			os.Remove(o.temp.Name())
		}
	}
}

// same compares two files piece by piece, so that they need not fit into memory.
func same(path, other string) bool {
	a, err := os.Open(path)
	if err != nil {
		return false
	}
	defer a.Close()
	b, err := os.Open(other)
	if err != nil {
		return false
	}
	defer b.Close()
	one, two := make([]byte, 64<<10), make([]byte, 64<<10)
	for {
		n, err := io.ReadFull(a, one)
		m, _ := io.ReadFull(b, two)
		if !bytes.Equal(one[:n], two[:m]) {
			return false
		}
		if err != nil {
			return true
		}
	}
}
