package blob

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"transom/api/keys"

	"filippo.io/age"
)

// Sealer encrypts identity documents to public keys (recipients). The program cannot decrypt them, because the private
// key (the identity) belongs on another machine.
type Sealer struct {
	recipients []age.Recipient
}

const (
	RecipientsFile = "identity-papers.recipients"
	identityFile   = "identity-papers.identity"
)

// ReadSealer reads a file of age recipients, one per line.
func ReadSealer(path string) (*Sealer, error) {
	raw, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("read age recipients: %w", err)
	}
	recipients, err := age.ParseRecipients(bytes.NewReader(raw))
	if err != nil {
		return nil, fmt.Errorf("read age recipients %s: %w", path, err)
	}
	// age cannot mix recipients of different strengths. Report this at the start, not at the first upload.
	if _, err := age.Encrypt(io.Discard, recipients...); err != nil {
		return nil, fmt.Errorf("read age recipients %s: %w", path, err)
	}
	return &Sealer{recipients: recipients}, nil
}

// OwnSealer is used if no recipients are configured. On the first start it creates a key pair in dir and returns the
// identity's path in `created`. Later it needs only the recipient, so the identity may be moved away.
func OwnSealer(dir string) (s *Sealer, created string, err error) {
	path := filepath.Join(dir, RecipientsFile)
	if _, err := os.Stat(path); err == nil {
		s, err := ReadSealer(path)
		return s, "", err
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, "", fmt.Errorf("read age recipients: %w", err)
	}
	identity, err := age.GenerateHybridIdentity()
	if err != nil {
		return nil, "", fmt.Errorf("make age identity: %w", err)
	}
	created = filepath.Join(dir, identityFile)
	// The identity is written first, because documents encrypted for a recipient are lost without its identity.
	if err := keys.Write(dir, identityFile, []byte("# Opens the identity documents. Move this file away from "+
		"this machine.\n"+identity.String()+"\n")); err != nil {
		return nil, "", err
	}
	if err := keys.Write(dir, RecipientsFile, []byte(identity.Recipient().String()+"\n")); err != nil {
		return nil, "", err
	}
	s, err = ReadSealer(path)
	return s, created, err
}

// Recipients returns the public keys.
func (s *Sealer) Recipients() []string {
	keys := []string{}
	for _, r := range s.recipients {
		keys = append(keys, fmt.Sprint(r))
	}
	return keys
}

// Seal encrypts data to all recipients.
func (s *Sealer) Seal(data []byte) ([]byte, error) {
	var sealed bytes.Buffer
	w, err := age.Encrypt(&sealed, s.recipients...)
	if err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	if _, err := w.Write(data); err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	if err := w.Close(); err != nil {
		return nil, fmt.Errorf("seal: %w", err)
	}
	return sealed.Bytes(), nil
}
