package picture

import (
	"context"
	"errors"
	"io"
	"time"

	"transom/generator/heads"

	"golang.org/x/sync/semaphore"
)

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

// Inspect reads the header of a complete file without decoding it, and refuses a file that is not a picture or would
// need too much memory.
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
