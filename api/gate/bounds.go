package gate

import (
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"transom/api/domain"
)

// What a phone sends is not believed because it has a key. Nothing is refused for it: a report that is refused
// stands at the head of an honest queue for ever. A scan that says something strange is kept and does not count;
// figures are held within bounds.

const (
	maxWhy  = 200
	maxWord = 64 // of what is not typed by people
	// maxUnsent and maxListAge are more than any phone has.
	maxUnsent  = 1_000_000
	maxListAge = 366 * 24 * 3600
	// clockMargin is how far a phone's idea of the time may be from ours when a list opens.
	clockMargin = 5 * time.Minute
)

// withinBounds holds the figures of a report within bounds; an impossible one says nothing.
func withinBounds(r Report) Report {
	r.Unsent = min(max(r.Unsent, 0), maxUnsent)
	if r.Battery < 0 || r.Battery > 100 {
		r.Battery = -1
	}
	r.ListAge = listAge(r.ListAge)
	return r
}

func listAge(seconds int64) int64 { return min(max(seconds, -1), maxListAge) }

// storable is a scan of which every text fits into a row.
func storable(s domain.GateScan) domain.GateScan {
	for _, word := range []*string{&s.TicketID, &s.List, &s.Day, &s.Venue, &s.Verdict, &s.Reason, &s.By} {
		*word = shorten(*word, maxWord)
	}
	s.Why, s.ListAge = shorten(domain.Typed(s.Why), maxWhy), listAge(s.ListAge)
	return s
}

var (
	verdicts = []string{domain.ScanIn, domain.ScanOut, domain.ScanOverruled, domain.ScanRefused}
	ways     = []string{"", "camera", "typed", "search"}
)

func hasUnknownWord(s domain.GateScan) bool {
	return !slices.Contains(verdicts, s.Verdict) || (s.Reason != "" && !slices.Contains(Refusals, s.Reason)) ||
		!slices.Contains(ways, s.By)
}

// LacksReason reports whether somebody was let in by hand and no reason is written down. Our page asks for one; what
// has happened is taken all the same, and the desk is told. Whoever was let in although something stood against it was
// let in by hand, whatever the phone calls that.
func LacksReason(s domain.GateScan) bool {
	return (s.Verdict == domain.ScanOverruled || s.Verdict == domain.ScanIn && s.Reason != "") && s.Why == ""
}

// isEarly reports whether a scan was made on its day, and so long before its list opens that no clock explains it.
func (g *Service) isEarly(s domain.GateScan) bool {
	list, _ := g.list(s.List)
	at := s.At.Add(clockMargin).In(g.Content.Zone)
	return list.From != "" && at.Format(time.DateOnly) == s.Day && at.Format("15:04") < string(list.From)
}

// shorten cuts a text, and takes away the sign that one of the databases does not store.
func shorten(text string, limit int) string {
	text = strings.ReplaceAll(text, "\x00", "")
	for len(text) > limit {
		_, size := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-size]
	}
	return text
}
