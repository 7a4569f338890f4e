package source

import (
	"bufio"
	"bytes"
	"encoding/binary"
	"image"
	_ "image/jpeg" // the formats whose size can be read
	_ "image/png"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	_ "golang.org/x/image/webp"
)

// Picture is what the first bytes of a picture say about it.
type Picture struct {
	// Format is jpeg, png or webp; "" when the file is none of them.
	Format        string
	Width, Height int
	// Bytes is the file's size.
	Bytes int64
	// Instead says, where the file is no picture that can be used, what it is and what to do.
	Instead string
}

// Picture is what a file below images/ turned out to be.
func (c *Content) Picture(file string) Picture { return c.pictures[file] }

// PictureEndings are the endings of files that can be pictures; what ends otherwise is not looked into.
var PictureEndings = []string{".jpg", ".jpeg", ".png", ".webp"}

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
		return Picture{Instead: "cannot be opened: it is a link that leads nowhere, or its permissions are wrong. Put the file itself there"}
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return Picture{}
	}
	buffer.Reset(io.LimitReader(f, headBytes))
	head, _ := buffer.Peek(buffer.Size()) // a short file is told below, as no picture
	exchanged := turned(head)
	instead := somethingElse(head)
	config, format, err := image.DecodeConfig(buffer)
	if err != nil {
		return Picture{Instead: instead}
	}
	p := Picture{Format: format, Width: config.Width, Height: config.Height, Bytes: info.Size()}
	if p.Bytes <= MaxPictureBytes && !complete(f, p) {
		p.Instead = "ends in the middle: it was not copied whole. Copy it again from the original"
	}
	if format == "jpeg" && exchanged {
		p.Width, p.Height = p.Height, p.Width
	}
	return p
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

// turned reads the orientation of a JPEG's Exif head: 5 to 8 mean that the picture lies on its side.
func turned(jpeg []byte) bool {
	at := bytes.Index(jpeg, []byte("Exif\x00\x00"))
	if at < 0 {
		return false
	}
	tiff := jpeg[at+6:]
	var order binary.ByteOrder = binary.LittleEndian
	if bytes.HasPrefix(tiff, []byte("MM")) {
		order = binary.BigEndian
	}
	if len(tiff) < 10 {
		return false
	}
	start := int(order.Uint32(tiff[4:]))
	if start < 8 || start+2 > len(tiff) {
		return false
	}
	entries := tiff[start+2:]
	for i := range int(order.Uint16(tiff[start:])) {
		if 12*i+12 > len(entries) {
			return false
		}
		entry := entries[12*i:]
		if order.Uint16(entry) == 0x0112 {
			return order.Uint16(entry[8:]) >= 5
		}
	}
	return false
}
