package check

import (
	"path"
	"slices"
	"strings"

	"transom/generator/source"
)

// lostImage is a name of a picture that is like no other; what was meant shows when all pictures are counted.
type lostImage struct {
	file string
	at   source.Position
}

// loseImage notes a name that no file has.
func (c *Checker) loseImage(file string, at source.Position) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.lost = append(c.lost, lostImage{file, at})
}

func (c *Checker) lostImages() {
	folders := map[string][]lostImage{}
	for _, l := range c.lost {
		folder := path.Dir(l.file)
		if strings.HasPrefix(l.file, "http") || c.hasFolder(folder) {
			folder = ""
		}
		folders[folder] = append(folders[folder], l)
	}
	for folder, lost := range folders {
		if folder == "" || !c.lostFolder(folder, lost) {
			c.lostOneByOne(lost)
		}
	}
}

// hasFolder tells whether a picture lies in a folder below images/.
func (c *Checker) hasFolder(folder string) bool {
	return slices.ContainsFunc(c.Images, func(known string) bool { return path.Dir(known) == folder })
}

// lostFolder tells once that a whole folder is gone, or has another name now.
func (c *Checker) lostFolder(folder string, lost []lostImage) bool {
	if len(lost) < 2 {
		return false
	}
	first := lost[0].at
	now, most := "", 0
	for _, known := range c.Images {
		if count := c.holds(path.Dir(known), lost); count > most {
			now, most = path.Dir(known), count
		}
	}
	if most*2 < len(lost) {
		c.tell(first, "the folder images/%s is not there, and %d pictures in it are named (this is the first); put the folder back", folder, len(lost))
		return true
	}
	for _, known := range c.Images {
		if path.Dir(known) == now {
			c.meant(known)
		}
	}
	at := source.Position{File: c.Name + "/images/" + now}
	if path.Dir(now) != path.Dir(folder) {
		c.tell(at, "these pictures are named as \"%s/…\" (%d times; first in %s, line %d); move the files to images/%s", folder, len(lost), first.File, first.Line, folder)
		return true
	}
	fix := &source.Fix{Rename: path.Base(folder), Certain: strings.EqualFold(now, folder)}
	c.problems.AddFixed(at, fix, "the folder is called \"%s\", but its pictures are named as \"%s/…\" (%d times; first in %s, line %d), and capital and small letters count; rename it to \"%s\"",
		path.Base(now), folder, len(lost), first.File, first.Line, path.Base(folder))
	return true
}

// holds counts the lost pictures that lie in a folder.
func (c *Checker) holds(folder string, lost []lostImage) int {
	count := 0
	for _, l := range lost {
		if c.hasImage(path.Join(folder, path.Base(l.file))) {
			count++
		}
	}
	return count
}

func (c *Checker) lostOneByOne(lost []lostImage) {
	for _, l := range lost {
		near := ""
		if !strings.HasPrefix(l.file, "http") {
			near = c.nearestImage(strings.ReplaceAll(l.file, `\`, "/"), source.PictureEndings)
		}
		switch {
		case strings.HasPrefix(l.file, "http"):
			c.tell(l.at, "a picture of another site cannot be used; save it in images/ and write its name%s", c.onlyUnused())
		case near != "" && c.used[near] && c.renamed(l):
		case near != "":
			c.misspelt(l.file, near, l.at)
		default:
			c.tell(l.at, "\"%s\" is not in images/; put the file there, or write the name of one that is there%s", l.file, c.unusedBeside(l.file))
		}
	}
}

// misspelt tells a name that is nearly a picture's.
func (c *Checker) misspelt(file, near string, at source.Position) {
	c.meant(near)
	if strings.EqualFold(near, file) {
		c.problems.AddFixed(at, c.Rewritten(at, file, near, true), "\"%s\" is not in images/; capital and small letters count, so write \"%s\"", file, near)
	} else {
		c.tell(at, "\"%s\" is not in images/; did you mean \"%s\"?", file, near)
	}
}

// renamed tells a name whose file has another one now: the only picture of the folder that nobody uses.
func (c *Checker) renamed(l lostImage) bool {
	now := c.unusedIn(path.Dir(l.file))
	if len(now) != 1 {
		return false
	}
	c.meant(now[0])
	c.tell(l.at, "\"%s\" is not in images/; has the file been renamed? Nobody uses \"%s\": write that name here, or give the file its old one", l.file, now[0])
	return true
}

// unusedIn are the pictures of a folder that nobody uses.
func (c *Checker) unusedIn(folder string) []string {
	var unused []string
	for _, known := range c.Images {
		if path.Dir(known) == folder && !c.used[known] {
			unused = append(unused, known)
		}
	}
	return unused
}

// unusedBeside names the one picture in the same folder that nobody uses: it is most likely the one that was meant.
func (c *Checker) unusedBeside(file string) string {
	unused := c.unusedIn(path.Dir(file))
	if len(unused) != 1 {
		return ""
	}
	c.meant(unused[0])
	return "; did you mean \"" + unused[0] + "\", which nobody uses?"
}

// onlyUnused names the picture that nobody uses, when there is exactly one.
func (c *Checker) onlyUnused() string {
	unused := slices.DeleteFunc(slices.Clone(c.Images), func(file string) bool { return c.used[file] })
	if len(unused) != 1 {
		return ""
	}
	return c.unusedBeside(unused[0])
}
