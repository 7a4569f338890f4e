package command

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"transom/api/blob"
	"transom/api/booking"
	"transom/api/upload"
)

// copyPhotos copies the badge photos of registrations that may come into a folder, each named by its booking, and
// removes those of others.
func copyPhotos(ctx context.Context, e *Env, c *call, folder string) error {
	d, err := e.Open(ctx)
	if err != nil {
		return err
	}
	bookings, err := d.search(ctx, new(filterFlags))
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
		e.progress("photos", i+1, len(bookings))
	}
	return c.say(e, result,
		"%s in %s, %s without one; removed because they may not come any more, or their photo is destroyed: %d.\n",
		count(result.Written, "photo"), folder, count(len(result.Missing), "registration"), len(result.Removed))
}

// badges is what became of the photos in a folder.
type badges struct {
	Written int      `json:"written"`
	Missing []string `json:"missing"` // bookings that may come and have no photo
	Removed []string `json:"removed"` // bookings whose photo an earlier run had written
}

// add writes a registration's photo, or takes away what an earlier run has written.
func (r *badges) add(ctx context.Context, d *Office, b booking.DeskBooking, path string) error {
	if b.Standing.State.Admits() {
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
