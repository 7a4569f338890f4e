package booking

import (
	"crypto/rand"
	"strings"
)

// CodeLetters can be told apart when they are read aloud or written by hand: no I and O, which are digits, no U and V,
// which are each other, no Q. Without A and E they make no words, so that a name is never taken for a code.
const CodeLetters = "BCDFGHJKLMNPRSTWXYZ"

// CodeLength is how many letters a booking's code has: 47 million codes.
const CodeLength = 6

// NewCode makes the code of a booking at random.
func NewCode() string {
	var code [CodeLength]byte
	raw := make([]byte, 1)
	for i := 0; i < len(code); {
		rand.Read(raw) // never fails: crypto/rand ends the program instead
		if int(raw[0]) < len(CodeLetters)*(256/len(CodeLetters)) {
			code[i] = CodeLetters[int(raw[0])%len(CodeLetters)]
			i++
		}
	}
	return string(code[:])
}

// between is what stands between letters and groups of them.
const between = " -.,·\t\n"

// spoken are the words of the spelling alphabet (ICAO) of the letters, each beginning with its own.
var spoken = map[string]bool{
	"BRAVO": true, "CHARLIE": true, "DELTA": true, "FOXTROT": true, "GOLF": true, "HOTEL": true, "JULIET": true,
	"JULIETT": true, "KILO": true,
	"LIMA": true, "MIKE": true, "NOVEMBER": true, "PAPA": true, "ROMEO": true, "SIERRA": true, "TANGO": true,
	"WHISKEY": true, "WHISKY": true,
	"XRAY": true, "YANKEE": true, "ZULU": true,
}

// explaining are the words between a letter and the word that explains it: "G for golf", "G as in Goa".
var explaining = []string{"FOR", "AS IN", "AS", "IN", "LIKE"}

// explained is how many of the words belong to the letter before them, because they say which one it is.
func explained(letter string, words []string) int {
	for _, between := range explaining {
		n := strings.Count(between, " ") + 1
		if len(letter) == 1 && len(words) > n && strings.Join(words[:n], " ") == between &&
			strings.HasPrefix(words[n], letter) {
			return n + 1
		}
	}
	return 0
}

// spelled are the letters that somebody spells, one by one, with words of the spelling alphabet or with words that
// explain a letter. lone is true when one of them stands by itself, as in no name; is is false for any other text.
func spelled(typed string) (letters string, lone, is bool) {
	upper := strings.NewReplacer("X-RAY", "XRAY", "X RAY", "XRAY").Replace(strings.ToUpper(typed))
	words := strings.FieldsFunc(upper, func(r rune) bool { return strings.ContainsRune(between, r) })
	var all strings.Builder
	for len(words) > 0 {
		word := words[0]
		words = words[1:]
		times := 1
		if word == "DOUBLE" && len(words) > 0 {
			word, words, times = words[0], words[1:], 2
		}
		if !spoken[word] && len(word) > 1 {
			return "", false, false
		}
		lone = lone || len(word) == 1
		all.WriteString(strings.Repeat(word[:1], times))
		words = words[explained(word, words):]
	}
	return all.String(), lone, true
}

// ParseCode reads a code as people write it, with small letters, blanks and hyphens in between; and as they spell it.
func ParseCode(typed string) (code string, is bool) {
	if letters, _, is := spelled(typed); is {
		typed = letters
	}
	code = strings.Map(func(r rune) rune {
		if strings.ContainsRune(between, r) {
			return -1
		}
		return r
	}, strings.ToUpper(typed))
	return code, len(code) == CodeLength && strings.Trim(code, CodeLetters) == ""
}

// minSpelled is how many letters of a code begin few enough of them.
const minSpelled = 2

// ParseCodeStart reads the first letters of a code that somebody has not spelled to the end, "" for any other text.
// certain is false when all of them are words that may be names, too (Romeo, Mike).
func ParseCodeStart(typed string) (start string, certain bool) {
	letters, lone, is := spelled(typed)
	if !is || len(letters) < minSpelled || len(letters) >= CodeLength || strings.Trim(letters, CodeLetters) != "" {
		return "", false
	}
	return letters, lone
}
