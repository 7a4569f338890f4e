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
	"transom/api/keys"
	"transom/api/store"
	"transom/api/ticket"
)

// The keys of a folder. Those of tickets have names of their own (ticket/keys.go).
const (
	keyFolder      = "keys"
	AddressKeyFile = "address.key"
	PepperFile     = "signin.pepper"
	AuditKeyFile   = "activity-log.key"
)

func (c Config) KeyFolder() string { return filepath.Join(c.Var, keyFolder) }

// Secrets are what the server needs besides the keys of tickets.
type Secrets struct {
	Pepper, Address []byte
	Sealer          *blob.Sealer
	// Created is the file that opens every identity document, when it has just been made; the server does not need it.
	Created string
}

// LoadSecrets reads the secrets, and makes those that are missing.
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
	s.Sealer, s.Created, err = blob.OwnSealer(c.KeyFolder())
	return s, err
}

// AuditKey is the key of the log of acts, which commands need as well.
func (c Config) AuditKey() ([]byte, error) { return keys.LoadOrCreate(c.KeyFolder(), AuditKeyFile, 32) }

// MakeKeys makes what is missing in the folder of keys. With one machine the first start of the server does so.
func (c Config) MakeKeys() (folder string, err error) {
	syscall.Umask(0o077)
	_, err = c.LoadSecrets()
	if err == nil {
		_, err = ticket.LoadKeys(c.KeyFolder())
	}
	return c.KeyFolder(), err
}

// keyNames are the secrets that every copy must have alike; the recipients of identity documents are none, and must be
// alike as well.
func (c Config) keyNames() []string {
	names := []string{PepperFile, AddressKeyFile, AuditKeyFile, ticket.KeyFile}
	if c.AgeRecipients == "" {
		names = append(names, blob.RecipientsFile)
	}
	return names
}

// NeedKeys refuses to let a copy make keys of its own: the codes and tickets of the others would be worth nothing to
// it.
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
	return fmt.Errorf("%w\nwith TRANSOM_DATABASE each copy of the program needs the same keys: run `transom make-keys` "+
		"once, on one machine, "+
		"and copy the folder %s to every other, readable for the program's user only", errors.Join(missing...), c.KeyFolder())
}

// AgreeOnKeys stops a program that has other keys than its database was used with, before it makes or writes anything
// with them. With one machine that matters once there are tickets: until then a start may make what is missing.
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

// checkKeys refuses to go on without a key that was there before. A database of an earlier program has no fingerprints;
// only its tickets prove a key, the one that signed them.
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
			lost = append(lost, fmt.Errorf("the key %s was changed: it is not the one that this database was used with", path))
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return fmt.Errorf("%w\ntickets were issued with these keys, and new ones would make them worthless: restore the "+
		"folder %s from the last backup. "+
		"Nothing was started", errors.Join(lost...), c.KeyFolder())
}

// NoteKeys writes down the fingerprints of the keys with which a server of one machine starts. Of several copies the
// first does so itself.
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
