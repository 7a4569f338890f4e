package domain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unprintable reports characters that do not belong in a name or an email header: control characters, line
// separators, direction overrides, invisible letters, and the replacement character for broken text.
func Unprintable(c rune) bool {
	return unicode.IsControl(c) || unicode.Is(unicode.Zl, c) || unicode.Is(unicode.Zp, c) ||
		c == utf8.RuneError || Invisible(c)
}

// Invisible reports characters that show nothing. The two joiners are not among them: many Indian scripts need them
// in names and places.
func Invisible(c rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return c != nonJoiner && c != joiner && unicode.In(c, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector)
}

// Typed cleans a text that staff typed: it removes characters that cannot be printed, which could make a log
// misleading, and spaces around the text. Line breaks stay.
func Typed(text string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c != '\n' && Unprintable(c) {
			return -1
		}
		return c
	}, text))
}
