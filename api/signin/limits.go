package signin

import (
	"cmp"
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/onetime"
	"transom/api/texts"
)

// refuseCode returns an error if a limit is reached, with the longest of the waits. A known device has its own limits
// only.
func (s *Service) refuseCode(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) error {
	wait, err := waitToTry(ctx, tx, c.CodeQuestion, now)
	if err != nil {
		return err
	}
	all, valid, err := tx.CodeTimes(ctx, c.CodeQuestion, now)
	if err != nil {
		return err
	}
	wait.AllowCodes(all, valid, c.DeviceHash)
	if c.DeviceHash == "" {
		err = s.waitForNetwork(ctx, tx, &wait, c.Network, now)
	}
	return cmp.Or(err, wait.Refusal(now))
}

// waitToTry applies the limits of guesses for one address. While many wrong codes protect it, a network has fewer.
func waitToTry(ctx context.Context, tx Tx, q domain.CodeQuestion, now time.Time) (wait onetime.Wait, err error) {
	tries, err := tx.TryTimes(ctx, q, now)
	if err != nil {
		return wait, err
	}
	wait.Allow(maxTriesInHour, time.Hour, tries, texts.TooManyWrongCodes)
	wait.Allow(maxTriesInDay, 24*time.Hour, tries, texts.TooManyWrongCodes)
	_, guardedUntil, err := tx.FailedAttempts(ctx, q.EmailKey)
	if q.DeviceHash == "" && len(tries) >= triesOfGuarded && now.Before(guardedUntil) {
		until := tries[triesOfGuarded-1].Add(24 * time.Hour)
		if guardedUntil.Before(until) {
			until = guardedUntil
		}
		wait.Until(until, texts.TooManyWrongCodes)
	}
	return wait, err
}

// waitForNetwork applies the limits of a network for all addresses together. Emails to mailboxes with a paid booking
// count only towards its number of codes, because everybody in a hall is one network.
func (s *Service) waitForNetwork(ctx context.Context, tx Tx, wait *onetime.Wait, n domain.Network,
	now time.Time) error {
	if !s.LimitAll {
		return nil
	}
	for prefix, most := range map[string]int{n.Narrow: maxCodesOfNarrow, n.Middle: maxCodesOfMiddle,
		n.Wide: maxCodesOfWide} {
		codes, err := tx.CodesOfNetwork(ctx, n, prefix, most, now)
		if err != nil {
			return err
		}
		wait.Allow(most, time.Hour, codes, texts.TooManyNetworkCodes)
	}
	mails, err := tx.MailsToUnpaid(ctx, n, maxMailsOfNetwork, now)
	wait.Allow(maxMailsOfNetwork, time.Hour, mails, texts.TooManyNetworkCodes)
	return err
}

// setLifetime decides whether a code is shared with earlier requests. Staff get a task when very many emails were sent.
func (s *Service) setLifetime(ctx context.Context, tx Tx, c *domain.Challenge) error {
	mails, err := tx.CodeMails(ctx, c.EmailKey, c.CreatedAt)
	if err != nil {
		return err
	}
	all, err := tx.CountCodeMails(ctx, c.CreatedAt)
	if err != nil {
		return err
	}
	flooded := s.LimitAll && all >= manyCodeMails
	onetime.SetLifetime(c, mails, flooded)
	if !flooded {
		return nil
	}
	return tx.AddTask(ctx, booking.Task{
		Kind: booking.TaskSigninFlood, DedupeKey: "signin-flood:" + c.CreatedAt.Format("2006-01-02T15"),
		Text: texts.TaskSigninFlood(all),
	}, c.CreatedAt)
}
