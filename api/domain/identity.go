package domain

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// EmailKey returns the form in which email addresses are compared. Only ASCII letters are folded: an address with a
// letter that looks the same, or becomes the same in lower case (the Kelvin sign), is a different mailbox.
func EmailKey(email string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, strings.TrimSpace(email))
}

// PersonKey returns the same key for the same date of birth and the same words in the name, whatever their spaces,
// capitals and Unicode form. It ignores the mailbox, which a family or a practice may share.
func PersonKey(firstName, lastName, dob string) string {
	words := strings.Fields(strings.ToLower(norm.NFKC.String(firstName + " " + lastName)))
	slices.Sort(words)
	return Hash(strings.Join(words, " ") + "\x00" + dob)
}

// MembershipKey returns a number's letters and digits, because people write spaces, hyphens and slashes differently.
func MembershipKey(number string) string {
	number = strings.ToUpper(norm.NFKC.String(number))
	return cmp.Or(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, number), strings.TrimSpace(number))
}

// Unprintable reports whether a character has no place in a name or an email header: a control character, a line
// separator, a direction override, an invisible letter, or the replacement character for broken text.
func Unprintable(c rune) bool {
	return unicode.IsControl(c) || unicode.Is(unicode.Zl, c) || unicode.Is(unicode.Zp, c) ||
		c == utf8.RuneError || Invisible(c)
}

// Invisible reports whether a character has no form. It allows the two joiners, which Indian scripts need.
func Invisible(c rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return c != nonJoiner && c != joiner && unicode.In(c, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point,
		unicode.Variation_Selector)
}

// Typed removes outer spaces and unprintable characters, which could make a log misleading. Line breaks stay.
func Typed(text string) string {
	return strings.TrimSpace(strings.Map(func(c rune) rune {
		if c != '\n' && Unprintable(c) {
			return -1
		}
		return c
	}, text))
}
