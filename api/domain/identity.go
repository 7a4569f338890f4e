package domain

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// EmailKey is the form of an address in which two addresses are compared. Folding is ASCII only: other letters that
// look like these, or become them in small letters (the Kelvin sign), are another mailbox.
func EmailKey(email string) string {
	return strings.Map(func(c rune) rune {
		if 'A' <= c && c <= 'Z' {
			return c + 'a' - 'A'
		}
		return c
	}, strings.TrimSpace(email))
}

// PersonKey is equal for two registrations of the same person: the same birth date and the same words of the name,
// however they are spaced, cased, composed or put in the two fields. The mailbox is no part of it, because a family or
// a practice may share one.
func PersonKey(firstName, lastName, dob string) string {
	words := strings.Fields(strings.ToLower(norm.NFKC.String(firstName + " " + lastName)))
	slices.Sort(words)
	return Hash(strings.Join(words, " ") + "\x00" + dob)
}

// MembershipKey is the form of a membership number in which two are compared: its letters and digits. Blanks, hyphens
// and strokes are how somebody writes it.
func MembershipKey(number string) string {
	number = strings.ToUpper(norm.NFKC.String(number))
	return cmp.Or(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, number), strings.TrimSpace(number))
}
