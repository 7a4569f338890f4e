package check_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"transom/generator/schema"
)

const site = "../../site/src"

var (
	comment   = regexp.MustCompile(`(?s)/\*.*?\*/`)
	rule      = regexp.MustCompile(`([^{}]+)\{([^{}]*)\}`)
	front     = regexp.MustCompile(`(?:^|[;\s])color:\s*var\(--([\w-]+)\)`)
	ground    = regexp.MustCompile(`background(?:-color)?:[^;]*?var\(--([\w-]+)\)`)
	assigned  = regexp.MustCompile(`--([\w-]+):\s*var\(--([\w-]+)\)`)
	paletteOf = regexp.MustCompile(`^(?:light|dark|theme)-`)
)

func TestEveryPairOfTheStyleSheetsIsChecked(t *testing.T) {
	means := meanings(t)
	key := func(name string) string {
		for means[name] != "" {
			name = means[name]
		}
		return strings.ReplaceAll(paletteOf.ReplaceAllString(name, ""), "-", "_")
	}
	checked := func(one, other string) bool {
		return slices.ContainsFunc(schema.ColorPairs, func(p schema.ColorPair) bool {
			return p.Front == one && p.Ground == other || p.Front == other && p.Ground == one
		})
	}
	seen := 0
	for file, css := range sheets(t) {
		for _, r := range rule.FindAllStringSubmatch(css, -1) {
			color, back := front.FindStringSubmatch(r[2]), ground.FindStringSubmatch(r[2])
			if color == nil {
				continue
			}
			on := "page"
			if back != nil {
				on = key(back[1])
			} else if slices.Contains([]string{"muted_on_strong", "on_strong"}, key(color[1])) {
				on = "strong"
			}
			if seen++; !checked(key(color[1]), on) {
				t.Errorf("%s: %s: %s on %s is in no pair of schema.ColorPairs", file, strings.TrimSpace(r[1]), key(color[1]), on)
			}
		}
	}
	if seen < 100 {
		t.Errorf("only %d rules with a colour were found", seen)
	}
}

func TestStyleSheetsUseThePalette(t *testing.T) {
	fields := map[string]bool{}
	for _, f := range schema.EditorFields(reflect.TypeOf(schema.Palette{})) {
		fields[f.Key] = false
	}
	named := regexp.MustCompile(`var\(--(?:light|dark|theme)-([\w-]+)\)`)
	for file, css := range sheets(t) {
		for _, m := range named.FindAllStringSubmatch(css, -1) {
			name := strings.ReplaceAll(m[1], "-", "_")
			if _, known := fields[name]; !known {
				t.Errorf("%s: %s is not a colour of brand.yaml", file, m[0])
			}
			fields[name] = true
		}
	}
	for name, used := range fields {
		if !used {
			t.Errorf("no style sheet uses %q of brand.yaml", name)
		}
	}
}

func meanings(t *testing.T) map[string]string {
	t.Helper()
	css := sheets(t)["styles/tokens.css"]
	css, _, _ = strings.Cut(css, "prefers-color-scheme: dark")
	means := map[string]string{}
	for _, m := range assigned.FindAllStringSubmatch(css, -1) {
		means[m[1]] = m[2]
	}
	return means
}

func sheets(t *testing.T) map[string]string {
	t.Helper()
	found := map[string]string{}
	err := filepath.WalkDir(site, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".css" {
			return err
		}
		raw, err := os.ReadFile(path)
		name, _ := filepath.Rel(site, path)
		found[name] = comment.ReplaceAllString(string(raw), "")
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
