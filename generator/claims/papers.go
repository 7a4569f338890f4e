package claims

import (
	"slices"
	"strconv"
	"strings"

	"transom/generator/display"
	"transom/generator/schema"
)

// uploadSize compares "max 5MB" with the limits of the uploads.
func (k *Claims) uploadSize(s *sentence, q *quantity) *Contradiction {
	from, to := s.clause(q)
	if (s.about|s.context)&cUpload == 0 || !s.limits(q) || s.about&cFilm != 0 || s.has(from, to, notLimits) {
		return nil
	}
	uploads := k.uploadsFor(s, from, to)
	for _, u := range uploads {
		if float64(u.MaxMB) == q.value || k.bad(&u.MaxMB) {
			return nil
		}
	}
	if len(uploads) == 0 {
		return nil
	}
	return &Contradiction{Holds: "an upload may have " + strconv.Itoa(uploads[0].MaxMB) + "MB", Fact: "upload." + uploads[0].Kind}
}

// limits tells whether the words at a size make it the largest that is allowed: "at most 2 MB", "2 MB or less".
func (s *sentence) limits(q *quantity) bool {
	for i := max(0, q.from-6); i < q.from; i++ {
		if word := s.tokens[i].lower; sizeLimits[word] || word == "most" && before(s, q, q.from-i+1) == "at" || word == "up" && lowerAt(s.tokens, i+1) == "to" {
			return true
		}
	}
	return s.has(q.to, q.to+3, behindLimits) || s.about&cLimit != 0 && before(s, q, 1) == "have" || len(s.tokens) <= 3
}

var (
	sizeLimits   = set("max maximum limit limited under below within exceed exceeds exceeding than upto")
	behindLimits = set("max maximum or limit each")
	notLimits    = set("make makes made reduce reduces reduced compress compresses least minimum print")
)

// uploadsFor are the uploads that the words name: the photo, the identity document, or either.
func (k *Claims) uploadsFor(s *sentence, from, to int) []*schema.Upload {
	named := ""
	if s.aboutIn(from, to)&cIdentity != 0 || s.about&(cIdentity|cUpload) == 0 && s.context&cIdentity != 0 || s.context&cIdentity != 0 && s.about&cUpload == 0 {
		named = "aadhar"
	}
	if s.has(from, to, photos) {
		if named != "" {
			named = ""
		} else {
			named = "photo"
		}
	} else if named == "" && s.headed(photos) {
		named = "photo"
	}
	if named == "" && s.context&cIdentity != 0 {
		named = "aadhar"
	}
	var list []*schema.Upload
	for i := range k.content.Registration.Uploads {
		if u := &k.content.Registration.Uploads[i]; named == "" || u.Kind == named {
			list = append(list, u)
		}
	}
	return list
}

var photos = set("photo photos photograph photographs portrait profile")

func (s *sentence) headed(list map[string]bool) bool {
	return slices.ContainsFunc(strings.Fields(strings.ToLower(s.heading)), func(word string) bool { return list[word] })
}

// retention compares the hours and days after which identity documents are destroyed.
func (k *Claims) retention(s *sentence, q *quantity) *Contradiction {
	r := &k.content.Registration.IDDocument.Retention
	all := s.about | s.context
	documents := all&cIdentity != 0 || all&cPaper != 0 && all&(cUpload|cChecked) != 0
	if !documents || all&cDestroy == 0 || all&cHotel != 0 || s.has(0, len(s.tokens), set("session code device")) || s.about&cBuilding != 0 || q.value >= 10*periods["years"] || s.otherRecords(q) || !s.destroyedThen(q) {
		return nil
	}
	type rule struct {
		hours   float64
		fact    string
		what    string
		setting any
	}
	rules := []rule{
		{float64(r.AfterVerifiedHours), "identity.after-check", " after the check", &r.AfterVerifiedHours},
		{float64(r.UnpaidDays) * 24, "identity.unpaid", " after a registration that stays unpaid", &r.UnpaidDays},
		{float64(r.AfterEventDays) * 24, "identity.after-event", " after the event", &r.AfterEventDays},
		{float64(r.AfterWithdrawalHours), "identity.after-withdrawal", " after consent was withdrawn", &r.AfterWithdrawalHours},
	}
	meant := rules
	switch cue := s.cue(q); {
	case cue&cWithdraw != 0:
		meant = rules[3:]
	case cue&cUnpaid != 0:
		meant = rules[1:2]
	case cue&cChecked != 0:
		meant = rules[:1]
	case cue&cEvent != 0:
		meant = rules[2:3]
	}
	for _, right := range meant {
		if right.hours == q.value || right.hours == 0 || k.bad(right.setting) {
			return nil
		}
	}
	value, _ := k.facts.Value(meant[0].fact)
	return &Contradiction{Holds: "identity documents are destroyed " + value + meant[0].what, Fact: meant[0].fact, Setting: meant[0].setting}
}

