package command

import (
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	doors "transom/api/gate"
)

// takeIn records who was ticked. Taken in twice it changes nothing; with a mark that is no tick nothing is taken in at
// all.
func (f *gatePackFlags) takeIn(ctx context.Context, e *Env, c *call, door *doors.Service, venue string,
	days []string) error {
	if f.day == "" && len(days) == 1 {
		f.day = days[0]
	}
	if !slices.Contains(days, f.day) {
		return misuse{fmt.Sprintf("say which day was ticked: --day %s", strings.Join(days, " or "))}
	}
	if err := door.CheckList(f.list, f.day); err != nil {
		return misuse{err.Error()}
	}
	at, err := f.time(door)
	if err != nil {
		return err
	}
	lines, err := packLines(ctx, door, f.list)
	if err != nil {
		return err
	}
	ticked, err := readTicked(f.takeBack, boxesOf(lines))
	if err != nil {
		return err
	}
	var added, known int
	var unknown []string
	for _, line := range lines {
		times := ticked[line.Code]
		delete(ticked, line.Code)
		if times == 0 {
			continue
		}
		new, err := door.TakeTicked(ctx, line.Ticket, doors.Post{List: f.list, Day: f.day, Paper: venue + " " + f.day,
			By: "paper", At: at}, times)
		if err != nil {
			return fmt.Errorf("take in %s: %w", line.Code, err)
		}
		added, known = added+new, known+times-new
	}
	for code := range ticked {
		unknown = append(unknown, code)
	}
	slices.Sort(unknown)
	err = c.say(e, map[string]any{"added": added, "known": known, "unknown": unknown},
		"%s taken in, %d were known. The room Gate of the desk shows who was admitted twice.\n", count(added, "tick"), known)
	if err == nil && len(unknown) > 0 {
		err = fmt.Errorf("no ticket has these codes: %s", strings.Join(unknown, ", "))
	}
	return err
}

// time is when the list was ticked.
func (f *gatePackFlags) time(door *doors.Service) (time.Time, error) {
	if f.at == "" {
		return door.Opening(f.list, f.day), nil
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", f.day+" "+f.at, door.Content.Zone)
	if err != nil {
		return at, misuse{fmt.Sprintf("%q is no time of day: say it like --at 10:30", f.at)}
	}
	if at.After(door.Clock.Now()) {
		return at, misuse{fmt.Sprintf("%s on %s is not past yet", f.at, f.day)}
	}
	return at, nil
}

func boxesOf(lines []packLine) map[string]int {
	boxes := map[string]int{}
	for _, line := range lines {
		boxes[line.Code] = line.Boxes
	}
	return boxes
}

// readTicked reads how often each code was ticked, and refuses all marks that are none at once, each with its line.
func readTicked(path string, boxes map[string]int) (map[string]int, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, fmt.Errorf("read ticked list: %w", err)
	}
	defer file.Close()
	reader := csv.NewReader(file)
	reader.FieldsPerRecord = -1
	first, err := reader.Read()
	if err != nil {
		return nil, fmt.Errorf("read ticked list: %s is no CSV file with a first line (%w)", path, err)
	}
	code, mark := slices.Index(first, "code"), slices.Index(first, "ticked")
	if code < 0 || mark < 0 {
		return nil, fmt.Errorf("read ticked list: the first line of %s names no columns code and ticked", path)
	}
	rows, lines, err := readLines(reader)
	if err != nil {
		return nil, fmt.Errorf("read ticked list: %w", err)
	}
	ticked := map[string]int{}
	var wrong []string
	for i, row := range rows {
		if len(row) <= max(code, mark) || strings.TrimSpace(row[mark]) == "" {
			continue
		}
		who := strings.ToLower(strings.TrimSpace(row[code]))
		times, fault := ticksOf(row[mark], ticked[who], boxes[who])
		if fault != "" {
			wrong = append(wrong, fmt.Sprintf("line %d, %s: %s", lines[i], plain(who), fault))
		}
		ticked[who] += times
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("nothing was taken in; mend these lines and take the file in again:\n  %s",
			strings.Join(wrong, "\n  "))
	}
	return ticked, nil
}

// readLines reads the rest of a file, with the line on which each row begins.
func readLines(reader *csv.Reader) (rows [][]string, lines []int, err error) {
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, lines, nil
		}
		if err != nil {
			return nil, nil, err
		}
		line, _ := reader.FieldPos(0)
		rows, lines = append(rows, row), append(lines, line)
	}
}

// tickSigns are ticks by hand; each is one box.
var tickSigns = []string{"x", "✓", "✔", "☑"}

// ticksOf is how often a mark ticks a ticket of so many boxes, of which some are ticked already; a ticket that is not
// known has none, and it is told later.
func ticksOf(mark string, already, boxes int) (times int, fault string) {
	mark = strings.ToLower(strings.TrimSpace(mark))
	times, err := strconv.Atoi(mark)
	if slices.Contains(tickSigns, mark) {
		times, err = 1, nil
	}
	switch {
	case err != nil || times < 0:
		return 0, fmt.Sprintf("%s is no tick: leave it empty, or write x or a number", plain(strconv.Quote(mark)))
	case boxes > 0 && already+times > boxes:
		return 0, fmt.Sprintf("%s, and the ticket may be ticked %s", count(already+times, "tick"), count(boxes, "time"))
	}
	return times, ""
}
