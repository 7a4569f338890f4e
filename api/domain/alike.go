package domain

import "strings"

// LeastAlike is how many letters a word has for which a similar one is looked for; shorter ones are similar to everything.
const LeastAlike = 4

// Alike reports whether two folded words differ by one slip of who hears or types a name: a letter too many or too few (a doubled one
// among them), or two neighbours that changed their places. Another letter in the place of one is another name.
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
		return at == len(heard) || at+1 < len(heard) && heard[at] == spelled[at+1] && heard[at+1] == spelled[at] && rest(heard, at+2) == rest(spelled, at+2)
	case 1:
		return rest(heard, at) == rest(spelled, at+1)
	}
	return false
}

// AlikeIn reports whether each of some folded words stands in a text, or a word that is alike.
func AlikeIn(text string, words []string) bool {
	for _, word := range words {
		found := strings.Contains(text, word)
		for of := range strings.FieldsSeq(text) {
			found = found || len(word) >= LeastAlike && Alike(word, of)
		}
		if !found {
			return false
		}
	}
	return true
}
