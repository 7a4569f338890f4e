package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"transom/generator/schema"
)

// brand checks the logo, and that all text can be read in both themes.
func (c *Checker) brand() {
	b := c.Brand
	c.wrongIf(b.Mark != "" && c.fileExists(b.Mark, c.At(&b.Mark), []string{".svg"}) && c.pictureFile(&b.Mark, c.At,
		"mark") && c.Picture(b.Mark).Active, &b.Mark, `"%s" contains more than a drawing (a script, a link, an image or `+
		`something else that is loaded), and a logo is on every page; export it again as "plain SVG"`, b.Mark)
	full := *b
	full.Complete()
	c.contrast(&b.Light, full.Light, "light")
	c.contrast(&b.Dark, full.Dark, "dark")
}

// contrast checks the pairs of colours that meet, and reports each colour once, with its worst pair.
func (c *Checker) contrast(written *schema.Palette, full schema.Palette, theme string) {
	from, color := written.ByKey(), full.ByKey()
	ratio := func(p schema.ColorPair) float64 { return schema.Contrast(*color[p.Front], *color[p.Ground]) }
	failed := map[string][]schema.ColorPair{} // by the colour to change
	for _, pair := range schema.ColorPairs {
		if ratio(pair) >= pair.Minimum {
			continue
		}
		key := pair.Front
		if *from[key] == "" && *from[pair.Ground] != "" {
			key = pair.Ground
		}
		failed[key] = append(failed[key], pair)
	}
	fixed := full
	next := fixed.ByKey() // with the colours that the messages propose, so that the proposals fit each other
	for _, key := range slices.Sorted(maps.Keys(failed)) {
		pairs := failed[key]
		worst := slices.MinFunc(pairs, func(a, b schema.ColorPair) int { return cmp.Compare(ratio(a), ratio(b)) })
		good := func() bool {
			return !slices.ContainsFunc(schema.ColorPairs, func(p schema.ColorPair) bool {
				return (p.Front == key || p.Ground == key) && schema.Contrast(*next[p.Front], *next[p.Ground]) < p.Minimum
			})
		}
		c.wrong(from[key], `in the %s theme "%s" (%s) on "%s" (%s) has a contrast of %.1f:1 and needs %s:1; %s`, theme,
			worst.Front, *color[worst.Front], worst.Ground, *color[worst.Ground], floor(ratio(worst)),
			strconv.FormatFloat(worst.Minimum, 'g', -1, 64), instead(key, next[key], good))
	}
}

// floor rounds down to a tenth, so that no message says that 4.5 is not 4.5.
func floor(ratio float64) float64 { return float64(int(ratio*10)) / 10 }

// instead changes a colour to the nearest good one: towards black or white, whichever comes first.
func instead(key string, color *schema.Color, good func() bool) string {
	was := *color
	for share := 1; share <= 100; share++ {
		for _, end := range []int{0, 255} {
			if *color = towards(was, end, share); good() {
				return fmt.Sprintf(`write %s: "%s", or change the other colour`, key, *color)
			}
		}
	}
	*color = was
	return "change both"
}

// towards mixes a colour with so many per cent of black (0) or white (255).
func towards(color schema.Color, end, share int) schema.Color {
	mixed := "#"
	for i := 1; i < len(color); i += 2 {
		part, _ := strconv.ParseInt(string(color[i:i+2]), 16, 0)
		mixed += fmt.Sprintf("%02x", (int(part)*(100-share)+end*share)/100)
	}
	return schema.Color(mixed)
}
