package command

import (
	"context"
	"io"
	"path/filepath"
	"strings"

	"transom/api/cli"
	"transom/api/desk"
	"transom/api/product"
)

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
