package command

import (
	"archive/zip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"transom/api/blob"
	"transom/api/product"
	"transom/api/upload"
	"transom/generator/schema"
)

// writePerson leaves out identity documents, because their key is not on this machine; the text file says so.
func writePerson(ctx context.Context, d *product.Product, out io.Writer, data map[string][]map[string]any) error {
	archive := zip.NewWriter(out)
	write := func(name string, content []byte) error {
		file, err := archive.Create(name)
		if err == nil {
			_, err = file.Write(content)
		}
		return err
	}
	raw, err := json.MarshalIndent(data, "", "  ")
	if err != nil {
		return err
	}
	if err := errors.Join(write("your-data.txt", []byte(personText(d, data))), write("your-data.json", raw)); err != nil {
		return err
	}
	for _, id := range assetsIn(data, "photo_asset") {
		photo, err := d.Blobs.Get(ctx, upload.BlobName(upload.Photo, id))
		if errors.Is(err, blob.ErrNotFound) {
			continue // the photo was deleted when its retention period ended
		}
		if err != nil {
			return err
		}
		if err := write("photo-"+id+".jpg", photo); err != nil {
			return err
		}
	}
	return archive.Close()
}

func assetsIn(data map[string][]map[string]any, column string) (ids []string) {
	for _, rows := range data {
		for _, row := range rows {
			if id, is := row[column].(string); is && id != "" && !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	slices.Sort(ids)
	return ids
}

// personText leaves internal keys to the JSON. Times are in the event's time zone, amounts in rupees.
func personText(d *product.Product, data map[string][]map[string]any) string {
	var text strings.Builder
	fmt.Fprintf(&text, "The data that %s stores about you\nTimes are in the time zone %s.\n", d.Content.Event.Name,
		d.Content.Zone)
	if len(assetsIn(data, "id_asset")) > 0 {
		text.WriteString("\nYour identity document is stored encrypted, and this program cannot open it, so it is not in " +
			"this archive.\nAsk us if you want to see it.\n")
	}
	for _, table := range slices.Sorted(maps.Keys(data)) {
		for i, row := range data[table] {
			fmt.Fprintf(&text, "\n%s %d\n", words(table), i+1)
			for _, column := range slices.Sorted(maps.Keys(row)) {
				if value := readable(d, column, row[column]); value != "" {
					fmt.Fprintf(&text, "  %s: %s\n", words(column), value)
				}
			}
		}
	}
	return text.String()
}

func words(name string) string {
	name = strings.ReplaceAll(strings.TrimSuffix(name, "_paise"), "_", " ")
	return strings.ToUpper(name[:1]) + name[1:]
}

func readable(d *product.Product, column string, value any) string {
	for _, internal := range []string{"search", "_key", "_hash", "asset", "version", "holds_seat"} {
		if strings.Contains(column, internal) {
			return ""
		}
	}
	number, isNumber := value.(int64)
	switch {
	case value == nil:
		return ""
	case isNumber && strings.HasSuffix(column, "_paise"):
		return schema.FormatPaise(number)
	case isNumber && (strings.HasSuffix(column, "_at") || column == "at"):
		return d.Local(time.UnixMilli(number))
	}
	if raw, is := value.([]byte); is {
		value = string(raw)
	}
	return strings.TrimSpace(fmt.Sprint(value))
}
