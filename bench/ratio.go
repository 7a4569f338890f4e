package main

import (
	"fmt"
	"html"
	"math"
	"strconv"
	"strings"
)

// ratio is a figure and the value that it is compared with.
type ratio struct {
	name        string
	value, goal float64
	atLeast     bool // the goal is a lower bound
}

// mark begins a line for this program in a part's output: "@ name | value | at most 1.3".
const mark = "@ "

// markedRatios parses the mark lines of a part and ignores malformed ones.
func markedRatios(output string) []ratio {
	var all []ratio
	for line := range strings.Lines(output) {
		fields := strings.Split(strings.TrimSpace(strings.TrimPrefix(line, mark)), " | ")
		if !strings.HasPrefix(line, mark) || len(fields) != 3 {
			continue
		}
		goal, atLeast := strings.CutPrefix(fields[2], "at least ")
		goal = strings.TrimPrefix(goal, "at most ")
		value, err := strconv.ParseFloat(fields[1], 64)
		limit, goalErr := strconv.ParseFloat(goal, 64)
		if err == nil && goalErr == nil {
			all = append(all, ratio{fields[0], value, limit, atLeast})
		}
	}
	return all
}

// withoutMarks separates a part's output into the text for people and the mark lines.
func withoutMarks(output string) (shown, marks string) {
	var people, marked strings.Builder
	for line := range strings.Lines(output) {
		if strings.HasPrefix(line, mark) {
			marked.WriteString(line)
		} else {
			people.WriteString(line)
		}
	}
	return strings.TrimSpace(people.String()), marked.String()
}

func (r ratio) met() bool {
	if r.atLeast {
		return r.value >= r.goal
	}
	return r.value <= r.goal
}

// The dimensions of the picture.
const (
	rowHeight, labelWidth, barWidth = 34, 330, 330
)

// picture draws each ratio as a bar with its goal as a line, so that figures of different kinds can be compared.
func picture(all []ratio) string {
	var svg strings.Builder
	height := 40 + rowHeight*max(len(all), 1)
	fmt.Fprintf(&svg,
		`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 %d" font-family="sans-serif" font-size="13" role="img">`+
			`<title>Ratios and their goals</title><rect width="800" height="%d" fill="#fff"/>`, height, height)
	goalX := labelWidth + barWidth/2
	fmt.Fprintf(&svg,
		`<text x="%d" y="20" text-anchor="middle">goal</text><path d="M%d 26V%d" stroke="#333" stroke-dasharray="3 3"/>`,
		goalX, goalX, height-8)
	for i, r := range all {
		y := 34 + i*rowHeight
		colour, direction := "#2f7d4f", "at most"
		if !r.met() {
			colour = "#b3261e"
		}
		if r.atLeast {
			direction = "at least"
		}
		width := math.Min(r.value/r.goal/2, 1) * barWidth
		fmt.Fprintf(&svg,
			`<text x="%d" y="%d" text-anchor="end">%s</text><rect x="%d" y="%d" width="%.1f" height="16" fill="%s"/><text `+
				`x="%d" y="%d">%.2f, %s %g</text>`,
			labelWidth-10, y+13, html.EscapeString(r.name), labelWidth, y, width, colour, labelWidth+barWidth+10, y+13, r.value,
			direction, r.goal)
	}
	svg.WriteString("</svg>\n")
	return svg.String()
}
