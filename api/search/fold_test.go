package search

import "testing"

func TestFolding(t *testing.T) {
	for typed, want := range map[string]string{
		"Dvořák": "dvorak", "D’Souza": "dsouza", "MÜLLER": "muller", "Straße": "strasse", "Øystein": "oystein",
		"ﬁne": "fine", "Ａｓｈａ": "asha",
		"Nguyễn": "nguyen", "Łukasz": "lukasz", "e\u0301": "e",
	} {
		if got := Fold(typed); got != want {
			t.Errorf("%q is folded to %q, want %q", typed, got, want)
		}
	}
}
