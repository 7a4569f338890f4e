package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"transom/api/blob"
	"transom/api/gateway/sandbox"
	"transom/api/mail"
	"transom/api/store"
)

// Where pictures are kept.
const (
	blobsInFiles    = "files"
	blobsInDatabase = "database"
)

// place is where the database is: what store.Open takes.
func (c *config) place() string {
	if c.Database != "" {
		return c.Database
	}
	return c.Var
}

// hasCopies reports whether other machines may run this program on the same database.
func (c *config) hasCopies() bool { return c.Database != "" }

// checkDatabase says what does not go together with several copies. The address may hold a password, so it is not repeated.
func (c *config) checkDatabase(wrong *faults) {
	if c.Blobs == "" {
		c.Blobs = map[bool]string{true: blobsInDatabase, false: blobsInFiles}[c.hasCopies()]
	}
	if c.Blobs != blobsInFiles && c.Blobs != blobsInDatabase {
		wrong.add("TRANSOM_BLOBS", "is neither %s nor %s", blobsInFiles, blobsInDatabase)
	}
	if !c.hasCopies() {
		return
	}
	if err := store.CheckAddress(c.Database); err != nil {
		wrong.add("TRANSOM_DATABASE", "%v", err)
	}
	if c.Rehearsal {
		wrong.add("TRANSOM_DATABASE", "a rehearsal is one program on one machine: leave this setting out, or TRANSOM_REHEARSAL=0")
	}
	if c.Provider == sandbox.Name {
		wrong.add("TRANSOM_DATABASE", "the sandbox's payments are a file on one machine: leave this setting out, or take a real TRANSOM_PAYMENT_PROVIDER")
	}
	if c.Mail == mail.OutboxSetting {
		wrong.add("TRANSOM_DATABASE", "TRANSOM_MAIL=outbox writes mails on one machine, where nobody would read them: set smtp://…, or leave this setting out")
	}
	if c.Blobs == blobsInFiles {
		wrong.add("TRANSOM_BLOBS", "files lie on one machine, and the others would not find them: leave this setting out, and pictures go into the database")
	}
}

// keyNames are the secrets that every copy must have alike; the recipients of papers are none, and must be alike as well.
func (c *config) keyNames() []string {
	names := []string{pepperFile, addressKeyFile, "ticket.key"}
	if c.AgeRecipients == "" {
		names = append(names, blob.RecipientsFile)
	}
	return names
}

// needKeys refuses to let a copy make keys of its own: the codes and tickets of the others would be worth nothing to it.
func (c *config) needKeys() error {
	var missing []error
	for _, name := range c.keyNames() {
		if _, err := os.Stat(filepath.Join(c.Var, keyFolder, name)); errors.Is(err, fs.ErrNotExist) {
			missing = append(missing, fmt.Errorf("the key %s is missing", filepath.Join(c.Var, keyFolder, name)))
		}
	}
	if len(missing) == 0 {
		return nil
	}
	return fmt.Errorf("%w\nwith TRANSOM_DATABASE each copy of the program needs the same keys: run `transom make-keys` once, on one machine, "+
		"and copy the folder %s to every other, readable for the program's user only", errors.Join(missing...), filepath.Join(c.Var, keyFolder))
}
