package check

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	extension "github.com/yuin/goldmark/extension/ast"

	"transom/generator/source"
)

// tableWithoutRule tells lines that were meant as a table and are shown as a paragraph full of bars.
func (c *Checker) tableWithoutRule(n *ast.Paragraph, d source.Document, at place) {
	line := firstLine(n, d)
	if n.Lines().Len() < 2 || !bytes.HasPrefix(line, []byte("|")) || !bytes.HasSuffix(line, []byte("|")) {
		return
	}
	columns := cellsIn(line)
	c.tell(at(n.Lines().At(0).Start, string(line)),
		"this is not a table yet; its first line has %d columns, so add this line below it: \"|%s\"", columns,
		strings.Repeat("---|", columns))
}

// tableCells tells rows with more cells than the table has columns: what is too much would not be shown.
func (c *Checker) tableCells(table *extension.Table, d source.Document, at place) {
	columns := len(table.Alignments)
	for row := table.FirstChild(); row != nil; row = row.NextSibling() {
		start, ok := startOf(row)
		if !ok {
			continue
		}
		start = bytes.LastIndexByte(d.Source[:start], '\n') + 1
		line, _, _ := bytes.Cut(d.Source[start:], []byte("\n"))
		if line = bytes.TrimSpace(line); cellsIn(line) > columns {
			c.tell(at(start, string(line)),
				"this row has %d cells, but the table has %d columns, and extra cells are not shown; delete them, or add a "+
					"column to the first two lines of the table", cellsIn(line), columns)
		}
	}
}

// cellsIn counts the cells of a row; a bar after a backslash is a letter.
func cellsIn(line []byte) int {
	text := strings.TrimSpace(strings.ReplaceAll(string(line), `\|`, ""))
	return 1 + strings.Count(strings.TrimSuffix(strings.TrimPrefix(text, "|"), "|"), "|")
}

func firstLine(n ast.Node, d source.Document) []byte {
	if n.Lines().Len() == 0 {
		return nil
	}
	segment := n.Lines().At(0)
	return bytes.TrimSpace(segment.Value(d.Source))
}
