// Package heads reads the size, rotation and memory needs of a JPEG or PNG from its first bytes, for pictures in
// content/ and for uploads. It never decodes pixels.
package heads

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image/color"
	"image/png"
)

// Head is what a picture's first bytes contain; after an error, it contains what was read before the error.
type Head struct {
	Format        string // jpeg or png
	Width, Height int    // as stored; see Upright
	Orientation   int    // EXIF, 1 to 8
	Memory        int64  // bytes needed for decoding, as far as the header shows
	Scans         int    // number of scans in a JPEG that begin in these bytes
}

var (
	// ErrUnknown means that the bytes are neither a JPEG nor a PNG.
	ErrUnknown = errors.New("neither JPEG nor PNG")
	// ErrNeedMore means that the bytes so far do not contain the whole header.
	ErrNeedMore = errors.New("need more bytes")
	// ErrBroken means that the header contradicts itself.
	ErrBroken = errors.New("the header is broken")
)

var (
	jpegMagic = []byte{0xFF, 0xD8, 0xFF}
	pngMagic  = []byte("\x89PNG\r\n\x1a\n")
)

// Read reads a picture's header from its first bytes.
func Read(data []byte) (Head, error) {
	switch {
	case bytes.HasPrefix(data, jpegMagic):
		return readJPEG(data)
	case bytes.HasPrefix(data, pngMagic):
		return readPNG(data)
	case len(data) < len(pngMagic) && (bytes.HasPrefix(jpegMagic, data) || bytes.HasPrefix(pngMagic, data)):
		return Head{}, ErrNeedMore
	}
	return Head{}, ErrUnknown
}

// Upright returns the size as shown: width and height are swapped if the photo is stored rotated.
func (h Head) Upright() (width, height int) {
	if h.Orientation >= 5 {
		return h.Height, h.Width
	}
	return h.Width, h.Height
}

// ihdrEnd is where a PNG's header chunk ends: magic, length, type, 13 bytes, checksum.
const ihdrEnd = 8 + 4 + 4 + 13 + 4

func readPNG(data []byte) (Head, error) {
	head := Head{Format: "png", Orientation: 1}
	if len(data) < ihdrEnd {
		return head, ErrNeedMore
	}
	// The size is read even if the rest of the header is broken, so that a decompression bomb cannot hide it.
	head.Width = int(binary.BigEndian.Uint32(data[16:20]) & 0x7FFFFFFF)
	head.Height = int(binary.BigEndian.Uint32(data[20:24]) & 0x7FFFFFFF)
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		if data[25] == colorTypePalette { // the palette is in a later chunk
			return head, ErrNeedMore
		}
		return head, ErrBroken
	}
	perPixel := int64(4)
	switch config.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		perPixel = 8
	}
	head.Memory = int64(head.Width) * int64(head.Height) * perPixel
	if interlaced := data[28] == 1; interlaced {
		head.Memory *= 2
	}
	return head, nil
}

const colorTypePalette = 3
