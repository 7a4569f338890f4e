// Package blob stores uploaded pictures in files; after a power failure each one is either complete or missing. It
// knows names and bytes, and nothing about registrations, HTTP or what a picture shows.
package blob

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"strings"
	"time"
)

// ErrNotFound is returned for a name without a file.
var ErrNotFound = errors.New("blob not found")

// Store stores bytes under a name like "folder/name". Files and store/pictures must pass the tests in blobtest.
type Store interface {
	// Put has stored the bytes durably once it returns nil; each name can be written only once.
	Put(ctx context.Context, name string, data []byte) error
	// Get returns the bytes, or ErrNotFound.
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete deletes the bytes; a missing name is not an error.
	Delete(ctx context.Context, name string) error
	// List returns the names of the files in a folder that were written before a given time.
	List(ctx context.Context, folder string, before time.Time) ([]string, error)
}

// Files stores blobs in a folder. os.Root makes sure that no name refers to anything outside it.
type Files struct {
	root *os.Root
}

// tempSuffix marks files that are being written. List also returns such files, so that old ones can be deleted.
const tempSuffix = ".tmp"

// OpenFiles opens dir, and creates dir and these folders in it if they are missing.
func OpenFiles(dir string, folders ...string) (*Files, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	for _, folder := range folders {
		if err := root.MkdirAll(folder, 0o700); err != nil {
			root.Close()
			return nil, fmt.Errorf("open blob store: %w", err)
		}
	}
	f := &Files{root: root}
	if err := f.syncFolder("."); err != nil {
		root.Close()
		return nil, fmt.Errorf("open blob store: %w", err)
	}
	return f, nil
}

// Close closes the folder.
func (f *Files) Close() error { return f.root.Close() }

// Put leaves either the complete file or none after a crash.
func (f *Files) Put(_ context.Context, name string, data []byte) (err error) {
	temp := name + tempSuffix
	defer func() {
		if err != nil {
			f.root.Remove(temp)
			err = fmt.Errorf("put blob: %w", err)
		}
	}()
	file, err := f.root.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.Write(data)
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	if err := f.root.Rename(temp, name); err != nil {
		return err
	}
	return f.syncFolder(path.Dir(name))
}

// Get reads a blob.
func (f *Files) Get(_ context.Context, name string) ([]byte, error) {
	data, err := f.root.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, ErrNotFound
	}
	if err != nil {
		return nil, fmt.Errorf("get blob: %w", err)
	}
	return data, nil
}

// Delete removes a blob.
func (f *Files) Delete(_ context.Context, name string) error {
	if err := f.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("delete blob: %w", err)
	}
	return f.syncFolder(path.Dir(name))
}

// List includes temporary files.
func (f *Files) List(_ context.Context, folder string, before time.Time) ([]string, error) {
	entries, err := fs.ReadDir(f.root.FS(), folder)
	if err != nil {
		return nil, fmt.Errorf("list blobs: %w", err)
	}
	var names []string
	for _, entry := range entries {
		info, err := entry.Info()
		if errors.Is(err, fs.ErrNotExist) {
			continue // deleted in the meantime
		}
		if err != nil {
			return nil, fmt.Errorf("list blobs: %w", err)
		}
		if info.Mode().IsRegular() && info.ModTime().Before(before) {
			names = append(names, path.Join(folder, entry.Name()))
		}
	}
	return names, nil
}

// Check tests whether a blob can be written and deleted.
func (f *Files) Check(ctx context.Context) error {
	name := "check-" + strings.ReplaceAll(time.Now().UTC().Format("150405.000000000"), ".", "-")
	if err := f.Put(ctx, name, []byte("ok")); err != nil {
		return err
	}
	return f.Delete(ctx, name)
}

func (f *Files) syncFolder(name string) error {
	folder, err := f.root.Open(name)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
