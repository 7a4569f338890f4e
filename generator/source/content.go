// Package source reads content/ strictly: every key must be known and every value must have the right type. It records
// each value's position and reports all mistakes at once, in words that editors understand. Package check compares
// values and files with each other.
package source

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"gopkg.in/yaml.v3"

	"transom/generator/schema"
	"transom/generator/spelling"
)

// Content is all of content/ except the text of the Markdown files, which are read one at a time.
type Content struct {
	// Dir is the folder on disk; Name is its name in messages.
	Dir, Name string

	schema.Content

	// Pages and Mails are the names of the Markdown files without extension, sorted.
	Pages, Mails []string
	// Gone contains the missing folders: "", PageFolder, MailFolder or "images". Files missing in them are not reported.
	Gone map[string]bool
	// Misnamed lists Markdown files whose names cannot be part of an address.
	Misnamed []string
	// Images lists the files below images/, with forward slashes.
	Images []string

	read     map[string]bool
	whole    map[string]bool
	absent   map[string]bool
	files    []*marks  // the positions in each YAML file
	sums     *sync.Map // path on disk -> hash of the bytes read; nil if hashes are not needed
	pictures map[string]Picture
	raw      map[string][]byte
}

// End returns the position of a YAML file's last line that is not empty.
func (c *Content) End(file string) Position {
	name := c.Name + "/" + file + ".yaml"
	return Position{name, 1 + bytes.Count(bytes.TrimSpace(c.raw[name]), []byte("\n")), 1}
}

// At returns the position of a value, given a pointer to it, or of its entry if the value is missing.
func (c *Content) At(value any) Position {
	for _, m := range c.files {
		if at, ok := m.at(value); ok {
			return at
		}
	}
	return Position{}
}

// Find returns the position of a snippet inside a value, or of the value if the snippet is not there.
func (c *Content) Find(value any, snippet string) Position {
	at := c.At(value)
	return findIn(c.raw[at.File], at, snippet)
}

func findIn(raw []byte, at Position, snippet string) Position {
	offset := offsetOf(raw, at)
	if i := bytes.Index(raw[offset:], []byte(snippet)); i >= 0 && snippet != "" {
		return placeOf(at.File, raw, offset+i)
	}
	return at
}

// Rewritten returns the fix that replaces a string in a line, or nil if the string is not there exactly once.
func (c *Content) Rewritten(at Position, was, now string, certain bool) *Fix {
	lines := strings.Split(string(c.raw[at.File]), "\n")
	if at.Line < 1 || at.Line > len(lines) || strings.Count(lines[at.Line-1], was) != 1 {
		return nil
	}
	line := lines[at.Line-1]
	return &Fix{Line: at.Line, Was: line, Now: strings.Replace(line, was, now, 1), Certain: certain}
}

// Written reports whether a value appears in its file.
func (c *Content) Written(value, entry any) bool { return c.At(value) != c.At(entry) }

// Bad reports whether something was wrong with a value.
func (c *Content) Bad(value any) bool {
	return slices.ContainsFunc(c.files, func(m *marks) bool { return m.bad[value] })
}

// AnyBad reports whether something was wrong with any value of a YAML file.
func (c *Content) AnyBad() bool {
	return slices.ContainsFunc(c.files, func(m *marks) bool { return len(m.bad) > 0 })
}

// Good reports whether a value appears in its file and is correct.
func (c *Content) Good(value, entry any) bool { return c.Written(value, entry) && !c.Bad(value) }

// Read reports whether this file exists and could be read.
func (c *Content) Read(name string) bool { return c.read[name] }

// Whole reports whether a file was read completely. The unread part may define names that other files use.
func (c *Content) Whole(name string) bool { return c.whole[name] }

// Has reports whether the event has a part: a required file, or an optional one that exists.
func (c *Content) Has(name string) bool { return !c.absent[name] }

// Zone returns the event's time zone.
func (c *Content) Zone() *time.Location {
	if zone, err := time.LoadLocation(c.Event.TimeZone); err == nil {
		return zone
	}
	return time.UTC
}

// File returns a file's struct, given the file's index in schema.Files.
func (c *Content) File(i int) any { return reflect.ValueOf(&c.Content).Elem().Field(i).Interface() }

