package command

import (
	"context"
	"flag"
	"io"
	"path/filepath"
	"strings"

	"errors"
	"io/fs"
	"os"

	"transom/api/blob"
	"transom/api/booking"
	"transom/api/cli"
	"transom/api/desk"
	"transom/api/product"
	"transom/api/upload"
)

var exportCommand = Command{
	Name: "export", Usage: "FILE.csv|FILE.xlsx|FOLDER",
	Help: "Export registrations as a spreadsheet that cannot run formulas, or their photos for badges into " +
		"a folder",
	Example: "export /var/lib/transom/paid.xlsx --status paid", flags: func() flagged { return new(exportFlags) },
}

type exportFlags struct {
	filterFlags
	photos bool
}

func (f *exportFlags) define(set *flag.FlagSet) {
	f.filterFlags.define(set)
	set.BoolVar(&f.photos, "photos", false,
		"write the photos of everybody with a valid ticket, each named after its booking; running it again "+
			"removes the others")
}

func (f *exportFlags) run(ctx context.Context, d *product.Product, c *call) error {
	path := c.args[0]
	if f.photos {
		return copyPhotos(ctx, d, c, path)
	}
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

// copyPhotos copies the badge photos of valid registrations into a folder, each named after its booking, and removes
// other photos.
func copyPhotos(ctx context.Context, d *product.Product, c *call, folder string) error {
	bookings, err := search(ctx, d, new(filterFlags))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	result := badges{Missing: []string{}, Removed: []string{}}
	for i, b := range bookings {
		if err := result.add(ctx, d, b, filepath.Join(folder, b.ID+".jpg")); err != nil {
			return err
		}
		c.env.Step("photos", i+1, len(bookings))
	}
	return c.say(result,
		"%s in %s, %s without one; removed because the ticket is no longer valid or the photo was deleted: %d.\n",
		cli.Count(result.Written, "photo"), folder, cli.Count(len(result.Missing), "registration"), len(result.Removed))
}

type badges struct {
	Written int      `json:"written"`
	Missing []string `json:"missing"` // valid bookings without a photo
	Removed []string `json:"removed"` // bookings whose photo from an earlier run was removed
}

func (r *badges) add(ctx context.Context, d *product.Product, b booking.DeskBooking, path string) error {
	if b.DerivedState.State.Admits() {
		data, err := d.Blobs.Get(ctx, upload.BlobName(upload.Photo, b.PhotoAsset))
		if err == nil && b.PhotoAsset != "" {
			r.Written++
			return os.WriteFile(path, data, 0o600)
		}
		if b.PhotoAsset != "" && !errors.Is(err, blob.ErrNotFound) {
			return err
		}
		r.Missing = append(r.Missing, b.ID)
	}
	err := os.Remove(path)
	if err == nil {
		r.Removed = append(r.Removed, b.ID)
	}
	if errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return err
}
