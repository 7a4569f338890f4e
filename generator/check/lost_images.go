package check

import (
	"path"
	"slices"
	"strings"

	"transom/generator/source"
	"transom/generator/spelling"
)

// lostImage is a picture that was not found. It is reported once all used pictures are known.
type lostImage struct {
	file    string
	at      source.Position
	endings []string
}

// lostImages reports each picture with a suggestion. If more than three are missing from a folder, it reports the
// folder instead.
func (c *Checker) lostImages() {
	slices.SortFunc(c.lost, func(a, b lostImage) int { return a.at.Compare(b.at) })
	missing := map[string][]lostImage{}
	for _, l := range c.lost {
		if strings.HasPrefix(l.file, "http") {
			c.report(l.at, "pictures from other sites cannot be used; save the picture in images/ and write its name")
			continue
		}
		near := c.nearestImage(l.file, l.endings)
		c.meant(near)
		switch {
		case near == "":
			group := l.at.File + path.Dir(l.file)
			missing[group] = append(missing[group], l)
		case strings.EqualFold(near, l.file):
			c.problems.AddFixed(l.at, c.Rewritten(l.at, l.file, near, true), `"%s" is not in images/; upper and lower case `+
				`matter, so write "%s"`, l.file, near)
		default:
			c.report(l.at, `"%s" is not in images/; did you mean "%s"?`, l.file, near)
		}
	}
	for _, group := range missing {
		if len(group) > 3 {
			c.report(group[0].at, `%d pictures of images/%s are missing, "%s" is the first; put the files there, or delete the `+
				`entries`, len(group), path.Dir(group[0].file), path.Base(group[0].file))
			continue
		}
		for _, l := range group {
			c.report(l.at, `"%s" is not in images/; put the file there, or use one that is there`, l.file)
		}
	}
}

// nearestImage suggests an unused file with a similar name in the same folder, then a used one, then a file in another
// folder. If no name is similar, it suggests the folder's only unused file.
func (c *Checker) nearestImage(file string, endings []string) string {
	stem := func(name string) string { return strings.TrimSuffix(path.Base(name), path.Ext(name)) }
	only := ""
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
		if further == 0 && len(stems) == 1 {
			only = named[stems[0]]
		}
	}
	return only
}
