package domain

import (
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// EmailKey is the form of an address in which two addresses are compared. Folding is ASCII only: other letters that look
// like these, or become them in small letters (the Kelvin sign), are another mailbox.
func EmailKey(email string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, strings.TrimSpace(email))
}

// PersonKey is equal for two registrations of the same person: the same birth date and the same words of the name,
// however they are spaced, cased, composed or put in the two fields. The mailbox is no part of it, because a family or a
// practice may share one.
func PersonKey(firstName, lastName, dob string) string {
	words := strings.Fields(strings.ToLower(norm.NFKC.String(firstName + " " + lastName)))
	slices.Sort(words)
	return hashText(strings.Join(words, " ") + "\x00" + dob)
}

// invisible finds letters and marks that show nothing. The two joiners are not among them: names and places of many Indian
// scripts are written with them.
func invisible(c rune) bool {
	const nonJoiner, joiner = '\u200c', '\u200d'
	return c != nonJoiner && c != joiner && unicode.In(c, unicode.Cf, unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// isBlank reports whether a text has no letter and no digit to be read.
func isBlank(text string) bool {
	return !strings.ContainsFunc(text, func(c rune) bool { return (unicode.IsLetter(c) || unicode.IsNumber(c)) && !invisible(c) })
}
