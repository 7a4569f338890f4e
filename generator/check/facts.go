package check

import (
	"strings"

	"transom/generator/source"
)

// facts checks what a longer text says of the calendar and of the settings.
func (c *Checker) facts(text string, at place, isPage bool) {
	where := func(snippet string) source.Position { return at(max(strings.Index(text, snippet), 0), snippet) }
	if isPage {
		if found := source.Placeholder(text); found != "" {
			c.tell(where(found), "\"%s\" looks like a placeholder; write the real text", found)
		}
	}
	c.literals(text, at)
}
