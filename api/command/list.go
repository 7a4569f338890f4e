package command

import (
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"transom/api/booking"
	"transom/api/cli"
	"transom/api/desk"
	"transom/api/domain"
	"transom/api/product"
	"transom/api/store"
	"transom/api/wire"
	"transom/generator/schema"
)

type filterFlags struct{ status, category, text string }

func (f *filterFlags) define(set *flag.FlagSet) {
	set.StringVar(&f.status, "status", "", strings.Join(stateWords(), ", "))
	set.StringVar(&f.category, "category", "", "the type of a category, as written in content/tickets.yaml")
	set.StringVar(&f.text, "text", "",
		"part of a name, address, company or place, a mobile or membership number, a booking code, or the ID of "+
			"a booking, ticket or payment")
}

// An unknown status or category is refused, because an empty list would look like a valid result.
func search(ctx context.Context, d *product.Product, f *filterFlags) ([]booking.DeskBooking, error) {
	q := desk.Query{Text: f.text, Sort: "registered"}
	categories := domain.Each(d.Content.Tickets.Categories, func(c schema.Category) string { return c.Type })
	for _, choice := range []struct {
		flag, value string
		known       []string
		into        *[]string
	}{
		{"status", strings.ReplaceAll(f.status, "-", " "), stateWords(), &q.States},
		{"category", f.category, categories, &q.Categories},
	} {
		at := slices.IndexFunc(choice.known, func(word string) bool { return strings.EqualFold(word, choice.value) })
		if at < 0 && choice.value != "" {
			return nil, misuse{fmt.Sprintf("--%s %q is not one of %s", choice.flag, choice.value, strings.Join(choice.known,
				", "))}
		}
		if at >= 0 {
			*choice.into = choice.known[at : at+1]
		}
	}
	return d.Reads().All(ctx, q, desk.Everything)
}

func stateWords() []string {
	return domain.Each(booking.BookingStates, func(s booking.BookingState) string { return string(s) })
}

var listCommand = Command{
	Name: "list", Help: "List and search registrations, or list the open tasks",
	Example: "list --status paid --text mehta", flags: func() flagged { return new(listFlags) },
}

type listFlags struct {
	filterFlags
	tasks bool
}

func (f *listFlags) define(set *flag.FlagSet) {
	f.filterFlags.define(set)
	set.BoolVar(&f.tasks, "tasks", false, "list the open tasks instead; they are closed at the desk")
}

func (f *listFlags) run(ctx context.Context, d *product.Product, c *call) error {
	if f.tasks {
		return c.printTasks(ctx, d)
	}
	bookings, err := search(ctx, d, &f.filterFlags)
	if err != nil {
		return err
	}
	lines := domain.Each(bookings, func(b booking.DeskBooking) registrationLine { return lineOf(d, b) })
	return c.print(lines, func(out io.Writer) error {
		table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "booking\tcode\tregistered\tname\temail\tcategory\tseats\tamount\tstatus")
		for i, b := range bookings {
			fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%d\t%s\t%s\n", b.ID, b.Code, lines[i].Registered, cli.Plain(b.Name()),
				cli.Plain(b.Email), b.CategoryType, b.Seats, schema.FormatPaise(b.AmountPaise),
				desk.StateName(b.DerivedState.State))
		}
		fmt.Fprintln(table, cli.Count(len(bookings), "registration"))
		return table.Flush()
	})
}

type taskLine struct {
	Key        string `json:"key"`
	Kind       string `json:"kind"`
	BookingID  string `json:"booking_id"`
	AttemptRef string `json:"attempt_ref"`
	WhatToDo   string `json:"what_to_do"`
}

func taskLines(tasks []booking.Task) []taskLine {
	return domain.Each(tasks, func(t booking.Task) taskLine {
		return taskLine{t.DedupeKey, t.Kind, t.BookingID, t.AttemptRef, t.Text}
	})
}

func (c *call) printTasks(ctx context.Context, d *product.Product) error {
	tasks, err := d.Store.OpenTasks(ctx)
	if err != nil {
		return err
	}
	lines := taskLines(tasks)
	return c.print(lines, func(out io.Writer) error {
		for _, t := range lines {
			fmt.Fprintf(out, "%s (booking %s)\n  %s\n", t.Kind, cmp.Or(t.BookingID, "none"), cli.Plain(t.WhatToDo))
			if request, is := strings.CutPrefix(t.Key, "request:"); is { // WhatToDo does not name the command
				fmt.Fprintf(out, "  transom action approve --request %s\n", request)
			}
		}
		_, err := fmt.Fprintf(out, "%s\n", cli.Count(len(lines), "open task"))
		return err
	})
}

