package source

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// WalkFiles visits all files below a folder in alphabetical order, and follows links to folders. `stat` describes the
// file itself, not a link to it. WalkFiles skips editors' temporary files and unreadable folders, and returns the first
// error.
func WalkFiles(dir string, visit func(path string, stat func() (fs.FileInfo, error))) error {
	return walkFiles(dir, nil, visit)
}

// walkFiles skips links that lead back to one of the folders above.
func walkFiles(dir string, above []string, visit func(string, func() (fs.FileInfo, error))) error {
	above = append(above[:len(above):len(above)], dir)
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
			if folder = err == nil && info.IsDir(); folder && leadsBack(info, above) {
				continue
			}
		}
		if !folder {
			visit(path, stat)
		} else if err := walkFiles(path, above, visit); err != nil && first == nil {
			first = err
		}
	}
	return first
}

func leadsBack(target fs.FileInfo, above []string) bool {
	for _, dir := range above {
		if info, err := os.Stat(dir); err == nil && os.SameFile(info, target) {
			return true
		}
	}
	return false
}

func ignored(name string) bool {
	return strings.HasPrefix(name, ".") || strings.HasPrefix(name, "~$") || strings.HasSuffix(name, "~") ||
		strings.HasPrefix(name, "#") && strings.HasSuffix(name, "#") || name == "Thumbs.db" || name == "desktop.ini"
}
