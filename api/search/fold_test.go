package search

import "testing"

func TestFolding(t *testing.T) {
	for typed, want := range map[string]string{
		"Dvořák": "dvorak", "D’Souza": "dsouza", "MÜLLER": "muller", "Straße": "strasse", "Øystein": "oystein",
		"ﬁne": "fine", "Ａｓｈａ": "asha", "Nguyễn": "nguyen", "Łukasz": "lukasz", "e\u0301": "e",
	} {
		if got := Fold(typed); got != want {
			t.Errorf("%q is folded to %q, want %q", typed, got, want)
		}
	}
}

func TestNamesThatSoundAlike(t *testing.T) {
	for heard, spelled := range map[string]string{
		"farha": "farah", "mehtta": "mehta", "srma": "sarma", "kumar": "kumarr", "iyar": "iyra", "zoe": "zoee", "a": "a",
		"asha": "sasha", "rao": "ra",
		"lakshmy": "lakshmi", "mehta": "mekta", "ravi": "rawi", "vyas": "wyas", "priya": "pryya", "divya": "divia",
		"jaya": "jaia", "shirma": "sharma",
	} {
		if !Alike(heard, spelled) || !Alike(spelled, heard) {
			t.Errorf("%s is not like %s", heard, spelled)
		}
	}
	for heard, other := range map[string]string{"farha": "farida", "mehta": "mekda", "abcd": "badc", "amit": "ajit",
		"ravi": "rami", "lakshmy": "laxmi", "rao": "r", "": "ab", "kumar": "rakum"} {
		if Alike(heard, other) || Alike(other, heard) {
			t.Errorf("%s is like %s", heard, other)
		}
	}
	text := "farah khan indore"
	for words, want := range map[[2]string]bool{{"farha", "khan"}: true, {"farha", "ind"}: true, {"farha", "kahn"}: true,
		{"farha", "kahm"}: false, {"far", "kan"}: false} {
		if AlikeIn(text, words[:]) != want {
			t.Errorf("%v in %q: %v", words, text, !want)
		}
	}
}
