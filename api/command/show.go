package command

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"
	"unicode"

	"transom/api/booking"
	"transom/api/desk"
	"transom/api/store"
	"transom/generator/schema"
)

// details are everything about a registration that the desk needs.
type details struct {
	registrationLine
	person      [][]any         // what stands above the fields of the form, and what was typed
	HasPhoto    bool            `json:"has_photo"`
	HasDocument bool            `json:"has_identity_paper"`
	Tickets     []ticketLine    `json:"tickets"`
	Checks      []store.IDCheck `json:"identity_checks"`
}

type ticketLine struct {
	ID               string `json:"id"`
	Status           string `json:"status"`
	EntriesRemaining int    `json:"entries_remaining"`
	EntriesTotal     int    `json:"entries_total"`
}

var showCommand = Command{
	Name: "show", Usage: "BOOKING", Help: "Show one registration with its ticket and what the desk found",
	Example: "show c5ta3zr2kkysbqxi3njn2 --json",
	run: func(ctx context.Context, e *Env, c *call) error {
		d, b, err := e.openBooking(ctx, c)
		if err != nil {
			return err
		}
		all, err := d.reads().Find(ctx, b.ID)
		if err != nil {
			return err
		}
		out := details{registrationLine: d.registration(all),
			person: desk.Table([]booking.DeskBooking{all}, desk.PersonColumns, d.Content), HasPhoto: b.PhotoAsset != "",
			HasDocument: b.IDAsset != "", Tickets: []ticketLine{}}
		if t := all.Ticket; t.ID != "" {
			out.Tickets = append(out.Tickets, ticketLine{t.ID, t.Status, t.EntriesRemaining, t.EntriesTotal})
		}
		if out.Checks, err = d.Store.IDChecks(ctx, b.ID); err != nil {
			return err
		}
		for i := range out.Checks {
			out.Checks[i].At = out.Checks[i].At.In(d.Content.Zone)
		}
		return c.print(e, out, out.print)
	},
}

func (d details) print(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(label, value string) {
		if value != "" {
			fmt.Fprintf(table, "%s\t%s\n", label, plain(value))
		}
	}
	line("booking", d.BookingID)
	line("code", d.Code)
	line("registered", d.Registered)
	line("status", d.Status)
	line("paid", d.Paid)
	line("refund", d.refund())
	line("payment", d.PaymentIDs)
	line("category", d.Category)
	line("amount", schema.FormatPaise(d.AmountPaise)+", GST "+schema.FormatPaise(d.GSTPaise))
	for i, heading := range d.person[0] {
		line(fmt.Sprint(heading), fmt.Sprint(d.person[1][i]))
	}
	line("photo", yesNo(d.HasPhoto))
	line("identity document", yesNo(d.HasDocument))
	for _, c := range d.Checks {
		line("desk", fmt.Sprintf("%s by %s at %s %s %s", c.Verdict, c.Who, c.At.Format("2006-01-02 15:04"), c.Document,
			c.Last4))
	}
	for _, t := range d.Tickets {
		line("ticket", fmt.Sprintf("%s, %s, %d of %d entries left", t.ID, t.Status, t.EntriesRemaining, t.EntriesTotal))
	}
	return table.Flush()
}

// refund says in words what was given back, "" when nothing was.
func (r registrationLine) refund() string {
	switch {
	case r.RefundPaise == 0:
		return ""
	case r.Refunded == "":
		return schema.FormatPaise(r.RefundPaise) + ", on its way"
	}
	return schema.FormatPaise(r.RefundPaise) + " at " + r.Refunded
}

func yesNo(b bool) string {
	if b {
		return "there"
	}
	return "none, or destroyed"
}

// plain takes out what could command a terminal.
func plain(text string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}
