package search

import (
	"strings"
	"unicode/utf8"
)

// MinAlike is how many letters a word has for which a similar one is looked for; shorter ones are similar to
// everything.
const MinAlike = 4

// minReplaced is how many letters a word has of which one may be another; of shorter ones it makes another name (Amit
// and Ajit).
const minReplaced = 5

// sounds are the letters that are written for each other wherever names are spelled by ear.
const sounds = "iy vw sz ck"

// Alike reports whether two folded words differ by one slip of who hears or types a name: a letter too many or too few
// (a doubled one among them), two neighbours that changed their places, a letter that sounds like the right one, or in
// a long word any letter.
func Alike(a, b string) bool {
	heard, spelled := []rune(a), []rune(b)
	if len(heard) > len(spelled) {
		heard, spelled = spelled, heard
	}
	at := 0
	for at < len(heard) && heard[at] == spelled[at] {
		at++
	}
	rest := func(of []rune, from int) string { return string(of[min(from, len(of)):]) }
	switch len(spelled) - len(heard) {
	case 0:
		return at == len(heard) ||
			at+1 < len(heard) && heard[at] == spelled[at+1] && heard[at+1] == spelled[at] &&
				rest(heard, at+2) == rest(spelled, at+2) ||
			(len(heard) >= minReplaced || soundAlike(heard[at], spelled[at])) && rest(heard, at+1) == rest(spelled, at+1)
	case 1:
		return rest(heard, at) == rest(spelled, at+1)
	}
	return false
}

// soundAlike reports whether one letter is written for the other.
func soundAlike(a, b rune) bool {
	return a < utf8.RuneSelf && b < utf8.RuneSelf && (strings.Contains(sounds, string([]rune{a, b})) ||
		strings.Contains(sounds, string([]rune{b, a})))
}

// AlikeIn reports whether each of some folded words stands in a text, or a word that is alike.
func AlikeIn(text string, words []string) bool {
	for _, word := range words {
		found := strings.Contains(text, word)
		for of := range strings.FieldsSeq(text) {
			found = found || len(word) >= MinAlike && Alike(word, of)
		}
		if !found {
			return false
		}
	}
	return true
}