// otherRecords tells from the nearest noun before a period that something else is kept: receipts, logs.
func (s *sentence) otherRecords(q *quantity) bool {
	for i := q.from - 1; i >= 0; i-- {
		switch t := s.tokens[i]; {
		case t.about&(cIdentity|cPaper) != 0:
			return false
		case records[t.lower]:
			return true
		}
	}
	return false
}

// destroyedThen tells that a period says when something is destroyed: "looked at within two days and destroyed" does not.
func (s *sentence) destroyedThen(q *quantity) bool {
	if s.about&cDestroy == 0 || s.aboutIn(0, q.from)&cDestroy != 0 {
		return true
	}
	for i := q.to; i < len(s.tokens); i++ {
		switch t := s.tokens[i]; {
		case t.lower == "and" || t.lower == ";":
			return false
		case t.about&cDestroy != 0:
			return true
		}
	}
	return false
}

var records = set("records receipts invoices logs log backups accounts books minutes tickets mails addresses")

// cue are the subjects of the words that belong to a period: those up to the next one, or before the first.
func (s *sentence) cue(q *quantity) concepts {
	to, from := len(s.tokens), 0
	for j := range s.quantities {
		if other := &s.quantities[j]; other.unit == period && other.from >= q.to {
			to = min(to, other.from)
		} else if other.unit == period && other.to <= q.from {
			from = other.to
		}
	}
	const cues = cWithdraw | cUnpaid | cChecked | cEvent
	if behind := s.aboutIn(q.to, min(to, q.to+9)) & cues; behind != 0 {
		return behind
	}
	return s.aboutIn(from, q.from) & cues
}

// masking compares promises about the digits of the identity document with the mode of the settings.
func (k *Claims) masking(s *sentence) (int, *Contradiction) {
	mode := &k.content.Registration.IDDocument.Mode
	if (s.about|s.context)&cIdentity == 0 || *mode == "" || k.bad(mode) {
		return 0, nil
	}
	for i, t := range s.tokens {
		digits := t.lower == "digits" && (lowerAt(s.tokens, i-1) == "four" || lowerAt(s.tokens, i-1) == "eight" || lowerAt(s.tokens, i-1) == "4" || lowerAt(s.tokens, i-1) == "8")
		switch {
		case *mode == "any_id" && (t.lower == "masked" || digits):
			return i, &Contradiction{Holds: "any photo identity may be uploaded (mode: any_id)", Setting: mode}
		case *mode == "off" && (t.lower == "masked" || t.lower == "upload"):
			return i, &Contradiction{Holds: "no identity document is asked for (mode: \"off\")", Setting: mode}
		case *mode == "masked" && t.lower == "unmasked" && !s.has(0, i, negations):
			return i, &Contradiction{Holds: "the identity document is masked (mode: masked)", Setting: mode}
		}
	}
	return 0, nil
}

var negations = set("no not never nor without instead neither don't cannot")

// formats compares the endings that a sentence accepts with those of the uploads.
func (k *Claims) formats(s *sentence) (int, *Contradiction) {
	if (s.about|s.context)&cUpload == 0 || s.about&cMasked == 0 || s.about&cFilm != 0 || s.denies() {
		return 0, nil
	}
	if s.about&(cLimit|cIdentity) == 0 && s.context&cUpload == 0 && !s.has(0, len(s.tokens), set("upload uploaded accept accepts format formats")) {
		return 0, nil
	}
	uploads := k.uploadsFor(s, 0, len(s.tokens))
	for i, t := range s.tokens {
		ending := strings.TrimSuffix(t.lower, "s")
		if !endings[ending] || len(uploads) == 0 {
			continue
		}
		if !slices.ContainsFunc(uploads, func(u *schema.Upload) bool { return slices.Contains(u.Accept, ending) }) {
			return i, &Contradiction{Holds: "what is accepted is " + display.List(uploads[0].Accept, "or"), Fact: "upload." + uploads[0].Kind + ".formats"}
		}
	}
	return 0, nil
}

// denies tells a sentence with a "not" in it that is no limit: "not as PDF", but not "not more than 2 MB".
func (s *sentence) denies() bool {
	for i, t := range s.tokens {
		if negations[t.lower] && !comparisons[lowerAt(s.tokens, i+1)] {
			return true
		}
	}
	return false
}

var comparisons = set("more larger bigger heavier exceed exceeding above over greater")

var endings = set("png jpg jpeg pdf webp heic gif tiff bmp")
