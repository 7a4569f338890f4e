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
	"image/jpeg"
	"image/png"
	"runtime/debug"

	"golang.org/x/sync/semaphore"
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
