package booking

import (
	"strings"

	"transom/api/search"
)

// SearchTexts are what a booking is found by, folded: what everybody of the desk may look for, and what only those may
// who see contact data. How the names sound stands at the end of the first. An erased person is found by nothing.
func (b Booking) SearchTexts() (open, contact string) {
	if b.Erased() {
		return "", ""
	}
	names := joined(b.FirstName, b.LastName, b.SpouseName)
	open = joined(names, b.MembershipNo, b.InstituteName, b.CompanyName, b.City, b.Code, search.SoundsOf(names))
	return open, joined(b.Email, search.Digits(b.Mobile), b.GSTNo)
}

// joined folds texts into one, with single blanks; a word cannot run from one into the next.
func joined(texts ...string) string {
	return strings.Join(strings.Fields(search.Fold(strings.Join(texts, " "))), " ")
}
