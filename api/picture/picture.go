// Package picture turns an uploaded file into a picture that is safe to store: a JPEG that this program encoded itself,
// upright, of limited size, and with nothing else from the file. It must not know about HTTP, registrations or where
// pictures are stored.
//
// Every file may be an attack: 1.5 MB of PNG can require 1.5 GB of memory. So the header is read first, from as few
// bytes as possible; a file that would need too much memory is refused without decoding; and all decoding shares one
// memory budget. Source: security reference, B5.
package picture

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"io"
	"runtime/debug"
	"time"

	"golang.org/x/image/draw"
	"golang.org/x/sync/semaphore"

	"transom/generator/heads"
)

const (
	maxSide     = 8000
	maxPixels   = 16_000_000
	maxScans    = 100 // a progressive JPEG has about ten scans; decoding thousands would take minutes
	jpegQuality = 85
)

// The memory budget for decoding. A picture that needs more than the whole budget is refused.
const (
	unitBytes   = 8 << 20
	budgetUnits = 20 // 160 MiB
	// bigUnits is the minimum size of a picture whose memory is returned to the system before the next one is decoded.
	bigUnits = 4
	// maxDecodes is the maximum number of pictures decoded at once, so that one core stays free for other requests.
	maxDecodes = 2
)

var (
	ErrNotPicture    = errors.New("not a JPEG or PNG picture")
	ErrBroken        = errors.New("the picture is incomplete or broken")
	ErrTooManyPixels = errors.New("the picture has too many pixels")
	ErrTooLarge      = errors.New("the file is too large")
)

// Picture is a clean JPEG.
type Picture struct {
	JPEG          []byte
	Width, Height int
}

// Processor cleans pictures within a budget of memory and concurrent decodes. Requests are served in order, so that
// small pictures cannot delay a large one forever.
type Processor struct {
	decodes, units *semaphore.Weighted
}

// NewProcessor returns a processor; a program needs only one.
func NewProcessor() *Processor {
	return &Processor{decodes: semaphore.NewWeighted(maxDecodes), units: semaphore.NewWeighted(budgetUnits)}
}

// Clean returns the picture as a new JPEG, upright and scaled to at most longestSide pixels. It may wait for memory.
func (p *Processor) Clean(ctx context.Context, data []byte, longestSide int) (Picture, error) {
	head, err := Inspect(data)
	if err != nil {
		return Picture{}, err
	}
	if err := p.decodes.Acquire(ctx, 1); err != nil {
		return Picture{}, err
	}
	defer p.decodes.Release(1)
	units := min(int64(head.Memory/unitBytes)+1, budgetUnits)
	if err := p.units.Acquire(ctx, units); err != nil {
		return Picture{}, err
	}
	defer func() {
		if units >= bigUnits {
			debug.FreeOSMemory()
		}
		p.units.Release(units)
	}()
	decode := jpeg.Decode
	if head.Format == "png" {
		decode = png.Decode
	}
	decoded, err := decode(bytes.NewReader(data))
	if err != nil {
		return Picture{}, fmt.Errorf("%w: %v", ErrBroken, err)
	}
	upright := turn(shrink(decoded, longestSide), head.Orientation)
	var out bytes.Buffer
	out.Grow(256 << 10)
	if err := jpeg.Encode(&out, upright, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return Picture{}, fmt.Errorf("encode picture: %w", err)
	}
	size := upright.Bounds().Size()
	return Picture{JPEG: out.Bytes(), Width: size.X, Height: size.Y}, nil
}

// Arriving files share a fixed amount of memory. The first part of each file needs no reservation, so that its header
// is checked at once and slow connections delay nobody.
const (
	freeBytes  = 64 << 10
	tokenBytes = 256 << 10
	maxTokens  = 192 // 48 MiB
	// maxWait is the longest time that a file waits for memory before it is refused.
	maxWait = 20 * time.Second
)

// Arrivals manages the memory for incoming files.
type Arrivals struct{ tokens *semaphore.Weighted }

// NewArrivals returns a memory budget for incoming files; a program needs only one.
func NewArrivals() *Arrivals { return &Arrivals{tokens: semaphore.NewWeighted(maxTokens)} }

