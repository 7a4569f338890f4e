package mail

import (
	"context"
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

	"transom/api/domain"
)

// OutboxSetting is the mail setting that writes emails to files in OutboxFolder instead of sending them.
const (
	OutboxSetting = "outbox"
	OutboxFolder  = "outbox"
)

// Open returns a sender for the mail setting, which is OutboxSetting or an email server's address.
func Open(address, folder string) (Sender, error) {
	if address == OutboxSetting {
		return OpenFolder(folder)
	}
	return NewSMTP(address, SMTPOptions{})
}

const (
	ending     = ".eml"
	tempEnding = ".tmp"
)

// Folder writes messages to files, for rehearsals. A message sent twice replaces its file.
type Folder struct{ dir string }

// OpenFolder returns a sender that writes to dir.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open outbox: %w", err)
	}
	return &Folder{dir}, nil
}

// Send renames a temporary file, so that nobody can read half a message.
func (f *Folder) Send(_ context.Context, m Message) error {
	msg := m.encode()
	id, _, _ := strings.Cut(m.ID, "@")
	name := fileOf(f.dir, m.Key, id)
	file, err := os.OpenFile(name+tempEnding, os.O_CREATE|os.O_TRUNC|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("write mail: %w", err)
	}
	_, err = msg.WriteTo(file)
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(name+tempEnding, name)
	}
	if err != nil {
		os.Remove(name + tempEnding)
		return fmt.Errorf("write mail: %w", err)
	}
	return nil
}

func fileOf(dir string, key int64, id string) string {
	return filepath.Join(dir, fmt.Sprintf("%08d-%s%s", key, id, ending))
}

// RemoveFrom deletes messages from a folder and returns how many files it deleted.
func RemoveFrom(dir string, messages []domain.QueuedMail) (n int, err error) {
	for _, m := range messages {
		switch err := os.Remove(fileOf(dir, m.ID, m.MessageID)); {
		case err == nil:
			n++
		case !errors.Is(err, fs.ErrNotExist):
			return n, fmt.Errorf("remove mail: %w", err)
		}
	}
	return n, nil
}

// Written is a message from the outbox folder, for people to read.
type Written struct {
	Name              string
	From, To, Subject string
	Date              time.Time
	Text              string
	written           time.Time
}

// ReadFolder returns the newest messages first, or none if the folder does not exist.
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
	w.Date, _ = netmail.ParseDate(decode(message.GetGenHeader(gomail.HeaderDate)))
	for _, part := range message.GetParts() {
		if part.GetContentType() == gomail.TypeTextPlain {
			text, err := part.GetContent()
			w.Text = string(text)
			return err
		}
	}
	return nil
}
