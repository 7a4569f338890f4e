package claims

import (
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"transom/generator/facts"
	"transom/generator/schema"
)

// token is a word, a number in figures, or a sign.
type token struct {
	from, to int // in the text
	lower    string
	about    concepts
	number   float64
	figures  bool
	// capital tells a word with a capital letter, glued one that stands at the one before without a space.
	capital, glued bool
}

// tokens cuts a sentence into words, numbers and signs, which it puts into a list. Marks of Markdown and addresses are left out.
func (k *Claims) tokens(list []token, text string, from, to int) []token {
	list = slices.Grow(list[:0], (to-from)/5+4)
	last := from
	add := func(t token) {
		t.glued = len(list) > 0 && t.from == last
		last = t.to
		list = append(list, t)
	}
	for i := from; i < to; {
		b := text[i]
		switch {
		case isLetter(b):
			stop := i
			for stop < to && (isLetter(text[stop]) || stop+1 < to && (text[stop] == '\'') && isLetter(text[stop+1])) {
				stop++
			}
			lower := strings.TrimSuffix(strings.ToLower(text[i:stop]), "'s")
			add(token{from: i, to: stop, lower: lower, about: k.known([]byte(lower)), capital: b >= 'A' && b <= 'Z'})
			i = stop
		case b >= '0' && b <= '9':
			stop := figures(text, i, to)
			n, _ := strconv.ParseFloat(strings.ReplaceAll(text[i:stop], ",", ""), 64)
			add(token{from: i, to: stop, lower: text[i:stop], number: n, figures: true})
			i = stop
		case b == 0xE0 && devanagari(text[:to], i) >= 0:
			digits, stop := devanagariAt(text[:to], i)
			n, _ := strconv.ParseFloat(strings.ReplaceAll(digits, ",", ""), 64)
			add(token{from: i, to: stop, lower: digits, number: n, figures: true})
			i = stop
		case b == ']' && i+1 < to && text[i+1] == '(':
			i += skipTo(text[i:to], ')')
		case b == '`':
			i += skipTo(text[i:to], '`')
		case b == '<':
			i += skipTo(text[i:to], '>')
		case b == '{':
			stop := i + skipTo(text[i:to], '}')
			if stop > i+1 && stop < to && text[stop] == '}' {
				stop++
			}
			for n, word := range k.cityFacts(text[i:stop]) {
				if n > 0 {
					add(token{from: i, to: stop, lower: "and"})
				}
				add(token{from: i, to: stop, lower: word, about: k.known([]byte(word)), capital: true})
			}
			i = stop
		case b == ' ' || b == '\n' || b == '\t' || b == '*' || b == '_' || b == '[' || b == ']' || b == '"':
			i++
		default:
			_, size := utf8.DecodeRuneInString(text[i:to])
			add(token{from: i, to: i + size, lower: sign(text[i : i+size])})
			i += size
		}
	}
	return k.joined(list)
}

// devanagariAt reads a number in the digits of that script, and its end.
func devanagariAt(text string, i int) (digits string, end int) {
	for i < len(text) {
		if d := devanagari(text, i); d >= 0 {
			digits, i = digits+strconv.Itoa(d), i+3
		} else if text[i] == ',' && devanagari(text, i+1) >= 0 {
			digits, i = digits+",", i+1
		} else {
			break
		}
	}
	return digits, i
}

// tokenLists are used again and again: nothing keeps the words of a sentence.
var tokenLists = sync.Pool{New: func() any { return new([]token) }}

// cityFacts are the cities that a named fact stands for, "{}" for any other.
func (k *Claims) cityFacts(placeholder string) []string {
	name, _ := strings.CutPrefix(strings.TrimSuffix(placeholder, facts.After), facts.Before)
	if venue, ok := strings.CutPrefix(name, "city."); ok {
		if city := k.cityOf(schema.Slug(venue)); k.words[city]&cCity != 0 {
			return []string{city}
		}
	}
	if name == "cities" {
		return k.cityWords
	}
	return placeholderWords
}

var placeholderWords = []string{"{}"}

// pairs are words that are written as one, as two or with a hyphen.
var pairs = map[[2]string]string{
	{"check", "in"}: "checkin", {"check", "out"}: "checkout", {"checks", "in"}: "checkin", {"checks", "out"}: "checkout",
	{"sign", "up"}: "signup", {"cut", "off"}: "cutoff", {"one", "time"}: "onetime", {"not", "registered"}: "unregistered",
}

// joined makes one word of each pair.
func (k *Claims) joined(list []token) []token {
	for i := 0; i+1 < len(list); i++ {
		next := i + 1
		if isDash(list[next]) && list[next].glued && next+1 < len(list) {
			next++
		}
		if word, ok := pairs[[2]string{list[i].lower, list[next].lower}]; ok {
			list[i].lower, list[i].to, list[i].about = word, list[next].to, k.known([]byte(word))
			list = append(list[:i+1], list[next+1:]...)
		}
	}
	return list
}

// figures is the end of a number: 1,25,000 and 1.5 are one, 4.30 PM and 9.4.2025 are read as they are needed.
func figures(text string, i, to int) int {
	start := i
	for i < to {
		switch b := text[i]; {
		case b >= '0' && b <= '9':
			i++
		case b == ',' && i+2 < to && isDigit(text[i+1]) && isDigit(text[i+2]) && i+3 < to && groupEnds(text[i+3:to]):
			i++
		case b == '.' && i+1 < to && isDigit(text[i+1]) && !strings.Contains(text[start:i], "."):
			i++
		default:
			return i
		}
	}
	return i
}

// groupEnds tells whether the two digits after a comma, with one more or without, are a whole group: 1,25,000.
func groupEnds(rest string) bool {
	return rest[0] == ',' || isDigit(rest[0]) && (len(rest) == 1 || !isDigit(rest[1]))
}

func isDigit(b byte) bool { return b >= '0' && b <= '9' }

func sign(s string) string {
	switch s {
	case "–", "—", "‑", "−":
		return "–"
	case "’", "‘":
		return "'"
	}
	return s
}

func isDash(t token) bool { return t.lower == "-" || t.lower == "–" }
