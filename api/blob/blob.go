// Package blob keeps uploaded pictures, as files or in an object store, that are there after a power cut or not at all.
// It knows names and bytes: nothing of registrations, of HTTP, or of what a picture shows.
package blob

import (
	"context"
	"errors"
	"time"
)

// ErrNotFound is a name that has no file.
var ErrNotFound = errors.New("blob not found")

// ErrAway is a place of blobs that does not answer, or takes none just now.
var ErrAway = errors.New("the place of pictures does not answer")

// Store keeps bytes under a name "folder/name". Another implementation (an object store) has only to keep its promises.
type Store interface {
	// Put is durable when it returns nil; a name is written once.
	Put(ctx context.Context, name string, data []byte) error
	// Get returns the bytes, ErrNotFound when there are none.
	Get(ctx context.Context, name string) ([]byte, error)
	// Delete removes the bytes; it is no error when there are none.
	Delete(ctx context.Context, name string) error
	// List returns the names in a folder that are older than a moment.
	List(ctx context.Context, folder string, before time.Time) ([]string, error)
}
