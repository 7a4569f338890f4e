// Package backup copies the data (database, uploads, keys) into a new folder, restores such a copy where there is no
// data yet, and moves everything between SQLite and PostgreSQL. It knows nothing about commands or the event's rules.
package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"transom/api/cli"
	"transom/api/product"
	"transom/api/store"
	"transom/api/store/engine"
)

const (
	databaseFile = "transom.db"
	dumpFile     = "transom.dump"
	// sandboxFile is the database of a rehearsal's gateway; a real gateway stores its own data.
	sandboxFile  = "sandbox.db"
	ManifestFile = "manifest.json"
	// lastBackupFile names the newest backup; doctor checks its modification time.
	lastBackupFile = ".last-backup"
	// IdentityFile decrypts the documents in the same backup, so it is not stored with them.
	IdentityFile = "identity-papers.identity"
)

var copied = []string{"keys", "uploads"}

// Manifest lists a backup's files, with their SHA-256 by path.
type Manifest struct {
	MadeAt time.Time         `json:"made_at"`
	Files  map[string]string `json:"files"`
	// ActivityLog is the newest entry in the activity log; doctor compares the log with it.
	ActivityLog store.AuditAnchor `json:"activity_log"`
}

// note records the backup for doctor, for PostgreSQL in the database, because doctor may run elsewhere.
func note(ctx context.Context, e *product.Env, db *store.Store, path string, at time.Time) error {
	path, err := filepath.Abs(path)
	if err != nil {
		return err
	}
	if e.Database != "" {
		return db.SetMark(ctx, engine.MarkBackup, thisMachine()+path, at)
	}
	last := filepath.Join(e.Var, lastBackupFile)
	return errors.Join(os.WriteFile(last, []byte(path+"\n"), 0o600), os.Chtimes(last, at, at))
}

// thisMachine returns the prefix for paths on this machine, because several machines may share a database.
func thisMachine() string {
	name, _ := os.Hostname()
	return name + ":"
}

// Last returns when the newest backup was made (zero if there is none) and its path ("" if it is on another machine).
func Last(ctx context.Context, e *product.Env) (path string, made time.Time, err error) {
	if e.Database == "" {
		last := filepath.Join(e.Var, lastBackupFile)
		info, err := os.Stat(last)
		if err != nil {
			return "", time.Time{}, nil
		}
		raw, err := os.ReadFile(last)
		return strings.TrimSpace(string(raw)), info.ModTime(), err
	}
	d, err := e.Open(ctx)
	if err != nil {
		return "", time.Time{}, err
	}
	value, made, err := d.Store.Mark(ctx, engine.MarkBackup)
	if here, is := strings.CutPrefix(value, thisMachine()); is {
		path = here
	}
	return path, made, err
}

// Missing returns what is missing from a backup; "" if nothing is, or if the user may not read the backup.
func Missing(path string) string {
	if !filepath.IsAbs(path) {
		return ""
	}
	m, err := ReadManifest(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Sprintf("the last backup, %s, no longer exists", path)
	case errors.Is(err, fs.ErrPermission):
		return ""
	case err != nil:
		return fmt.Sprintf("the last backup, %s, cannot be read: %v", path, err)
	}
	var missing []string
	for name := range m.Files {
		if _, err := os.Stat(filepath.Join(path, name)); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, name)
		}
	}
	if len(missing) == 0 {
		return ""
	}
	slices.Sort(missing)
	return fmt.Sprintf("the last backup, %s, does not contain %s, %s", path, cli.Count(len(missing), "file"), missing[0])
}

func ReadManifest(folder string) (m Manifest, err error) {
	raw, err := os.ReadFile(filepath.Join(folder, ManifestFile))
	if err != nil {
		return m, err
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return m, fmt.Errorf("read %s: %w", ManifestFile, err)
	}
	return m, nil
}

func databaseName(e *product.Env) string {
	if e.Database != "" {
		return dumpFile
	}
	return databaseFile
}

// Make writes into a folder whose name ends in .partial, and renames it at the end. It copies the database first: a
// picture that arrives later may have no row in the copy, and the cleaner deletes it after a restore.
func Make(ctx context.Context, e *product.Env, d *product.Product, parent string) (path string, files int, err error) {
	m := Manifest{MadeAt: time.Now().UTC(), Files: map[string]string{}}
	path = filepath.Join(parent, "transom-"+m.MadeAt.Format("20060102-150405.000"))
	partial := path + ".partial"
	if err := makeLast(parent); err != nil {
		return "", 0, err
	}
	names, err := filesToCopy(e.Var)
	if err != nil {
		return "", 0, err
	}
	last := lastBackupIn(parent)
	if err := checkFreeSpace(e, parent, names, last); err != nil {
		return "", 0, err
	}
	if err := os.Mkdir(partial, 0o700); err != nil {
		return "", 0, err
	}
	defer func() {
		if err != nil {
			os.RemoveAll(partial)
		}
	}()
	if m.ActivityLog, err = d.Store.LastAction(ctx); err != nil { // read before the copy, so that the copy contains it
		return "", 0, err
	}
	if err := m.addDatabases(ctx, e, d.Store, partial); err != nil {
		return "", 0, err
	}
	if err := m.addFiles(e, last, partial); err != nil {
		return "", 0, err
	}
	if err := product.WritePrivate(filepath.Join(partial, ManifestFile),
		func(out io.Writer) error { return json.NewEncoder(out).Encode(m) }); err != nil {
		return "", 0, err
	}
	if err := syncTree(partial); err != nil {
		return "", 0, err
	}
	if err := os.Rename(partial, path); err != nil {
		return "", 0, err
	}
	if err := syncFolder(parent); err != nil {
		return "", 0, err
	}
	if err := note(ctx, e, d.Store, path, m.MadeAt); err != nil {
		fmt.Fprintln(e.Progress, "the backup is complete, but doctor will not see it:", err)
	}
	return path, len(m.Files), nil
}

