// Package picture turns what somebody uploaded into a picture that is safe to store: a JPEG that this program encoded
// itself, upright, of a bounded size, without anything else that was in the file. It must not know HTTP, registrations
// or where pictures are stored.
//
// A picture file is an attack until shown otherwise: 1.5 MB of PNG can ask for 1.5 GB of memory. So the header is read
// first, from as few bytes as possible; what would take too much is refused without decoding; and decoding shares one
// budget of memory, whoever comes. Source: security reference, B5.
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

// What is refused, whatever the content says.
const (
	maxSide     = 8000
	maxPixels   = 16_000_000
	maxScans    = 100 // a progressive JPEG has about ten; thousands cost minutes
	jpegQuality = 85
)

// Memory for decoding. A picture that needs more than all of it is refused.
const (
	unitBytes   = 8 << 20
	budgetUnits = 20 // 160 MiB
	// bigUnits is from where memory is refunded to the system at once, before the next picture takes its share.
	bigUnits = 4
	// maxDecodes at once keep a processor free for everybody else.
	maxDecodes = 2
)

// Refusals. The uploader can do something about each.
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

// Processor cleans pictures within a budget of memory and decodes. Who asks first is served first, so that a large
// picture is not overtaken by small ones for ever.
type Processor struct {
	decodes, units *semaphore.Weighted
}

// NewProcessor returns a processor; a program has one.
func NewProcessor() *Processor {
	return &Processor{decodes: semaphore.NewWeighted(maxDecodes), units: semaphore.NewWeighted(budgetUnits)}
}

// Clean decodes data, turns the picture upright, scales it to at most longestSide pixels and encodes it anew.
// It waits for its share of the budget.
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
