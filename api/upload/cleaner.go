package upload

import (
	"context"
	"fmt"
	"log/slog"
	"path"
	"strings"
	"time"

	"transom/api/blob"
	"transom/api/domain"
)

const (
	cleanEvery = 10 * time.Minute
	cleanBatch = 200
)

// Cleaner deletes pictures that no registration used in time, and files that a crash left without a row. It can be
// interrupted at any point; the next run does the rest.
type Cleaner struct {
	store Store
	blobs blob.Store
	clock domain.Clock
	log   *slog.Logger
}

// NewCleaner returns the worker that deletes unused uploads.
func NewCleaner(s Store, b blob.Store, clock domain.Clock, log *slog.Logger) *Cleaner {
	return &Cleaner{store: s, blobs: b, clock: clock, log: log}
}

// Run cleans at intervals until the context ends.
func (c *Cleaner) Run(ctx context.Context) error {
	every(ctx, cleanEvery, func() {
		if err := c.Clean(ctx); err != nil && ctx.Err() == nil {
			c.log.ErrorContext(ctx, "clean uploads", "error", err)
		}
	})
	return nil
}

// Clean cleans once.
func (c *Cleaner) Clean(ctx context.Context) error {
	if err := c.removeStale(ctx); err != nil {
		return err
	}
	for _, kind := range Kinds() {
		if err := c.removeOrphans(ctx, kind); err != nil {
			return err
		}
	}
	return nil
}

// removeStale releases stale pictures and destroys them. A released picture cannot be claimed any more; one that was
// claimed in between stays.
func (c *Cleaner) removeStale(ctx context.Context) error {
	for {
		now := c.clock.Now()
		stale, err := c.store.StaleAssets(ctx, now.Add(-domain.UnclaimedAssetLifetime), cleanBatch)
		if err != nil || len(stale) == 0 {
			return err
		}
		for _, asset := range stale {
			released := false
			err := c.store.Write(ctx, func(tx Tx) (err error) {
				released, err = tx.ReleaseUnclaimed(ctx, asset.ID, now)
				return err
			})
			if err != nil {
				return err
			}
			if !released {
				continue
			}
			if err := destroy(ctx, c.store, c.blobs, asset, now); err != nil {
				return err
			}
		}
	}
}

// destroy deletes the file of a released picture and then marks its row: after a crash in between, the deletion is
// repeated and the file is not forgotten.
func destroy(ctx context.Context, db Store, blobs blob.Store, a domain.Asset, now time.Time) error {
	if err := blobs.Delete(ctx, BlobName(a.Kind, a.ID)); err != nil {
		return fmt.Errorf("remove upload: %w", err)
	}
	return db.Write(ctx, func(tx Tx) error {
		_, err := tx.GiveUpAsset(ctx, a.ID, now)
		return err
	})
}

// every runs do at once and then at intervals, until the context ends.
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

// removeOrphans deletes old files that no live row names. Their age is measured by the machine's clock, even in a
// rehearsal.
func (c *Cleaner) removeOrphans(ctx context.Context, kind string) error {
	names, err := c.blobs.List(ctx, kind, time.Now().Add(-domain.UnclaimedAssetLifetime))
	if err != nil {
		return err
	}
	for _, name := range names {
		id, _, _ := strings.Cut(path.Base(name), ".")
		live, err := c.store.HasLiveAsset(ctx, id)
		if err != nil {
			return err
		}
		if live && !strings.HasSuffix(name, ".tmp") {
			continue
		}
		if err := c.blobs.Delete(ctx, name); err != nil {
			return err
		}
	}
	return nil
}