func offsetOf(raw []byte, at Position) int {
	offset := 0
	for line := 1; line < at.Line; line++ {
		i := bytes.IndexByte(raw[offset:], '\n')
		if i < 0 {
			return len(raw)
		}
		offset += i + 1
	}
	return min(offset+max(at.Column-1, 0), len(raw))
}

// Load reads all YAML files in `dir`, which messages call `name`, and lists the other files. Mistakes do not stop it.
// If `summed` is true, it also stores the files' hashes.
func Load(dir, name string, summed bool, problems *Problems) *Content {
	c := &Content{Dir: dir, Name: name, read: map[string]bool{}, whole: map[string]bool{}, absent: map[string]bool{},
		raw: map[string][]byte{}, Gone: map[string]bool{}}
	if summed {
		c.sums = new(sync.Map)
	}
	renamed := c.list(problems)
	if c.Gone[""] {
		return c
	}
	c.files = make([]*marks, len(schema.Files))
	for i, f := range schema.Files {
		c.files[i] = new(marks)
		reflect.ValueOf(&c.Content).Elem().Field(i).Set(reflect.ValueOf(f.New()))
	}
	c.pictures = make(map[string]Picture, len(c.Images))
	var lock sync.Mutex
	readFile := func(i int) {
		f := schema.Files[i]
		name, path := c.Name+"/"+f.Name+".yaml", filepath.Join(c.Dir, f.Name+".yaml")
		if _, err := os.Stat(path); f.Optional && errors.Is(err, fs.ErrNotExist) {
			lock.Lock()
			defer lock.Unlock()
			c.absent[f.Name], c.whole[f.Name] = true, true
			return
		}
		raw := c.readText(path, name, problems)
		if raw == nil {
			return
		}
		m := newMarks(name, len(raw)/24)
		m.dir = c.Dir
		read, whole := decodeInto(raw, 0, reflect.ValueOf(c.File(i)).Elem(), m, problems)
		whole = whole && read
		lock.Lock()
		defer lock.Unlock()
		c.files[i], c.raw[name], c.read[f.Name], c.whole[f.Name] = m, raw, read, whole
	}
	readPicture := func(file string) {
		p := c.readPicture(file)
		lock.Lock()
		defer lock.Unlock()
		c.pictures[file] = p
	}
	InParallel(len(schema.Files)+len(c.Images), func(i int) {
		if picture := i - len(schema.Files); picture >= 0 {
			readPicture(c.Images[picture])
		} else if !renamed[schema.Files[i].Name+".yaml"] {
			readFile(i)
		}
	})
	c.defaults()
	return c
}

// decodeInto fills a struct. `shift` is the number of lines before the text. `read` is false if the text is not YAML;
// `whole` is false if something is missing.
func decodeInto(raw []byte, shift int, target reflect.Value, m *marks, problems *Problems) (read, whole bool) {
	root, second, err := parseYAML(raw)
	if err != nil || second > 0 {
		broken(raw, second, shift, m.file, problems)
		return false, false
	}
	own := new(Problems)
	d := newDecoder(raw, shift, m, own)
	d.whole = true
	d.decode(root, target)
	problems.add(own.list...)
	return root != nil && root.Kind == yaml.MappingNode, len(d.lacks)+d.unknown == 0
}

// list finds Markdown files and images, and reports unused files. It returns the missing YAML files for which a file
// with a similar name exists.
func (c *Content) list(problems *Problems) map[string]bool {
	renamed := map[string]bool{}
	known := []string{"README.md", "EDITING.md", schema.PageFolder, schema.MailFolder, "images"}
	for _, f := range schema.Files {
		known = append(known, f.Name+".yaml")
	}
	entries, err := os.ReadDir(c.Dir)
	if err != nil {
		problems.Add(Position{File: c.Name}, "this folder does not exist; run the generator in the root of the repository, "+
			"or give the folder with -content")
		c.Gone[""] = true
		return renamed
	}
	for _, e := range entries {
		if ignored(e.Name()) || slices.Contains(known, e.Name()) {
			continue
		}
		at := Position{File: c.Name + "/" + e.Name()}
		if near := spelling.Nearest(e.Name(), known); strings.HasSuffix(near, ".yaml") && !hasName(entries, near) {
			fix := &Fix{Rename: near, Certain: strings.EqualFold(near, e.Name())}
			problems.AddFixed(at, fix, `no file with this name is used, and "%s" is missing; rename it to "%s"`, near, near)
			renamed[near] = true
			continue
		}
		problems.Add(at, "this file is not used%s Delete it, or rename it", cmp.Or(spelling.Suggest(e.Name(), known), "."))
	}
	c.Pages = c.markdownIn(schema.PageFolder, problems)
	c.Mails = c.markdownIn(schema.MailFolder, problems)
	c.Images = c.imagesIn()
	return renamed
}

