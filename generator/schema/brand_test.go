package schema

import "testing"

func TestTheSoberPaletteHasEnoughContrast(t *testing.T) {
	var b Brand
	b.Complete()
	for theme, colors := range map[string]map[string]*Color{"light": b.Light.ByKey(), "dark": b.Dark.ByKey()} {
		for _, p := range ColorPairs {
			if ratio := Contrast(*colors[p.Front], *colors[p.Ground]); ratio < p.Minimum {
				t.Errorf("%s: %s on %s has a contrast of %.2f:1", theme, p.Front, p.Ground, ratio)
			}
		}
	}
}

func TestContrastIsThatOfWCAG(t *testing.T) {
	for pair, want := range map[[2]Color]float64{
		{"#000000", "#ffffff"}: 21, {"#ffffff", "#ffffff"}: 1, {"#777777", "#ffffff"}: 4.48,
	} {
		if have := Contrast(pair[0], pair[1]); have < want-.005 || have > want+.005 {
			t.Errorf("%v: %.3f, want %.2f", pair, have, want)
		}
	}
}
