package check

import (
	"path"
	"slices"
	"strings"

	"transom/generator/source"
	"transom/generator/spelling"
)

// lostImage is an unknown picture name. The suggestion is made when all used pictures are known.
type lostImage struct {
	file    string
	at      source.Position
	endings []string
}

func (c *Checker) lostImages() {
	inFolder := map[string]int{}
	for _, l := range c.lost {
		inFolder[path.Dir(l.file)]++
	}
	for _, l := range c.lost {
		folder := path.Dir(l.file)
		switch n := inFolder[folder]; {
		case strings.HasPrefix(l.file, "http"):
			c.report(l.at, "pictures from other sites cannot be used; save the picture in images/ and write its name")
		case n == 1 || c.hasFolder(folder):
			c.lostOne(l)
		case n > 1:
			c.lostFolder(folder, n, l.at)
			inFolder[folder] = 0
		}
	}
}

// hasFolder reports whether a folder below images/ contains pictures.
func (c *Checker) hasFolder(folder string) bool {
	return slices.ContainsFunc(c.Images, func(known string) bool { return path.Dir(known) == folder })
}

// lostFolder reports a missing folder once instead of every picture in it; a folder with different capital letters can
// be renamed.
func (c *Checker) lostFolder(folder string, pictures int, first source.Position) {
	now := ""
	for _, known := range c.Images {
		if strings.EqualFold(path.Dir(known), folder) {
			now = path.Dir(known)
			c.meant(known)
		}
	}
	if now == "" {
		c.report(first, "the folder images/%s does not exist, but %d of its pictures are used (this is the first); "+
			"restore the folder, or correct the names", folder, pictures)
		return
	}
	c.problems.AddFixed(source.Position{File: c.Name + "/images/" + now},
		&source.Fix{Rename: path.Base(folder), Certain: true}, `the folder is called "%s", but its pictures are used as `+
			`"%s/…" (%d times; first in %s, line %d). Upper and lower case matter; rename the folder to "%s"`, path.Base(now),
		folder, pictures, first.File, first.Line, path.Base(folder))
}

func (c *Checker) lostOne(l lostImage) {
	near := c.nearestImage(l.file, l.endings)
	c.meant(near)
	switch {
	case near == "":
		c.report(l.at, `"%s" is not in images/; put the file there, or use one that is there`, l.file)
	case strings.EqualFold(near, l.file):
		c.problems.AddFixed(l.at, c.Rewritten(l.at, l.file, near, true), `"%s" is not in images/; upper and lower case `+
			`matter, so write "%s"`, l.file, near)
	default:
		c.report(l.at, `"%s" is not in images/; did you mean "%s"?`, l.file, near)
	}
}

// nearestImage suggests a file by its name: an unused one in the same folder, a used one there, one in another folder.
func (c *Checker) nearestImage(file string, endings []string) string {
	stem := func(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }
	for further := range 3 {
		named, stems := map[string]string{}, []string{}
		for _, known := range c.Images {
			here := strings.EqualFold(path.Dir(known), path.Dir(file))
			if source.EndsIn(known, endings) && (further == 2 || here && (further == 1 || !c.used[known])) {
				named[stem(known)], stems = known, append(stems, stem(known))
			}
		}
		if near := spelling.Nearest(stem(file), stems); near != "" {
			return named[near]
		}
	}
	return ""
}
