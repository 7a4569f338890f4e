package publish

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// folder receives the files of data/site/. Nothing changes before commit, and a file with the same bytes is not
// touched.
type folder struct {
	dir   string
	files []*output
}

func (f *folder) create(name string) *output {
	path := filepath.Join(f.dir, name)
	o := &output{path: path}
	if old, err := os.Open(path); err == nil {
		o.old = old
	}
	f.files = append(f.files, o)
	return o
}

// commit renames the changed files into place and returns their number.
func (f *folder) commit() (int, error) {
	changed := 0
	for _, o := range f.files {
		if err := o.finish(); err != nil {
			f.discard()
			return 0, err
		}
	}
	for _, o := range f.files {
		if o.temp == nil {
			continue
		}
		if err := os.Rename(o.temp.Name(), o.path); err != nil {
			f.discard()
			return changed, fmt.Errorf("write %s: %w", o.path, err)
		}
		o.temp = nil
		changed++
	}
	return changed, nil
}

// discard drops everything; the existing files stay.
func (f *folder) discard() {
	for _, o := range f.files {
		o.close()
		if o.temp != nil {
			os.Remove(o.temp.Name())
		}
	}
}

// output compares what is written with the existing file, and begins a new file at the first difference. So an
// unchanged file costs a read and no write, and no file is held in memory completely.
type output struct {
	path    string
	old     *os.File // nil if there is none or a difference was found
	same    int64    // number of equal bytes so far
	scratch []byte
	temp    *os.File
	err     error
}

func (o *output) Write(p []byte) (int, error) {
	if o.err != nil {
		return 0, o.err
	}
	if o.temp == nil && o.old != nil {
		if cap(o.scratch) < len(p) {
			o.scratch = make([]byte, len(p))
		}
		was := o.scratch[:len(p)]
		if _, err := io.ReadFull(o.old, was); err == nil && bytes.Equal(was, p) {
			o.same += int64(len(p))
			return len(p), nil
		}
	}
	if o.temp == nil {
		if o.err = o.begin(); o.err != nil {
			return 0, o.err
		}
	}
	var n int
	n, o.err = o.temp.Write(p)
	return n, o.err
}

// begin creates the new file beside the old one and copies the equal part.
func (o *output) begin() error {
	temp, err := os.CreateTemp(filepath.Dir(o.path), ".new-*")
	if err != nil {
		return fmt.Errorf("write %s: %w", o.path, err)
	}
	o.temp = temp
	if o.same > 0 {
		if _, err = o.old.Seek(0, io.SeekStart); err == nil {
			_, err = io.CopyN(temp, o.old, o.same)
		}
	}
	if err == nil {
		err = temp.Chmod(0o644)
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", o.path, err)
	}
	return nil
}

// finish closes the file; a file that ends before the old one differs too.
func (o *output) finish() error {
	if o.err == nil && o.temp == nil {
		rest := []byte{0}
		if o.old == nil {
			o.err = o.begin()
		} else if n, _ := o.old.Read(rest); n > 0 {
			o.err = o.begin()
		}
	}
	return errors.Join(o.err, o.close())
}

func (o *output) close() error {
	var err error
	if o.old != nil {
		o.old.Close()
		o.old = nil
	}
	if o.temp != nil {
		if err = o.temp.Close(); errors.Is(err, os.ErrClosed) {
			err = nil
		}
	}
	return err
}
