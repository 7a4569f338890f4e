package check

import (
	"path"
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

// lostImages reports the unknown names, each with a suggestion.
func (c *Checker) lostImages() {
	for _, l := range c.lost {
		if strings.HasPrefix(l.file, "http") {
			c.report(l.at, "pictures from other sites cannot be used; save the picture in images/ and write its name")
			continue
		}
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
