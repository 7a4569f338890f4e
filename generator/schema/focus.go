package schema

import (
	"strconv"
	"strings"
)

var focusWords = map[string]struct{ axis, percent int }{
	"left": {0, 0}, "right": {0, 100}, "top": {1, 0}, "bottom": {1, 100}, "center": {2, 50}, "centre": {2, 50},
	"middle": {2, 50},
}

// Point returns the place as percentages of the width and the height; ok is false if the text names no place.
func (f Focus) Point() (x, y int, ok bool) {
	parts := strings.Fields(strings.ReplaceAll(strings.ToLower(string(f)), ",", " "))
	point, given := [2]int{50, 50}, [2]bool{}
	for i, part := range parts {
		if word, known := focusWords[part]; known {
			if word.axis < 2 && given[word.axis] {
				return 0, 0, false
			}
			if word.axis < 2 {
				point[word.axis], given[word.axis] = word.percent, true
			}
			continue
		}
		n, err := strconv.Atoi(strings.TrimSuffix(part, "%"))
		if err != nil || n < 0 || n > 100 || len(parts) != 2 {
			return 0, 0, false
		}
		point[i], given[i] = n, true
	}
	return point[0], point[1], len(parts) == 1 || len(parts) == 2
}
