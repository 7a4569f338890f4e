package mail

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"transom/api/domain"
)

// OutboxSetting is the address that means files instead of an email server; OutboxFolder is where the files are.
const (
	OutboxSetting = "outbox"
	OutboxFolder  = "outbox"
)

// Open opens the destination of emails: a folder or an email server.
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

// Folder writes messages to files instead of sending them, for rehearsals. A message that is sent twice is one file.
type Folder struct{ dir string }

// OpenFolder returns a sender that writes to dir.
func OpenFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("open outbox: %w", err)
	}
	return &Folder{dir}, nil
}

// Send writes a temporary file and renames it, so that nobody reads half a message.
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

// RemoveFrom removes messages from a folder and returns how many there were.
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
