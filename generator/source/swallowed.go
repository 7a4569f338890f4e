package source

import (
	"strings"

	"gopkg.in/yaml.v3"
)

// swallowed tells a text that has taken in the line below it, which YAML allows and nobody means: a second entry whose
// hyphen is lost or stands one space too far to the right, or a line that was joined to the one above.
func (d *decoder) swallowed(node *yaml.Node, f *field) {
	value := node.Value
	if at := strings.Index(value, "   - "); f.inList && at > 0 {
		d.tell(node, "two lines were joined in \"%s\"; \"%s\" belongs on a line of its own", f.key, cut(value[at:]))
		return
	}
	if !plain(node) || !f.inList && !strings.Contains(value, " - ") || strings.Contains(d.line(node.Line), value) {
		return
	}
	for n := node.Line + 1; n <= node.Line+8; n++ {
		text, _, _ := strings.Cut(strings.TrimSpace(d.line(n)), " #")
		if text == "" || !strings.Contains(value, strings.TrimPrefix(text, "- ")) {
			return
		}
		at := &yaml.Node{Line: n, Column: 1 + len(d.line(n)) - len(strings.TrimLeft(d.line(n), " "))}
		switch {
		case strings.HasPrefix(text, "- "):
			d.tell(at, "the hyphen is too far to the right, so this line is read as part of the text above; align it "+
				"with the other hyphens")
			return
		case f.inList:
			d.tell(at, "this line is read as part of the entry above; if it is a new entry, write \"- %s\" under the "+
				"other hyphens, otherwise write both on one line", cut(text))
			return
		}
	}
}
