package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WalkFiles visits all files below a folder in the order of their names, through links to other folders too. What stat
// returns is the file itself and not a link to it. What editors keep for themselves is left out. Folders that cannot be read are left out; the first error is returned.
func WalkFiles(dir string, visit func(path string, stat func() (fs.FileInfo, error))) error {
	return walkFiles(dir, nil, visit)
}

// walkFiles knows the real folders above it, so that a link that leads back to one of them ends.
func walkFiles(dir string, above []fs.FileInfo, visit func(string, func() (fs.FileInfo, error))) error {
	entries, first := os.ReadDir(dir)
	for _, e := range entries {
		if ignored(e.Name()) {
			continue
		}
		path := filepath.Join(dir, e.Name())
		folder, stat := e.IsDir(), e.Info
		if e.Type()&fs.ModeSymlink != 0 {
			stat = func() (fs.FileInfo, error) { return os.Stat(path) }
			info, err := stat()
			folder = err == nil && info.IsDir()
		}
		if !folder {
			visit(path, stat)
			continue
		}
		if err := enter(dir, path, above, visit); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func enter(dir, path string, above []fs.FileInfo, visit func(string, func() (fs.FileInfo, error))) error {
	here, err := os.Stat(dir)
	if err != nil {
		return err
	}
	below, err := os.Stat(path)
	if err != nil {
		return err
	}
	above = append(above[:len(above):len(above)], here)
	for _, folder := range above {
		if os.SameFile(folder, below) {
			return nil
		}
	}
	return walkFiles(path, above, visit)
}

// ignored tells names of what systems and editors keep for themselves: hidden files, locks, copies of the last version.
func ignored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") || strings.HasSuffix(name, "~") ||
		strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#") || name == "Thumbs.db" || name == "desktop.ini"
}
