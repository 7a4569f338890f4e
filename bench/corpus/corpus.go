// Package corpus writes the large content that the measurements share.
package corpus

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// Write adds n pages of about 2.5 kB to the shipped content, each with headings, lists, a table, emphasis and links to
// its neighbours.
func Write(shipped, dir string, pages int) error {
	if err := os.CopyFS(dir, os.DirFS(shipped)); err != nil {
		return fmt.Errorf("copy the shipped content: %w", err)
	}
	return AddPages(dir, pages)
}

// AddPages adds n pages to existing content.
func AddPages(dir string, pages int) error {
	for i := range pages {
		path := filepath.Join(dir, "pages", fmt.Sprintf("page-%05d.md", i))
		if err := os.WriteFile(path, []byte(page(i, pages)), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func page(i, pages int) string {
	var b strings.Builder
	fmt.Fprintf(&b,
		"---\ntitle: Page %d\ndescription: The page with the number %d among many.\nupdated: \"2025-03-%02d\"\n---\n\n", i, i,
		1+i%28)
	for section := range 4 {
		fmt.Fprintf(&b, "## Section %d of page %d\n\n", section, i)
		fmt.Fprintf(&b,
			"A *transom* is the bar between a door and the fanlight above it, number %d. It carries the wall and lets the\n"+
				"light in; **both at once**. See [the next page](/page-%05d#section-%d-of-page-%d) and the "+
				"[speakers](/speakers).\n\n",
			i*7+section, (i+1)%pages, section, (i+1)%pages)
		b.WriteString("- Stone, lime and timber\n- Steel, glass and `calc(1px)`\n- Shade before machines\n\n")
	}
	b.WriteString("### Measures\n\n| part | width | height |\n|---|---|---|\n")
	for row := range 6 {
		fmt.Fprintf(&b, "| bay %d | %d mm | %d mm |\n", row, 900+row*i%300, 2100+row)
	}
	b.WriteString("\n1. Draw it.\n2. Build it.\n3. Look at it in the rain.\n")
	return b.String()
}
