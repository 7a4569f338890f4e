package source

import (
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"
)

// lack is an entry without some of its required keys.
type lack struct {
	node   *yaml.Node
	owner  *field
	fields []field
	absent []int // fields that are missing
	last   int   // the field of the last line, -1 when there is none
}

// atEnd tells whether only fields are missing that would stand behind those that are there.
func (l lack) atEnd() bool { return l.absent[0] > l.last }

// tellLacks tells what is missing: an entry at a time, and in one sentence when the file ends in the middle.
func (d *decoder) tellLacks(root *yaml.Node) {
	if d.endsEarly(root) {
		d.cutOff = true
		var missing []string
		for _, l := range slices.Backward(d.lacks) {
			missing = append(missing, l.names()+" "+inEntry(l.node, l.owner))
		}
		d.problems.Add(Position{d.file, lastLine(root) + d.shift, 1}, "the file ends here in the middle: %s missing; take its end from the last good version", isOrAre(joinAnd(missing), d.lacks))
		return
	}
	if len(d.lacks) == 1 && d.shift == 0 && d.endsAt(root, d.lacks[0]) {
		l := d.lacks[0]
		d.problems.Add(Position{d.file, lastLine(root) + d.shift, 1}, "the file ends here, and \"%s\" is missing %s; take its end from the last good version, or add the line \"%s\"",
			l.fields[l.absent[0]].key, inEntry(l.node, l.owner), l.fields[l.absent[0]].example())
		return
	}
	for _, l := range d.lacks {
		first := &l.fields[l.absent[0]]
		place := l.place()
		if len(l.absent) == 1 {
			d.problems.Add(d.at(place), "\"%s\" is missing %s; add the line \"%s\". %s", first.key, inEntry(l.node, l.owner), first.example(), first.help())
		} else {
			d.problems.Add(d.at(place), "%s are missing %s; add a line for each, the first like \"%s\"", l.names(), inEntry(l.node, l.owner), first.example())
		}
	}
}

func isOrAre(text string, lacks []lack) string {
	if len(lacks) == 1 && len(lacks[0].absent) == 1 {
		return text + " is"
	}
	return text + " are"
}

func (l lack) names() string {
	var names []string
	for _, i := range l.absent {
		names = append(names, strconv.Quote(l.fields[i].key))
	}
	return joinAnd(names)
}

// place is where the first missing line belongs: at the key that comes after it, else at the end of the entry.
func (l lack) place() *yaml.Node {
	if l.node.Style&yaml.FlowStyle != 0 || len(l.node.Content) == 0 {
		return l.node
	}
	for _, f := range l.fields[l.absent[0]:] {
		for i := 0; i+1 < len(l.node.Content); i += 2 {
			if l.node.Content[i].Value == f.key {
				return l.node.Content[i]
			}
		}
	}
	return &yaml.Node{Line: lastLine(l.node), Column: l.node.Content[0].Column}
}

// endsEarly tells whether all that is missing would stand behind the last line.
func (d *decoder) endsEarly(root *yaml.Node) bool {
	missing := 0
	for _, l := range d.lacks {
		if missing += len(l.absent); !l.atEnd() || !slices.Contains(lastPath(root), l.node) {
			return false
		}
	}
	return missing > 1
}

// endsAt tells whether the one line that is missing would be the last of the file.
func (d *decoder) endsAt(root *yaml.Node, l lack) bool {
	return len(l.absent) == 1 && l.atEnd() && len(l.node.Content) > 2 && l.node != root && l.node.Style&yaml.FlowStyle == 0 && slices.Contains(lastPath(root), l.node)
}

// lastPath are the nodes that the end of the text stands in, from the root to the last value.
func lastPath(root *yaml.Node) []*yaml.Node {
	path := []*yaml.Node{root}
	for n := root; len(n.Content) > 0; path = append(path, n) {
		n = n.Content[len(n.Content)-1]
	}
	return path
}

// lastLine is the line in which the last value begins; of a block of text, in which it ends.
func lastLine(n *yaml.Node) int {
	line := n.Line
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
		line = max(line, n.Line)
	}
	if n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0 {
		line += strings.Count(strings.TrimRight(n.Value, "\n"), "\n") + 1
	}
	return line
}
