package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"
	"time"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/domain"
	doors "transom/api/gate"
	"transom/api/product"
)

// gateReportCommand is the report of the day.
var gateReportCommand = Command{
	Name:    "ticket report",
	Help:    "Count who was admitted on a day, by list and device, and list what a person should look at",
	Example: "ticket report --day 2025-04-11", flags: func() flagged { return new(gateReportFlags) },
}

type gateReportFlags struct{ day string }

func (f *gateReportFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.day, "day", "", "the day, like 2025-04-11; without it today, else the first")
}

func (f *gateReportFlags) run(ctx context.Context, d *product.Product, c *call) error {
	l, err := door(c, d, d.Content).Live(ctx, f.day, doors.All)
	if err != nil {
		return err
	}
	r := gateReport{Live: l, names: map[string]string{}, cities: map[string]string{}, zone: d.Content.Zone}
	for _, device := range l.Devices {
		r.names[device.ID] = device.Name
	}
	for _, venue := range d.Content.Event.Venues {
		r.cities[string(venue.ID)] = venue.City
	}
	answer := map[string]any{
		"day": l.Day, "inside": l.Inside, "by_device": r.byDevice(), "conflicts": l.Conflicts, "to_look_at": l.ToShow.Lines,
		"scans_to_look_at": l.ToShow.Scans,
	}
	return c.print(answer, func(out io.Writer) error {
		fmt.Fprintf(out, "%s\n\n", l.Day)
		for _, one := range l.Inside {
			fmt.Fprintf(out, "%-12s %-8s %d\n", one.List, one.Verdict, one.N)
		}
		fmt.Fprintf(out, "\nScans that count, by list and device\n")
		for _, one := range r.byDevice() {
			fmt.Fprintf(out, "%-12s %-24s in %d, out %d, refused %d\n", one.List, cli.Plain(one.Device), one.In, one.Out,
				one.Refused)
		}
		r.printConflicts(out)
		r.printToShow(out)
		return nil
	})
}

type gateReport struct {
	doors.Live
	names, cities map[string]string
	zone          *time.Location
}

// deviceCount is what one device did for a list.
type deviceCount struct {
	List    string `json:"list"`
	Device  string `json:"device"`
	In      int    `json:"in"`
	Out     int    `json:"out"`
	Refused int    `json:"refused"`
}

// byDevice adds up the scans that count, in the order of lists and devices' names.
func (r gateReport) byDevice() []deviceCount {
	at := map[[2]string]*deviceCount{}
	for _, c := range r.Counts {
		if c.Reason != "" {
			continue
		}
		key := [2]string{c.List, r.names[c.Device]}
		if at[key] == nil {
			at[key] = &deviceCount{List: c.List, Device: r.names[c.Device]}
		}
		switch c.Verdict {
		case domain.ScanOut:
			at[key].Out += c.N
		case domain.ScanRefused:
			at[key].Refused += c.N
		default:
			at[key].In += c.N
		}
	}
	all := []deviceCount{}
	for _, one := range at {
		all = append(all, *one)
	}
	slices.SortFunc(all, func(a, b deviceCount) int {
		return cmp.Or(cmp.Compare(a.List, b.List), cmp.Compare(a.Device, b.Device))
	})
	return all
}

func (r gateReport) clock(scan domain.GateScan) string { return scan.At.In(r.zone).Format("15:04:05") }

func (r gateReport) printConflicts(out io.Writer) {
	fmt.Fprintf(out, "\n%s\n", cli.Count(len(r.Conflicts), "conflict"))
	for _, conflict := range r.Conflicts {
		fmt.Fprintf(out, "%s %s: admitted %d, places %d\n", booking.TicketCode(conflict.TicketID), conflict.List,
			conflict.Admitted, conflict.Places)
		for _, scan := range conflict.Scans {
			fmt.Fprintf(out, "  %s %s %s, %s\n", r.clock(scan), scan.Verdict, cli.Plain(r.names[scan.Device]),
				cli.Plain(r.cities[scan.Venue]))
		}
	}
}

func (r gateReport) printToShow(out io.Writer) {
	fmt.Fprintf(out, "\n%s to look at\n", cli.Count(r.ToShow.Scans, "scan"))
	for _, scan := range r.ToShow.Lines {
		what := "does not count: " + scan.Quarantine
		switch {
		case scan.Alike > 1:
			what = fmt.Sprintf("%d scans do not count: %s", scan.Alike, scan.Quarantine)
		case scan.TicketID == "" && scan.Verdict == domain.ScanIn:
			what = "by hand, and no ticket is known, so it does not count: " + cli.Plain(scan.Why)
		case scan.Withdrawn != "":
			what = "admitted with a ticket that is " + scan.Withdrawn + ": " + booking.TicketCode(scan.TicketID)
		case scan.Quarantine == "" && doors.LacksReason(scan):
			what = "by hand, and no reason is written down: " + booking.TicketCode(scan.TicketID)
		case scan.Quarantine == "":
			what = "by hand: " + cli.Plain(scan.Why)
		}
		fmt.Fprintf(out, "%s %s %s\n", r.clock(scan), cli.Plain(r.names[scan.Device]), what)
	}
}
