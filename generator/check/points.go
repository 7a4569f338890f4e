package check

import (
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/ast"

	"transom/generator/source"
)

// Two points of a list that have become one still read like a sentence. What gives them away: each of the two stands alone
// elsewhere, or a capital letter in the middle of words that the content writes small.

// point is an entry of a list of plain texts.
type point struct {
	list string // the name of its field
	text string
	at   func() source.Position
}

// pointsOf notes the entries of a list.
func (c *Checker) pointsOf(list string, texts []string, in file) {
	for i := range texts {
		if checker, ok := in.(*Checker); ok && checker.Bad(&texts[i]) || !strings.Contains(texts[i], " ") {
			continue
		}
		c.mu.Lock()
		c.points = append(c.points, point{list, texts[i], func() source.Position { return in.At(&texts[i]) }})
		c.mu.Unlock()
	}
}

// mergedPoints tells entries that are made of two others.
func (c *Checker) mergedPoints() {
	for _, p := range c.points {
		if !c.mergedPoint(p) {
			c.capitalInside(p.text, p.at)
		}
	}
}

func (c *Checker) mergedPoint(p point) bool {
	for _, other := range c.points {
		rest, found := strings.CutPrefix(p.text, other.text+" ")
		if rest = strings.TrimLeft(rest, " -–•,;"); other.list != p.list || !found || len(rest) < 4 {
			continue
		}
		if slices.ContainsFunc(c.points, func(second point) bool { return second.list == p.list && second.text == rest }) {
			c.tell(p.at(), "two points have become one here: \"%s\" and \"%s\"; give each a line of its own that begins with \"- \"", short(other.text), short(rest))
			return true
		}
	}
	return false
}

// capitalInside warns of a capital letter in the middle of a point, before a word that the content writes small elsewhere.
func (c *Checker) capitalInside(text string, at func() source.Position) {
	if !capitalBehindSpace(text) {
		return
	}
	words := strings.Fields(text)
	for i := 1; i+1 < len(words); i++ {
		word, before := words[i], words[i-1]
		if !unicode.IsUpper([]rune(word)[0]) || strings.ToUpper(word) == word || before != "-" && (!isSmall(before) || source.GoesOn(before)) {
			continue
		}
		lower := " " + strings.ToLower(word) + " "
		if isSmall(strings.TrimSpace(lower)) && c.Mentions(lower) && !c.Mentions(before+" "+word) || before == "-" && c.Mentions(lower) {
			c.problems.Warn(at(), "a capital letter stands in the middle of this point, at \"%s\"; have two points become one? Then give each a line of its own that begins with \"- \"", short(strings.Join(words[i:], " ")))
			return
		}
	}
}

// capitalBehindSpace tells whether a word inside a text may begin with a capital letter: nearly no point has one.
func capitalBehindSpace(text string) bool {
	for i := 1; i < len(text); i++ {
		if b := text[i]; (b >= 'A' && b <= 'Z' || b >= 0x80) && text[i-1] <= ' ' {
			return true
		}
	}
	return false
}

// isSmall tells a word of small letters only.
func isSmall(word string) bool {
	return len(word) > 2 && strings.Trim(word, "abcdefghijklmnopqrstuvwxyz") == ""
}

// pairedPoints tells a point with two colons in a list whose other points have one each: "name: value".
func (c *Checker) pairedPoints(list *ast.List, d source.Document, at place) {
	var double []ast.Node
	items := 0
	for item := list.FirstChild(); item != nil; item = item.NextSibling() {
		items++
		switch strings.Count(source.PlainText(item, d.Source), ": ") {
		case 1:
		case 2:
			double = append(double, item)
		default:
			return
		}
	}
	if items < 3 || len(double) != 1 || len(lostLines(double[0], d)) > 0 {
		return
	}
	start, _ := startOf(double[0])
	c.tell(at(start, source.PlainText(double[0], d.Source)), "two points have become one here: the other points of the list have one colon, and this one has two; give each a line of its own that begins with \"- \"")
}

// firstWords are the words of a point of Markdown, without the points below it.
func firstWords(item *ast.ListItem, d source.Document) string {
	if block := item.FirstChild(); block != nil {
		return source.PlainText(block, d.Source)
	}
	return ""
}
