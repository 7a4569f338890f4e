package source

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"golang.org/x/image/webp"
	"gopkg.in/yaml.v3"

	"transom/generator/heads"
	"transom/generator/lazy"
	"transom/generator/schema"
)

// Picture is what is known about a picture from its first bytes.
type Picture struct {
	// Format is jpeg, png, webp or svg; it is "" if the file is not a picture.
	Format        string
	Width, Height int
	// Bytes is the file's size.
	Bytes int64
	// Active names the first part of a drawing that can run or load something.
	Active string
	// Colors are a drawing's fixed colours. If a part is in currentColor, there are none.
	Colors []Paint
	// Other is the first colour that is written in another way than Colors, for example as rgb(…); its text and line.
	Other     string
	OtherLine int
	// Line and Column are the position of Active or Instead, or 0 for the whole file.
	Line, Column int
	// Instead says what a file is and what to do, if it is not a usable picture.
	Instead string
}

// Paint is a fixed colour in a drawing, with the line where it is first used.
type Paint struct {
	Color schema.Color
	Line  int
}

// Picture returns what is known about a file below images/.
func (c *Content) Picture(file string) Picture { return c.pictures[file] }

// PictureEndings are the extensions of pictures. Other files are not read.
var PictureEndings = []string{".jpg", ".jpeg", ".png", ".webp", ".svg"}

// EndsIn reports whether a file has one of the extensions, in any case.
func EndsIn(file string, endings []string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(file)))
}

// MaxPictureBytes limits picture files, because git's history keeps all of them.
const MaxPictureBytes = 8 << 20

// headBytes is how many bytes are searched for a picture's size; camera metadata can come before it.
const headBytes = 1 << 20

func (c *Content) readPicture(file string) Picture {
	if !EndsIn(file, PictureEndings) {
		return Picture{}
	}
	f, err := os.Open(filepath.Join(c.Dir, "images", filepath.FromSlash(file)))
	if err != nil {
		return Picture{Instead: "cannot be opened: it is a broken link, or its permissions are wrong. Put the file " +
			"itself there"}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Picture{}
	}
	head, found, err := readHead(io.LimitReader(f, headBytes))
	if err != nil && EndsIn(file, []string{".svg"}) {
		if _, err := f.Seek(0, io.SeekStart); err != nil {
			return Picture{}
		}
		return readDrawing(f, info.Size())
	}
	if err != nil {
		return Picture{Instead: somethingElse(head)}
	}
	p := Picture{Format: found.Format, Bytes: info.Size()}
	p.Width, p.Height = found.Upright()
	if p.Bytes <= MaxPictureBytes && !complete(f, p) {
		p.Instead = "is incomplete; copy it again from the original"
	}
	return p
}

var buffers = sync.Pool{New: func() any { return bufio.NewReader(nil) }}

func readHead(r io.Reader) ([]byte, heads.Head, error) {
	buffer := buffers.Get().(*bufio.Reader)
	defer buffers.Put(buffer)
	buffer.Reset(r)
	first, _ := buffer.Peek(buffer.Size()) // if the file is short, heads.Read returns an error
	head, err := heads.Read(first)
	if errors.Is(err, heads.ErrNeedMore) && head.Width == 0 { // camera metadata comes before the size
		var all []byte
		if all, err = io.ReadAll(buffer); err == nil {
			head, err = heads.Read(all)
		}
	}
	switch {
	case head.Width > 0 && errors.Is(err, heads.ErrNeedMore):
		err = nil // `complete` reports a file that ends too early
	case errors.Is(err, heads.ErrUnknown):
		var config image.Config
		if config, err = webp.DecodeConfig(buffer); err == nil {
			head = heads.Head{Format: "webp", Width: config.Width, Height: config.Height}
		}
	}
	if err != nil {
		first = bytes.Clone(first) // the buffer will be reused
	}
	return first, head, err
}

// EndingOf returns the file extension for a format.
func (p Picture) EndingOf() string {
	if p.Format == "jpeg" {
		return ".jpg"
	}
	return "." + p.Format
}

// Fits reports whether a file's extension matches its format.
func (p Picture) Fits(file string) bool {
	ending := strings.ToLower(filepath.Ext(file))
	return ending == p.EndingOf() || ending == ".jpeg" && p.Format == "jpeg"
}

var focusType = reflect.TypeOf(schema.Focus(""))

// focusText accepts both spellings of a focus: top left, and [30, 20].
func focusText(node *yaml.Node) *yaml.Node {
	text := *node
	if node.Kind == yaml.SequenceNode {
		var parts []string
		for _, part := range node.Content {
			parts = append(parts, part.Value)
		}
		text.Kind, text.Value, text.Content = yaml.ScalarNode, strings.Join(parts, " "), nil
	}
	if text.Kind == yaml.ScalarNode && text.Value != "" {
		text.Tag, text.Style = "!!str", yaml.DoubleQuotedStyle
	}
	return &text
}

func checkFocus(s string) string {
	if _, _, ok := schema.Focus(s).Point(); ok {
		return ""
	}
	return fmt.Sprintf(`a focus is top, bottom, left, right, two of them (like "top left"), or two percentages from the `+
		`left and from the top (like [50, 20]); found "%s"`, cut(s))
}

// formats lists what a file with a picture's extension may really be, and what to do about it.
var formats = []struct {
	begins func() *regexp.Regexp
	is     string
}{
	{lazy.Regexp(`^$`), "is empty (0 bytes); copy the picture again"},
	{lazy.Regexp(`(?s)^....ftyp(?:hei[cx]|mif1|msf1|hevc)`),
		"is actually a HEIC picture from an iPhone; open it and export it as JPEG (renaming is not enough)"},
	{lazy.Regexp(`(?s)^....ftypavif`), "is actually an AVIF picture; open it and export it as JPEG or PNG"},
	{lazy.Regexp(`^GIF8`), "is actually a GIF; open it and export it as PNG"},
	{lazy.Regexp(`^BM`), "is actually a bitmap (BMP); open it and export it as PNG"},
	{lazy.Regexp(`^(?:II\*\x00|MM\x00\*)`), "is actually a TIFF or a camera's raw picture; open it and export it as JPEG"},
	{lazy.Regexp(`^8BPS`), "is actually a Photoshop file; export it as JPEG or PNG"},
	{lazy.Regexp(`^%PDF`), "is actually a PDF; export its page as PNG"},
	{lazy.Regexp(`(?i)^\s*<(?:!doctype )?html`),
		"is actually a web page that was saved under a picture's name; open the page and save the picture itself"},
	{lazy.Regexp(`(?i)^\s*<(?:svg|\?xml)`), "is actually an SVG drawing; export it as PNG"},
}

func somethingElse(head []byte) string {
	for _, format := range formats {
		if format.begins().Match(head) {
			return format.is
		}
	}
	return ""
}

// complete reports whether a file contains the picture's end. Some phones add metadata after it.
func complete(f io.ReaderAt, p Picture) bool {
	var end []byte
	switch p.Format {
	case "jpeg":
		end = []byte{0xFF, 0xD9}
	case "png":
		end = []byte("IEND")
	default:
		return true
	}
	for _, size := range []int64{16, 1 << 20} {
		tail := make([]byte, min(size, p.Bytes))
		if _, err := f.ReadAt(tail, p.Bytes-int64(len(tail))); err != nil {
			return true // an unreadable file is reported elsewhere
		}
		if bytes.Contains(tail, end) {
			return true
		}
	}
	return false
}
