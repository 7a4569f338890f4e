// Package search compares words for searches: it ignores accents, compares by sound, and allows one wrong letter.
package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Fold returns the form in which a string is searched: lower case without accents and apostrophes. plainLetters lists
// letters that Unicode does not decompose.
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

// Digits returns the digits of a string.
func Digits(text string) string {
	return strings.Map(func(r rune) rune {
		if r < '0' || r > '9' {
			return -1
		}
		return r
	}, text)
}

// MinAlike is the minimum length of a word for which similar words are found; shorter words resemble too many others.
const MinAlike = 4

// minReplaced is the minimum length of a word in which one letter may be replaced. In a shorter word, a different
// letter makes a different name (Amit and Ajit).
const minReplaced = 5

// sounds lists pairs of letters that are confused when names are spelled by ear.
const sounds = "iy vw sz ck"

// Alike reports whether two folded words differ by one hearing or typing mistake: one letter too many or too few
// (including a doubled one), two neighbouring letters swapped, a letter that sounds like the right one, or in a long
// word any one letter.
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
		return at == len(heard) || at+1 < len(heard) && heard[at] == spelled[at+1] && heard[at+1] == spelled[at] &&
			rest(heard, at+2) == rest(spelled, at+2) ||
			(len(heard) >= minReplaced || soundAlike(heard[at], spelled[at])) && rest(heard, at+1) == rest(spelled, at+1)
	case 1:
		return rest(heard, at) == rest(spelled, at+1)
	}
	return false
}

func soundAlike(a, b rune) bool {
	return a < utf8.RuneSelf && b < utf8.RuneSelf && (strings.Contains(sounds, string([]rune{a, b})) ||
		strings.Contains(sounds, string([]rune{b, a})))
}

// AlikeIn reports whether a string contains each of the folded words or a word similar to it.
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
