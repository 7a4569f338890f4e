package command

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"transom/api/store"
	"transom/generator/schema"
)

var restoreCommand = Command{
	Name: "restore", Usage: "BACKUP",
	Help:    "Put a backup into the empty folder of TRANSOM_VAR; the server must be stopped",
	Example: "restore /var/backups/transom/transom-20250301-210000.000",
	Found:   "restored, but the gateway has money that the backup does not explain",
	run: func(ctx context.Context, e *Env, c *call) error {
		from, err := c.one()
		if err != nil {
			return err
		}
		m, err := restore(ctx, e, from)
		if err != nil {
			return err
		}
		told, err := auditRestored(ctx, e)
		if err != nil {
			told = restored{Unread: true}
			fmt.Fprintf(e.Progress, "the gateway could not be compared: %v\n", err)
		}
		told.Folder, told.Files, told.MadeAt = e.Var, len(m.Files), m.MadeAt
		if err := c.print(e, told, told.print); err != nil {
			return err
		}
		if told.Unexplained > 0 {
			return errUnexplained
		}
		return nil
	},
}

var errUnexplained = errors.New("restored, and the gateway has money that the backup does not explain: run `transom " +
	"reconcile --fix`, then `transom list --tasks`")

// restored is the result of a restore. Amounts are paise.
type restored struct {
	Folder       string    `json:"folder"`
	Files        int       `json:"files"`
	MadeAt       time.Time `json:"made_at"`
	Unread       bool      `json:"gateway_not_read"`
	Unexplained  int       `json:"unexplained"`
	UnknownPaise int64     `json:"unexplained_paise"`
}

func (r restored) print(out io.Writer) error {
	fmt.Fprintf(out, "Restored %s as they were at %s.\n", count(r.Files, "file"), r.MadeAt.Format("2006-01-02 15:04Z"))
	switch {
	case r.Unread:
		fmt.Fprintln(out, "The gateway was not compared. Run `transom reconcile --fix` now: payments may have come since.")
	case r.Unexplained > 0:
		fmt.Fprintf(out, "Since then came what the backup does not explain: %s, %s.\n", count(r.Unexplained, "payment"),
			schema.FormatPaise(r.UnknownPaise))
	default:
		fmt.Fprintln(out, "Every rupee of the gateway is explained.")
	}
	return nil
}

// auditRestored compares the gateway with what was restored: payments may have come since the backup, also from people
// whose registration is lost.
func auditRestored(ctx context.Context, e *Env) (out restored, err error) {
	d, err := e.Open(ctx)
	if err != nil {
		return restored{Unread: true}, err
	}
	audit, err := d.Payments.Audit(ctx, func(done, all int) { e.progress("compare with the gateway", done, all) })
	if err != nil {
		return out, err
	}
	out.Unread, out.Unexplained = len(audit.Unread) > 0, len(audit.Findings)
	for _, f := range audit.Findings {
		out.UnknownPaise += max(f.GatewayPaise-f.OurPaise, 0)
	}
	return out, nil
}

// restore copies into a folder within, because only that is sure to be ours and on the same disk. It proves every byte
// and the database there, and then moves all into place, the database last: without it nothing counts as restored.
func restore(ctx context.Context, e *Env, from string) (m manifest, err error) {
	if m, err = readManifest(from); err != nil {
		return m, fmt.Errorf("this is no finished backup: %w", err)
	}
	if err := e.MayRestore(from); err != nil {
		return m, fmt.Errorf("%w. Nothing was done", err)
	}
	if err := e.mustFit(ctx, m); err != nil {
		return m, err
	}
	partial := filepath.Join(e.Var, ".restoring")
	defer os.RemoveAll(partial)
	done := 0
	for name, want := range m.Files {
		if !filepath.IsLocal(name) {
			return m, fmt.Errorf("the manifest names %q, which lies outside of the backup", name)
		}
		sum, err := copyFile(filepath.Join(from, name), filepath.Join(partial, name))
		if err != nil {
			return m, err
		}
		if sum != want {
			return m, fmt.Errorf("%s is damaged: it does not have the hash of the manifest", name)
		}
		done++
		e.progress("restore", done, len(m.Files))
	}
	if err := syncTree(partial); err != nil {
		return m, err
	}
	if err := e.restoreDatabase(ctx, partial, from, m); err != nil {
		return m, err
	}
	for _, name := range append(slices.Clone(copied), sandboxFile, databaseFile) {
		if err := moveInto(filepath.Join(partial, name), filepath.Join(e.Var, name)); err != nil {
			return m, err
		}
	}
	// The newest backup that is known here is the one that all came from.
	if e.Database == "" {
		err = e.noteBackup(ctx, nil, from, m.MadeAt)
	}
	return m, errors.Join(err, syncFolder(e.Var))
}

// mustFit refuses a backup of the other kind of database, and a place in which anything is: a restore never overwrites
// what may be the only copy.
func (e *Env) mustFit(ctx context.Context, m manifest) error {
	_, isFile := m.Files[databaseFile]
	_, isDump := m.Files[dumpFile]
	switch {
	case e.Database != "" && !isDump:
		return errors.New("this is a backup of SQLite: restore it without TRANSOM_DATABASE, then `transom move-database` " +
			"takes it to PostgreSQL")
	case e.Database == "" && !isFile:
		return errors.New("this is a backup of PostgreSQL: set TRANSOM_DATABASE to an empty database; `transom " +
			"move-database` can take it to SQLite afterwards")
	}
	if err := mustBeEmpty(e.Var); err != nil || e.Database == "" {
		return err
	}
	return store.MustBeEmpty(ctx, e.Database)
}

// restoreDatabase proves a database that is a file, and fills one that is not. That is one transaction; it comes before
// the keys have their place, so that what fails can be done again.
func (e *Env) restoreDatabase(ctx context.Context, folder, from string, m manifest) error {
	if e.Database == "" {
		return verifyDatabase(ctx, folder)
	}
	dump := filepath.Join(folder, dumpFile)
	if err := store.Restore(ctx, e.Database, dump); err != nil {
		return err
	}
	s, err := store.Open(ctx, e.Database)
	if err != nil {
		return err
	}
	defer s.Close()
	return errors.Join(s.Verify(ctx), e.noteBackup(ctx, s, from, m.MadeAt), os.Remove(dump))
}

// moveInto gives a file or folder its place; an empty folder may be there. A backup without uploads has no such folder.
func moveInto(from, to string) error {
	if err := os.RemoveAll(to); err != nil { // empty folders only: mustBeEmpty has looked
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

// ActsFile holds what organisers did where there is no journal. This restore stands in it already.
const ActsFile = "acts.log"

// mustBeEmpty refuses a folder that holds any file: a restore never overwrites what may be the only copy.
func mustBeEmpty(folder string) error {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || entry.Name() == ActsFile {
			return err
		}
		return fmt.Errorf("%s is in the way: stop the server and move %s away first", path, folder)
	})
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
