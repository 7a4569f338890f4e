package check

import (
	"path"
	"slices"
	"strings"

	"transom/generator/schema"
	"transom/generator/source"
)

// minimum contains the minimum width and height for each use. Smaller pictures look blurred on good screens.
var minimum = map[string][2]int{
	"portrait": {600, 600},
	"gallery":  {1200, 800},
	"mark":     {200, 80},
	"schedule": {1000, 600},
	"wide":     {1000, 600},
}

// imageUses says how each file's pictures are used; the default is "wide".
var imageUses = map[string]string{"speakers": "portrait", "office-bearers": "portrait", "partners": "mark",
	"sponsors": "mark", "gallery": "gallery"}

// sheetRoute marks the routes of sheets, which another rule checks.
const sheetRoute = "sheet"

// useOf lists the fields that are not used like the other fields in their file.
var useOf = map[string]string{"ScheduleImage": "schedule", "Sheets": sheetRoute, "TentativeTariff": ownValue}

func (c *Checker) image(image *schema.Image, at func(any) source.Position, use string) {
	c.alternative(image, at)
	if image.File == "" {
		c.mu.Lock()
		c.withoutFile++
		c.mu.Unlock()
	}
	if before := c.pictured[image.File]; before != nil {
		c.wrong(&image.File, `"%s" is already used in line %d; each entry needs its own picture`, image.File,
			c.At(before).Line)
	} else if c.pictured != nil && image.File != "" {
		c.pictured[image.File] = &image.File
	}
	whole := c.pictureFile(&image.File, at, use)
	if image.Night == "" {
		return
	}
	day, night := c.Picture(image.File), c.Picture(image.Night)
	if c.pictureFile(&image.Night, at, use) && whole && (day.Width != night.Width || day.Height != night.Height) {
		c.report(at(&image.Night), `"%s" has %d × %d pixels, but "%s" has %d × %d; one replaces the other in the dark `+
			`theme, so make them the same size`, image.Night, night.Width, night.Height, image.File, day.Width, day.Height)
	}
}

// pictureFile checks a picture's name and file, and returns whether it can be shown.
func (c *Checker) pictureFile(file *string, at func(any) source.Position, use string) bool {
	if strings.ContainsFunc(*file, notInName) && c.hasImage(*file) {
		c.meant(*file)
		c.report(at(file), `the file name "%s" contains a space or a special character, which cannot be used in an `+
			`address; rename the file to "%s" and write that here`, *file, plainName(*file))
		return false
	}
	if *file == "" || !c.fileExists(file, at, source.PictureEndings) {
		return false
	}
	p := c.Picture(*file)
	switch {
	case p.Instead != "":
		c.report(c.inDrawing(*file, at(file)), `"%s" %s`, *file, p.Instead)
		return false
	case p.Format == "":
		c.report(at(file), `"%s" cannot be opened as a picture; the file is damaged or is not a picture. Save it again as `+
			`JPEG or PNG`, *file)
		return false
	case p.Bytes > source.MaxPictureBytes:
		c.report(at(file), `"%s" has %.1f MB, and the limit is 8 MB; save it as JPEG with at most 4000 pixels on the `+
			`longer side`, *file, float64(p.Bytes)/(1<<20))
		return false
	case !p.Fits(*file):
		c.report(at(file), `"%s" is actually a %s picture; change its extension to %s`, *file, strings.ToUpper(p.Format),
			p.EndingOf())
	}
	if p.Format == "svg" {
		return c.drawing(file, at, use)
	}
	least := minimum[use]
	if p.Width < least[0] || p.Height < least[1] {
		c.report(at(file), `"%s" has %d × %d pixels; a picture here needs at least %d × %d. Use a larger original; do `+
			`not enlarge this one`, *file, p.Width, p.Height, least[0], least[1])
	}
	return true
}

// drawing reports whether an SVG is allowed. Only logos can be SVG, because they are not cropped.
func (c *Checker) drawing(file *string, at func(any) source.Position, use string) bool {
	if use != "mark" {
		c.report(at(file), `"%s" is an SVG drawing; only logos can be SVG. Export it as PNG`, *file)
		return false
	}
	if part := c.Picture(*file).Active; part != "" && *file != c.Brand.Mark { // brand.go rejects a logo with scripts
		c.problems.Warn(c.inDrawing(*file, at(file)), `%s in "%s" can run or load something, and the build removes it. `+
			`Check that the drawing still looks right, or export it as "plain SVG"`, part, *file)
	}
	return true
}

func (c *Checker) inDrawing(file string, at source.Position) source.Position {
	if p := c.Picture(file); p.Line > 0 {
		at = source.Position{File: c.Name + "/images/" + file, Line: p.Line, Column: p.Column}
	}
	return at
}

func notInName(r rune) bool {
	return r != '/' && r != '.' && r != '-' && r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') &&
		(r < 'A' || r > 'Z')
}

