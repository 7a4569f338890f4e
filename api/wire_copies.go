package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"
	"syscall"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/keys"
	"transom/api/signin"
	"transom/api/store"
	"transom/api/ticket"
	"transom/api/upload"
)

// checkedBlobs keeps pictures and knows whether it can.
type checkedBlobs interface {
	blob.Store
	Check(ctx context.Context) error
}

// openBlobs opens the place of pictures that the settings name.
func (a *app) openBlobs(db *store.Store) (checkedBlobs, error) {
	if a.config.Blobs == blobsInDatabase {
		return db.Blobs(), nil
	}
	files, err := blob.OpenFiles(filepath.Join(a.config.Var, "uploads"), upload.Kinds()...)
	if err != nil {
		return nil, err
	}
	a.closers = append(a.closers, files.Close)
	return files, nil
}

// uptime is the clock by which codes grow old.
func (a *app) uptime(db *store.Store) domain.Uptime {
	if shared := db.Uptime(); shared != nil {
		return shared
	}
	return signin.NewMachineUptime(a.config.BootID)
}

// agreeOnKeys stops a copy that has other keys than those that run already, before it makes or writes anything with them.
func (a *app) agreeOnKeys(ctx context.Context, db *store.Store) error {
	if !a.config.hasCopies() {
		return nil
	}
	fingerprints := map[string]string{}
	for _, name := range a.config.keyNames() {
		secret, err := os.ReadFile(filepath.Join(a.config.Var, keyFolder, name))
		if err != nil {
			return fmt.Errorf("read key: %w", err)
		}
		sum := sha256.Sum256(append([]byte("fingerprint of "+name+"\x00"), secret...))
		fingerprints[name] = hex.EncodeToString(sum[:8])
	}
	return db.SameKeys(ctx, fingerprints)
}

// work runs the workers together until the context ends: those of one copy at a time.
func (a *app) work(ctx context.Context) error {
	group := newGroup(ctx)
	for _, w := range a.workers {
		group.run(w.Run)
	}
	return group.wait()
}

// makeKeys makes what is missing in the folder of keys. With one machine the first start of the server does so.
func (c config) makeKeys() (folder string, err error) {
	syscall.Umask(0o077)
	folder = filepath.Join(c.Var, keyFolder)
	for _, name := range []string{pepperFile, addressKeyFile} {
		if _, err := keys.LoadOrCreate(folder, name, 32); err != nil {
			return "", err
		}
	}
	if _, err := ticket.LoadKeys(folder); err != nil {
		return "", err
	}
	if c.AgeRecipients == "" {
		if _, _, err := blob.OwnSealer(folder); err != nil {
			return "", err
		}
	}
	return folder, nil
}
