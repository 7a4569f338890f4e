package texts

import (
	"embed"
	"strings"
)

//go:embed ??.go
var files embed.FS

// Languages are the codes of the languages in which there are texts; this program was built with one of them.
var Languages = func() (codes []string) {
	names, _ := files.ReadDir(".") // an embedded folder can always be read
	for _, file := range names {
		codes = append(codes, strings.TrimSuffix(file.Name(), ".go"))
	}
	return codes
}()
