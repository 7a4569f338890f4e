package upload

import (
	"context"
	"time"

	"transom/api/domain"
)

// Store is what uploads need of the database.
type Store interface {
	reader
	// WriteUpload runs f in one transaction; those of different networks may overlap.
	WriteUpload(ctx context.Context, f func(Tx) error) error
	// Write runs f in one transaction that no other writer overlaps.
	Write(ctx context.Context, f func(Tx) error) error
}

// reader is what needs no transaction of the caller's.
type reader interface {
	// StaleAssets are pictures that nobody has claimed or that were given up, and whose files are still there.
	StaleAssets(ctx context.Context, unclaimedBefore time.Time, limit int) ([]domain.Asset, error)
	// HasLiveAsset reports whether a row needs the file of a picture.
	HasLiveAsset(ctx context.Context, id string) (bool, error)
	// DuePictures lists up to limit pictures whose time has come.
	DuePictures(ctx context.Context, c domain.Cutoffs, limit int) ([]domain.DuePicture, error)
	// ReleaseDue takes pictures from whoever has them, in one transaction.
	ReleaseDue(ctx context.Context, pictures []domain.DuePicture, now time.Time) error
	ReleasedAssets(ctx context.Context, limit int) ([]domain.Asset, error)
	// CountExpired counts the codes and sessions that DeleteExpired would destroy.
	CountExpired(ctx context.Context, before time.Time) (int64, error)
	DeleteExpired(ctx context.Context, before time.Time) (int64, error)
	// FinishErasures takes what older programs left of people who were erased.
	FinishErasures(ctx context.Context, now time.Time) error
	// Mailboxes lists those of people who registered before a moment; EraseEverybody erases these people.
	Mailboxes(ctx context.Context, before time.Time) ([]string, error)
	EraseEverybody(ctx context.Context, before, now time.Time) (mailboxes int, err error)
	// CountAnswers counts the registrations and accounts from which EraseAnswers would take answers.
	CountAnswers(ctx context.Context, due domain.DueAnswers) (int, error)
	EraseAnswers(ctx context.Context, due domain.DueAnswers) (int, error)
}

// Tx is a transaction of uploads.
type Tx interface {
	PutBlob(ctx context.Context, name string, data []byte) error
	InsertAsset(ctx context.Context, a domain.Asset) error
	CountUnclaimedAssets(ctx context.Context, uploaderHash string, since time.Time) (ofNetwork int, bytesOfAll int64,
		err error)
	// ReleaseOldestOfSession gives up what a browser has waiting beyond the newest keep.
	ReleaseOldestOfSession(ctx context.Context, uploaderHash, sessionHash string, keep int, now time.Time) error
	// ReleaseUnclaimed gives a picture up unless somebody has claimed it meanwhile.
	ReleaseUnclaimed(ctx context.Context, id string, now time.Time) (bool, error)
	// GiveUpAsset notes that the file of a picture is gone.
	GiveUpAsset(ctx context.Context, id string, now time.Time) (bool, error)
}

// BesideRows is a place for pictures in the database itself, where a picture and its row are one commit.
type BesideRows interface{ BesideRows() }

// database is a database whose transactions are of a type of its own.
type database[T Tx] interface {
	reader
	WriteUpload(ctx context.Context, f func(T) error) error
	Write(ctx context.Context, f func(T) error) error
}

// On makes a database the Store of this package.
func On[T Tx](db database[T]) Store { return on[T]{db} }

type on[T Tx] struct{ database[T] }

func (o on[T]) WriteUpload(ctx context.Context, f func(Tx) error) error {
	return o.database.WriteUpload(ctx, func(tx T) error { return f(tx) })
}

func (o on[T]) Write(ctx context.Context, f func(Tx) error) error {
	return o.database.Write(ctx, func(tx T) error { return f(tx) })
}
