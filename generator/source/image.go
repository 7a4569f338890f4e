package source

import (
	"bufio"
	"errors"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/image/webp"

	"transom/generator/heads"
)

// Picture is what the first bytes of a picture say about it.
type Picture struct {
	// Format is jpeg, png or webp; "" when the file is none of them.
	Format        string
	Width, Height int
	// Bytes is the file's size.
	Bytes int64
	// Active tells a drawing that holds programs or asks for other files; the site takes them out.
	Active bool
	// Instead says, where the file is no picture that can be used, what it is and what to do.
	Instead string
}

// Picture is what a file below images/ turned out to be.
func (c *Content) Picture(file string) Picture { return c.pictures[file] }

// PictureEndings are the endings of files that can be pictures; what ends otherwise is not looked into.
var PictureEndings = []string{".jpg", ".jpeg", ".png", ".webp", ".svg"}

// EndsIn tells whether a file has one of the endings, in capital or small letters.
func EndsIn(file string, endings []string) bool {
	return slices.Contains(endings, strings.ToLower(filepath.Ext(file)))
}

// MaxPictureBytes is the most that an original may weigh: all of them are kept in the repository for ever.
const MaxPictureBytes = 8 << 20

// headBytes is how much of a picture is searched for its size: a camera's notes may stand before it.
const headBytes = 1 << 20

// readPicture reads the head of a picture below images/. A photo that a camera turned has its sides exchanged, as it
// will be shown.
func (c *Content) readPicture(file string, buffer *bufio.Reader) Picture {
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
	if EndsIn(file, []string{".svg"}) {
		return readDrawing(f, info.Size())
	}
	head, found, err := readHead(io.LimitReader(f, headBytes), buffer)
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

// readHead reads the first bytes of a picture, and more of them only when these do not suffice.
func readHead(r io.Reader, buffer *bufio.Reader) ([]byte, heads.Head, error) {
	buffer.Reset(r)
	first, _ := buffer.Peek(buffer.Size()) // a short file is told below, as no picture
	head, err := heads.Read(first)
	if errors.Is(err, heads.ErrNeedMore) && head.Width == 0 { // a camera's notes stand before the size
		var all []byte
		if all, err = io.ReadAll(buffer); err == nil {
			head, err = heads.Read(all)
		}
	}
	switch {
	case head.Width > 0 && errors.Is(err, heads.ErrNeedMore):
		err = nil // that a file ends too early is told as such
	case errors.Is(err, heads.ErrUnknown):
		var config image.Config
		if config, err = webp.DecodeConfig(buffer); err == nil {
			head = heads.Head{Format: "webp", Width: config.Width, Height: config.Height}
		}
	}
	return first, head, err
}

// EndingOf is the file ending of a format.
func (p Picture) EndingOf() string {
	if p.Format == "jpeg" {
		return ".jpg"
	}
	return "." + p.Format
}

// Fits tells whether a file's ending is right for the format.
func (p Picture) Fits(file string) bool {
	ending := strings.ToLower(filepath.Ext(file))
	return ending == p.EndingOf() || ending == ".jpeg" && p.Format == "jpeg"
}
