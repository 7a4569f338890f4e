package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"runtime"
	"testing"
	"testing/iotest"

	"transom/api/apitest/check"
)

var must = check.Must

func gradient(w, h int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		for x := range w {
			img.SetRGBA(x, y, color.RGBA{byte(x * 255 / w), byte(y * 255 / h), 60, 255})
		}
	}
	return img
}

func jpegOf(img image.Image) []byte {
	var out bytes.Buffer
	if err := jpeg.Encode(&out, img, nil); err != nil {
		panic(err)
	}
	return out.Bytes()
}

func pngOf(img image.Image) []byte {
	var out bytes.Buffer
	if err := png.Encode(&out, img); err != nil {
		panic(err)
	}
	return out.Bytes()
}

// afterSOI inserts segments right after the start of a JPEG.
func afterSOI(data []byte, segments ...[]byte) []byte {
	out := bytes.Clone(data[:2])
	for _, s := range segments {
		out = append(out, s...)
	}
	return append(out, data[2:]...)
}

func segment(marker byte, payload []byte) []byte {
	out := []byte{0xFF, marker}
	out = binary.BigEndian.AppendUint16(out, uint16(len(payload)+2))
	return append(out, payload...)
}

// exif returns an APP1 segment with an orientation, and with a text in place of GPS data.
func exif(orientation int, order binary.AppendByteOrder, mark string) []byte {
	tiff := []byte(mark)
	tiff = order.AppendUint16(tiff, 42)
	tiff = order.AppendUint32(tiff, 8)
	tiff = order.AppendUint16(tiff, 1)
	tiff = order.AppendUint16(tiff, 0x0112)
	tiff = order.AppendUint16(tiff, 3)
	tiff = order.AppendUint32(tiff, 1)
	tiff = order.AppendUint16(tiff, uint16(orientation))
	tiff = append(tiff, 0, 0, 0, 0, 0, 0)
	return segment(0xE1, append(append([]byte("Exif\x00\x00"), tiff...), "GPS 23.2599 77.4126"...))
}

// bombPNG returns a PNG whose header declares a huge picture.
func bombPNG(w, h uint32, depth, colorType byte) []byte {
	ihdr := []byte("IHDR")
	ihdr = binary.BigEndian.AppendUint32(ihdr, w)
	ihdr = binary.BigEndian.AppendUint32(ihdr, h)
	ihdr = append(ihdr, depth, colorType, 0, 0, 0)
	out := []byte("\x89PNG\r\n\x1a\n")
	out = binary.BigEndian.AppendUint32(out, 13)
	out = append(out, ihdr...)
	out = binary.BigEndian.AppendUint32(out, crc32.ChecksumIEEE(ihdr))
	return append(out, make([]byte, 200<<10)...)
}

// bombJPEG returns a JPEG whose frame header declares a huge picture.
func bombJPEG(marker byte, w, h uint16) []byte {
	frame := []byte{8}
	frame = binary.BigEndian.AppendUint16(frame, h)
	frame = binary.BigEndian.AppendUint16(frame, w)
	frame = append(frame, 3, 1, 0x11, 0, 2, 0x11, 1, 3, 0x11, 1)
	return append(append([]byte{0xFF, 0xD8}, segment(marker, frame)...), segment(0xDA, []byte{1, 1, 0, 0, 63, 0})...)
}

func TestBombsAreRefusedByTheirHeader(t *testing.T) {
	p := NewProcessor()
	for _, c := range []struct {
		name string
		data []byte
	}{
		{"16-bit PNG of 14,000 pixels a side", bombPNG(14000, 14000, 16, 6)},
		{"1-bit PNG of 40,000 pixels a side", bombPNG(40000, 40000, 1, 0)},
		{"palette PNG of 40,000 pixels a side", bombPNG(40000, 40000, 1, 3)},
		{"PNG of the greatest sizes", bombPNG(0x7FFFFFFF, 0x7FFFFFFF, 8, 2)},
		{"PNG of negative sizes", bombPNG(0xFFFFFFFF, 0xFFFFFFFF, 8, 2)},
		{"JPEG of 65,500 pixels a side", bombJPEG(0xC0, 65500, 65500)},
		{"just too many pixels", bombPNG(4001, 4000, 8, 2)},
		{"progressive JPEG that fits but for its coefficients", bombJPEG(0xC2, 4000, 4000)},
	} {
		t.Run(c.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			_, err := p.Clean(t.Context(), c.data, 1600)
			runtime.ReadMemStats(&after)
			if !errors.Is(err, ErrTooManyPixels) {
				t.Errorf("got %v", err)
			}
			if taken := after.TotalAlloc - before.TotalAlloc; taken > 1<<20 {
				t.Errorf("took %d bytes of memory", taken)
			}
		})
	}
}

