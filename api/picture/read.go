package picture

import (
	"context"
	"errors"
	"io"
	"time"
)

// Files that are arriving share a room of memory. The first part of each is free, so that a header can be judged at
// once and slow connections with little to say hold nobody up.
const (
	freeBytes  = 64 << 10
	tokenBytes = 256 << 10
	roomTokens = 192 // 48 MiB
	// roomWait is how long a file waits in the middle for room before it is told to try again.
	roomWait = 20 * time.Second
)

// Arrivals is the room for files that are being received.
type Arrivals struct{ tokens chan struct{} }

// NewArrivals returns an empty room; a program has one.
func NewArrivals() *Arrivals { return &Arrivals{tokens: make(chan struct{}, roomTokens)} }

// Read reads an uploaded file of at most maxBytes and gives up at the first byte that shows that it is of no use.
// release gives the room back and must be called when the bytes are no longer needed, also after an error.
func (a *Arrivals) Read(ctx context.Context, r io.Reader, maxBytes int) (data []byte, release func(), err error) {
	taken := 0
	release = func() {
		for ; taken > 0; taken-- {
			<-a.tokens
		}
	}
	data = make([]byte, 0, freeBytes)
	for {
		if len(data) == cap(data) {
			if err := a.take(ctx); err != nil {
				return nil, release, err
			}
			taken++
			grown := make([]byte, len(data), len(data)+tokenBytes)
			copy(grown, data)
			data = grown
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
		// The header is near the beginning; later it is looked at once more, as a whole.
		if len(data) <= 2*freeBytes {
			if err := inspectStart(data); err != nil {
				return nil, release, err
			}
		}
	}
}

func (a *Arrivals) take(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, roomWait)
	defer cancel()
	return acquire(ctx, a.tokens)
}