// Sum returns the hash of a file that was read, given its path on disk.
func (c *Content) Sum(path string) (sum [sha256.Size]byte, ok bool) {
	if c.sums == nil {
		return sum, false
	}
	known, ok := c.sums.Load(path)
	if ok {
		sum = known.([sha256.Size]byte)
	}
	return sum, ok
}

// Mentions reports whether a YAML file contains this text, even in an unreadable part.
func (c *Content) Mentions(text string) bool {
	return slices.ContainsFunc(slices.Collect(maps.Values(c.raw)),
		func(raw []byte) bool { return bytes.Contains(raw, []byte(text)) })
}

func (c *Content) markdownIn(folder string, problems *Problems) []string {
	entries, err := os.ReadDir(filepath.Join(c.Dir, folder))
	if err != nil {
		problems.Add(Position{File: c.Name + "/" + folder}, "this folder is missing; it contains the Markdown files (.md)")
		c.Gone[folder] = true
		return nil
	}
	var names []string
	for _, e := range entries {
		base, isMarkdown := strings.CutSuffix(e.Name(), ".md")
		at := Position{File: c.Name + "/" + folder + "/" + e.Name()}
		switch {
		case ignored(e.Name()):
		case e.IsDir():
			problems.Add(at, `folders inside "%s" are not read; move the files out of it`, folder)
		case !isMarkdown:
			c.notMarkdown(at, e.Name(), problems)
		case isSlug(base):
			names = append(names, base)
		default:
			problems.Add(at, "the file's name becomes part of an address: %s", checkSlug(base))
			c.Misnamed = append(c.Misnamed, base)
		}
	}
	slices.Sort(names)
	return names
}

func hasName(entries []os.DirEntry, name string) bool {
	return slices.ContainsFunc(entries, func(e os.DirEntry) bool { return e.Name() == name })
}

// notMarkdown reports a file whose extension is not .md; a file such as code.md.txt need only be renamed.
func (c *Content) notMarkdown(at Position, name string, problems *Problems) {
	stem := name
	for slices.Contains([]string{".md", ".txt", ".markdown", ".mdown", ".mkd"}, strings.ToLower(filepath.Ext(stem))) {
		stem = strings.TrimSuffix(stem, filepath.Ext(stem))
	}
	if stem == name || !isSlug(stem) {
		problems.Add(at, "only Markdown files (.md) are read here; rename the file or move it elsewhere")
		return
	}
	c.Misnamed = append(c.Misnamed, stem)
	problems.AddFixed(at, &Fix{Rename: stem + ".md", Certain: strings.EqualFold(name, stem+".md")}, `only files with `+
		`the extension .md are read here; rename it to "%s.md" (Windows hides extensions: in File Explorer choose View, `+
		`"File name extensions")`, stem)
}

func (c *Content) imagesIn() []string {
	root := filepath.Join(c.Dir, "images")
	var names []string
	err := WalkFiles(root, func(path string, _ func() (fs.FileInfo, error)) {
		relative, _ := filepath.Rel(root, path)
		names = append(names, filepath.ToSlash(relative))
	})
	c.Gone["images"] = err != nil
	slices.Sort(names)
	return names
}

// InParallel runs work for 0…n-1 on all processors.
func InParallel(n int, work func(i int)) {
	var next atomic.Int64
	var group sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), n) {
		group.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				work(i)
			}
		})
	}
	group.Wait()
}
