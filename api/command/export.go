package command

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"
)

var exportCommand = Command{
	Name: "export", Usage: "FILE.csv|FILE.xlsx", Help: "Export registrations as a spreadsheet that cannot run formulas",
	Example: "export /var/lib/transom/paid.xlsx --status paid",
	flags:   filterFlags,
	run: func(ctx context.Context, e *Env, c *call) error {
		path, err := c.one()
		if err != nil {
			return err
		}
		write := writeCSV
		switch strings.ToLower(filepath.Ext(path)) {
		case ".csv":
		case ".xlsx":
			write = writeXLSX
		default:
			return errUsage
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		bookings, err := d.search(ctx, c)
		if err != nil {
			return err
		}
		rows := [][]any{headings()}
		for i, b := range bookings {
			rows = append(rows, d.cells(b))
			e.progress("export", i+1, len(bookings))
		}
		if err := writePrivate(path, func(out io.Writer) error { return write(out, filepath.Dir(path), rows) }); err != nil {
			return err
		}
		return c.print(e, map[string]any{"file": path, "registrations": len(bookings)}, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "%s in %s. It holds personal data: delete it when it has served.\n", count(len(bookings), "registration"), path)
			return err
		})
	},
}

// columns are the export's.
var columns = append(bookingColumns, personColumns...)

// column is what stands above, and what below: a text, a number, paise, a day or an instant.
type column struct {
	heading string
	value   func(f found) any
}

var bookingColumns = []column{
	{"Booking", func(f found) any { return f.ID }},
	{"Registered", func(f found) any { return f.CreatedAt }},
	{"Booking state", func(f found) any { return string(f.Standing.State) }},
	{"Paid", func(f found) any { return f.PaidAt }},
	{"Payment id", func(f found) any { return f.paymentIDs() }},
	{"Refund", func(f found) any { return paise(f.RefundPaise) }},
	{"Refunded", func(f found) any { return f.RefundAt }},
	{"Ticket", func(f found) any { return f.ticket.ID }},
	{"Ticket state", func(f found) any { return f.ticket.Status }},
	{"Category", func(f found) any { return f.CategoryType }},
	{"Seats", func(f found) any { return f.Seats }},
	{"Net", func(f found) any { return paise(f.NetPaise) }},
	{"GST", func(f found) any { return paise(f.GSTPaise) }},
	{"Amount", func(f found) any { return paise(f.AmountPaise) }},
}

// personColumns are what `show` prints of a person, too.
var personColumns = []column{
	{"First name", func(f found) any { return f.FirstName }},
	{"Last name", func(f found) any { return f.LastName }},
	{"E-mail", func(f found) any { return f.Email }},
	{"Mobile", func(f found) any { return f.Mobile }},
	{"Born", func(f found) any { return day(f.DOB) }},
	{"Gender", func(f found) any { return f.Gender }},
	{"Institute", func(f found) any { return f.InstituteName }},
	{"Membership number", func(f found) any { return f.MembershipNo }},
	{"Company", func(f found) any { return f.CompanyName }},
	{"Designation", func(f found) any { return f.Designation }},
	{"GST number", func(f found) any { return f.GSTNo }},
	{"City", func(f found) any { return f.City }},
	{"State", func(f found) any { return f.Booking.State }},
	{"Country", func(f found) any { return f.Country }},
	{"Spouse", func(f found) any { return f.SpouseName }},
}

func headings() (row []any) {
	for _, c := range columns {
		row = append(row, c.heading)
	}
	return row
}

// cells are the values of a registration, with instants in the event's zone.
func (d *Office) cells(f found) (row []any) {
	for _, c := range columns {
		value := c.value(f)
		if at, is := value.(time.Time); is && !at.IsZero() {
			value = at.In(d.Content.Zone)
		}
		row = append(row, value)
	}
	return row
}

// writePrivate writes a file that only its owner can read; a file that is there already is never overwritten.
func writePrivate(path string, write func(io.Writer) error) (err error) {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer func() {
		if closeErr := file.Close(); err == nil {
			err = closeErr
		}
		if err != nil {
			os.Remove(path)
		}
	}()
	buffered := bufio.NewWriter(file)
	if err := write(buffered); err != nil {
		return err
	}
	if err := buffered.Flush(); err != nil {
		return err
	}
	return file.Sync()
}
