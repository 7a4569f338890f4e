package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"image/color"
	"image/png"
)

// Head is what the first bytes say about a picture.
type Head struct {
	Format        string // jpeg or png
	Width, Height int
	orientation   int   // EXIF, 1 to 8
	memory        int64 // bytes that decoding takes, as far as the header tells
}

var (
	jpegMagic = []byte{0xFF, 0xD8, 0xFF}
	pngMagic  = []byte("\x89PNG\r\n\x1a\n")
)

// errNeedMore says that the bytes so far do not hold the whole header.
var errNeedMore = errors.New("need more bytes")

// Inspect reads the header of a whole file without decoding and refuses what is no picture or would cost too much.
func Inspect(data []byte) (Head, error) {
	head, err := inspect(data)
	if errors.Is(err, errNeedMore) {
		return head, ErrBroken
	}
	return head, err
}

// inspectStart is Inspect for the first part of a file: it refuses as soon as the bytes are enough to know.
func inspectStart(data []byte) error {
	_, err := inspect(data)
	if errors.Is(err, errNeedMore) {
		return nil
	}
	return err
}

func inspect(data []byte) (Head, error) {
	var (
		head Head
		err  error
	)
	switch {
	case bytes.HasPrefix(data, jpegMagic):
		head, err = inspectJPEG(data)
	case bytes.HasPrefix(data, pngMagic):
		head, err = inspectPNG(data)
	case len(data) < len(pngMagic) && (bytes.HasPrefix(jpegMagic, data) || bytes.HasPrefix(pngMagic, data)):
		return head, errNeedMore
	default:
		return head, ErrNotPicture
	}
	if head.Width > maxSide || head.Height > maxSide || head.Width*head.Height > maxPixels || head.memory > budgetUnits*unitBytes {
		return head, ErrTooManyPixels
	}
	return head, err
}

// ihdrEnd is where a PNG's header chunk ends: magic, length, type, 13 bytes, checksum.
const ihdrEnd = 8 + 4 + 4 + 13 + 4

func inspectPNG(data []byte) (Head, error) {
	head := Head{Format: "png", orientation: 1}
	if len(data) < ihdrEnd {
		return head, errNeedMore
	}
	// Before anything else the sizes: they are what a bomb lies about least.
	head.Width = int(binary.BigEndian.Uint32(data[16:20]) & 0x7FFFFFFF)
	head.Height = int(binary.BigEndian.Uint32(data[20:24]) & 0x7FFFFFFF)
	if head.Width > maxSide || head.Height > maxSide {
		return head, ErrTooManyPixels
	}
	config, err := png.DecodeConfig(bytes.NewReader(data))
	if err != nil {
		if data[25] == colorTypePalette { // the palette comes in a later chunk
			return head, errNeedMore
		}
		return head, ErrBroken
	}
	perPixel := int64(4)
	switch config.ColorModel {
	case color.RGBA64Model, color.NRGBA64Model, color.Gray16Model:
		perPixel = 8
	}
	head.memory = int64(head.Width) * int64(head.Height) * perPixel
	if interlaced := data[28] == 1; interlaced {
		head.memory *= 2
	}
	return head, nil
}

const colorTypePalette = 3
