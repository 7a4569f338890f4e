package config

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/keys"
	"transom/api/store"
	"transom/api/ticket"
)

const (
	keyFolder      = "keys"
	AddressKeyFile = "address.key"
	PepperFile     = "signin.pepper"
	AuditKeyFile   = "activity-log.key"
)

func (c Config) KeyFolder() string { return filepath.Join(c.Var, keyFolder) }

// Secrets are the server's secrets except the ticket keys.
type Secrets struct {
	Pepper, Address []byte
	Sealer          *blob.Sealer // nil if the conference collects no identity documents
	// Created is the path of a new file that decrypts every identity document, or "". The server does not need this file.
	Created string
}

// LoadSecrets reads the secrets and creates those that are missing.
func (c Config) LoadSecrets() (s Secrets, err error) {
	if s.Pepper, err = keys.LoadOrCreate(c.KeyFolder(), PepperFile, 32); err != nil {
		return s, err
	}
	if s.Address, err = keys.LoadOrCreate(c.KeyFolder(), AddressKeyFile, 32); err != nil {
		return s, err
	}
	if _, err = c.AuditKey(); err != nil {
		return s, err
	}
	if c.AgeRecipients != "" {
		s.Sealer, err = blob.ReadSealer(c.AgeRecipients)
		return s, err
	}
	if !c.sealsDocuments() {
		return s, nil
	}
	s.Sealer, s.Created, err = blob.OwnSealer(c.KeyFolder())
	return s, err
}

// AuditKey returns the activity log's key, which commands need as well.
func (c Config) AuditKey() ([]byte, error) { return keys.LoadOrCreate(c.KeyFolder(), AuditKeyFile, 32) }

// MakeKeys creates the missing keys. A single-machine server creates them when it first starts.
func (c Config) MakeKeys() (folder string, err error) {
	syscall.Umask(0o077)
	_, err = c.LoadSecrets()
	if err == nil {
		_, err = ticket.LoadKeys(c.KeyFolder())
	}
	return c.KeyFolder(), err
}

// keyNames returns the files that must be the same on every instance. The recipients among them are not secret.
func (c Config) keyNames() []string {
	names := []string{PepperFile, AddressKeyFile, AuditKeyFile, ticket.KeyFile}
	if c.sealsDocuments() {
		names = append(names, blob.RecipientsFile)
	}
	return names
}

// sealsDocuments reports whether a key here encrypts documents; true for unreadable content, reported elsewhere.
func (c Config) sealsDocuments() bool {
	content, err := domain.LoadContent(c.Content)
	return c.AgeRecipients == "" && (err != nil || content.CollectsDocuments())
}

// NeedKeys returns an error if keys are missing. Instances with different keys could not verify each other's tickets.
func (c Config) NeedKeys() error {
	var missing []error
	for _, name := range c.keyNames() {
		if _, err := os.Stat(filepath.Join(c.KeyFolder(), name)); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, fmt.Errorf("the key %s is missing", filepath.Join(c.KeyFolder(), name)))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%w\nwith TRANSOM_DATABASE, all instances of the program need the same keys: run "+
		"`transom make-keys` once, on one machine, and copy the folder %s to all others, readable only by "+
		"the program's user", errors.Join(missing...), c.KeyFolder())
}

// AgreeOnKeys returns an error if an instance's keys differ from those that its database was used with. Call it before
// using the keys. On a single machine, keys may change until the first ticket is issued.
func (c Config) AgreeOnKeys(ctx context.Context, db *store.Store) error {
	if !c.HasInstances() {
		return c.checkKeys(ctx, db)
	}
	fingerprints, err := c.fingerprints()
	if err != nil {
		return err
	}
	return db.SameKeys(ctx, fingerprints)
}

// checkKeys returns an error if a key that was in use is missing or changed. If the database has no fingerprints (from
// an earlier version), it notices only a missing ticket key.
func (c Config) checkKeys(ctx context.Context, db *store.Store) error {
	known, err := db.KeyFingerprints(ctx)
	if err != nil {
		return err
	}
	issued, err := db.TicketOfEachMark(ctx)
	if err != nil || len(issued) == 0 {
		return err
	}
	var lost []error
	for _, name := range c.keyNames() {
		path := filepath.Join(c.KeyFolder(), name)
		switch now, err := keys.Fingerprint(c.KeyFolder(), name); {
		case errors.Is(err, fs.ErrNotExist) && (known[name] != "" || name == ticket.KeyFile):
			lost = append(lost, fmt.Errorf("the key %s is missing", path))
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return err
		case known[name] != "" && known[name] != now:
			lost = append(lost, fmt.Errorf("the key %s was changed: this database was used with another one", path))
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return fmt.Errorf("%w\ntickets were issued with these keys and would be invalid with new ones: restore the "+
		"folder %s from the last backup. Nothing was started", errors.Join(lost...), c.KeyFolder())
}

// NoteKeys stores the fingerprints of a single-machine server's keys. With several instances, AgreeOnKeys does so.
func (c Config) NoteKeys(ctx context.Context, db *store.Store) error {
	if c.HasInstances() {
		return nil
	}
	fingerprints, err := c.fingerprints()
	if err != nil {
		return err
	}
	for name, fingerprint := range fingerprints {
		if err := db.KeyFingerprint(ctx, name, fingerprint); err != nil {
			return err
		}
	}
	return nil
}

func (c Config) fingerprints() (map[string]string, error) {
	fingerprints := map[string]string{}
	for _, name := range c.keyNames() {
		fingerprint, err := keys.Fingerprint(c.KeyFolder(), name)
		if err != nil {
			return nil, err
		}
		fingerprints[name] = fingerprint
	}
	return fingerprints, nil
}
