package command

import (
	"bytes"
	"context"
	_ "embed"
	"encoding/csv"
	"flag"
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"errors"
	"io"
	"time"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/gate"
	"transom/api/product"
	"transom/api/texts"
)

var gatePackCommand = Command{
	Name:    "ticket pack",
	Help:    "Write a list of all tickets to print, tick and record, for a door where no phone works",
	Example: "ticket pack --city north --out pack", required: []string{"city"},
	flags: func() flagged { return new(gatePackFlags) },
}

type gatePackFlags struct{ city, out, takeBack, day, at, list string }

func (f *gatePackFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.city, "city", "", "the id of a venue in event.yaml, or its city")
	set.StringVar(&f.out, "out", ".", "the folder to write into")
	set.StringVar(&f.takeBack, "take-back", "",
		"record this ticked list (CSV with the columns code and ticked; ticked is empty, x, or a number up to "+
			"the number of boxes)")
	set.StringVar(&f.day, "day", "", "the day that was ticked, like 2025-04-13; the default is the only day in "+
		"the city")
	set.StringVar(&f.at, "at", "", "when it was ticked, like 10:30; the default is when the list opens")
	set.StringVar(&f.list, "list", domain.EntryList, "the list that was ticked: an id from gate.yaml")
}

type packLine struct {
	Ticket, Code, Name, Category, Lane string
	Seats                              int
	State                              string
	Boxes                              int // how many boxes the list has for the ticket
}

type pack struct {
	Event, City, MadeAt, Venue string
	Days                       []string
	Lines                      []packLine
	List                       string // the list's name; "" if the list is for entry to the event
}

func (f *gatePackFlags) run(ctx context.Context, d *product.Product, c *call) error {
	content := d.Content
	venue, city, days := placeOf(content, f.city)
	if venue == "" {
		return misuse{fmt.Sprintf("%q is not one of the event's cities", f.city)}
	}
	if err := f.checkList(content); err != nil {
		return err
	}
	service := gateService(c, d, content)
	if f.takeBack != "" {
		return f.takeIn(ctx, c, service, venue, days)
	}
	p := pack{Event: content.Event.Name, City: city, Venue: venue, Days: days,
		MadeAt: d.Clock.Now().UTC().Format("2006-01-02T15:04:05Z")}
	if f.list != domain.EntryList {
		p.List = f.list
	}
	var err error
	if p.Lines, err = packLines(ctx, service, f.list); err != nil {
		return err
	}
	files, err := writePack(f.out, "gate-pack-"+venue, p)
	if err != nil {
		return err
	}
	return c.say(map[string]any{"tickets": len(p.Lines), "files": files},
		"Wrote %s to files: print the first, and tick the second in a spreadsheet.\n  %s\nThe files contain "+
			"names: keep them with the staff at the door, and destroy them after the event.\n", cli.Count(len(p.Lines),
			"ticket"), strings.Join(files, "\n  "))
}

func (f *gatePackFlags) checkList(content *domain.Content) error {
	ids := content.GateLists()
	if !slices.Contains(ids, f.list) {
		return misuse{fmt.Sprintf("there is no list %q; use --list %s", f.list, strings.Join(ids, " or "))}
	}
	return nil
}

func placeOf(content *domain.Content, name string) (venue, city string, days []string) {
	for _, v := range content.Event.Venues {
		if strings.EqualFold(string(v.ID), name) || strings.EqualFold(v.City, name) {
			venue, city = string(v.ID), v.City
		}
	}
	return venue, city, content.Days(venue)
}

