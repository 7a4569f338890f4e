package command

import (
	"bufio"
	"context"
	"flag"
	"io"
	"os"
	"path/filepath"
	"strings"

	"transom/api/desk"
)

var exportCommand = Command{
	Name: "export", Usage: "FILE.csv|FILE.xlsx|FOLDER",
	Help:    "Export registrations as a spreadsheet that cannot run formulas, or their badge photos into a folder",
	Example: "export /var/lib/transom/paid.xlsx --status paid",
	flags:   func() flagged { return new(exportFlags) },
}

type exportFlags struct {
	filterFlags
	photos bool
}

func (f *exportFlags) define(set *flag.FlagSet) {
	f.filterFlags.define(set)
	set.BoolVar(&f.photos, "photos", false,
		"the photos of all who may come, each named by its booking; run again, those of others are removed")
}

func (f *exportFlags) run(ctx context.Context, e *Env, c *call) error {
	path, err := c.one()
	if err != nil {
		return err
	}
	if f.photos {
		return copyPhotos(ctx, e, c, path)
	}
	write := desk.WriteCSV
	switch strings.ToLower(filepath.Ext(path)) {
	case ".csv":
	case ".xlsx":
		write = desk.WriteXLSX
	default:
		return errUsage
	}
	d, err := e.Open(ctx)
	if err != nil {
		return err
	}
	bookings, err := d.search(ctx, &f.filterFlags)
	if err != nil {
		return err
	}
	rows := desk.Table(bookings, desk.Columns, d.Content)
	if err := writePrivate(path, func(out io.Writer) error {
		return write(out, filepath.Dir(path),
			desk.Rows(rows))
	}); err != nil {
		return err
	}
	return c.say(e, map[string]any{"file": path, "registrations": len(bookings)},
		"%s in %s. It holds personal data: delete it when it has served.\n", count(len(bookings), "registration"), path)
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
