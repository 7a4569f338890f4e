package upload

import (
	"context"
	"time"

	"transom/api/domain"
)

// Store is the database as uploads use it.
type Store interface {
	reader
	// WriteUpload runs f in one transaction; transactions for different networks may overlap.
	WriteUpload(ctx context.Context, f func(Tx) error) error
	// Write runs f in one transaction that no other writer overlaps.
	Write(ctx context.Context, f func(Tx) error) error
}

// reader needs no transaction of the caller.
type reader interface {
	// StaleAssets returns pictures that were not claimed in time or were released, and whose files still exist.
	StaleAssets(ctx context.Context, unclaimedBefore time.Time, limit int) ([]domain.Asset, error)
	// HasLiveAsset reports whether a row needs the file of a picture.
	HasLiveAsset(ctx context.Context, id string) (bool, error)
	// DuePictures lists up to limit pictures that are due for destruction.
	DuePictures(ctx context.Context, c domain.Cutoffs, limit int) ([]domain.DuePicture, error)
	// ReleaseDue releases pictures from their bookings and accounts, in one transaction.
	ReleaseDue(ctx context.Context, pictures []domain.DuePicture, now time.Time) error
	ReleasedAssets(ctx context.Context, limit int) ([]domain.Asset, error)
	// CountExpired counts the codes and sessions that DeleteExpired would destroy.
	CountExpired(ctx context.Context, before time.Time) (int64, error)
	DeleteExpired(ctx context.Context, before time.Time) (int64, error)
	// FinishErasures completes erasures that older programs left incomplete.
	FinishErasures(ctx context.Context, now time.Time) error
	// Mailboxes lists the mailboxes of people who registered before a time; EraseEverybody erases their data.
	Mailboxes(ctx context.Context, before time.Time) ([]string, error)
	EraseEverybody(ctx context.Context, before, now time.Time) (mailboxes int, err error)
	// CountAnswers counts the registrations and accounts from which EraseAnswers would take answers.
	CountAnswers(ctx context.Context, due domain.DueAnswers) (int, error)
	EraseAnswers(ctx context.Context, due domain.DueAnswers) (int, error)
}

// Tx is a database transaction as uploads use it.
type Tx interface {
	PutBlob(ctx context.Context, name string, data []byte) error
	InsertAsset(ctx context.Context, a domain.Asset) error
	CountUnclaimedAssets(ctx context.Context, uploaderHash string, since time.Time) (ofNetwork int, bytesOfAll int64,
		err error)
	// ReleaseOldestOfSession releases a browser's unclaimed pictures except the newest keep.
	ReleaseOldestOfSession(ctx context.Context, uploaderHash, sessionHash string, keep int, now time.Time) error
	// ReleaseUnclaimed releases a picture unless it was claimed meanwhile.
	ReleaseUnclaimed(ctx context.Context, id string, now time.Time) (bool, error)
	// GiveUpAsset records that the file of a picture was deleted.
	GiveUpAsset(ctx context.Context, id string, now time.Time) (bool, error)
}

// BesideRows marks a picture store in the database itself, where a picture and its row are one commit.
type BesideRows interface{ BesideRows() }

// database is a database with its own transaction type.
type database[T Tx] interface {
	reader
	WriteUpload(ctx context.Context, f func(T) error) error
	Write(ctx context.Context, f func(T) error) error
}

// On adapts a database to the Store of this package.
func On[T Tx](db database[T]) Store { return on[T]{db} }

type on[T Tx] struct{ database[T] }

func (o on[T]) WriteUpload(ctx context.Context, f func(Tx) error) error {
	return o.database.WriteUpload(ctx, func(tx T) error { return f(tx) })
}

func (o on[T]) Write(ctx context.Context, f func(Tx) error) error {
	return o.database.Write(ctx, func(tx T) error { return f(tx) })
}
