package domain

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Unprintable finds what has no place in a name or a mail header: controls, line separators, direction overrides,
// letters that show nothing, and the mark that stands for broken text.
func Unprintable(c rune) bool {
	return unicode.IsControl(c) || unicode.Is(unicode.Zl, c) || unicode.Is(unicode.Zp, c) ||
		c == utf8.RuneError || Invisible(c)
}

// Invisible finds letters and marks that show nothing. The two joiners are not among them: names and places of many
// Indian scripts are written with them.
func Invisible(c rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return c != nonJoiner && c != joiner && unicode.In(c, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector)
}

// Typed is a text as staff meant it: without what cannot be printed, which could make a log say something else than it
// holds, and without blanks around it. Lines stay.
func Typed(text string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c != '\n' && Unprintable(c) {
			return -1
		}
		return c
	}, text))
}
