package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/domain"
	doors "transom/api/gate"
	"transom/api/product"
)

var gateReportCommand = Command{
	Name:    "ticket report",
	Help:    "Count who was admitted on a day, by list and device, and list what needs attention",
	Example: "ticket report --day 2025-04-11", flags: func() flagged { return new(gateReportFlags) },
}

type gateReportFlags struct{ day string }

func (f *gateReportFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.day, "day", "", "the day, like 2025-04-11; the default is today, or the first day")
}

func (f *gateReportFlags) run(ctx context.Context, d *product.Product, c *call) error {
	l, err := gateService(c, d, d.Content).Live(ctx, f.day, doors.All)
	if err != nil {
		return err
	}
	devices := byDevice(l)
	answer := map[string]any{
		"day": l.Day, "inside": l.Inside, "by_device": devices, "conflicts": l.Conflicts, "to_look_at": l.ToShow.Lines,
		"scans_to_look_at": l.ToShow.Scans,
	}
	return c.print(answer, func(out io.Writer) error {
		fmt.Fprintf(out, "%s\n\n", l.Day)
		for _, one := range l.Inside {
			fmt.Fprintf(out, "%-12s %-8s %d\n", one.List, one.Verdict, one.N)
		}
		fmt.Fprintf(out, "\nScans that are counted, by list and device\n")
		for _, one := range devices {
			fmt.Fprintf(out, "%-12s %-24s in %d, out %d, refused %d\n", one.List, cli.Plain(one.Device), one.In, one.Out,
				one.Refused)
		}
		fmt.Fprintf(out, "\n%s\n", cli.Count(len(l.Conflicts), "conflict"))
		for _, conflict := range l.Conflicts {
			fmt.Fprintf(out, "%s %s: admitted %d, places %d\n", booking.TicketCode(conflict.TicketID), conflict.List,
				conflict.Admitted, conflict.Places)
		}
		_, err := fmt.Fprintf(out,
			"\n%s to check. The page Check-in of the desk shows them, and every conflict with its scans.\n",
			cli.Count(l.ToShow.Scans, "scan"))
		return err
	})
}

type deviceCount struct {
	List    string `json:"list"`
	Device  string `json:"device"`
	In      int    `json:"in"`
	Out     int    `json:"out"`
	Refused int    `json:"refused"`
}

// byDevice counts the valid scans, sorted by list and device name.
func byDevice(l doors.Live) []deviceCount {
	names, at, all := map[string]string{}, map[[2]string]*deviceCount{}, []deviceCount{}
	for _, device := range l.Devices {
		names[device.ID] = device.Name
	}
	for _, c := range l.Counts {
		if c.Reason != "" {
			continue
		}
		key := [2]string{c.List, names[c.Device]}
		if at[key] == nil {
			at[key] = &deviceCount{List: c.List, Device: names[c.Device]}
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
	for _, one := range at {
		all = append(all, *one)
	}
	slices.SortFunc(all, func(a, b deviceCount) int {
		return cmp.Or(cmp.Compare(a.List, b.List), cmp.Compare(a.Device, b.Device))
	})
	return all
}
