package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"transom/generator/schema"
	"transom/generator/source"
)

func (c *Checker) brand() {
	b := c.Brand
	if b.Mark != "" && c.fileExists(&b.Mark, c.At, []string{".svg"}) && c.pictureFile(&b.Mark, c.At, "mark") &&
		c.Picture(b.Mark).Active != "" {
		c.report(c.inDrawing(b.Mark, c.At(&b.Mark)), `%s in "%s" can run or load something, and a logo is on every page; `+
			`delete it, or export the drawing again as "plain SVG"`, c.Picture(b.Mark).Active, b.Mark)
	}
	c.markContrast()
	wrong := map[schema.Color]bool{}
	c.contrast("light", func(b *schema.Brand) *schema.Palette { return &b.Light }, wrong)
	c.contrast("dark", func(b *schema.Brand) *schema.Palette { return &b.Dark }, wrong)
}

// markContrast warns if none of a logo's fixed colours has the contrast that WCAG requires for graphics (3:1) on the
// header, whose background is "page".
func (c *Checker) markContrast() {
	picture, b := c.Picture(c.Brand.Mark), *c.Brand
	if picture.Other != "" {
		c.problems.Warn(source.Position{File: c.Name + "/images/" + b.Mark, Line: picture.OtherLine, Column: 1},
			`the contrast of the logo's colour %s is not checked; write it as # and six characters, like "#0f4c4a"`,
			picture.Other)
	}
	colors := picture.Colors
	b.Complete()
	for theme, page := range []schema.Color{b.Light.Page, b.Dark.Page} {
		ratio := func(p source.Paint) float64 { return schema.Contrast(p.Color, page) }
		if len(colors) == 0 {
			return
		}
		best := slices.MaxFunc(colors, func(p, q source.Paint) int { return cmp.Compare(ratio(p), ratio(q)) })
		if ratio(best) < 3 {
			at := source.Position{File: c.Name + "/images/" + b.Mark, Line: best.Line, Column: 1}
			c.problems.Warn(at, `in the %s theme, the logo's colour %s on the header ("page", %s) has a contrast of %.1f:1 and `+
				`needs 3:1; write currentColor instead of %s, so that it follows the theme, or draw a background behind the logo`,
				[]string{"light", "dark"}[theme], best.Color, page, floor(ratio(best)), best.Color)
		}
	}
}

// contrast reports each colour with too little contrast once, with its worst pair. A default is not reported if one of
// its pair's colours is already in `wrong`, because it most likely repeats that colour or is used with it.
func (c *Checker) contrast(theme string, of func(*schema.Brand) *schema.Palette, wrong map[schema.Color]bool) {
	completed := *c.Brand
	completed.Complete()
	written, color := of(c.Brand).ByKey(), of(&completed).ByKey()
	ratio := func(p schema.ColorPair) float64 { return schema.Contrast(*color[p.Front], *color[p.Ground]) }
	failed := map[string][]schema.ColorPair{}
	for _, p := range schema.ColorPairs {
		key := p.Front
		if *written[key] == "" && *written[p.Ground] != "" {
			key = p.Ground
		}
		if ratio(p) < p.Minimum {
			failed[key] = append(failed[key], p)
		}
	}
	keys := slices.SortedFunc(maps.Keys(failed), func(a, b string) int { // what the editor wrote comes first
		return cmp.Or(cmp.Compare(*written[b], "")-cmp.Compare(*written[a], ""), cmp.Compare(a, b))
	})
	for _, key := range keys {
		worst := slices.MinFunc(failed[key], func(a, b schema.ColorPair) int { return cmp.Compare(ratio(a), ratio(b)) })
		front, ground := *color[worst.Front], *color[worst.Ground]
		if *written[key] == "" && (wrong[front] || wrong[ground]) {
			continue
		}
		wrong[*color[key]] = true
		c.wrong(written[key], `in the %s theme "%s" (%s) on "%s" (%s) has a contrast of %.1f:1 and needs %s:1; %s`, theme,
			worst.Front, front, worst.Ground, ground, floor(ratio(worst)),
			strconv.FormatFloat(worst.Minimum, 'g', -1, 64), instead(key, color, failed[key]))
	}
}

// floor rounds down to a tenth: a contrast of 4.49 must not be shown as 4.5, which is enough.
func floor(ratio float64) float64 { return float64(int(ratio*10)) / 10 }

// instead suggests the nearest darker or lighter colour that has enough contrast in these pairs, and in those that had
// enough before.
func instead(key string, color map[string]*schema.Color, pairs []schema.ColorPair) string {
	for _, p := range schema.ColorPairs {
		if (p.Front == key || p.Ground == key) && schema.Contrast(*color[p.Front], *color[p.Ground]) >= p.Minimum {
			pairs = append(pairs, p)
		}
	}
	was := *color[key]
	defer func() { *color[key] = was }()
	for share := 1; share <= 100; share++ {
		for _, end := range []int{0, 255} {
			*color[key] = towards(was, end, share)
			if !slices.ContainsFunc(pairs, func(p schema.ColorPair) bool {
				return schema.Contrast(*color[p.Front], *color[p.Ground]) < p.Minimum
			}) {
				return fmt.Sprintf(`write %s: "%s", or change the other colour`, key, *color[key])
			}
		}
	}
	return "change both"
}

// towards mixes a colour with black (0) or white (255); share is the percentage of black or white.
func towards(color schema.Color, end, share int) schema.Color {
	mixed := "#"
	for i := 1; i < len(color); i += 2 {
		part, _ := strconv.ParseInt(string(color[i:i+2]), 16, 0)
		mixed += fmt.Sprintf("%02x", (int(part)*(100-share)+end*share)/100)
	}
	return schema.Color(mixed)
}
