// Package search compares texts as a search does: without accents, by sound, and with one letter wrong.
package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold is the form of a text in which it is looked for: small letters without accents and apostrophes, so that a name
// is found as it is heard. What looks like one letter with a mark becomes the letter; letters that no mark takes apart
// are in plain.
func Fold(text string) string {
	return plainLetters.Replace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), strings.ContainsRune("'’‘`´ʼ", r):
			return -1
		}
		return unicode.ToLower(r)
	}, norm.NFKD.String(text)))
}

var plainLetters = strings.NewReplacer("ß", "ss", "æ", "ae", "œ", "oe", "ø", "o", "ł", "l", "đ", "d", "ð", "d",
	"þ", "th", "ı", "i")

// Digits are those of a text.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

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