func plainName(file string) string {
	ending := path.Ext(file)
	words := strings.FieldsFunc(strings.TrimSuffix(path.Base(file), ending),
		func(r rune) bool { return notInName(r) || r == '-' })
	return path.Join(path.Dir(file), strings.ToLower(strings.Join(words, "-")+ending))
}

func (c *Checker) fileExists(value *string, at func(any) source.Position, endings []string) bool {
	file := *value
	c.meant(file)
	if c.Gone["images"] {
		return false
	}
	if c.hasImage(file) {
		return source.EndsIn(file, endings) || c.wrongEnding(file, at(value), endings)
	}
	clean := strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(path.Clean(strings.ReplaceAll(file, `\`, "/")), "/"),
		"content/"), "images/")
	if clean != file && c.hasImage(clean) {
		c.meant(clean)
		c.report(at(value), `write the path relative to images/: "%s" instead of "%s"`, clean, file)
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = append(c.lost, lostImage{strings.ReplaceAll(file, `\`, "/"), at(value), endings})
	return false
}

// wrongEnding always returns false.
func (c *Checker) wrongEnding(file string, at source.Position, endings []string) bool {
	hint := ""
	if len(endings) > 1 {
		hint = "; open it and export it as JPEG or PNG (renaming is not enough)"
	}
	for _, ending := range endings {
		if other := strings.TrimSuffix(file, path.Ext(file)) + ending; c.hasImage(other) {
			hint = `; did you mean "` + other + `"?`
			c.meant(other)
		}
	}
	c.report(at, `"%s" has the wrong extension for this field; it needs a file with the extension %s%s`, file,
		strings.Join(endings, ", "), hint)
	return false
}

// meant marks a file as used, so that a misspelt picture is not reported as unused as well.
func (c *Checker) meant(file string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.used[file] = true
}

func (c *Checker) hasImage(file string) bool { return slices.Contains(c.Images, file) }

// emptyWords returns the length of words like "A picture of " at the beginning of a lower-case string, or 0.
func emptyWords(text string) int {
	rest := strings.TrimPrefix(strings.TrimPrefix(text, "a "), "an ")
	for _, word := range []string{"image", "picture", "photo", "photograph", "graphic"} {
		if after, is := strings.CutPrefix(rest, word+" of "); is {
			return len(text) - len(strings.TrimLeft(after, " "))
		}
	}
	return 0
}

func (c *Checker) alternative(image *schema.Image, at func(any) source.Position) {
	alt := strings.TrimSpace(image.Alt)
	if alt == "" {
		return // package source has reported the missing text
	}
	lower := strings.ToLower(alt)
	if empty := emptyWords(lower); empty > 0 && empty < len(lower) {
		rest := []rune(alt[empty:])
		c.report(at(&image.Alt), `a screen reader already says "image"; begin with what the picture shows: "%s"`,
			strings.ToUpper(string(rest[:1]))+string(rest[1:]))
		return
	}
	switch {
	case slices.Contains([]string{"image", "picture", "photo", "logo", "alt", "portrait"}, lower):
		c.report(at(&image.Alt), `"%s" says nothing about this picture; describe what it shows, as you would on the phone`,
			alt)
	default:
		c.mu.Lock()
		before, twice := c.alts[lower]
		if !twice {
			c.alts[lower] = func() source.Position { return at(&image.Alt) }
		}
		c.mu.Unlock()
		if twice {
			c.report(at(&image.Alt), `the alternative text "%s" is also used for another picture (%s, line %d); describe what `+
				`is different here`, alt, before().File, before().Line)
		}
	}
}

func (c *Checker) allWhole() bool {
	return !slices.ContainsFunc(schema.Files, func(f schema.File) bool { return !c.Whole(f.Name) })
}

func (c *Checker) unusedImages() {
	if c.Gone["images"] && len(c.used) > 0 {
		c.report(source.Position{File: c.Name + "/images"}, "this folder is missing or cannot be read; it contains the "+
			"pictures")
	}
	if !c.allWhole() {
		return
	}
	folders, total := map[string][]string{}, 0
	for _, file := range c.Images {
		if !c.used[file] && !c.Mentions(file) {
			folders[path.Dir(file)] = append(folders[path.Dir(file)], file)
			total++
		}
	}
	if total <= c.withoutFile+len(c.lost) { // entries without their pictures have already been reported
		return
	}
	for _, unused := range folders {
		at := source.Position{File: c.Name + "/images/" + unused[0]}
		switch {
		case len(unused) > 1:
			ellipsis := ""
			if len(unused) > 4 {
				ellipsis = " …"
			}
			c.report(at, "no entry uses these %d pictures: %s. Were their entries deleted by mistake? Restore them, or remove "+
				"the pictures from images/", len(unused), strings.Join(unused[:min(len(unused), 4)], ", ")+ellipsis)
		case !source.EndsIn(unused[0], source.PictureEndings) && !source.EndsIn(unused[0], []string{".webm", ".mp4"}):
			c.report(at, "this is neither a picture nor a film, and nothing uses it; remove it from images/")
		default:
			c.report(at, "nothing uses this picture; use it in an entry, or remove it from images/")
		}
	}
}
