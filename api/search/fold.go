// Package search compares texts as a search does: without accents, by sound, and with one letter wrong.
package search

import (
	"strings"
	"unicode"

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
