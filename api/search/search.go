// Package search compares words for searches: it ignores accents, compares by sound, and allows one wrong letter.
package search

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns text as it is searched: lower case, no accents, Devanagari in Latin letters. Unicode does not decompose
// plainLetters.
func Fold(text string) string {
	return plainLetters.Replace(strings.Map(func(r rune) rune {
		switch {
		case unicode.Is(unicode.Mn, r), strings.ContainsRune("'’‘`´ʼ", r):
			return -1
		}
		return unicode.ToLower(r)
	}, romanised(text)))
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

// minReplaced is the minimum length of a word with one wrong letter: Amit and Ajit are different names.
const minReplaced = 5

// sounds lists pairs of letters that are confused when names are spelled by ear.
const sounds = "ai iy vw sz ck"

// Alike reports whether two folded words differ by one mistake: a letter too many or too few, two neighbours swapped, a
// letter that sounds like the right one, or in a long word any one letter.
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
		for of := range strings.FieldsFuncSeq(text, func(r rune) bool { return r == ' ' || r == '-' }) {
			found = found || len(word) >= MinAlike && Alike(word, of)
		}
		if !found {
			return false
		}
	}
	return true
}

const minSoundLetters = 3

// SoundMark separates the sounds in a search text, so that they are compared as whole words. Nobody types it.
const SoundMark = "~"

// SoundOf returns the sound of a folded word in the form that search texts contain, or "" for words that are not
// compared by sound: numbers, addresses and words of one or two letters.
func SoundOf(word string) string {
	if utf8.RuneCountInString(word) < minSoundLetters || strings.ContainsAny(word, "0123456789@.%_~") {
		return ""
	}
	return SoundMark + sound(word) + SoundMark
}

// SoundsOf returns the sounds of all words in the given folded names.
func SoundsOf(names string) string {
	var all strings.Builder
	for word := range strings.FieldsSeq(names) {
		all.WriteString(SoundMark + sound(strings.Trim(word, ".,-~")))
	}
	if all.Len() == 0 {
		return ""
	}
	return all.String() + SoundMark
}

// sound folds the usual spellings of an Indian name into one: Lakshmi and Laxmi become "laksmi", Mukherjee and
// Mukerji "mukarji". It drops what the Hunterian system (the Government of India's) and the IC Standard for the
// Transliteration of Hindi and Urdu Personal Names (2004) do not write: the length of vowels, the difference between
// retroflex and dental letters, and an inherent a that is not spoken. It also drops aspiration, because the south
// writes th where the north writes t (Kavitha), and it reads e as a and o as u (Ahmed, Omer). Fold the word first.
func sound(word string) string {
	for _, rule := range soundRules {
		word = rule.letters.ReplaceAllString(word, rule.by)
	}
	word = single(word)
	for last := ""; last != word; { // one pass is not enough, because two matches may share letters
		last, word = word, inherentVowel.ReplaceAllString(word, "$1$2")
	}
	return cmp.Or(soundsAs[word], word)
}

// soundRules are applied in this order.
var soundRules = []struct {
	letters *regexp.Regexp
	by      string
}{
	{regexp.MustCompile(`([^aeiou])e$`), "${1}ey"}, // Pande is Pandey
	{regexp.MustCompile(`^e`), "i"},                // Eshwar, Ishwar
	{regexp.MustCompile(`^a[iy]y([ae])`), "iy$1"},  // Aiyar, Iyer
	{regexp.MustCompile(`bh$`), "v"},               // Saurabh, in Bengali Sourav
	{regexp.MustCompile(`ndyo`), "ndo"},            // Bandyopadhyay, Bandopadhyay
	{regexp.MustCompile(`yaya$`), "yay"},           // Upadhyaya, Upadhyay
	{regexp.MustCompile(`que$`), "k"},
	{regexp.MustCompile(`cch|chh|tch`), "ch"},
	{regexp.MustCompile(`ch`), "C"}, // so that the rules for c do not apply to ch
	{regexp.MustCompile(`ck|qu([aeiou])|q|c([^eiyC]|$)`), "k$1$2"},
	{regexp.MustCompile(`c`), "s"},
	{regexp.MustCompile(`x`), "ks"},
	{regexp.MustCompile(`ph`), "f"},
	{regexp.MustCompile(`z`), "j"},
	{regexp.MustCompile(`(?:jn|dny|gn)a`), "gya"}, // Prajna, Pradnya, Pragna, Pragya
	{regexp.MustCompile(`([bdfgjklmnprstvwC])h`), "$1"},
	{regexp.MustCompile(`([aeiou])h$`), "$1"},
	{regexp.MustCompile(`au|ow([^aeiou]|$)`), "u$1"},
	{regexp.MustCompile(`w`), "v"},
	{regexp.MustCompile(`ee|y`), "i"},
	{regexp.MustCompile(`e`), "a"},
	{regexp.MustCompile(`o`), "u"},
	{regexp.MustCompile(`([bdgkt])ra$`), "${1}ar"}, // Rajendra, Rajender
	{regexp.MustCompile(`indar$`), "andar"},        // Rajinder
	{regexp.MustCompile(`ava$`), "av"},             // Srivastava, Srivastav
	{regexp.MustCompile(`C`), "c"},
}

// inherentVowel matches an a between vowel, consonant and consonants, vowel: Bhavana is said as Bhavna.
var inherentVowel = regexp.MustCompile(`([aiu][^aiu])a([^aiu]{1,2}[aiu])`)

// soundsAs lists common names whose spellings no rule covers.
var soundsAs = map[string]string{
	"agraval": "agrval", // Agrawal, Agarwal
	"cuduri":  "cudari", // Chowdhury, Chaudhary
	"cudri":   "cudari",
	"md":      "muhmad", // Mohammed
	"muhd":    "muhmad",
}

func single(word string) string {
	var out strings.Builder
	last := rune(0)
	for _, r := range word {
		if r != last {
			out.WriteRune(r)
		}
		last = r
	}
	return out.String()
}