// Read reads an uploaded file of at most maxBytes and stops at the first byte that shows that the file cannot be used.
// Call `release`, which frees the memory, when the bytes are no longer needed, even after an error.
func (a *Arrivals) Read(ctx context.Context, r io.Reader, maxBytes int) (data []byte, release func(), err error) {
	taken := int64(0)
	release = func() {
		a.tokens.Release(taken)
		taken = 0
	}
	data = make([]byte, 0, freeBytes)
	for {
		if len(data) == cap(data) {
			if err := a.take(ctx); err != nil {
				return nil, release, err
			}
			taken++
			data = append(make([]byte, 0, len(data)+tokenBytes), data...)
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		if len(data) > maxBytes {
			return nil, release, ErrTooLarge
		}
		if errors.Is(err, io.EOF) {
			return data, release, nil
		}
		if err != nil {
			return nil, release, err
		}
		// Refuse a bad file as soon as its header has arrived. The complete file is checked again later.
		if len(data) <= 2*freeBytes {
			if err := inspectStart(data); err != nil {
				return nil, release, err
			}
		}
	}
}

func (a *Arrivals) take(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, maxWait)
	defer cancel()
	return a.tokens.Acquire(ctx, 1)
}

// Inspect reads a file's header without decoding, and refuses other files and those that need too much memory.
func Inspect(data []byte) (heads.Head, error) {
	head, err := inspect(data)
	if errors.Is(err, heads.ErrNeedMore) {
		return head, ErrBroken
	}
	return head, err
}

// inspectStart accepts the first part of a file as long as it is too short to decide.
func inspectStart(data []byte) error {
	_, err := inspect(data)
	if errors.Is(err, heads.ErrNeedMore) {
		return nil
	}
	return err
}

func inspect(data []byte) (heads.Head, error) {
	head, err := heads.Read(data)
	switch {
	case head.Width > maxSide || head.Height > maxSide || head.Width*head.Height > maxPixels ||
		head.Memory > budgetUnits*unitBytes || head.Scans > maxScans:
		return head, ErrTooManyPixels
	case errors.Is(err, heads.ErrUnknown):
		return head, ErrNotPicture
	case errors.Is(err, heads.ErrBroken):
		return head, ErrBroken
	}
	return head, err
}

// shrink halves the picture as often as possible and does the rest in one step: each step averages neighbours and needs
// no more memory than its result, unlike kernel scalers, which need another 32 bytes per pixel.
func shrink(src image.Image, longestSide int) image.Image {
	size := src.Bounds().Size()
	longest := max(size.X, size.Y)
	if longest <= longestSide {
		return flatten(src)
	}
	want := image.Pt(max(1, size.X*longestSide/longest), max(1, size.Y*longestSide/longest))
	for size.X >= 2*want.X && size.Y >= 2*want.Y {
		size = image.Pt(size.X/2, size.Y/2)
		src = scale(src, size)
	}
	if size != want {
		src = scale(src, want)
	}
	return src
}

func scale(src image.Image, size image.Point) image.Image {
	dst := whiteCanvas(size)
	draw.ApproxBiLinear.Scale(dst, dst.Bounds(), src, src.Bounds(), draw.Over, nil)
	return dst
}

// flatten returns a picture without transparency, on white if necessary, in a format that can be encoded quickly.
func flatten(src image.Image) image.Image {
	switch src.(type) {
	case *image.YCbCr, *image.Gray:
		return src
	}
	dst := whiteCanvas(src.Bounds().Size())
	draw.Draw(dst, dst.Bounds(), src, src.Bounds().Min, draw.Over)
	return dst
}

func whiteCanvas(size image.Point) *image.RGBA {
	canvas := image.NewRGBA(image.Rectangle{Max: size})
	draw.Draw(canvas, canvas.Bounds(), image.NewUniform(color.White), image.Point{}, draw.Src)
	return canvas
}

// turn applies an EXIF orientation to the pixels, because the stored picture has no EXIF data.
func turn(src image.Image, orientation int) image.Image {
	if orientation <= 1 {
		return src
	}
	bounds := src.Bounds()
	w, h := bounds.Dx(), bounds.Dy()
	// For each orientation: the source of pixel (x, y) in the upright picture.
	from := map[int]func(x, y int) (int, int){
		2: func(x, y int) (int, int) { return w - 1 - x, y },
		3: func(x, y int) (int, int) { return w - 1 - x, h - 1 - y },
		4: func(x, y int) (int, int) { return x, h - 1 - y },
		5: func(x, y int) (int, int) { return y, x },
		6: func(x, y int) (int, int) { return y, h - 1 - x },
		7: func(x, y int) (int, int) { return w - 1 - y, h - 1 - x },
		8: func(x, y int) (int, int) { return w - 1 - y, x },
	}[orientation]
	flat := whiteCanvas(image.Pt(w, h))
	draw.Draw(flat, flat.Bounds(), src, bounds.Min, draw.Src)
	size := image.Pt(w, h)
	if orientation >= 5 {
		size = image.Pt(h, w)
	}
	dst := image.NewRGBA(image.Rectangle{Max: size})
	for y := range size.Y {
		for x := range size.X {
			sx, sy := from(x, y)
			copy(dst.Pix[dst.PixOffset(x, y):][:4], flat.Pix[flat.PixOffset(sx, sy):][:4])
		}
	}
	return dst
}
