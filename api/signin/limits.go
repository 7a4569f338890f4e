package signin

import (
	"context"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/onetime"
	"transom/api/texts"
)

// refuseCode returns an error if a limit is reached, nil otherwise. A known device has its own limits only.
func (s *Service) refuseCode(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) (refusal,
	err error) {
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

// codesOfDay returns how many codes per day may be requested for an address by one known device, or by one network
// from unknown devices. A network gets fewer if several networks request many, and fewest after many wrong codes;
// but never none, or strangers could lock the owner out.
func codesOfDay(ctx context.Context, tx Tx, c domain.Challenge, counts domain.CodeCounts, now time.Time) (int,
	error) {
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

// refuseMailbox applies the limits of one address: for a known device, or for a network's unknown devices.
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
		return onetime.TooMany(texts.CodeSentJustNow, counts.LastAt.Add(ResendAfter).Sub(now)), nil
	case counts.InDay >= inDay:
		return onetime.TooMany(texts.TooManyCodesToday, counts.OldestInDay.Add(24*time.Hour).Sub(now)), nil
	case counts.InHour >= inHour:
		return onetime.TooMany(texts.TooManyCodes, counts.OldestInHour.Add(time.Hour).Sub(now)), nil
	case counts.Live >= maxLiveCodes:
		return onetime.TooMany(texts.TooManyLiveCodes, counts.FirstEnds.Sub(now)), nil
	}
	tries, err := tx.CountTries(ctx, c.CodeQuestion, now)
	if wait := waitOf(tries, now); err == nil && wait > 0 {
		return onetime.TooMany(texts.TooManyWrongCodes, wait), nil
	}
	return nil, err
}

// refuseNetwork applies the limits of a network for all addresses together. Emails to mailboxes with a paid booking
// count only towards its number of codes, because everybody in a hall is one network.
func refuseNetwork(ctx context.Context, tx Tx, n domain.Network, now time.Time) (refusal, err error) {
	counts, err := tx.CountNetworkCodes(ctx, n, now)
	if err != nil {
		return nil, err
	}
	if counts.Narrow >= maxCodesOfNarrow || counts.Middle >= maxCodesOfMiddle || counts.Wide >= maxCodesOfWide ||
		counts.MailsToUnpaid >= maxMailsOfNetwork {
		return onetime.TooMany(texts.TooManyNetworkCodes, 10*time.Minute), nil
	}
	return nil, nil
}

// refuseAll applies the limit for all addresses together, half of which is reserved for mailboxes with a paid
// booking.
func refuseAll(ctx context.Context, tx Tx, c domain.Challenge, now time.Time) (refusal, err error) {
	all, toUnpaid, err := tx.CountCodeMails(ctx, now)
	if err != nil || all < maxCodeMails && (c.Paid || toUnpaid < maxCodeMailsToUnpaid) {
		return nil, err
	}
	return &domain.Error{
			Code: domain.CodeUnavailable, RetryAfterSeconds: 300, Message: texts.TooManySignIns,
		}, tx.AddTask(ctx, booking.Task{
			Kind: booking.TaskSigninFlood, DedupeKey: "signin-flood:" + now.Format("2006-01-02T15"),
			Text: texts.TaskSigninFlood(all, toUnpaid),
		}, now)
}
