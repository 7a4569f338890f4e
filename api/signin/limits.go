package signin

import (
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
	if err := codes.WaitForCode(ctx, tx, &wait, c.CodeQuestion, s.LimitAll, now); err != nil {
		return err
	}
	// Emails to mailboxes with a paid booking do not count here, because everybody in a hall is one network.
	if c.DeviceHash == "" && s.LimitAll {
		mails, err := tx.MailsToUnpaid(ctx, c.Network, maxMailsOfNetwork, now)
		if err != nil {
			return err
		}
		wait.Allow(maxMailsOfNetwork, time.Hour, mails, texts.TooManyNetworkCodes)
	}
	return wait.Refusal(now)
}

// waitToTry applies the limits of guesses for one address. While many wrong codes protect it, a network has fewer.
func waitToTry(ctx context.Context, tx Tx, q domain.CodeQuestion, now time.Time) (onetime.Wait, error) {
	wait, tries, err := codes.WaitToTry(ctx, tx, q, now)
	if err != nil {
		return wait, err
	}
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

// setLifetime decides whether a code is shared with earlier requests. Staff get a task when very many emails were sent.
func (s *Service) setLifetime(ctx context.Context, tx Tx, c *domain.Challenge) error {
	mails, err := tx.CodeMails(ctx, codes.Of, c.EmailKey, c.CreatedAt)
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
