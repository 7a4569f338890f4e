// Package spelling suggests the known name that was probably meant by an unknown one.
package spelling

import (
	"strings"
	"unicode/utf8"
)

// Suggest returns `; did you mean "x"?` for the nearest known name, or "" if none is near.
func Suggest(written string, known []string) string {
	if best := Nearest(written, known); best != "" {
		return `; did you mean "` + best + `"?`
	}
	return ""
}

// Nearest returns the nearest known name, or "" if none is similar enough. Case and separators do not matter:
// "Raj_R.JPG" equals "raj-r.jpg".
func Nearest(written string, known []string) string {
	plain := simplify(written)
	if plain == "" {
		return ""
	}
	best, bestDistance := "", 1+max(1, utf8.RuneCountInString(plain)/3)
	for _, name := range known {
		other := simplify(name)
		if d := distance(plain, other, bestDistance); d < bestDistance {
			best, bestDistance = name, d
		}
	}
	if best != "" {
		return best
	}
	// "raj.jpg" for "raj-rewal.jpg": a shared prefix is better than no suggestion.
	for _, name := range known {
		other := simplify(name)
		if len(plain) >= 3 && (strings.HasPrefix(other, plain) || len(other) >= 3 && strings.HasPrefix(plain, other)) {
			return name
		}
	}
	return ""
}

func simplify(s string) string {
	return strings.NewReplacer("_", "-", " ", "-").Replace(strings.ToLower(strings.TrimSpace(s)))
}

// distance counts the letters to insert, delete, change or swap, up to `limit`.
func distance(a, b string, limit int) int {
	x, y := []rune(a), []rune(b)
	if d := len(x) - len(y); d >= limit || -d >= limit {
		return limit
	}
	var before, last []int
	row := make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		before, last, row = last, row, make([]int, len(y)+1)
		row[0] = i
		least := i
		for j := 1; j <= len(y); j++ {
			cost := 1
			if x[i-1] == y[j-1] {
				cost = 0
			}
			row[j] = min(last[j]+1, row[j-1]+1, last[j-1]+cost)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], before[j-2]+1)
			}
			least = min(least, row[j])
		}
		if least >= limit {
			return limit
		}
	}
	return row[len(y)]
}
