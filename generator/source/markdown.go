package source

import (
	"bufio"
	"bytes"
	"io"
	"path/filepath"
	"reflect"
	"strings"
	"unicode/utf8"

	"github.com/adrg/frontmatter"

	"transom/generator/schema"
)

// Text is a Markdown file whose body is still Markdown; its frontmatter is in a struct of package schema.
type Text struct {
	// Name is the file's name without extension; File is its name in messages.
	Name, File string
	// Body is the Markdown. It begins on the file's line BodyLine.
	Body     []byte
	BodyLine int

	raw   []byte
	marks *marks
	// lately is where the last search ended and the next one starts; positions are searched from top to bottom.
	lately struct{ start, lines int }
}

// At returns the position of a frontmatter value, given a pointer to it.
func (t *Text) At(value any) Position {
	at, _ := t.marks.at(value)
	return at
}

// Find returns the position of a snippet inside a frontmatter value, or of the value if the snippet is not there.
func (t *Text) Find(value any, snippet string) Position { return findIn(t.raw, t.At(value), snippet) }

// BodyAt returns the position of an offset in the body.
func (t *Text) BodyAt(offset int) Position {
	offset = min(max(offset, 0), len(t.Body))
	if offset < t.lately.start {
		t.lately.start, t.lately.lines = 0, 0
	}
	between := t.Body[t.lately.start:offset]
	if last := bytes.LastIndexByte(between, '\n'); last >= 0 {
		t.lately.lines += bytes.Count(between, []byte("\n"))
		t.lately.start += last + 1
	}
	return Position{t.File, t.BodyLine + t.lately.lines, 1 + utf8.RuneCount(t.Body[t.lately.start:offset])}
}

// ReadPage reads content/pages/<name>.md.
func (c *Content) ReadPage(name string, problems *Problems) (*Text, *schema.Page) {
	page := new(schema.Page)
	text := c.readMarkdown(schema.PageFolder, name, page, problems)
	page.Route = "/" + name
	return text, page
}

// ReadMail reads content/mail/<name>.md.
func (c *Content) ReadMail(name string, problems *Problems) (*Text, *schema.Mail) {
	mail := new(schema.Mail)
	text := c.readMarkdown(schema.MailFolder, name, mail, problems)
	mail.Name = name
	return text, mail
}

// readMarkdown returns nil if there is no text to check.
func (c *Content) readMarkdown(folder, name string, target any, problems *Problems) *Text {
	t := &Text{Name: name, File: c.Name + "/" + folder + "/" + name + ".md"}
	t.marks = newMarks(t.File, 16)
	raw := c.readText(filepath.Join(c.Dir, folder, name+".md"), t.File, problems)
	if raw == nil {
		return nil
	}
	t.raw = raw
	for _, mark := range []string{"\n<<<<<<<", "\n>>>>>>>"} {
		if at := bytes.Index(raw, []byte(mark)); at >= 0 { // otherwise the page would show git's mark
			problems.Add(placeOf(t.File, raw, at+1), "%s", twoVersions)
			break
		}
	}
	matter, body, line, ok := splitFrontmatter(raw, t.File, problems)
	if !ok {
		return nil
	}
	t.Body, t.BodyLine = body, line
	decodeInto(matter, line-1-bytes.Count(matter, []byte("\n"))-1, reflect.ValueOf(target).Elem(), t.marks, problems)
	if len(bytes.TrimSpace(body)) == 0 {
		problems.Add(Position{t.File, line, 1}, `the text below the second "---" is missing; write it there`)
	}
	return t
}

// headEnds returns the first line that cannot belong to the frontmatter, or the file's last line.
func headEnds(raw []byte) int {
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	for i, line := range lines[1:] {
		if strings.HasSuffix(line, "---") {
			return i + 2 // the line "---" was joined to the line above it
		}
		if key, _, found := strings.Cut(line, ":"); line != "" && line[0] != ' ' && line[0] != '#' &&
			(!found || strings.ContainsRune(key, ' ')) {
			return i + 2
		}
	}
	return len(lines)
}

// splitFrontmatter separates the YAML between the lines "---" from the text. `line` is the line where the text begins.
func splitFrontmatter(raw []byte, name string, problems *Problems) (matter, body []byte, line int, ok bool) {
	start := Position{name, 1, 1}
	first, _, _ := bytes.Cut(raw, []byte("\n"))
	if strings.TrimSpace(string(first)) != "---" {
		problems.Add(start, `the file must begin with a line "---", then lines like "title: …", then a second line `+
			`"---", then the text`)
		return nil, nil, 0, false
	}
	if again := bytes.TrimPrefix(raw[len(first):], []byte("\n")); bytes.HasPrefix(again, []byte("---\n")) {
		problems.Add(Position{name, 2, 1}, `the line "---" is here twice, so the head of the file is empty; delete one of `+
			`the two`)
		return nil, nil, 0, false
	}
	found := false
	yamlOnly := frontmatter.NewFormat("---", "---", func(between []byte, _ any) error {
		matter, found = between, true
		return io.EOF // stops Parse before it copies the text
	})
	buffer := buffers.Get().(*bufio.Reader)
	defer buffers.Put(buffer)
	buffer.Reset(bytes.NewReader(raw))
	_, _ = frontmatter.Parse(buffer, &struct{}{}, yamlOnly)
	if !found {
		problems.Add(Position{name, headEnds(raw), 1}, `the second line "---", which ends the head of the file, is `+
			`missing; add it above the text`)
		return nil, nil, 0, false
	}
	_, body, _ = bytes.Cut(raw[len(first)+1+len(matter):], []byte("\n"))
	line = 1 + bytes.Count(raw[:len(raw)-len(body)], []byte("\n"))
	return matter, body, line, true
}