func packLines(ctx context.Context, service *gate.Service, list string) ([]packLine, error) {
	tickets, err := service.Tickets(ctx)
	lines := make([]packLine, 0, len(tickets))
	for _, t := range tickets {
		if t.Holder != "" {
			lines = append(lines, packLine{
				t.ID, booking.TicketCode(t.ID), t.Holder, service.Content.CategoryName(t.CategoryType),
				gate.LaneOf(service.Content, t.Holder), t.Seats, t.State, service.Places(list, t.Seats),
			})
		}
	}
	slices.SortStableFunc(lines, func(a, b packLine) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
	return lines, err
}

//go:embed gate_pack.html
var packPage string

var packTemplate = template.Must(template.New("pack").Funcs(texts.Functions).Parse(packPage))

func writePack(folder, name string, p pack) (files []string, err error) {
	var page, table bytes.Buffer
	rows := csv.NewWriter(&table)
	rows.Write([]string{"code", "name", "category", "seats", "ticked"}) // writing to a buffer never fails
	for _, line := range p.Lines {
		if line.State == domain.GateValid {
			rows.Write([]string{line.Code, desk.SafeCell(line.Name), line.Category, strconv.Itoa(line.Seats), ""})
		}
	}
	rows.Flush()
	err = errors.Join(packTemplate.Execute(&page, p), os.MkdirAll(folder, 0o700))
	for ending, content := range map[string][]byte{".csv": table.Bytes(), ".html": page.Bytes()} {
		path := filepath.Join(folder, name+ending)
		files = append(files, path)
		if err == nil {
			err = os.WriteFile(path, content, 0o600)
		}
	}
	if err != nil {
		return nil, fmt.Errorf("write list: %w", err)
	}
	slices.Sort(files)
	slices.Reverse(files) // the page comes before the list
	return files, nil
}

// Recording a list twice changes nothing. If any mark is invalid, nothing is recorded.
func (f *gatePackFlags) takeIn(ctx context.Context, c *call, service *gate.Service, venue string, days []string) error {
	if f.day == "" && len(days) == 1 {
		f.day = days[0]
	}
	if !slices.Contains(days, f.day) {
		return misuse{fmt.Sprintf("give the day that was ticked: --day %s", strings.Join(days, " or "))}
	}
	if err := service.CheckList(f.list, f.day); err != nil {
		return misuse{err.Error()}
	}
	at, err := f.time(service)
	if err != nil {
		return err
	}
	lines, err := packLines(ctx, service, f.list)
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
		new, err := service.RecordTicks(ctx, line.Ticket,
			gate.Post{List: f.list, Day: f.day, PaperList: venue + " " + f.day, By: "paper", At: at}, times)
		if err != nil {
			return fmt.Errorf("record %s: %w", line.Code, err)
		}
		added, known = added+new, known+times-new
	}
	for code := range ticked {
		unknown = append(unknown, code)
	}
	slices.Sort(unknown)
	err = c.say(map[string]any{"added": added, "known": known, "unknown": unknown},
		"%s recorded, %d were already known. The desk's Check-in page shows who was admitted twice.\n",
		cli.Count(added, "tick"), known)
	if err == nil && len(unknown) > 0 {
		err = fmt.Errorf("no ticket has these codes: %s", strings.Join(unknown, ", "))
	}
	return err
}

func (f *gatePackFlags) time(service *gate.Service) (time.Time, error) {
	if f.at == "" {
		return service.Opening(f.list, f.day), nil
	}
	at, err := time.ParseInLocation("2006-01-02 15:04", f.day+" "+f.at, service.Content.Zone)
	if err != nil {
		return at, misuse{fmt.Sprintf("%q is not a time of day; write it like --at 10:30", f.at)}
	}
	if at.After(service.Clock.Now()) {
		return at, misuse{fmt.Sprintf("%s on %s is in the future", f.at, f.day)}
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

// readTicked reports all invalid marks together, each with its line.
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
		return nil, fmt.Errorf("read ticked list: %s is not a CSV file with a header line (%w)", path, err)
	}
	code, mark := slices.Index(first, "code"), slices.Index(first, "ticked")
	if code < 0 || mark < 0 {
		return nil, fmt.Errorf("read ticked list: the header line of %s does not have the columns code and ticked", path)
	}
	ticked := map[string]int{}
	var wrong []string
	for {
		row, err := reader.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("read ticked list: %w", err)
		}
		if len(row) <= max(code, mark) || strings.TrimSpace(row[mark]) == "" {
			continue
		}
		who := strings.ToLower(strings.TrimSpace(row[code]))
		times, fault := countTicks(row[mark], ticked[who], boxes[who])
		if fault != "" {
			line, _ := reader.FieldPos(0)
			wrong = append(wrong, fmt.Sprintf("line %d, %s: %s", line, cli.Plain(who), fault))
		}
		ticked[who] += times
	}
	if len(wrong) > 0 {
		return nil, fmt.Errorf("nothing was recorded; correct these lines and record the file again:\n  %s",
			strings.Join(wrong, "\n  "))
	}
	return ticked, nil
}

var tickSigns = []string{"x", "✓", "✔", "☑"}

func countTicks(mark string, already, boxes int) (times int, fault string) {
	mark = strings.ToLower(strings.TrimSpace(mark))
	times, err := strconv.Atoi(mark)
	if slices.Contains(tickSigns, mark) {
		times, err = 1, nil
	}
	switch {
	case err != nil || times < 0:
		return 0, fmt.Sprintf("%s is not a tick: leave it empty, or write x or a number", cli.Plain(strconv.Quote(mark)))
	case boxes > 0 && already+times > boxes:
		return 0, fmt.Sprintf("%s, but the ticket can be ticked %s", cli.Count(already+times, "tick"), cli.Count(boxes,
			"time"))
	}
	return times, ""
}
