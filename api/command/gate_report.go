package command

import (
	"context"
	"flag"
	"fmt"
	"io"

	"transom/api/domain"
	doors "transom/api/gate"
)

// gateReportCommand is the report of the day.
var gateReportCommand = Command{
	Name: "gate-report", Help: "Say who was admitted on a day, by list and telephone, and what a person should look at",
	Example: "gate-report --day 2025-04-11", flags: func() flagged { return new(gateReportFlags) },
}

type gateReportFlags struct{ day string }

func (f *gateReportFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.day, "day", "", "the day, like 2025-04-11; without it today, else the first")
}

func (f *gateReportFlags) run(ctx context.Context, e *Env, c *call) error {
	d, err := e.Open(ctx)
	if err != nil {
		return err
	}
	l, err := e.door(d, d.Content).Live(ctx, f.day)
	if err != nil {
		return err
	}
	names, cities := map[string]string{}, map[string]string{}
	for _, device := range l.Devices {
		names[device.ID] = device.Name
	}
	for _, venue := range d.Content.Event.Venues {
		cities[string(venue.ID)] = venue.City
	}
	return c.print(e, map[string]any{"day": l.Day, "inside": l.Inside, "conflicts": l.Conflicts, "to_look_at": l.ToShow}, func(out io.Writer) error {
		fmt.Fprintf(out, "%s\n\n", l.Day)
		for _, one := range l.Inside {
			if one.Day == l.Day {
				fmt.Fprintf(out, "%-12s %-8s %d\n", one.List, one.Verdict, one.N)
			}
		}
		fmt.Fprintf(out, "\n%s\n", count(len(l.Conflicts), "conflict"))
		for _, conflict := range l.Conflicts {
			fmt.Fprintf(out, "%s %s: admitted %d, places %d\n", domain.TicketCode(conflict.TicketID), conflict.List, conflict.Admitted, conflict.Places)
			for _, scan := range conflict.Scans {
				fmt.Fprintf(out, "  %s %s %s, %s\n", scan.At.In(d.Content.Zone).Format("15:04:05"), scan.Verdict, plain(names[scan.Device]), plain(cities[scan.Venue]))
			}
		}
		fmt.Fprintf(out, "\n%s to look at\n", count(len(l.ToShow), "scan"))
		for _, scan := range l.ToShow {
			what := "does not count: " + scan.Quarantine
			switch {
			case scan.TicketID == "" && scan.Verdict == domain.ScanIn:
				what = "by hand, and no ticket is known, so it does not count: " + plain(scan.Why)
			case scan.Withdrawn != "":
				what = "admitted with a ticket that is " + scan.Withdrawn + ": " + domain.TicketCode(scan.TicketID)
			case scan.Quarantine == "" && doors.LacksReason(scan):
				what = "by hand, and no reason is written down: " + domain.TicketCode(scan.TicketID)
			case scan.Quarantine == "":
				what = "by hand: " + plain(scan.Why)
			}
			fmt.Fprintf(out, "%s %s %s\n", scan.At.In(d.Content.Zone).Format("15:04:05"), plain(names[scan.Device]), what)
		}
		return nil
	})
}
