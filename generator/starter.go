package main

import (
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"transom/generator/lazy"
	"transom/generator/schema"
)

// starter is the smallest content with something to sell: one page and one ticket.
//
//go:embed starter
var starter embed.FS

var (
	notOfSlug   = lazy.Regexp(`[^a-z0-9]+`)
	notOfFolder = lazy.Regexp(`[^A-Za-z0-9-]`) // make splits names at spaces and other characters
)

// begin writes a content folder for a conference next year. It copies the current emails, because they name no
// conference.
func begin(w io.Writer, s settings, name string, now time.Time) error {
	slug := strings.Trim(notOfSlug().ReplaceAllString(strings.ToLower(filepath.Base(name)), "-"), "-")
	if slug == "" {
		return fmt.Errorf("give the new folder a name, for example: new geoforum")
	}
	if base := filepath.Base(name); notOfFolder().MatchString(base) {
		return fmt.Errorf("a folder's name has letters, digits and hyphens only; write: new %s", slug)
	}
	if err := os.Mkdir(name, 0o755); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("the folder %s already exists. Choose another name, or delete it", name)
	} else if err != nil {
		return err
	}
	year := now.Year() + 1
	values := strings.NewReplacer("@NAME@", filepath.Base(name), "@SLUG@", slug, "@YEAR@", strconv.Itoa(year),
		"@LAST-YEAR@", strconv.Itoa(year-1))
	files, err := fs.Sub(starter, "starter")
	if err != nil {
		return err
	}
	if err := copyTexts(files, name, values); err != nil {
		return err
	}
	mails := filepath.Join(name, schema.MailFolder)
	if err := copyTexts(os.DirFS(filepath.Join(s.content, schema.MailFolder)), mails, values); err != nil {
		return err
	}
	fmt.Fprintf(w, "%s is ready. Begin with %s; show it with: make run CONTENT=%s\n", name,
		filepath.Join(name, "event.yaml"), name)
	return nil
}

func copyTexts(from fs.FS, to string, values *strings.Replacer) error {
	return fs.WalkDir(from, ".", func(path string, entry fs.DirEntry, err error) error {
		target := filepath.Join(to, path)
		if err != nil || entry.IsDir() {
			if err == nil {
				err = os.MkdirAll(target, 0o755)
			}
			return err
		}
		text, err := fs.ReadFile(from, path)
		if err != nil {
			return err
		}
		return os.WriteFile(target, []byte(values.Replace(string(text))), 0o644)
	})
}
