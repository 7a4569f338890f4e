package booking

import (
	"crypto/rand"
	"strings"
)

// CodeLetters are the letters of booking codes. I, O and Q can be mistaken for digits, and U and V for each other.
// Without A and E the codes never form words, so a name is not mistaken for a code.
const CodeLetters = "BCDFGHJKLMNPRSTWXYZ"

// CodeLength is the number of letters in a booking code, which allows 47 million codes.
const CodeLength = 6

// NewCode returns a random booking code.
func NewCode() string {
	var code [CodeLength]byte
	raw := make([]byte, 1)
	for i := 0; i < len(code); {
		rand.Read(raw)
		if int(raw[0]) < len(CodeLetters)*(256/len(CodeLetters)) {
			code[i] = CodeLetters[int(raw[0])%len(CodeLetters)]
			i++
		}
	}
	return string(code[:])
}

// `between` holds the characters that may separate letters and groups of letters.
const between = " -.,·\t\n"

// `spoken` holds the words of the ICAO spelling alphabet for these letters; each word begins with its letter.
var spoken = map[string]bool{
	"BRAVO": true, "CHARLIE": true, "DELTA": true, "FOXTROT": true, "GOLF": true, "HOTEL": true, "JULIET": true,
	"JULIETT": true, "KILO": true, "LIMA": true, "MIKE": true, "NOVEMBER": true, "PAPA": true, "ROMEO": true,
	"SIERRA": true, "TANGO": true, "WHISKEY": true, "WHISKY": true, "XRAY": true, "YANKEE": true, "ZULU": true,
}

// `explaining` lists what people say between a letter and a word that begins with it: "G for golf", "G as in Goa".
var explaining = []string{"FOR", "AS IN", "AS", "IN", "LIKE"}

// `explained` returns how many of the next words explain the letter ("FOR GOLF": 2), or 0.
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

// `spelled` returns the letters that somebody spelled one by one, with the spelling alphabet or with words that explain
// a letter. `lone` is true if one of the words is a single letter, and `is` is false if the text is not spelled.
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

// ParseCode reads a code as people write or spell it, in upper or lower case, with spaces or hyphens.
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

const minSpelled = 2

// ParseCodeStart reads the first letters of a code that is only partly spelled; it returns "" for anything else.
// `certain` is false if all the words could also be names (Romeo, Mike).
func ParseCodeStart(typed string) (start string, certain bool) {
	letters, lone, is := spelled(typed)
	if !is || len(letters) < minSpelled || len(letters) >= CodeLength || strings.Trim(letters, CodeLetters) != "" {
		return "", false
	}
	return letters, lone
}
