package domain

import "time"

// SalesPause is what is not sold for the time being, by an act of an organiser. Content stays the truth for prices and
// dates.
type SalesPause struct {
	Category string // the type of a ticket's category, "" for everything
	Sentence string // what visitors read
	Actor    string // the organiser's name
	PausedAt time.Time
}

// PauseOf is the pause that keeps a category from being sold; that of everything comes first.
func PauseOf(pauses []SalesPause, category string) (SalesPause, bool) {
	for _, wanted := range []string{"", category} {
		for _, p := range pauses {
			if p.Category == wanted {
				return p, true
			}
		}
	}
	return SalesPause{}, false
}
