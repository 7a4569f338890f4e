package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// refuseCode returns the refusal when a limit is reached, nil otherwise. A known device has limits of its own only.
func (s *Service) refuseCode(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) (refusal, err error) {
	if refusal, err = refuseMailbox(ctx, tx, c, now); refusal != nil || err != nil {
		return refusal, err
	}
	if c.DeviceHash != "" || !s.LimitAll {
		return nil, nil
	}
	if refusal, err = refuseNetwork(ctx, tx, c.Network, now); refusal != nil || err != nil {
		return refusal, err
	}
	return refuseAll(ctx, tx, c, now)
}

// codesOfDay returns how many codes of a day somebody may ask for with an address: a known device, or a network on all
// others. A network has less when several of them ask for much, and least after many wrong codes; never nothing, or
// strangers could shut the owner out.
func codesOfDay(ctx context.Context, tx Tx, c domain.Challenge, counts domain.CodeCounts, now time.Time) (int, error) {
	if c.DeviceHash != "" {
		return maxCodesOfDevice, nil
	}
	_, guardedUntil, err := tx.FailedAttempts(ctx, c.EmailKey)
	switch {
	case now.Before(guardedUntil):
		return codesOfGuarded, err
	case counts.InDayOfAll >= crowdedCodes:
		return codesOfCrowded, err
	}
	return maxCodesInDay, err
}

// refuseMailbox holds the limits of one address: of a known device, or of a network on all others.
func refuseMailbox(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) (refusal, err error) {
	counts, err := tx.CountCodes(ctx, c.CodeQuestion, now)
	if err != nil {
		return nil, err
	}
	inHour := maxCodesInHour
	if c.DeviceHash != "" {
		inHour = maxCodesOfDevice
	}
	inDay, err := codesOfDay(ctx, tx, c, counts, now)
	if err != nil {
		return nil, err
	}
	switch {
	case !counts.LastAt.IsZero() && now.Before(counts.LastAt.Add(ResendAfter)):
		return tooMany(texts.CodeSentJustNow,
			counts.LastAt.Add(ResendAfter).Sub(now)), nil
	case counts.InDay >= inDay:
		return tooMany(texts.TooManyCodesToday, counts.OldestInDay.Add(24*time.Hour).Sub(now)), nil
	case counts.InHour >= inHour:
		return tooMany(texts.TooManyCodes,
			counts.OldestInHour.Add(time.Hour).Sub(now)), nil
	case counts.Live >= maxLiveCodes:
		return tooMany(texts.TooManyLiveCodes, counts.FirstEnds.Sub(now)), nil
	}
	tries, err := tx.CountTries(ctx, c.CodeQuestion, now)
	if wait := waitOf(tries, now); err == nil && wait > 0 {
		return tooMany(texts.TooManyWrongCodes, wait), nil
	}
	return nil, err
}

// refuseNetwork holds the share of a network, whoever is asked for. Mails to mailboxes that have paid count for its
// number of codes only, because everybody in a hall is one network.
func refuseNetwork(ctx context.Context, tx Tx, n domain.Network, now time.Time) (refusal, err error) {
	counts, err := tx.CountNetworkCodes(ctx, n, now)
	if err != nil {
		return nil, err
	}
	if counts.Narrow >= maxCodesOfNarrow || counts.Middle >= maxCodesOfMiddle || counts.Wide >= maxCodesOfWide ||
		counts.MailsToUnpaid >= maxMailsOfNetwork {
		return tooMany(texts.TooManyNetworkCodes, 10*time.Minute), nil
	}
	return nil, nil
}

// refuseAll holds the limit of everybody together, of which half is kept for mailboxes with a paid booking.
func refuseAll(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) (refusal, err error) {
	all, toUnpaid, err := tx.CountCodeMails(ctx, now)
	if err != nil || all < maxCodeMails && (c.Paid || toUnpaid < maxCodeMailsToUnpaid) {
		return nil, err
	}
	return &domain.Error{
			Code: domain.CodeUnavailable, RetryAfterSeconds: 300,
			Message: texts.TooManySignIns,
		}, tx.AddTask(ctx, booking.Task{
			Kind: booking.TaskSigninFlood, DedupeKey: "signin-flood:" + now.Format("2006-01-02T15"),
			Text: texts.TaskSigninFlood(all, toUnpaid),
		}, now)
}
