package mend

import (
	"slices"
	"strings"

	"gopkg.in/yaml.v3"
)

// One slip of the hand can make every line below it look wrong. So a file that seems to have several mistakes is read
// again with one line changed back, at the places where something was told: what makes the most of them go away is the
// cause, and only the cause is told.

const (
	// Lost stands for a value that was lost with its line: it was told, and nothing more is to be said of it.
	Lost = "\ue000"
	// maxCauses bounds how many causes are looked for in a file, maxTries and maxSearch (bytes parsed) the work for each.
	maxCauses = 6
	maxTries  = 200
	maxSearch = 1 << 20
	// places is how many of the faults are looked at: the cause is at the first, or a little above it.
	places = 8
)

// Judge tells what is wrong with the values of a tree, by line, and how many values it understood.
type Judge func(root *yaml.Node, text []byte) (faults []Fault, values int)

// draft is a text as it was probably meant; number keeps, for each of its lines, the line of the file.
type draft struct {
	lines  []string
	number []int
}

func newDraft(text string) draft {
	d := draft{lines: strings.Split(text, "\n")}
	for i := range d.lines {
		d.number = append(d.number, i+1)
	}
	return d
}

// with is a draft in which the line i is replaced by others; inserted lines count as the line i.
func (d draft) with(i int, lines ...string) draft {
	number := make([]int, len(lines))
	for n := range number {
		number[n] = d.number[i]
	}
	return draft{slices.Concat(d.lines[:i], lines, d.lines[i+1:]), slices.Concat(d.number[:i], number, d.number[i+1:])}
}

// reading is what became of a draft.
type reading struct {
	root   *yaml.Node
	text   []byte
	whole  bool
	faults []Fault // of its form, by lines of the draft
	judged []Fault // of its values
	values int
	failed bool // the rest of the text could not be read at all
	work   int  // bytes parsed
}

// cost is how much is wrong; what nobody could read is worse than anything that could.
func (r reading) cost() int {
	if r.failed {
		return len(r.faults) + len(r.judged) + 50
	}
	return len(r.faults) + len(r.judged)
}

// cause is a change of one line that could have been made by mistake.
type cause struct {
	draft   draft
	line    int // of the file
	column  int
	message string
	mended  string // the line as it should be, where it is one
	lossy   bool   // something of it is gone
	twice   bool   // … but nothing that was written
	end     bool   // it is the end of the file that is gone
}

// causes finds, one after the other, the slips that explain several faults at once, and reads the file as it was meant.
func causes(d draft, judge Judge) (draft, reading, []Fault) {
	now := read(d, judge, maxRepairs)
	var told []Fault
	lost := false
	for range maxCauses {
		if now.cost() < 2 {
			break
		}
		best, after, found := explain(d, now, judge)
		if !found {
			break
		}
		told = append(told, Fault{Line: best.line, Column: best.column, Message: best.message, Mended: best.mended})
		d, now = best.draft, after
		lost = lost || best.lossy && !best.twice
	}
	now.whole = now.whole && !lost
	return d, now, told
}

// explain tries the changes around the faults and returns the one after which the least is wrong. Most files have one slip
// only: then its undoing leaves nothing to be mended, which is quickly seen.
func explain(d draft, now reading, judge Judge) (best cause, after reading, found bool) {
	least, tries, work := now.cost()-1, 0, 0
	places := sites(d, now)
	for _, read := range []func(draft, Judge, int) reading{readPlainly, read} {
		for _, i := range places {
			for _, c := range changes(d, i) {
				if tries++; tries > maxTries || work > maxSearch {
					return best, after, found
				}
				r := read(c.draft, judge, least)
				work += r.work
				cost := r.cost()
				if c.end && cost > 0 {
					cost-- // a last line that is not whole is the end of the file, and not two mistakes
				}
				if cost < least && (c.lossy || r.values >= now.values) && (r.root != nil || now.root == nil) {
					best, after, found, least = c, r, true, cost
				}
				if least == 0 {
					return best, after, found
				}
			}
		}
		if found || least < 2 { // a draft with a line to be mended has a fault at least
			break
		}
	}
	return best, after, found
}

// readPlainly reads a draft of which no line has to be mended; another one is of no interest.
func readPlainly(d draft, judge Judge, limit int) reading {
	text := []byte(strings.Join(d.lines, "\n"))
	root, second, err := Parse(text)
	if err != nil || second > 0 || Tabbed(text) {
		return reading{failed: true, work: len(text)}
	}
	r := reading{root: root, text: text, whole: true, work: len(text)}
	r.judged, r.values = judge(root, text)
	return r
}

// read reads a draft; past so many faults of its form it is of no interest.
func read(d draft, judge Judge, limit int) reading {
	lines := slices.Clone(d.lines)
	r := reading{}
	tell := func(f Fault) { r.faults = append(r.faults, f) }
	mendTabs(lines, tell)
	r.whole = mendShapes(lines, tell)
	for repairs := 0; repairs < maxRepairs && r.work < maxWork && (len(r.faults) < limit || limit == maxRepairs); repairs++ {
		text := []byte(strings.Join(lines, "\n"))
		root, _, err := Parse(text)
		r.work += len(text)
		if err == nil {
			r.root, r.text = root, text
			r.judged, r.values = judge(root, text)
			return r
		}
		f := diagnose(lines, err.Error(), &r.work)
		tell(f.told())
		if f.line < 1 || f.line > len(lines) || lines[f.line-1] == f.mended {
			break
		}
		f.mend(lines)
		r.whole = r.whole && f.mended != "" && !f.lost
	}
	r.whole, r.failed = false, true
	return r
}

// sites are the lines at which something may have been changed: those of the first faults, and their neighbours.
func sites(d draft, now reading) []int {
	faults := slices.SortedFunc(slices.Values(slices.Concat(now.faults, now.judged)), func(a, b Fault) int { return a.Line - b.Line })
	var list []int
	add := func(i int) {
		if i >= 0 && i < len(d.lines) && strings.TrimSpace(d.lines[i]) != "" && !slices.Contains(list, i) {
			list = append(list, i)
		}
	}
	last := len(d.lines) - 1
	for last > 0 && strings.TrimSpace(d.lines[last]) == "" {
		last--
	}
	add(last)
	for n, f := range faults[:min(len(faults), places)] {
		i := f.Line - 1
		add(i)
		add(above(d.lines, i))
		add(i + 1)
		add(above(d.lines, above(d.lines, i)))
		for at := i; n < 2 && at > 0; { // what it stands in
			if at = around(d.lines, at); at >= 0 {
				add(at)
				add(at + 1)
			}
		}
	}
	return list
}

// above is the nearest line above another one that is neither empty nor a note, or -1.
func above(lines []string, i int) int {
	for i--; i >= 0; i-- {
		if text := strings.TrimSpace(lines[min(i, len(lines)-1)]); text != "" && text[0] != '#' {
			break
		}
	}
	return i
}

// around is the nearest line above another one that begins further to the left, or -1.
func around(lines []string, i int) int {
	indent := indentOf(lines[min(i, len(lines)-1)])
	for i = above(lines, i); i >= 0 && indentOf(lines[i]) >= indent; {
		i = above(lines, i)
	}
	return i
}

// renumber gives the values of a tree the lines that they have in the file.
func renumber(node *yaml.Node, number []int) {
	if node == nil {
		return
	}
	if node.Line >= 1 && node.Line <= len(number) {
		node.Line = number[node.Line-1]
	}
	for _, inner := range node.Content {
		renumber(inner, number)
	}
}
