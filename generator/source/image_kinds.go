package source

import (
	"bytes"
	"io"
	"strings"
)

// somethingElse says what a file that should be a picture is in truth, and what to do; "" when nobody knows.
func somethingElse(head []byte) string {
	begins := func(offset int, marks ...string) bool {
		for _, mark := range marks {
			if len(head) >= offset+len(mark) && string(head[offset:offset+len(mark)]) == mark {
				return true
			}
		}
		return false
	}
	text := strings.ToLower(strings.TrimSpace(string(head[:min(len(head), 200)])))
	switch {
	case len(head) == 0:
		return "is empty (0 bytes); copy the picture again"
	case begins(4, "ftypheic", "ftypheix", "ftypmif1", "ftypmsf1", "ftyphevc"):
		return "is actually a HEIC picture from an iPhone; open it and export it as JPEG (renaming is not enough)"
	case begins(4, "ftypavif"):
		return "is actually an AVIF picture; open it and export it as JPEG or PNG"
	case begins(0, "GIF8"):
		return "is actually a GIF; open it and export it as PNG"
	case begins(0, "BM"):
		return "is actually a bitmap (BMP); open it and export it as PNG"
	case begins(0, "II*\x00", "MM\x00*"):
		return "is actually a TIFF or a camera's raw picture; open it and export it as JPEG"
	case begins(0, "8BPS"):
		return "is actually a Photoshop file; export it as JPEG or PNG"
	case begins(0, "%PDF"):
		return "is actually a PDF; export its page as PNG"
	case strings.HasPrefix(text, "<!doctype html") || strings.HasPrefix(text, "<html"):
		return "is actually a web page that was saved under a picture's name; open the page and save the picture " +
			"itself"
	case strings.HasPrefix(text, "<svg") || strings.HasPrefix(text, "<?xml"):
		return "is actually an SVG drawing; export it as PNG"
	}
	return ""
}

// complete tells whether a picture's end is there. Behind the end of a JPEG some telephones write notes of their own.
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
			return true // told elsewhere, if it is one
		}
		if bytes.Contains(tail, end) {
			return true
		}
	}
	return false
}
