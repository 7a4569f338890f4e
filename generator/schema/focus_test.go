package schema

import "testing"

func TestFocus(t *testing.T) {
	for text, want := range map[Focus][2]int{
		"top": {50, 0}, "left": {0, 50}, "Top right": {100, 0}, "right top": {100, 0}, "center": {50, 50},
		"middle left": {0, 50},
		"30 20":       {30, 20}, "30, 20": {30, 20}, "0% 100%": {0, 100}, "50 top": {50, 0},
	} {
		if x, y, ok := text.Point(); !ok || [2]int{x, y} != want {
			t.Errorf("%q is %d %d %v, want %v", text, x, y, ok, want)
		}
	}
	for _, text := range []Focus{"", "up", "top bottom", "left right", "30", "30 20 10", "-1 5", "101 5", "0.5 0.5",
		"320 640", "top left right"} {
		if x, y, ok := text.Point(); ok {
			t.Errorf("%q was read as %d %d", text, x, y)
		}
	}
}