func (m *Manifest) addDatabases(ctx context.Context, e *product.Env, s *store.Store, partial string) error {
	err := m.addSnapshot(partial, databaseName(e), func(to string) error { return s.Snapshot(ctx, to) })
	from := filepath.Join(e.Var, sandboxFile)
	if err != nil || !exists(from) {
		return err
	}
	return m.addSnapshot(partial, sandboxFile, func(to string) error { return engine.SnapshotFile(ctx, from, to) })
}

// addFiles runs after the databases have been copied, so that no picture is missing.
func (m *Manifest) addFiles(e *product.Env, last lastCopy, partial string) error {
	names, err := filesToCopy(e.Var)
	if err != nil {
		return err
	}
	for i, name := range names {
		from, to := filepath.Join(e.Var, name), filepath.Join(partial, name)
		sum, err := last.link(from, name, to)
		if err != nil {
			sum, err = copyFile(from, to)
		}
		if err == nil {
			m.Files[name] = sum
		} else if !errors.Is(err, fs.ErrNotExist) { // a picture may have been deleted in the meantime
			return err
		}
		e.Step("backup", i+1, len(names))
	}
	return nil
}

type lastCopy struct {
	folder string
	files  map[string]string
}

func lastBackupIn(parent string) lastCopy {
	folders, _ := filepath.Glob(filepath.Join(parent, "transom-*"))
	slices.Sort(folders)
	for _, folder := range slices.Backward(folders) {
		if m, err := ReadManifest(folder); err == nil && !strings.HasSuffix(folder, ".partial") {
			return lastCopy{folder, m.Files}
		}
	}
	return lastCopy{}
}

// has compares a picture by name and size only, because pictures never change.
func (l lastCopy) has(from, name string) bool {
	if !strings.HasPrefix(name, "uploads/") || l.files[name] == "" {
		return false
	}
	source, err := os.Stat(from)
	if err != nil {
		return false
	}
	copied, err := os.Stat(filepath.Join(l.folder, name))
	return err == nil && source.Size() == copied.Size()
}

var errNotLinked = errors.New("it must be copied")

// link returns errNotLinked if the picture must be copied.
func (l lastCopy) link(from, name, to string) (sum string, err error) {
	if !l.has(from, name) {
		return "", errNotLinked
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", err
	}
	if err := os.Link(filepath.Join(l.folder, name), to); err != nil {
		return "", err
	}
	if sum, err = syncAndHash(to); err == nil && sum == l.files[name] {
		return sum, nil
	}
	return "", errors.Join(errNotLinked, err, os.Remove(to))
}

func checkFreeSpace(e *product.Env, parent string, names []string, last lastCopy) error {
	need := int64(product.MinimumFree)
	for _, name := range append(slices.Clone(names), databaseFile, sandboxFile) {
		path := filepath.Join(e.Var, name)
		if info, err := os.Stat(path); err == nil && !last.has(path, name) {
			need += info.Size()
		}
	}
	free, err := product.FreeBytes(parent)
	if err == nil && int64(free) < need {
		err = fmt.Errorf("a backup needs %d MiB in %s, including a reserve of %d MiB for registrations, but only "+
			"%d MiB are free", need>>20, parent, product.MinimumFree>>20, free>>20)
	}
	return err
}

// makeLast creates only the last folder in a path: the others may be on a disk that is not mounted, or misspelt.
func makeLast(folder string) error {
	err := os.Mkdir(folder, 0o700)
	switch {
	case errors.Is(err, fs.ErrExist):
		return nil
	case errors.Is(err, fs.ErrNotExist) && !exists(filepath.Dir(filepath.Clean(folder))):
		return fmt.Errorf("there is no folder %s: check that the disk is mounted and the path is right",
			filepath.Dir(filepath.Clean(folder)))
	}
	return err
}

func (m *Manifest) addSnapshot(folder, name string, write func(to string) error) (err error) {
	path := filepath.Join(folder, name)
	if err := write(path); err != nil {
		return err
	}
	if err := os.Chmod(path, 0o600); err != nil {
		return err
	}
	m.Files[name], err = syncAndHash(path)
	return err
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

func filesToCopy(root string) (names []string, err error) {
	for _, folder := range copied {
		err := filepath.WalkDir(filepath.Join(root, folder), func(path string, entry fs.DirEntry, err error) error {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			if err != nil || !entry.Type().IsRegular() || entry.Name() == IdentityFile || strings.HasSuffix(path, ".tmp") {
				return err
			}
			name, err := filepath.Rel(root, path)
			names = append(names, filepath.ToSlash(name))
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	slices.Sort(names)
	return names, nil
}

func copyFile(from, to string) (sum string, err error) {
	in, err := os.Open(from)
	if err != nil {
		return "", err
	}
	defer in.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return "", err
	}
	hash := sha256.New()
	err = product.WritePrivate(to, func(out io.Writer) error {
		_, err := io.Copy(io.MultiWriter(out, hash), in)
		return err
	})
	return hex.EncodeToString(hash.Sum(nil)), err
}

func syncAndHash(path string) (string, error) {
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	if err := file.Sync(); err != nil {
		return "", err
	}
	hash := sha256.New()
	_, err = io.Copy(hash, file)
	return hex.EncodeToString(hash.Sum(nil)), err
}

func syncTree(root string) error {
	return filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		return syncFolder(path)
	})
}

func syncFolder(path string) error {
	folder, err := os.Open(path)
	if err != nil {
		return err
	}
	defer folder.Close()
	return folder.Sync()
}
