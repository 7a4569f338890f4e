package backup

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"transom/api/product"
	"transom/api/store"
	"transom/api/store/engine"
)

// Restore copies the backup into a subfolder on the same disk, checks it there, and then moves it into place. The
// database comes last: once it is in place, the restore has succeeded.
func Restore(ctx context.Context, e *product.Env, from string) (m Manifest, err error) {
	if m, err = ReadManifest(from); err != nil {
		return m, fmt.Errorf("this backup is not complete: %w", err)
	}
	if err := e.MayRestore(from); err != nil {
		return m, fmt.Errorf("%w. Nothing was done", err)
	}
	if err := mustFit(ctx, e, m); err != nil {
		return m, err
	}
	partial := filepath.Join(e.Var, ".restoring")
	defer os.RemoveAll(partial)
	done := 0
	for name, want := range m.Files {
		if !filepath.IsLocal(name) {
			return m, fmt.Errorf("the manifest names %q, which is outside the backup", name)
		}
		sum, err := copyFile(filepath.Join(from, name), filepath.Join(partial, name))
		if err != nil {
			return m, err
		}
		if sum != want {
			return m, fmt.Errorf("%s is damaged: its hash differs from the one in the manifest", name)
		}
		done++
		e.Step("restore", done, len(m.Files))
	}
	if err := syncTree(partial); err != nil {
		return m, err
	}
	if err := restoreDatabase(ctx, e, partial, from, m); err != nil {
		return m, err
	}
	for _, name := range append(slices.Clone(copied), sandboxFile, databaseFile) {
		if err := moveInto(filepath.Join(partial, name), filepath.Join(e.Var, name)); err != nil {
			return m, err
		}
	}
	if e.Database == "" {
		err = note(ctx, e, nil, from, m.MadeAt)
	}
	return m, errors.Join(err, syncFolder(e.Var))
}

// mustFit refuses the other kind of database, and a destination with data, which may be the only copy.
func mustFit(ctx context.Context, e *product.Env, m Manifest) error {
	_, isFile := m.Files[databaseFile]
	_, isDump := m.Files[dumpFile]
	switch {
	case e.Database != "" && !isDump:
		return errors.New("this is a backup of SQLite: restore it without TRANSOM_DATABASE, then move it to " +
			"PostgreSQL with `transom move-database`")
	case e.Database == "" && !isFile:
		return errors.New("this is a backup of PostgreSQL: set TRANSOM_DATABASE to an empty database; you can " +
			"then move it to SQLite with `transom move-database`")
	}
	if err := mustBeEmpty(e.Var); err != nil || e.Database == "" {
		return err
	}
	return engine.MustBeEmpty(ctx, e.Database)
}

// restoreDatabase runs before the keys are moved into place, so that a failed restore can be repeated.
func restoreDatabase(ctx context.Context, e *product.Env, folder, from string, m Manifest) error {
	if e.Database == "" {
		return verifyDatabase(ctx, folder)
	}
	dump := filepath.Join(folder, dumpFile)
	if err := engine.Restore(ctx, e.Database, dump); err != nil {
		return err
	}
	s, err := store.Open(ctx, e.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	return errors.Join(s.Verify(ctx), note(ctx, e, s, from, m.MadeAt), os.Remove(dump))
}

// moveInto moves a file or folder into place. A missing source is no error: there may be no uploads.
func moveInto(from, to string) error {
	if err := os.RemoveAll(to); err != nil { // mustBeEmpty has made sure that the folder contains no files
		return err
	}
	if err := os.Rename(from, to); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return nil
}

func verifyDatabase(ctx context.Context, folder string) error {
	s, err := store.Open(ctx, folder)
	if err != nil {
		return err
	}
	return errors.Join(s.Verify(ctx), s.Close())
}

// mustBeEmpty refuses a folder that contains any file except the record of commands.
func mustBeEmpty(folder string) error {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == product.AuditFile {
			return err
		}
		return fmt.Errorf("the folder %s is not empty (it contains %s): stop the server and move the folder away first",
			folder, path)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
