package mail

import (
	"errors"
	"fmt"
	"io/fs"
	"mime"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	gomail "github.com/wneessen/go-mail"
)

// Written is a message of the outbox folder, for people to read.
type Written struct {
	Name              string // the file name
	From, To, Subject string
	Date              time.Time
	Text              string
	written           time.Time
}

// ReadFolder returns the newest messages of an outbox folder, newest first; none if the folder does not exist.
func ReadFolder(dir string, limit int) ([]Written, error) {
	entries, err := os.ReadDir(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read outbox: %w", err)
	}
	var files []Written
	for _, entry := range entries {
		if info, err := entry.Info(); err == nil && strings.HasSuffix(entry.Name(), ending) {
			files = append(files, Written{Name: entry.Name(), written: info.ModTime()})
		}
	}
	slices.SortFunc(files, func(a, b Written) int {
		if order := b.written.Compare(a.written); order != 0 {
			return order
		}
		return strings.Compare(b.Name, a.Name)
	})
	files = files[:min(limit, len(files))]
	for i := range files {
		if err := files[i].read(filepath.Join(dir, files[i].Name)); err != nil {
			files[i].Subject, files[i].Text = files[i].Name, "This message cannot be read: "+err.Error()
		}
	}
	return files, nil
}

func (w *Written) read(path string) error {
	message, err := gomail.EMLToMsgFromFile(path)
	if err != nil {
		return err
	}
	decoder := new(mime.WordDecoder)
	decode := func(values []string) string {
		text := strings.Join(values, ", ")
		if decoded, err := decoder.DecodeHeader(text); err == nil {
			return decoded
		}
		return text
	}
	w.From, w.To = decode(message.GetFromString()), decode(message.GetToString())
	w.Subject = decode(message.GetGenHeader(gomail.HeaderSubject))
	w.Date, _ = netmail.ParseDate(decode(message.GetGenHeader(gomail.HeaderDate))) // zero if it is missing
	for _, part := range message.GetParts() {
		if part.GetContentType() == gomail.TypeTextPlain {
			text, err := part.GetContent()
			w.Text = string(text)
			return err
		}
	}
	return nil
}
