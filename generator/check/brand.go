package check

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

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
	reported := map[[2]schema.Color]bool{}
	fixed := c.contrast("light", func(b *schema.Brand) *schema.Palette { return &b.Light }, *b, reported)
	c.contrast("dark", func(b *schema.Brand) *schema.Palette { return &b.Dark }, fixed, reported)
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

// contrast reports each colour with too little contrast once, with its worst pair, and returns the brand with the
// suggested colours. A suggestion must also suit earlier suggestions and the colours derived from it. A pair that the
// dark theme takes from the light theme is reported only for the light theme.
func (c *Checker) contrast(theme string, of func(*schema.Brand) *schema.Palette, fixed schema.Brand,
	reported map[[2]schema.Color]bool) schema.Brand {
	written, done := of(c.Brand).ByKey(), map[string]bool{}
	var impossible []string
	for {
		color := completed(fixed, of)
		key, pairs := nextToChange(written, color, done)
		if key == "" {
			return fixed
		}
		done[key] = true
		if follows(key, written, color, impossible) {
			addPairs(reported, pairs, color)
			continue
		}
		worst := slices.MinFunc(pairs, func(a, b schema.ColorPair) int {
			return cmp.Compare(contrastOf(a, color), contrastOf(b, color))
		})
		good := func(followers bool) bool {
			mixed := completed(fixed, of)
			own := func(other string) bool { return other == key || *written[other] == "" }
			return !slices.ContainsFunc(schema.ColorPairs, func(p schema.ColorPair) bool {
				mine := (p.Front == key || p.Ground == key) && contrastOf(p, color) >= p.Minimum
				changed := *mixed[p.Front] != *color[p.Front] || *mixed[p.Ground] != *color[p.Ground]
				follows := followers && changed && own(p.Front) && own(p.Ground)
				return (mine || follows || slices.Contains(pairs, p)) && contrastOf(p, mixed) < p.Minimum
			})
		}
		text := instead(key, *color[key], of(&fixed).ByKey()[key], good)
		if text == changeBoth {
			impossible = append(impossible, key)
		}
		front, ground := *color[worst.Front], *color[worst.Ground]
		if *written[key] == "" && reported[[2]schema.Color{front, ground}] {
			continue
		}
		addPairs(reported, pairs, color)
		c.wrong(written[key], `in the %s theme "%s" (%s) on "%s" (%s) has a contrast of %.1f:1 and needs %s:1; %s`, theme,
			worst.Front, front, worst.Ground, ground, floor(contrastOf(worst, color)),
			strconv.FormatFloat(worst.Minimum, 'g', -1, 64), text)
	}
}

func addPairs(reported map[[2]schema.Color]bool, pairs []schema.ColorPair, color map[string]*schema.Color) {
	for _, p := range pairs {
		reported[[2]schema.Color{*color[p.Front], *color[p.Ground]}] = true
	}
}

// follows reports whether the colour, or one that it is used with, is a default equal to a colour for which there is no
// good suggestion.
func follows(key string, written, color map[string]*schema.Color, impossible []string) bool {
	same := func(other string) bool {
		is := func(key string) bool { return *color[key] == *color[other] }
		return *written[other] == "" && slices.ContainsFunc(impossible, is)
	}
	return same(key) || slices.ContainsFunc(schema.ColorPairs, func(p schema.ColorPair) bool {
		return contrastOf(p, color) < p.Minimum && (p.Front == key && same(p.Ground) || p.Ground == key && same(p.Front))
	})
}

const changeBoth = "change both"

func completed(b schema.Brand, of func(*schema.Brand) *schema.Palette) map[string]*schema.Color {
	b.Complete()
	return of(&b).ByKey()
}

func contrastOf(p schema.ColorPair, color map[string]*schema.Color) float64 {
	return schema.Contrast(*color[p.Front], *color[p.Ground])
}

// nextToChange returns the next colour with too little contrast and its pairs, or "" if there is none. Colours that the
// editor wrote come first, because others are derived from them; text colours (on_…) come last.
func nextToChange(written, color map[string]*schema.Color, done map[string]bool) (string, []schema.ColorPair) {
	failed := map[string][]schema.ColorPair{}
	for _, p := range schema.ColorPairs {
		key := p.Front
		if *written[key] == "" && *written[p.Ground] != "" {
			key = p.Ground
		}
		if contrastOf(p, color) < p.Minimum && !done[key] {
			failed[key] = append(failed[key], p)
		}
	}
	rank := func(key string) string { return fmt.Sprint(*written[key] == "", strings.Contains(key, "on_"), key) }
	keys := slices.SortedFunc(maps.Keys(failed), func(a, b string) int { return cmp.Compare(rank(a), rank(b)) })
	if len(keys) == 0 {
		return "", nil
	}
	return keys[0], failed[keys[0]]
}

// floor rounds down to a tenth: a contrast of 4.49 must not be shown as 4.5, which is enough.
func floor(ratio float64) float64 { return float64(int(ratio*10)) / 10 }

// `instead` replaces a colour with the nearest darker or lighter one that has enough contrast, and returns the advice.
// If possible, colours derived from the new one also have enough contrast.
func instead(key string, was schema.Color, color *schema.Color, good func(followers bool) bool) string {
	before := *color
	for try := 1; try <= 200; try++ {
		for _, end := range []int{0, 255} {
			if *color = towards(was, end, (try-1)%100+1); good(try <= 100) {
				return fmt.Sprintf(`write %s: "%s", or change the other colour`, key, *color)
			}
		}
	}
	*color = before
	return changeBoth
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