func TestManyScansAreRefused(t *testing.T) {
	data := bombJPEG(0xC2, 800, 800)
	for range maxScans {
		data = append(data, segment(0xDA, []byte{1, 1, 0, 1, 63, 0})...)
	}
	if _, err := Inspect(data); !errors.Is(err, ErrTooManyPixels) {
		t.Errorf("got %v", err)
	}
}

func TestOnlyPicturesPass(t *testing.T) {
	p := NewProcessor()
	good := jpegOf(gradient(40, 30))
	for _, c := range []struct {
		name string
		data []byte
		want error
	}{
		{"empty", nil, ErrBroken},
		{"one byte of a JPEG", good[:1], ErrBroken},
		{"magic only", good[:3], ErrBroken},
		{"truncated in the header", good[:100], ErrBroken},
		{"truncated in the data", good[:len(good)-40], ErrBroken},
		{"truncated PNG", pngOf(gradient(40, 30))[:120], ErrBroken},
		{"SVG with a script", []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			ErrNotPicture},
		{"HTML", []byte("<!doctype html><script>alert(1)</script>"), ErrNotPicture},
		{"PDF", []byte("%PDF-1.7 \n"), ErrNotPicture},
		{"HEIC", []byte("\x00\x00\x00\x18ftypheic\x00\x00\x00\x00"), ErrNotPicture},
		{"WebP", []byte("RIFF\x24\x00\x00\x00WEBPVP8 "), ErrNotPicture},
		{"TIFF", []byte("II*\x00\x08\x00\x00\x00\x00\x00\x00\x00"), ErrNotPicture},
		{"BMP", []byte("BM\x46\x00\x00\x00\x00\x00\x00\x00\x36\x00"), ErrNotPicture},
		{"GIF", []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00"), ErrNotPicture},
		{"ZIP", []byte("PK\x03\x04\x14\x00\x00\x00\x08\x00"), ErrNotPicture},
	} {
		t.Run(c.name, func(t *testing.T) {
			if _, err := p.Clean(t.Context(), c.data, 1600); !errors.Is(err, c.want) {
				t.Errorf("got %v, want %v", err, c.want)
			}
		})
	}
}

func TestAppendedBytesAreRemoved(t *testing.T) {
	planted := []string{"GPS 23.2599", "<script>", "<?php", "PK\x03\x04", "ns.adobe.com", "ICC_PROFILE", "a comment"}
	jpegFile := afterSOI(jpegOf(gradient(40, 30)), exif(1, binary.LittleEndian, "II"),
		segment(0xE1, []byte("http://ns.adobe.com/xap/1.0/\x00<x:xmpmeta/>")),
		segment(0xE2, []byte("ICC_PROFILE\x00\x01\x01")),
		segment(0xFE, []byte("a comment <script>alert(1)</script> <?php system($_GET[0]); ?>")))
	jpegFile = append(jpegFile, "PK\x03\x04 and the rest of an archive <script>"...)
	pngFile := append(pngOf(gradient(40, 30)), "<?php ?> <script> PK\x03\x04"...)
	for name, data := range map[string][]byte{"JPEG": jpegFile, "PNG": pngFile} {
		t.Run(name, func(t *testing.T) {
			clean, err := NewProcessor().Clean(t.Context(), data, 1600)
			must(t, err)
			for _, text := range planted {
				if bytes.Contains(clean.JPEG, []byte(text)) {
					t.Errorf("%q was kept", text)
				}
			}
			if clean.Width != 40 || clean.Height != 30 {
				t.Errorf("%d x %d", clean.Width, clean.Height)
			}
			if bytes.Contains(clean.JPEG, []byte{0xFF, 0xE1}) {
				t.Error("an application segment was kept")
			}
		})
	}
}

func TestOrientation(t *testing.T) {
	upright := gradient(60, 40)
	for orientation := 1; orientation <= 8; orientation++ {
		for _, order := range []struct {
			mark  string
			order binary.AppendByteOrder
		}{{"II", binary.LittleEndian}, {"MM", binary.BigEndian}} {
			t.Run(fmt.Sprintf("%d %s", orientation, order.mark), func(t *testing.T) {
				// Turning with an orientation and then with its inverse gives the original; 6 and 8 are each other's
				// inverse.
				inverse := map[int]int{6: 8, 8: 6}[orientation]
				if inverse == 0 {
					inverse = orientation
				}
				stored := turn(upright, inverse)
				file := afterSOI(jpegOf(stored), exif(orientation, order.order, order.mark))
				clean, err := NewProcessor().Clean(t.Context(), file, 1600)
				must(t, err)
				if clean.Width != 60 || clean.Height != 40 {
					t.Fatalf("%d x %d", clean.Width, clean.Height)
				}
				img, err := jpeg.Decode(bytes.NewReader(clean.JPEG))
				must(t, err)
				right, _, _, _ := img.At(55, 3).RGBA()
				_, bottom, _, _ := img.At(3, 36).RGBA()
				left, top, _, _ := img.At(3, 3).RGBA()
				if right < 0xC000 || bottom < 0xC000 || left > 0x4000 || top > 0x4000 {
					t.Errorf("not upright: right %x, bottom %x, left %x, top %x", right, bottom, left, top)
				}
			})
		}
	}
}

func TestScaling(t *testing.T) {
	for _, c := range []struct{ w, h, longest, wantW, wantH int }{
		{64, 48, 1600, 64, 48}, {3200, 2400, 1600, 1600, 1200}, {3000, 100, 1600, 1600, 53}, {5000, 2, 400, 400, 1},
		{1601, 1601, 1600, 1600, 1600},
	} {
		t.Run(fmt.Sprint(c.w, "x", c.h), func(t *testing.T) {
			clean, err := NewProcessor().Clean(t.Context(), jpegOf(gradient(c.w, c.h)), c.longest)
			must(t, err)
			if clean.Width != c.wantW || clean.Height != c.wantH {
				t.Errorf("%d x %d, want %d x %d", clean.Width, clean.Height, c.wantW, c.wantH)
			}
		})
	}
}

func TestTransparencyBecomesWhite(t *testing.T) {
	clean, err := NewProcessor().Clean(t.Context(), pngOf(image.NewNRGBA(image.Rect(0, 0, 20, 20))), 1600)
	must(t, err)
	img, err := jpeg.Decode(bytes.NewReader(clean.JPEG))
	must(t, err)
	if r, g, b, _ := img.At(10, 10).RGBA(); r < 0xFA00 || g < 0xFA00 || b < 0xFA00 {
		t.Errorf("%x %x %x", r, g, b)
	}
}

func TestReadStopsAtTheFirstUselessByte(t *testing.T) {
	arrivals := NewArrivals()
	endless := func(start []byte) *countingReader { return &countingReader{start: start} }
	for _, c := range []struct {
		name string
		from *countingReader
		want error
		most int
	}{
		{"no picture", endless([]byte("<html>")), ErrNotPicture, 128 << 10},
		{"bomb", endless(bombPNG(14000, 14000, 16, 6)), ErrTooManyPixels, 512 << 10},
		{"too large", endless(jpegOf(gradient(40, 30))), ErrTooLarge, 2<<20 + 512<<10},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, release, err := arrivals.Read(t.Context(), c.from, 2<<20)
			release()
			if !errors.Is(err, c.want) {
				t.Errorf("got %v", err)
			}
			if c.from.read > c.most {
				t.Errorf("read %d bytes", c.from.read)
			}
		})
	}
	if !arrivals.tokens.TryAcquire(maxTokens) {
		t.Error("some tokens were not returned")
	}
}

