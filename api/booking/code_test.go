package booking

import "testing"

func TestFindByASpelledCode(t *testing.T) {
	seen := map[string]bool{}
	for range 2000 {
		code := NewCode()
		if got, is := ParseCode(code); !is || got != code {
			t.Fatalf("%q is not a code", code)
		}
		for _, r := range code {
			seen[string(r)] = true
		}
	}
	if len(seen) != len(CodeLetters) {
		t.Errorf("only %d of the %d letters are used", len(seen), len(CodeLetters))
	}
	for typed, want := range map[string]string{"bcd fgh": "BCDFGH", " B-C-D-F-G-H ": "BCDFGH", "bcdfgh": "BCDFGH",
		"mehta": "", "bcdfg": "", "bcdfgo": "", "bcd fgh jkl": "",
		"Lima Romeo Hotel Golf Zulu Tango": "LRHGZT", "x-ray, juliett kilo mike papa b": "XJKMPB", "bravo charlie": "",
		"g for golf, h for hotel, b as in Bhopal, c, double d":              "GHBCDD",
		"golf h as in Hyderabad t for tango s for sugar r like Raipur lima": "GHTSRL", "g for hotel b c d f h": "",
		"b for bravo": "", "Romeo Mehta": ""} {
		if code, is := ParseCode(typed); is != (want != "") || is && code != want {
			t.Errorf("%q was read as %q, %v", typed, code, is)
		}
	}
}

func TestFindByPartOfASpelledCode(t *testing.T) {
	for typed, want := range map[string]struct {
		start   string
		certain bool
	}{
		"g for golf d": {"GD", true}, "g d": {"GD", true}, "golf delta": {"GD", false},
		"golf, delta, double b": {"GDBB", true}, "x-ray kilo": {"XK", false},
		"g for golf h for hotel b as in Bhopal c l": {"GHBCL", true}, "g": {}, "golf": {}, "gd": {}, "golf club": {},
		"g a": {}, "asha rao": {}, "b c d f g h": {}, "": {}, "romeo f": {"RF", true}, "é b": {},
	} {
		if start, certain := ParseCodeStart(typed); start != want.start || certain != want.certain {
			t.Errorf("%q was read as %q, %v", typed, start, certain)
		}
	}
}
