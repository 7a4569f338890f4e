package main

import (
	"fmt"
	"strconv"
	"strings"
)

type ratio struct {
	name        string
	value, goal float64
	atLeast     bool
	reason      string
}

// mark begins a line such as "@ name | value | at most 1.3", optionally followed by " | " and the reason why the goal
// is missed.
const mark = "@ "

// Malformed lines are ignored.
func markedRatios(output string) []ratio {
	var all []ratio
	for line := range strings.Lines(output) {
		fields := strings.Split(strings.TrimSpace(strings.TrimPrefix(line, mark)), " | ")
		if !strings.HasPrefix(line, mark) || len(fields) < 3 {
			continue
		}
		goal, atLeast := strings.CutPrefix(fields[2], "at least ")
		goal = strings.TrimPrefix(goal, "at most ")
		value, err := strconv.ParseFloat(fields[1], 64)
		limit, goalErr := strconv.ParseFloat(goal, 64)
		if err == nil && goalErr == nil {
			all = append(all, ratio{fields[0], value, limit, atLeast, strings.Join(fields[3:], " ")})
		}
	}
	return all
}

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

func table(text string) string {
	var rows strings.Builder
	for _, r := range markedRatios(text) {
		direction, met, reason := "at most", "yes", ""
		if r.atLeast {
			direction = "at least"
		}
		switch {
		case strings.Contains(text, busyMachine):
			met = "not compared: busy machine"
		case !r.met():
			met, reason = "**no**", r.reason
			if reason == "" {
				reason = "not examined"
			}
		}
		fmt.Fprintf(&rows, "| %s | %.2f | %s %g | %s | %s |\n", r.name, r.value, direction, r.goal, met, reason)
	}
	return rows.String()
}
