package publish

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"transom/generator/source"
)

const cacheFile = ".inputs.json"

type cache struct {
	// Inputs is a hash of the content and of this program.
	Inputs string `json:"inputs"`
	// Outputs contains the published files' sizes and times, so that a file changed by hand is written again.
	Outputs map[string]string `json:"outputs"`
}

// hashInputs hashes all text files in the content, the names, sizes and times of the pictures, and this program. Files
// with a known hash are not read again.
func hashInputs(dir string, known func(path string) ([sha256.Size]byte, bool)) string {
	var names []string
	sum := sha256.New()
	_ = source.WalkFiles(dir, func(path string, stat func() (fs.FileInfo, error)) {
		if strings.HasSuffix(path, ".md") || strings.HasSuffix(path, ".yaml") {
			names = append(names, path)
		} else if info, err := stat(); err == nil {
			fmt.Fprintln(sum, path, stamp(info))
		} else {
			fmt.Fprintln(sum, path)
		}
	}) // package source reports unreadable files
	if program, err := os.Executable(); err == nil {
		if info, err := os.Stat(program); err == nil {
			fmt.Fprintln(sum, stamp(info))
		}
	}
	inOrder(len(names), func(i int) []byte {
		each, ok := known(names[i])
		if !ok {
			raw, err := os.ReadFile(names[i])
			if err != nil {
				return []byte(err.Error())
			}
			each = sha256.Sum256(raw)
		}
		return append([]byte(names[i]), each[:]...)
	}, func(line []byte) { sum.Write(line) })
	return hex.EncodeToString(sum.Sum(nil))
}

func stamp(info fs.FileInfo) string {
	return fmt.Sprint(info.Size(), " ", info.ModTime().UnixNano())
}

func upToDate(out, inputs string) bool {
	raw, err := os.ReadFile(filepath.Join(out, cacheFile))
	var c cache
	if err != nil || json.Unmarshal(raw, &c) != nil || c.Inputs != inputs || len(c.Outputs) == 0 {
		return false
	}
	for name, was := range c.Outputs {
		info, err := os.Stat(filepath.Join(out, name))
		if err != nil || stamp(info) != was {
			return false
		}
	}
	return true
}

func remember(out, inputs string) error {
	c := cache{inputs, map[string]string{}}
	made, _ := filepath.Glob(filepath.Join(out, "*.json"))
	for _, path := range made {
		if info, err := os.Stat(path); err == nil && filepath.Base(path) != cacheFile {
			c.Outputs[filepath.Base(path)] = stamp(info)
		}
	}
	raw, err := json.Marshal(c)
	if err != nil {
		return err
	}
	temp := filepath.Join(out, cacheFile+".new")
	if err := os.WriteFile(temp, raw, 0o644); err != nil {
		return fmt.Errorf("write %s: %w", temp, err)
	}
	return os.Rename(temp, filepath.Join(out, cacheFile))
}
