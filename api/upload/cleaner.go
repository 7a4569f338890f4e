package upload

import (
	"context"
	"fmt"
	"path"
	"strings"
	"time"

	"transom/api/domain"
)

const (
	cleanEvery = 10 * time.Minute
	cleanBatch = 200
)

// RunCleaner calls Clean at intervals until the context ends.
func (k *Retention) RunCleaner(ctx context.Context) error {
	every(ctx, cleanEvery, func() {
		if err := k.Clean(ctx); err != nil && ctx.Err() == nil {
			k.Log.ErrorContext(ctx, "clean uploads", "error", err)
		}
	})
	return nil
}

// Clean deletes pictures that no registration used in time, and files that a crash left without a row.
func (k *Retention) Clean(ctx context.Context) error {
	if err := k.removeStale(ctx); err != nil {
		return err
	}
	for _, kind := range Kinds() {
		if err := k.removeOrphans(ctx, kind); err != nil {
			return err
		}
	}
	return nil
}

// removeStale releases a picture before it destroys the file: no registration can claim a released picture, and a
// picture that was claimed in the meantime stays.
func (k *Retention) removeStale(ctx context.Context) error {
	for {
		now := k.Clock.Now()
		stale, err := k.Store.StaleAssets(ctx, now.Add(-domain.UnclaimedAssetLifetime), cleanBatch)
		if err != nil || len(stale) == 0 {
			return err
		}
		for _, asset := range stale {
			released := false
			err := k.Store.Write(ctx, func(tx Tx) (err error) {
				released, err = tx.ReleaseUnclaimed(ctx, asset.ID, now)
				return err
			})
			if err != nil {
				return err
			}
			if !released {
				continue
			}
			if err := k.destroy(ctx, asset, now); err != nil {
				return err
			}
		}
	}
}

// destroy deletes the file of a released picture before it marks the row, so that a crash between the two steps only
// causes a second attempt.
func (k *Retention) destroy(ctx context.Context, a domain.Asset, now time.Time) error {
	if err := k.Blobs.Delete(ctx, BlobName(a.Kind, a.ID)); err != nil {
		return fmt.Errorf("remove upload: %w", err)
	}
	return k.Store.Write(ctx, func(tx Tx) error {
		_, err := tx.GiveUpAsset(ctx, a.ID, now)
		return err
	})
}

func every(ctx context.Context, interval time.Duration, do func()) {
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		do()
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
	}
}

// removeOrphans uses the machine's clock to decide which files are old, even in a rehearsal.
func (k *Retention) removeOrphans(ctx context.Context, kind string) error {
	names, err := k.Blobs.List(ctx, kind, time.Now().Add(-domain.UnclaimedAssetLifetime))
	if err != nil {
		return err
	}
	for _, name := range names {
		id, _, _ := strings.Cut(path.Base(name), ".")
		live, err := k.Store.HasLiveAsset(ctx, id)
		if err != nil {
			return err
		}
		if live && !strings.HasSuffix(name, ".tmp") {
			continue
		}
		if err := k.Blobs.Delete(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
