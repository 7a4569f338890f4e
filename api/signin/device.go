package signin

import (
	"context"
	"time"

	"transom/api/domain"
)

// A browser that has signed in stores a random id. The id gives no access; it only distinguishes the owner's browser
// from a stranger's.

const (
	deviceIDBits   = 160
	deviceIDLength = 32 // in base32
)

func deviceHash(device string) string {
	if len(device) != deviceIDLength {
		return ""
	}
	return domain.Hash("device\x00" + device)
}

// knownDevice returns the hash of a device that has signed in to a mailbox, "" for any other.
func knownDevice(ctx context.Context, tx Tx, device, emailKey string, now time.Time) (string, error) {
	hash := deviceHash(device)
	known, err := tx.IsKnownDevice(ctx, hash, emailKey, now)
	if err != nil || !known {
		return "", err
	}
	return hash, nil
}

// rememberDevice makes the current browser a known device of the mailbox and returns its id. An id that we did not
// issue is replaced.
func rememberDevice(ctx context.Context, tx Tx, device, emailKey string, now time.Time) (string, error) {
	given, err := tx.IsKnownDevice(ctx, deviceHash(device), "", now)
	if err != nil {
		return "", err
	}
	if !given {
		device = domain.NewID(deviceIDBits)
	}
	return device, tx.RememberDevice(ctx, deviceHash(device), emailKey, now, now.Add(deviceLifetime))
}