// countingReader returns the given start and then zeros without end, and counts the bytes.
type countingReader struct {
	start []byte
	read  int
}

func (r *countingReader) Read(p []byte) (int, error) {
	n := copy(p, r.start[min(r.read, len(r.start)):])
	clear(p[n:])
	r.read += len(p)
	return len(p), nil
}

func TestReadAcceptsAnyChunks(t *testing.T) {
	data := jpegOf(gradient(900, 700))
	got, release, err := NewArrivals().Read(t.Context(), iotest.HalfReader(bytes.NewReader(data)), 2<<20)
	defer release()
	if err != nil || !bytes.Equal(got, data) {
		t.Errorf("%d of %d bytes, %v", len(got), len(data), err)
	}
}

func FuzzInspect(f *testing.F) {
	f.Add(jpegOf(gradient(8, 8)))
	f.Add(pngOf(gradient(8, 8)))
	f.Add(afterSOI(jpegOf(gradient(8, 8)), exif(6, binary.BigEndian, "MM")))
	f.Add(bombPNG(40000, 40000, 1, 0)[:64])
	f.Add(bombJPEG(0xC2, 4000, 4000))
	f.Add([]byte("\xff\xd8\xff\xe1\x00\x00"))
	p := NewProcessor()
	f.Fuzz(func(t *testing.T, data []byte) {
		clean, err := p.Clean(t.Context(), data, 400)
		if err != nil {
			return
		}
		if clean.Width > 400 || clean.Height > 400 {
			t.Errorf("%d x %d", clean.Width, clean.Height)
		}
		if _, err := jpeg.Decode(bytes.NewReader(clean.JPEG)); err != nil {
			t.Errorf("the result is not a picture: %v", err)
		}
	})
}
