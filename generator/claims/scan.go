package claims

import (
	"strings"

	"transom/generator/facts"
)

// found is a sentence with the subjects of its words.
type found struct {
	from, to int
	about    concepts
	// measured tells that it holds a number or a promise, first that it begins a paragraph.
	measured, first bool
}

// sentences walks through a text, sentence by sentence, over wrapped lines. It looks at every byte once and keeps nothing: most
// texts have nothing to say.
func (k *Claims) sentences(text string, take func(found)) {
	from, about, number, first := 0, concepts(0), false, true
	end := func(to, next int, paragraph bool) {
		if about != 0 || number {
			take(found{from, to, about, number, first})
			first = false
		}
		from, about, number, first = next, 0, false, first || paragraph
	}
	for i := 0; i < len(text); {
		switch b := text[i]; {
		case isLetter(b):
			stop := i
			var word [24]byte
			for stop < len(text) && isLetter(text[stop]) {
				if stop-i < len(word) {
					word[stop-i] = text[stop] | 0x20
				}
				stop++
			}
			subjects := k.known(word[:min(stop-i, len(word))])
			about |= subjects
			number = number || subjects&(cNumber|cMonth|cMasked|cWeekday|cIncluded|cOffice|cCity) != 0
			i = stop
		case b >= '0' && b <= '9':
			stop := i
			for stop < len(text) && isDigit(text[stop]) {
				stop++
			}
			about |= besideFigures(text, i, stop)
			number, i = true, stop
		case b == '\n':
			if endsParagraph(text[i+1:]) || strings.HasPrefix(lineBefore(text, i), "#") {
				end(i, i+1, true)
			}
			i++
		case b == '.' || b == '!' || b == '?':
			if endsSentence(text, i) {
				end(i+1, i+1, false)
			}
			i++
		case b == 0xE0 && devanagari(text, i) >= 0:
			about |= cDate
			number, i = true, i+3
		case b == 0xE2 && strings.HasPrefix(text[i:], "₹"):
			about |= cMoney
			i += len("₹")
		case b == ']' && i+1 < len(text) && text[i+1] == '(': // the address of a link says nothing
			i += skipTo(text[i:], ')')
		case b == '`':
			i += skipTo(text[i:], '`')
		case b == '<':
			i += skipTo(text[i:], '>')
		case b == '{':
			if strings.HasPrefix(text[i:], facts.Before+"cit") {
				about |= cCity
				number = true
			}
			i += skipTo(text[i:], '}')
		default:
			i++
		}
	}
	end(len(text), len(text), false)
}

// besideFigures are the subjects that the signs at a number name.
func besideFigures(text string, from, to int) concepts {
	switch {
	case dated(text, from, to), to-from <= 2 && ordinalEnds(text[to:]):
		return cDate
	case strings.HasPrefix(text[to:], "+"):
		return cOld
	case strings.HasPrefix(text[to:], "/-"):
		return cMoney
	}
	return 0
}

// dated tells figures that may be part of a day, an hour or a year.
func dated(text string, from, to int) bool {
	if to-from == 4 {
		return text[from] == '1' || text[from] == '2'
	}
	return to-from <= 2 && to+1 < len(text) && strings.IndexByte("/-.:", text[to]) >= 0 && isDigit(text[to+1])
}

// ordinalEnds tells the letters of "13th".
func ordinalEnds(rest string) bool {
	return len(rest) >= 2 && ordinalEndings[rest[:2]] && (len(rest) == 2 || !isLetter(rest[2]))
}

var ordinalEndings = set("st nd rd th")

// devanagari is the digit of that script at a place, or -1.
func devanagari(text string, i int) int {
	if i+2 >= len(text) || text[i] != 0xE0 || text[i+1] != 0xA5 || text[i+2] < 0xA6 || text[i+2] > 0xAF {
		return -1
	}
	return int(text[i+2] - 0xA6)
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

// skipTo is the number of bytes up to the closing sign in the same line, or 1.
func skipTo(text string, closing byte) int {
	for i := 1; i < len(text) && text[i] != '\n'; i++ {
		if text[i] == closing {
			return i + 1
		}
	}
	return 1
}

// endsParagraph tells whether what follows a line break is something new: an empty line, an item of a list, a heading, a row.
func endsParagraph(rest string) bool {
	rest = strings.TrimLeft(rest, " \t")
	switch {
	case rest == "":
		return true
	case rest[0] == '\n', rest[0] == '|', rest[0] == '#', rest[0] == '>':
		return true
	case rest[0] == '-' || rest[0] == '*' || rest[0] == '+':
		return len(rest) > 1 && rest[1] == ' '
	}
	digits := len(rest) - len(strings.TrimLeft(rest, "0123456789"))
	return digits > 0 && digits < 3 && strings.HasPrefix(rest[digits:], ". ")
}

func lineBefore(text string, end int) string {
	return text[strings.LastIndexByte(text[:end], '\n')+1 : end]
}

// endsSentence tells whether a point is the last of a sentence and not that of "Rs. 500", "p.m." or "Ar. Name".
func endsSentence(text string, at int) bool {
	rest := strings.TrimLeft(text[at+1:], "*_)\"'’”")
	if rest == "" {
		return true
	}
	next := strings.TrimLeft(rest, " \t\n")
	if len(next) == len(rest) || next == "" {
		return next == ""
	}
	if text[at] != '.' {
		return true
	}
	if next[0] >= 'a' && next[0] <= 'z' {
		return false
	}
	word := text[strings.LastIndexAny(text[:at], " \t\n(₹")+1 : at]
	if len(word) == 1 || abbreviations[strings.ToLower(word)] {
		return false
	}
	return next[0] < '0' || next[0] > '9' || !months[strings.ToLower(word)].abbreviated
}

var abbreviations = set("rs re ar dr mr ms mrs prof no nos st vs approx max min incl excl e.g i.e sq")

func set(list string) map[string]bool {
	all := map[string]bool{}
	for word := range strings.FieldsSeq(list) {
		all[word] = true
	}
	return all
}
