package gate

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"transom/generator/schema"
)

type laneType = schema.GateLane

// firstLetter is the letter by which a name is put into a lane: its first one, without marks, as a capital.
func firstLetter(name string) string {
	for _, r := range norm.NFD.String(strings.TrimSpace(name)) {
		if unicode.IsLetter(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return ""
}
