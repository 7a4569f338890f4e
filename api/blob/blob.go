// Package blob stores uploaded pictures, in files or in an object store; after a power failure each one is either
// complete or missing. It knows names and bytes, and nothing about registrations, HTTP or what a picture shows.
package blob

import (
	"context"
	"errors"
	"time"
)

// ErrNotFound is returned for a name without a file.
var ErrNotFound = errors.New("blob not found")

// ErrAway is returned if the store does not answer, or accepts nothing at the moment.
var ErrAway = errors.New("the blob store does not respond")

// Store stores bytes under a name "folder/name". Another implementation must satisfy the same tests (blobtest).
type Store interface {
	// Put is durable when it returns nil; a name is written once.
	Put(ctx context.Context, name string, data []byte) error
	// Get returns the bytes, or ErrNotFound.
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete deletes the bytes; a missing name is not an error.
	Delete(ctx context.Context, name string) error
	// List returns the names in a folder that are older than a given time.
	List(ctx context.Context, folder string, before time.Time) ([]string, error)
}