// registrationLine leaves out the photo and the identity document.
type registrationLine struct {
	BookingID   string `json:"booking_id"`
	Code        string `json:"code"`
	Registered  string `json:"registered"` // in the event's time zone
	Status      string `json:"status"`     // booking.BookingState
	OnTheWire   string `json:"payment_status"`
	Paid        string `json:"paid"`
	RefundPaise int64  `json:"refund_paise"` // the amount that was refunded or, if Refunded is empty, will be refunded
	Refunded    string `json:"refunded"`
	Category    string `json:"category"`
	Seats       int    `json:"seats"`
	NetPaise    int64  `json:"net_paise"`
	GSTPaise    int64  `json:"gst_paise"`
	AmountPaise int64  `json:"amount_paise"`
	wire.Person
	SpouseName string `json:"spouse_name"`
	TicketID   string `json:"ticket_id"`
	PaymentIDs string `json:"payment_ids"` // the gateway's ids, separated by commas
}

func lineOf(d *product.Product, b booking.DeskBooking) registrationLine {
	return registrationLine{
		BookingID: b.ID, Code: b.Code, Registered: d.Local(b.CreatedAt), Status: string(b.DerivedState.State),
		OnTheWire: string(b.Booking.Status),
		Paid:      cmp.Or(b.PaidOn, d.Local(b.PaidAt)), RefundPaise: b.RefundPaise, Refunded: d.Local(b.RefundAt),
		Category: b.CategoryType, Seats: b.Seats, NetPaise: b.NetPaise, GSTPaise: b.GSTPaise, AmountPaise: b.AmountPaise,
		Person: wire.Person(b.Person), SpouseName: b.SpouseName, TicketID: b.Ticket.ID, PaymentIDs: desk.PaymentIDs(b),
	}
}

func named(ctx context.Context, d *product.Product, typed string) (string, error) {
	if _, is := booking.ParseCode(typed); !is {
		return typed, nil
	}
	return d.Reads().BookingID(ctx, typed)
}

func find(ctx context.Context, d *product.Product, id string) (booking.DeskBooking, error) {
	b, err := d.Reads().Find(ctx, id)
	if domain.IsCode(err, domain.CodeNotFound) {
		return b, fmt.Errorf("there is no booking %q; `transom list --text …` finds its id", id)
	}
	return b, err
}

type details struct {
	registrationLine
	columns     [][]any
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
	Name: "show", Usage: "BOOKING", Help: "Show one registration with its ticket and its document checks",
	Example: "show c5ta3zr2kkysbqxi3njn2 --json",
	run: func(ctx context.Context, d *product.Product, c *call) error {
		b, err := find(ctx, d, c.args[0])
		if err != nil {
			return err
		}
		out := details{registrationLine: lineOf(d, b),
			columns: desk.Table([]booking.DeskBooking{b}, desk.ColumnsOf(d.Content), d.Content), HasPhoto: b.PhotoAsset != "",
			HasDocument: b.IDAsset != "", Tickets: []ticketLine{}}
		if t := b.Ticket; t.ID != "" {
			out.Tickets = append(out.Tickets, ticketLine{t.ID, t.Status, t.EntriesRemaining, t.EntriesTotal})
		}
		if out.Checks, err = d.Store.IDChecks(ctx, b.ID); err != nil {
			return err
		}
		for i := range out.Checks {
			out.Checks[i].At = out.Checks[i].At.In(d.Content.Zone)
		}
		return c.print(out, out.print)
	},
}

func (d details) print(out io.Writer) error {
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	line := func(label, value string) {
		if value != "" {
			fmt.Fprintf(table, "%s\t%s\n", label, cli.Plain(value))
		}
	}
	for i, heading := range d.columns[0] {
		line(fmt.Sprint(heading), desk.Shown(d.columns[1][i]))
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

func yesNo(b bool) string {
	if b {
		return "there"
	}
	return "none, or deleted"
}

var exportCommand = Command{
	Name: "export", Usage: "FILE.csv|FILE.xlsx", Help: "Export registrations as a spreadsheet that cannot run formulas",
	Example: "export /var/lib/transom/paid.xlsx --status paid", flags: func() flagged { return new(exportFlags) },
}

type exportFlags struct{ filterFlags }

func (f *exportFlags) run(ctx context.Context, d *product.Product, c *call) error {
	path := c.args[0]
	write := desk.WriteCSV
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
	case ".xlsx":
		write = desk.WriteXLSX
	default:
		return misuse{"the file must end in .csv or .xlsx"}
	}
	bookings, err := search(ctx, d, &f.filterFlags)
	if err != nil {
		return err
	}
	rows := desk.Table(bookings, desk.ColumnsOf(d.Content), d.Content)
	if err := product.WritePrivate(path, func(out io.Writer) error {
		return write(out, filepath.Dir(path), desk.Rows(rows))
	}); err != nil {
		return err
	}
	return c.say(map[string]any{"file": path, "registrations": len(bookings)},
		"%s in %s. The file contains personal data: delete it when you no longer need it.\n", cli.Count(len(bookings),
			"registration"), path)
}
