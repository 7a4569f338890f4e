package upload

import (
	"context"
	"time"

	"transom/api/domain"
)

// Store is the database as uploads use it; its methods are explained in store/.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	EraseAnswers(ctx context.Context, d domain.DueAnswers, dryRun bool) (n int, err error)
	EraseEverybody(ctx context.Context, before, now time.Time) (erased int, err error)
	Mailboxes(ctx context.Context, before time.Time) ([]string, error)
	FinishErasures(ctx context.Context, now time.Time) error
	DuePictures(ctx context.Context, c domain.Cutoffs, limit int) ([]domain.DuePicture, error)
	ReleaseDue(ctx context.Context, due []domain.DuePicture, now time.Time) error
	ReleasedAssets(ctx context.Context, limit int) ([]domain.Asset, error)
	CountExpired(ctx context.Context, before time.Time) (int64, error)
	DeleteExpired(ctx context.Context, before time.Time) (n int64, err error)
	StaleAssets(ctx context.Context, unclaimedBefore time.Time, limit int) ([]domain.Asset, error)
	HasLiveAsset(ctx context.Context, id string) (bool, error)
}

// Tx is a database transaction as uploads use it.
type Tx interface {
	PutBlob(ctx context.Context, name string, data []byte) error
	InsertAsset(ctx context.Context, a domain.Asset) error
	CountUnclaimedAssets(ctx context.Context, uploaderHash string, since time.Time) (ofNetwork int, bytesOfAll int64,
		err error)
	ReleaseOldestOfSession(ctx context.Context, uploaderHash, sessionHash string, keep int, now time.Time) error
	ReleaseUnclaimed(ctx context.Context, id string, now time.Time) (bool, error)
	GiveUpAsset(ctx context.Context, id string, now time.Time) (bool, error)
}
