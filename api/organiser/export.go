package organiser

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
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
		rows := [][]cell{texts("Booking", "Registered", "Status", "Paid", "Refund", "Refunded", "Category", "Seats", "Net", "GST", "Amount", "First name", "Last name",
			"E-mail", "Mobile", "Born", "Gender", "Institute", "Membership number", "Company", "Designation", "GST number", "City", "State", "Country", "Spouse")}
		for i, b := range bookings {
			rows = append(rows, d.registration(b).cells())
			e.progress("export", i+1, len(bookings))
		}
		if err := writePrivate(path, func(out io.Writer) error { return write(out, rows) }); err != nil {
			return err
		}
		return c.print(e, map[string]any{"file": path, "registrations": len(bookings)}, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "%s in %s. It holds personal data: delete it when it has served.\n", count(len(bookings), "registration"), path)
			return err
		})
	},
}

func (r registration) cells() []cell {
	row := texts(r.BookingID, r.Registered, r.Status, r.Paid)
	row = append(row, rupees(r.RefundPaise))
	row = append(row, texts(r.Refunded, r.Category)...)
	row = append(row, cell{strconv.Itoa(r.Seats), true}, rupees(r.NetPaise), rupees(r.GSTPaise), rupees(r.AmountPaise))
	return append(row, texts(r.FirstName, r.LastName, r.Email, r.Mobile, r.DOB, r.Gender, r.Institute, r.Membership, r.Company,
		r.Designation, r.GSTNo, r.City, r.State, r.Country, r.SpouseName)...)
}

// rupees is an exact decimal number.
func rupees(paise int64) cell { return cell{fmt.Sprintf("%d.%02d", paise/100, paise%100), true} }

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
