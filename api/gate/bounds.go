package gate

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"transom/api/domain"
)

// Values from a phone are checked even if its key is valid, but never cause a report to be refused: that would block an
// honest phone's queue. A scan with strange values is stored and does not count; other values are clamped.

const (
	maxWhy     = 200
	maxWord    = 64 // for ids and other strings that our programs create
	maxUnsent  = 1_000_000
	maxListAge = 366 * 24 * 3600
	// clockMargin is the accepted difference between a phone's clock and ours when a list opens.
	clockMargin = 5 * time.Minute
)

func withinBounds(r Report) Report {
	r.Unsent = min(max(r.Unsent, 0), maxUnsent)
	if r.Battery < 0 || r.Battery > 100 {
		r.Battery = -1
	}
	r.ListAge = listAge(r.ListAge)
	return r
}

func listAge(seconds int64) int64 { return min(max(seconds, -1), maxListAge) }

func storable(s domain.GateScan) domain.GateScan {
	for _, word := range []*string{&s.TicketID, &s.List, &s.Day, &s.Venue, &s.Verdict, &s.Reason, &s.By} {
		*word = shorten(*word, maxWord)
	}
	s.Why, s.ListAge = shorten(domain.Typed(s.Why), maxWhy), listAge(s.ListAge)
	return s
}

var (
	verdicts = []string{domain.ScanIn, domain.ScanOut, domain.ScanOverruled, domain.ScanRefused, domain.ScanUndo}
	ways     = []string{"", "camera", "typed", "search"}
)

func hasUnknownWord(s domain.GateScan) bool {
	return !slices.Contains(verdicts, s.Verdict) || (s.Reason != "" && !slices.Contains(Refusals, s.Reason)) ||
		!slices.Contains(ways, s.By)
}

// LacksReason reports whether somebody was admitted manually, or despite a refusal, without the reason that our page
// requires. Such a scan is stored anyway, because the person has entered.
func LacksReason(s domain.GateScan) bool {
	return (s.Verdict == domain.ScanOverruled || s.Verdict == domain.ScanIn && s.Reason != "") && s.Why == ""
}

// isEarly allows for a wrong clock (clockMargin).
func (g *Service) isEarly(s domain.GateScan) bool {
	list, _ := g.Content.GateList(s.List)
	at := s.At.Add(clockMargin).In(g.Content.Zone)
	return list.From != "" && at.Format(time.DateOnly) == s.Day && at.Format("15:04") < string(list.From)
}

// shorten also removes NUL, which PostgreSQL cannot store.
func shorten(text string, limit int) string {
	text = strings.ReplaceAll(text, "\x00", "")
	for len(text) > limit {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}
