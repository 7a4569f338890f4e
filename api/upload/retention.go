package upload

import (
	"context"
	"fmt"
	"log/slog"
	"math"
	"time"

	"transom/api/blob"
	"transom/api/domain"
)

const (
	purgeEvery = time.Hour
	purgeBatch = 200
	// overdueAfter is when a picture should have been destroyed by the hourly purge, with a quarter of an hour to spare.
	overdueAfter = purgeEvery + purgeEvery/4
	// keepCodes is longer than the window in which codes are counted for their limits.
	keepCodes = 48 * time.Hour
)

// Keeper keeps pictures and personal data no longer than the content's rules of retention allow.
type Keeper struct {
	Store   Store
	Blobs   blob.Store
	Content *domain.Content
	Clock   domain.Clock
	// Erased destroys what is kept of erased people outside the database; nil for nothing.
	Erased func(ctx context.Context) error
	// Log is for Run.
	Log *slog.Logger
}

// Purged is what a purge destroyed, or would destroy.
type Purged struct {
	DryRun   bool                `json:"dry_run"`
	Pictures []domain.DuePicture `json:"pictures"`
	Codes    int64               `json:"codes_and_sessions"`
	// People counts the mailboxes of people who are erased because their time is over.
	People int `json:"people"`
	// Answers counts the registrations and accounts that lost answers to own questions.
	Answers int `json:"answers"`
}

// cutoffs turns the content's periods into moments, as they are at a time.
func (k *Keeper) cutoffs(now time.Time) (domain.Cutoffs, error) {
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
	// Who registered after the event did not register for it: the date is wrong then, and nobody is erased for a typing
	// error.
	if !now.Before(k.erasedOn(over)) {
		cut.PeopleBefore = over
	}
	cut.Answers.Before = over
	for _, f := range k.Content.Questions() {
		if f.AfterEventDays > 0 && !now.Before(over.AddDate(0, 0, f.AfterEventDays)) {
			cut.Answers.Questions = append(cut.Answers.Questions, f.Name)
		}
	}
	return cut, nil
}

// eventOver is the midnight that ends the event's last day.
func (k *Keeper) eventOver() (time.Time, error) {
	lastDay, err := time.ParseInLocation(time.DateOnly, string(k.Content.Event.EndDate), k.Content.Zone)
	if err != nil {
		return time.Time{}, fmt.Errorf("event.json: end_date: %w", err)
	}
	return lastDay.AddDate(0, 0, 1), nil
}

func (k *Keeper) erasedOn(over time.Time) time.Time {
	return over.AddDate(0, k.Content.Registration.PersonalData.AfterEventMonths, 0)
}

// ErasedOn is when everybody's personal data is erased.
func (k *Keeper) ErasedOn() (time.Time, error) {
	over, err := k.eventOver()
	return k.erasedOn(over), err
}

// Purge may be stopped anywhere and run again: what nothing refers to any more is found by its row.
func (k *Keeper) Purge(ctx context.Context, dryRun bool, report func(done int)) (Purged, error) {
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
		if result.Answers, err = k.Store.CountAnswers(ctx, cut.Answers); err != nil {
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
	if result.Answers, err = k.Store.EraseAnswers(ctx, cut.Answers); err != nil {
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
	if err := k.Store.FinishErasures(ctx, k.Clock.Now()); err != nil {
		return result, err
	}
	result.Codes, err = k.Store.DeleteExpired(ctx, cut.CodesBefore)
	return result, err
}

// DestroyReleased deletes the files of pictures that were given up.
func (k *Keeper) DestroyReleased(ctx context.Context) (n int, err error) {
	for {
		released, err := k.Store.ReleasedAssets(ctx, purgeBatch)
		if err != nil || len(released) == 0 {
			return n, err
		}
		for _, a := range released {
			if err := destroy(ctx, k.Store, k.Blobs, a, k.Clock.Now()); err != nil {
				return n, err
			}
			n++
		}
	}
}

// Overdue counts the pictures and the people whose time is over and who are still there, however they came.
func (k *Keeper) Overdue(ctx context.Context) (pictures, people int, err error) {
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

// Run purges every hour until the context ends; the server does so.
func (k *Keeper) Run(ctx context.Context) error {
	every(ctx, purgeEvery, func() {
		result, err := k.Purge(ctx, false, func(int) {})
		switch {
		case err != nil && ctx.Err() == nil:
			k.Log.ErrorContext(ctx, "purge", "error", err)
		case len(result.Pictures) > 0 || result.Codes > 0 || result.People > 0 || result.Answers > 0:
			k.Log.InfoContext(ctx, "purged", "pictures", len(result.Pictures), "codes_and_sessions", result.Codes, "people",
				result.People, "answers", result.Answers)
		}
	})
	return nil
}
