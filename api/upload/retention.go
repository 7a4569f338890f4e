package organiser

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"math"
	"time"

	"transom/api/server"
	"transom/api/store"
)

const (
	purgeEvery = time.Hour
	purgeBatch = 200
	// keepCodes is longer than the window in which codes are counted for their limits.
	keepCodes = 48 * time.Hour
)

// purged is what a purge destroyed, or would destroy.
type purged struct {
	DryRun   bool               `json:"dry_run"`
	Pictures []store.DuePicture `json:"pictures"`
	Codes    int64              `json:"codes_and_sessions"`
}

var purgeCommand = Command{
	Name: "purge", Help: "Destroy what the retention rules of the content say: identity papers, photos, expired codes",
	Example: "purge --dry-run",
	flags:   func(c *call) { c.BoolVar(&c.dryRun, "dry-run", false, "only say what would go") },
	run: func(ctx context.Context, e *Env, c *call) error {
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		result, err := d.purge(ctx, c.dryRun, func(done int) { fmt.Fprintf(e.Progress, "\rpurge: %d", done) })
		if err != nil {
			return err
		}
		return c.print(e, result, func(out io.Writer) error {
			reasons := map[string]int{}
			for _, p := range result.Pictures {
				reasons[p.Kind+", "+p.Why]++
			}
			for reason, n := range reasons {
				fmt.Fprintf(out, "%6d  %s\n", n, reason)
			}
			verb := "destroyed"
			if c.dryRun {
				verb = "would go"
			}
			_, err := fmt.Fprintf(out, "%s and %d expired codes and sessions %s.\n", count(len(result.Pictures), "picture"), result.Codes, verb)
			return err
		})
	},
}

// cutoffs turns the content's periods into moments, as they are at a time.
func (d *Desk) cutoffs(now time.Time) (store.Cutoffs, error) {
	rule := d.Content.Registration.IDDocument.Retention
	lastDay, err := time.ParseInLocation(time.DateOnly, string(d.Content.Event.EndDate), d.Content.Zone)
	if err != nil {
		return store.Cutoffs{}, fmt.Errorf("event.json: end_date: %w", err)
	}
	hours := func(n int) time.Time { return now.Add(-time.Duration(n) * time.Hour) }
	return store.Cutoffs{
		VerifiedBefore: hours(rule.AfterVerifiedHours), UnpaidBefore: hours(24 * rule.UnpaidDays), WithdrawnBefore: hours(rule.AfterWithdrawalHours),
		EventOver: !now.Before(lastDay.AddDate(0, 0, 1+rule.AfterEventDays)), CodesBefore: now.Add(-keepCodes),
	}, nil
}

// purge may be stopped anywhere and run again: what nothing refers to any more is found by its row.
func (d *Desk) purge(ctx context.Context, dryRun bool, report func(done int)) (purged, error) {
	result := purged{DryRun: dryRun, Pictures: []store.DuePicture{}}
	cut, err := d.cutoffs(d.Clock.Now())
	if err != nil {
		return result, err
	}
	if dryRun {
		if result.Pictures, err = d.Store.DuePictures(ctx, cut, math.MaxInt); err != nil {
			return result, err
		}
		result.Codes, err = d.Store.CountExpired(ctx, cut.CodesBefore)
		return result, err
	}
	for {
		due, err := d.Store.DuePictures(ctx, cut, purgeBatch)
		if err != nil {
			return result, err
		}
		if err := d.Store.ReleaseDue(ctx, due, d.Clock.Now()); err != nil {
			return result, err
		}
		if _, err := d.destroyReleased(ctx); err != nil {
			return result, err
		}
		result.Pictures = append(result.Pictures, due...)
		if report(len(result.Pictures)); len(due) < purgeBatch {
			break
		}
	}
	result.Codes, err = d.Store.DeleteExpired(ctx, cut.CodesBefore)
	return result, err
}

// destroyReleased deletes the files of pictures that were given up: the file first, then the mark that it is gone, so that
// a crash in between repeats the deletion instead of forgetting it.
func (d *Desk) destroyReleased(ctx context.Context) (n int, err error) {
	for {
		released, err := d.Store.ReleasedAssets(ctx, purgeBatch)
		if err != nil || len(released) == 0 {
			return n, err
		}
		for _, a := range released {
			if err := d.Blobs.Delete(ctx, server.BlobName(a.Kind, a.ID)); err != nil {
				return n, err
			}
			err := d.Store.Write(ctx, func(tx *store.Tx) error {
				_, err := tx.GiveUpAsset(ctx, a.ID, d.Clock.Now())
				return err
			})
			if err != nil {
				return n, err
			}
			n++
		}
	}
}

// Purger purges every hour; the server runs it.
type Purger struct {
	Desk *Desk
	Log  *slog.Logger
}

// Run purges until the context ends.
func (p *Purger) Run(ctx context.Context) error {
	ticker := time.NewTicker(purgeEvery)
	defer ticker.Stop()
	for {
		result, err := p.Desk.purge(ctx, false, func(int) {})
		switch {
		case err != nil && ctx.Err() == nil:
			p.Log.ErrorContext(ctx, "purge", "error", err)
		case len(result.Pictures) > 0 || result.Codes > 0:
			p.Log.InfoContext(ctx, "purged", "pictures", len(result.Pictures), "codes_and_sessions", result.Codes)
		}
		select {
		case <-ctx.Done():
			return nil
		case <-ticker.C:
		}
	}
}
