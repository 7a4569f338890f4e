package claims_test

import (
	"os"
	"path/filepath"
	"testing"

	"transom/generator/claims"
	"transom/generator/facts"
)

// BenchmarkProse reads pages in which nearly nothing is worth a closer look.
func BenchmarkProse(b *testing.B) {
	k, text := known(b), ""
	pages, _ := filepath.Glob("testdata/prose/*.md")
	for _, page := range pages {
		raw, err := os.ReadFile(page)
		if err != nil {
			b.Fatal(err)
		}
		text += string(raw)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		k.Find(text, "", func(claims.Contradiction) {})
	}
}

// BenchmarkNew reads the settings.
func BenchmarkNew(b *testing.B) {
	c, zone := edition(b)
	all := facts.Of(c, zone)
	for b.Loop() {
		claims.New(c, all, zone, func(any) bool { return false })
	}
}
