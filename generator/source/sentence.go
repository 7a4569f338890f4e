package source

import (
	"strings"
	"unicode"
)

// sentenceEnds are the signs with which a text may end; }} closes what is filled in, ) a link.
const sentenceEnds = ".!?:;…)]}>\"'”’*_`|"

// Finished tells whether a text ends as a sentence does.
func Finished(text string) bool {
	text = strings.TrimSpace(text)
	return text == "" || strings.ContainsRune(sentenceEnds, []rune(text)[len([]rune(text))-1])
}

// CutOff tells a paragraph that ends in the middle of a sentence: some words in small letters and no end. The name
// below a letter and a greeting are none.
func CutOff(paragraph string) bool {
	if Finished(paragraph) {
		return false
	}
	text := strings.Join(strings.Fields(paragraph), " ")
	from := 0
	for _, end := range []string{". ", "! ", "? "} {
		from = max(from, strings.LastIndex(text, end)+1)
	}
	words, small := strings.Fields(text[from:]), 0
	for _, word := range words {
		if r := []rune(strings.TrimLeft(word, "[(*_\"'")); len(r) > 0 && unicode.IsLower(r[0]) {
			small++
		}
		switch strings.ToLower(strings.Trim(word, ",")) {
		case "regards", "wishes", "sincerely", "yours", "thanks", "faithfully":
			return false
		}
	}
	last := words[len(words)-1]
	return len(words) > 2 && small*2 >= len(words) && (from > 0 || len(words) > 7 && unicode.IsLower([]rune(last)[0]) ||
		goesOn[last])
}

// GoesOn tells a word with which no text ends.
func GoesOn(word string) bool { return goesOn[word] }

// goesOn are words with which no text ends.
var goesOn = map[string]bool{"the": true, "a": true, "an": true, "of": true, "and": true, "or": true, "to": true,
	"in": true, "on": true,
	"at": true, "for": true, "with": true, "by": true, "from": true, "is": true, "are": true, "that": true, "if": true,
	"as": true, "your": true, "our": true, "its": true}
