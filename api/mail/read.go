package mail

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	netmail "net/mail"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// Written is a message of the outbox folder, for people to read.
type Written struct {
	Name              string // of the file
	From, To, Subject string
	Date              time.Time
	Text              string
	written           time.Time
}

// ReadFolder returns the newest messages of an outbox folder, newest first; a folder that is not there is empty.
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
	file, err := os.Open(path)
	if err != nil {
		return err
	}
	defer file.Close()
	message, err := netmail.ReadMessage(file)
	if err != nil {
		return err
	}
	decoder := new(mime.WordDecoder)
	header := func(name string) string {
		text, err := decoder.DecodeHeader(message.Header.Get(name))
		if err != nil {
			return message.Header.Get(name)
		}
		return text
	}
	w.From, w.To, w.Subject = header("From"), header("To"), header("Subject")
	w.Date, _ = message.Header.Date() // the zero time when it is missing
	body := io.Reader(message.Body)
	if message.Header.Get("Content-Transfer-Encoding") == "quoted-printable" {
		body = quotedprintable.NewReader(body)
	}
	w.Text, err = plainPart(message.Header.Get("Content-Type"), body)
	return err
}

// plainPart returns the text of a message of ours, which is the first part of all others.
func plainPart(contentType string, body io.Reader) (string, error) {
	kind, params, err := mime.ParseMediaType(contentType)
	if err != nil {
		return "", err
	}
	if !strings.HasPrefix(kind, "multipart/") {
		raw, err := io.ReadAll(body)
		return string(raw), err
	}
	part, err := multipart.NewReader(body, params["boundary"]).NextPart() // decodes quoted-printable
	if err != nil {
		return "", err
	}
	return plainPart(part.Header.Get("Content-Type"), part)
}
