package engine

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"syscall"
	"time"
)

// lockFile is locked by the server that uses a folder; its modification time is when that server started.
const lockFile = ".server.lock"

// The lock is tried a few times, because Serving holds it for a moment.
const (
	lockTries = 10
	lockPause = 50 * time.Millisecond
)

// Lock makes this process the only server of a folder. Two servers would send every email twice, and each would apply
// the limits separately. The operating system releases the lock when the process ends.
func Lock(dir string) (unlock func() error, err error) {
	path := filepath.Join(dir, lockFile)
	file, err := os.OpenFile(path, os.O_CREATE|os.O_RDWR, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the folder of TRANSOM_VAR: %w", err)
	}
	for try := 1; ; try++ {
		err = syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EWOULDBLOCK) || try == lockTries {
			break
		}
		time.Sleep(lockPause)
	}
	if err == nil {
		now := time.Now()
		err = os.Chtimes(path, now, now)
	}
	switch {
	case errors.Is(err, syscall.EWOULDBLOCK):
		err = fmt.Errorf("another server is already using %s: stop it, or use another folder (TRANSOM_VAR)", dir)
	case err != nil:
		err = fmt.Errorf("lock the folder of TRANSOM_VAR: %w", err)
	default:
		return file.Close, nil
	}
	file.Close()
	return nil, err
}

// Serving reports whether a server is using a folder, and since when.
func Serving(dir string) (since time.Time, running bool, err error) {
	file, err := os.Open(filepath.Join(dir, lockFile))
	if errors.Is(err, os.ErrNotExist) {
		return time.Time{}, false, nil
	}
	if err != nil {
		return time.Time{}, false, fmt.Errorf("check for a running server: %w", err)
	}
	defer file.Close()
	err = syscall.Flock(int(file.Fd()), syscall.LOCK_SH|syscall.LOCK_NB)
	if !errors.Is(err, syscall.EWOULDBLOCK) {
		return time.Time{}, false, err
	}
	info, err := file.Stat()
	if err != nil {
		return time.Time{}, false, err
	}
	return info.ModTime(), true, nil
}
