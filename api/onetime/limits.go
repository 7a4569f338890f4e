package onetime

import (
	"cmp"
	"time"

	"transom/api/domain"
	"transom/api/texts"
)

// The limits of codes. Source: security reference, C2.
const (
	maxLiveCodes   = 3
	maxCodesInHour = 5  // for a network, from unknown devices
	maxCodesInDay  = 10 // for a network, or for a known device

	maxMails  = 10               // to a mailbox in a day, with a code of its own for each unknown device
	minShared = 10 * time.Minute // a code is shared while it is valid for longer
)

// SetLifetime decides when a new code expires. If its mailbox got many emails, or if all mailboxes together did, an
// unknown device shares the code of the last email, which is valid for an hour. So a mailbox gets at most 12 such
// emails in an hour and 39 in a day, however many networks request them, and its owner never has to wait for one.
func SetLifetime(c *domain.Challenge, m domain.CodeMails, flooded bool) {
	if c.DeviceHash != "" || m.InDay < maxMails && !flooded {
		c.ExpiresAt = c.CreatedAt.Add(domain.CodeLifetime)
		return
	}
	c.ExpiresAt = c.CreatedAt.Add(domain.SharedCodeLifetime)
	if v := m.Valid; v.ExpiresAt.Sub(c.CreatedAt) > minShared && !v.TooOld(c.MadeAt) {
		c.CodeOf, c.CodeHash, c.Salt, c.ExpiresAt = cmp.Or(v.CodeOf, v.ID), v.CodeHash, v.Salt, v.ExpiresAt
		c.SendsEmail = false
	}
}

// Wait is the time until no limit is exceeded any more. The zero value is no wait.
type Wait struct {
	until time.Time
	text  func(wait string) string
}

// Allow allows a maximum number of requests within a period. times are the times of earlier requests, newest first;
// text tells people how long they have to wait.
func (w *Wait) Allow(most int, within time.Duration, times []time.Time, text func(wait string) string) {
	if len(times) >= most {
		w.Until(times[most-1].Add(within), text)
	}
}

// AllowCodes applies the limits of one known device, or of one network's unknown devices, for one mailbox.
func (w *Wait) AllowCodes(all, valid []time.Time, deviceHash string) {
	w.Allow(maxLiveCodes, domain.CodeLifetime, valid, texts.TooManyLiveCodes)
	w.Allow(1, domain.ResendAfter, all, texts.CodeSentJustNow)
	w.Allow(maxCodesInDay, 24*time.Hour, all, texts.TooManyCodes)
	if deviceHash == "" {
		w.Allow(maxCodesInHour, time.Hour, all, texts.TooManyCodes)
	}
}

// Until extends the wait.
func (w *Wait) Until(until time.Time, text func(wait string) string) {
	if until.After(w.until) {
		w.until, w.text = until, text
	}
}

// Refusal returns an error that says how long to wait, or nil.
func (w *Wait) Refusal(now time.Time) error {
	if !w.until.After(now) {
		return nil
	}
	seconds := int((w.until.Sub(now) + time.Second - 1) / time.Second)
	return &domain.Error{Code: domain.CodeTooManyRequests, Message: w.text(texts.Wait(seconds)),
		RetryAfterSeconds: seconds}
}
