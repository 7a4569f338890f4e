package check

import (
	"path"
	"slices"
	"strings"

	"transom/generator/source"
)

// lostImage is an unknown picture name. The suggestion is made when all used pictures are known.
type lostImage struct {
	file string
	at   source.Position
}

// loseImage stores a name that no file has.
func (c *Checker) loseImage(file string, at source.Position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = append(c.lost, lostImage{file, at})
}

func (c *Checker) lostImages() {
	folders := map[string][]lostImage{}
	for _, l := range c.lost {
		folders[path.Dir(l.file)] = append(folders[path.Dir(l.file)], l)
	}
	for folder, lost := range folders {
		if strings.Contains(folder, ":") || c.hasFolder(folder) || !c.lostFolder(folder, lost) {
			c.lostOneByOne(lost)
		}
	}
}

// hasFolder reports whether a folder below images/ contains pictures.
func (c *Checker) hasFolder(folder string) bool {
	return slices.ContainsFunc(c.Images, func(known string) bool { return path.Dir(known) == folder })
}

// lostFolder reports a missing folder once instead of every picture in it; a folder with different capital letters can
// be renamed.
func (c *Checker) lostFolder(folder string, lost []lostImage) bool {
	if len(lost) < 2 {
		return false
	}
	now := ""
	for _, known := range c.Images {
		if strings.EqualFold(path.Dir(known), folder) {
			now = path.Dir(known)
			c.meant(known)
		}
	}
	if now == "" {
		c.report(lost[0].at, "the folder images/%s does not exist, but %d of its pictures are used (this is the first); "+
			"restore the folder, or correct the names", folder, len(lost))
		return true
	}
	c.problems.AddFixed(source.Position{File: c.Name + "/images/" + now},
		&source.Fix{Rename: path.Base(folder), Certain: true}, `the folder is called "%s", but its pictures are used as `+
			`"%s/…" (%d times; first in %s, line %d). Upper and lower case matter; rename the folder to "%s"`, path.Base(now),
		folder, len(lost), lost[0].at.File, lost[0].at.Line, path.Base(folder))
	return true
}

func (c *Checker) lostOneByOne(lost []lostImage) {
	for _, l := range lost {
		near := c.nearestImage(strings.ReplaceAll(l.file, `\`, "/"), source.PictureEndings)
		if strings.HasPrefix(l.file, "http") {
			c.report(l.at, "pictures from other sites cannot be used; save the picture in images/ and write its name")
		} else if near != "" {
			c.misspelt(l.file, near, l.at)
		} else {
			c.report(l.at, `"%s" is not in images/; put the file there, or use one that is there`, l.file)
		}
	}
}

// misspelt reports a name that is similar to the name of a picture.
func (c *Checker) misspelt(file, near string, at source.Position) {
	c.meant(near)
	if strings.EqualFold(near, file) {
		c.problems.AddFixed(at, c.Rewritten(at, file, near, true), `"%s" is not in images/; upper and lower case matter, `+
			`so write "%s"`, file, near)
	} else {
		c.report(at, `"%s" is not in images/; did you mean "%s"?`, file, near)
	}
}
