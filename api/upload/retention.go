package upload

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"path"
	"strings"
	"time"

	"transom/api/blob"
	"transom/api/domain"
)

const (
	purgeEvery = time.Hour
	purgeBatch = 200
	// overdueAfter is how long a picture may outlive its retention period before it counts as overdue: the hour between
	// two purges and a margin of a quarter of an hour.
	overdueAfter = purgeEvery + purgeEvery/4
	// keepCodes is how long codes are kept, so that the limits can still count them.
	keepCodes = 48 * time.Hour
)

// Retention destroys pictures and personal data when their periods end, and unused pictures (RunCleaner).
type Retention struct {
	Store   Store
	Blobs   blob.Store
	Content *domain.Content
	Clock   domain.Clock
	// Erased, which may be nil, destroys the data of erased people outside the database.
	Erased func(ctx context.Context) error
	Log    *slog.Logger
}

// Purged counts what a purge has destroyed, or would destroy.
type Purged struct {
	DryRun   bool                `json:"dry_run"`
	Pictures []domain.DuePicture `json:"pictures"`
	Codes    int64               `json:"codes_and_sessions"`
	// People counts the mailboxes whose personal data was erased because its retention period had ended.
	People int `json:"people"`
	// Answers counts the registrations and accounts whose answers to custom questions were erased.
	Answers int `json:"answers"`
}

func (k *Retention) cutoffs(now time.Time) (domain.Cutoffs, error) {
	rule := k.Content.Registration.IDDocument.Retention
	over, err := k.eventOver()
	if err != nil {
		return domain.Cutoffs{}, err
	}
	hours := func(n int) time.Time { return now.Add(-time.Duration(n) * time.Hour) }
	cut := domain.Cutoffs{
		VerifiedBefore: hours(rule.AfterVerifiedHours), UnpaidBefore: hours(24 * rule.UnpaidDays),
		WithdrawnBefore: hours(rule.AfterWithdrawalHours),
		EventOver:       !now.Before(over.AddDate(0, 0, rule.AfterEventDays)), CodesBefore: now.Add(-keepCodes),
	}
	if rule.AfterEventDays == 0 { // photos and documents are deleted with the other personal data
		cut.EventOver = !now.Before(k.erasedOn(over))
	}
	// People who have registered after the event are not erased, because its date must then be wrong.
	if !now.Before(k.erasedOn(over)) {
		cut.PeopleBefore = over
	}
	if !now.Before(over) {
		cut.Answers.Before = over
	}
	for _, f := range k.Content.Questions() {
		if f.AfterEventDays == 0 || now.Before(over.AddDate(0, 0, f.AfterEventDays)) {
			cut.Answers.Kept = append(cut.Answers.Kept, f.Name)
		}
	}
	return cut, nil
}

func (k *Retention) eventOver() (time.Time, error) {
	lastDay, err := time.ParseInLocation(time.DateOnly, string(k.Content.Event.EndDate), k.Content.Zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("event.json: end_date: %w", err)
	}
	return lastDay.AddDate(0, 0, 1), nil
}

func (k *Retention) erasedOn(over time.Time) time.Time {
	return over.AddDate(0, k.Content.Registration.PersonalData.AfterEventMonths, 0)
}

// ErasedOn returns the time at which everybody's personal data is erased.
func (k *Retention) ErasedOn() (time.Time, error) {
	over, err := k.eventOver()
	return k.erasedOn(over), err
}

