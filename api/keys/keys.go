// Package keys stores the program's random secrets, each in a private file next to the database, never inside it.
package keys

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// LoadOrCreate creates a missing secret. A file of another size is an error: it must not be replaced silently.
func LoadOrCreate(dir, name string, size int) ([]byte, error) {
	path := filepath.Join(dir, name)
	secret, err := os.ReadFile(path)
	if err == nil {
		if len(secret) != size {
			return nil, fmt.Errorf("key %s has %d bytes instead of %d: restore it from a backup", path, len(secret), size)
		}
		return secret, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read key: %w", err)
	}
	secret = make([]byte, size)
	rand.Read(secret)
	return secret, Write(dir, name, secret)
}

// Write renames a temporary file, so that a crash never leaves half a key.
func Write(dir, name string, content []byte) error {
	if err := write(dir, filepath.Join(dir, name), content); err != nil {
		return fmt.Errorf("write key: %w", err)
	}
	return nil
}

// Fingerprint returns a short hash that lets people compare two secrets without revealing them.
func Fingerprint(dir, name string) (string, error) {
	secret, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		return "", fmt.Errorf("read key: %w", err)
	}
	sum := sha256.Sum256(append([]byte("fingerprint of "+name+"\x00"), secret...))
	return hex.EncodeToString(sum[:8]), nil
}

func write(dir, path string, content []byte) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	file, err := os.CreateTemp(dir, ".key-*") // 0600
	if err != nil {
		return err
	}
	defer os.Remove(file.Name()) // does nothing after the rename
	_, err = file.Write(content)
	if err == nil {
		err = file.Sync()
	}
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}
