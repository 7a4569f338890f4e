package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
)

// lockFile is held by the server that works in a folder.
const lockFile = ".server.lock"

// lockFolder makes this process the only server of a folder: two would send every mail twice, and each would count
// limits alone. The system lets go of the lock when the process ends, however it ends.
func lockFolder(folder string) (unlock func() error, err error) {
	file, err := os.OpenFile(filepath.Join(folder, lockFile), os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the folder of TRANSOM_VAR: %w", err)
	}
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
	if errors.Is(err, syscall.EWOULDBLOCK) {
		file.Close()
		return nil, fmt.Errorf("another server works in %s already: stop that one, or give this one a folder of its own (TRANSOM_VAR)", folder)
	}
	if err != nil {
		file.Close()
		return nil, fmt.Errorf("lock the folder of TRANSOM_VAR: %w", err)
	}
	return file.Close, nil
}