// Purge can be interrupted: each row stays until its picture has been destroyed, so the next purge destroys the rest.
func (k *Retention) Purge(ctx context.Context, dryRun bool, report func(done int)) (Purged, error) {
	result := Purged{DryRun: dryRun, Pictures: []domain.DuePicture{}}
	cut, err := k.cutoffs(k.Clock.Now())
	if err != nil {
		return result, err
	}
	if dryRun {
		if result.Pictures, err = k.Store.DuePictures(ctx, cut, math.MaxInt); err != nil {
			return result, err
		}
		people, err := k.Store.Mailboxes(ctx, cut.PeopleBefore)
		if err != nil {
			return result, err
		}
		result.People = len(people)
		if result.Answers, err = k.Store.EraseAnswers(ctx, cut.Answers, true); err != nil {
			return result, err
		}
		result.Codes, err = k.Store.CountExpired(ctx, cut.CodesBefore)
		return result, err
	}
	if result.People, err = k.Store.EraseEverybody(ctx, cut.PeopleBefore, k.Clock.Now()); err != nil {
		return result, err
	}
	if result.People > 0 && k.Erased != nil {
		if err := k.Erased(ctx); err != nil {
			return result, err
		}
	}
	if result.Answers, err = k.Store.EraseAnswers(ctx, cut.Answers, false); err != nil {
		return result, err
	}
	for {
		due, err := k.Store.DuePictures(ctx, cut, purgeBatch)
		if err != nil {
			return result, err
		}
		if err := k.Store.ReleaseDue(ctx, due, k.Clock.Now()); err != nil {
			return result, err
		}
		if _, err := k.DestroyReleased(ctx); err != nil {
			return result, err
		}
		result.Pictures = append(result.Pictures, due...)
		if report(len(result.Pictures)); len(due) < purgeBatch {
			break
		}
	}
	result.Codes, err = k.Store.DeleteExpired(ctx, cut.CodesBefore)
	return result, err
}

// DestroyReleased deletes the files of released pictures.
func (k *Retention) DestroyReleased(ctx context.Context) (n int, err error) {
	for {
		released, err := k.Store.ReleasedAssets(ctx, purgeBatch)
		if err != nil || len(released) == 0 {
			return n, err
		}
		for _, a := range released {
			if err := k.destroy(ctx, a, k.Clock.Now()); err != nil {
				return n, err
			}
			n++
		}
	}
}

// Overdue counts the pictures and the people whose retention period ended more than overdueAfter ago.
func (k *Retention) Overdue(ctx context.Context) (pictures, people int, err error) {
	cut, err := k.cutoffs(k.Clock.Now().Add(-overdueAfter))
	if err != nil {
		return 0, 0, err
	}
	due, err := k.Store.DuePictures(ctx, cut, math.MaxInt)
	if err != nil || cut.PeopleBefore.IsZero() {
		return len(due), 0, err
	}
	mailboxes, err := k.Store.Mailboxes(ctx, k.Clock.Now())
	return len(due), len(mailboxes), err
}

// Run purges every hour until the context ends.
func (k *Retention) Run(ctx context.Context) error {
	return domain.Every(ctx, purgeEvery, nil, func() {
		result, err := k.Purge(ctx, false, func(int) {})
		switch {
		case err != nil && ctx.Err() == nil:
			k.Log.ErrorContext(ctx, "purge", "error", err)
		case len(result.Pictures) > 0 || result.Codes > 0 || result.People > 0 || result.Answers > 0:
			k.Log.InfoContext(ctx, "purged", "pictures", len(result.Pictures), "codes_and_sessions", result.Codes, "people",
				result.People, "answers", result.Answers)
		}
	})
}

const (
	cleanEvery = 10 * time.Minute
	cleanBatch = 200
)

// RunCleaner calls Clean at intervals until the context ends.
func (k *Retention) RunCleaner(ctx context.Context) error {
	return domain.Every(ctx, cleanEvery, nil, func() {
		if err := k.Clean(ctx); err != nil && ctx.Err() == nil {
			k.Log.ErrorContext(ctx, "clean uploads", "error", err)
		}
	})
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

// removeStale releases a picture before it destroys the file, so that nobody claims it in the meantime.
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

// destroy deletes a released picture's file before it marks the row: after a crash, it runs again.
func (k *Retention) destroy(ctx context.Context, a domain.Asset, now time.Time) error {
	if err := k.Blobs.Delete(ctx, BlobName(a.Kind, a.ID)); err != nil {
		return fmt.Errorf("remove upload: %w", err)
	}
	return k.Store.Write(ctx, func(tx Tx) error {
		_, err := tx.GiveUpAsset(ctx, a.ID, now)
		return err
	})
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
