package organiser

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"transom/api/blob"
	"transom/api/server"
)

var photosCommand = Command{
	Name: "photos", Usage: "FOLDER", Help: "Copy the badge photos of registrations that may come into a folder, each named by its booking",
	Example: "photos /var/lib/transom/badges",
	run: func(ctx context.Context, e *Env, c *call) error {
		folder, err := c.one()
		if err != nil {
			return err
		}
		d, err := e.Open(ctx)
		if err != nil {
			return err
		}
		bookings, err := d.search(ctx, c)
		if err != nil {
			return err
		}
		bookings = slices.DeleteFunc(bookings, func(b found) bool { return !b.Standing.State.Admits() })
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return err
		}
		written, missing := 0, []string{}
		for i, b := range bookings {
			data, err := d.Blobs.Get(ctx, server.BlobName("photo", b.PhotoAsset))
			switch {
			case b.PhotoAsset == "" || errors.Is(err, blob.ErrNotFound):
				missing = append(missing, b.ID)
			case err != nil:
				return err
			default:
				if err := os.WriteFile(filepath.Join(folder, b.ID+".jpg"), data, 0o600); err != nil {
					return err
				}
				written++
			}
			e.progress("photos", i+1, len(bookings))
		}
		return c.print(e, map[string]any{"written": written, "missing": missing}, func(out io.Writer) error {
			_, err := fmt.Fprintf(out, "%s in %s, %s without one.\n", count(written, "photo"), folder, count(len(missing), "registration"))
			return err
		})
	},
}
