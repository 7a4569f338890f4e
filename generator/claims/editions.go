package claims

import "strings"

// An office tells of its last conference, too: where it was, what a ticket cost then. What such a sentence says, and the sentences
// behind it in the same paragraph, is of another time, until a verb or a word leads back to this one. It is asked only of
// sentences that contradict something, so the paragraphs that are in order cost nothing.

// ofAnotherTime tells a sentence that is not about this event: by "then" at its end, or by what stands before it or above it.
func (k *Claims) ofAnotherTime(s *sentence) bool {
	switch {
	case s.backThen():
		return true
	case s.has(0, len(s.tokens), presentTime):
		return false
	case k.namesOtherEdition(k.tokens(nil, s.heading, 0, len(s.heading)), s.heading):
		return true
	}
	other, text := false, s.before()
	k.sentences(text, func(f found) {
		list := k.tokens(nil, text, f.from, f.to)
		other = k.namesOtherEdition(list, text) || other && !(&sentence{tokens: list}).has(0, len(list), thisTime)
	})
	return other
}

// backThen tells "then" where it is a time and not the next thing to do: "Tickets cost ₹2,500 then."
func (s *sentence) backThen() bool {
	for i := 1; i < len(s.tokens); i++ {
		if s.tokens[i].lower != "then" || followUps[s.tokens[i-1].lower] {
			continue
		}
		if next := lowerAt(s.tokens, i+1); next == "" || !isLetter(next[0]) || s.tokens[i-1].lower == "back" {
			return true
		}
	}
	return false
}

// namesOtherEdition tells a sentence about the last or the next conference, or about one in another year.
func (k *Claims) namesOtherEdition(list []token, text string) bool {
	s := &sentence{text: text, tokens: list}
	s.about = s.aboutIn(0, len(list))
	if s.about&cEvent == 0 && s.about&cPast == 0 {
		return false
	}
	s.quantities = quantitiesOf(text, list)
	if s.otherEdition() {
		return true
	}
	for i := range s.quantities {
		q := &s.quantities[i]
		year := q.first.year
		if q.unit == years {
			year = int(q.value)
		}
		if s.about&cEvent != 0 && year >= 1900 && year != k.start.year && !s.yearOfFoundation(q) {
			return true
		}
	}
	return false
}

// before is what stands before a sentence in its paragraph.
func (s *sentence) before() string {
	if len(s.tokens) == 0 {
		return ""
	}
	text := s.text[:s.tokens[0].from]
	return text[strings.LastIndex(text, "\n\n")+1:]
}

var (
	// presentTime are verbs and words with which a sentence is about today.
	presentTime = set("is are will shall can may must close closes open opens end ends begin begins start starts costs pay pays lasts now today currently this")
	thisTime    = set("this now today currently")
	followUps   = set(", and by until till since from only but ; –")
)
