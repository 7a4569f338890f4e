// Package upload handles a picture from its arrival to its deletion. Read receives a file in limited memory. Save
// checks and encodes the picture, encrypts it if it is an identity document, and stores it within the quotas. A
// registration claims its pictures; Retention deletes the others. The package must not know about HTTP.
package upload

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"slices"
	"time"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/picture"
	"transom/api/texts"
	"transom/generator/schema"
)

// The kinds of pictures, as they are named in requests and on disk.
const (
	Photo      = "photo"
	IDDocument = "aadhar"
)

// Kinds returns all kinds; each has its own folder.
func Kinds() []string { return []string{Photo, IDDocument} }

const (
	// maxUnclaimedPerSession is how many unclaimed pictures one browser may have; older ones are released.
	maxUnclaimedPerSession = 6
	// maxUnclaimedPerNetwork is the quota of an IPv4 address or an IPv6 /48.
	maxUnclaimedPerNetwork = 200
	// crowdedBytes is the total size of unclaimed pictures above which a network may have only crowdedPerNetwork of them,
	// so that the rest is left to other people who are registering (decision 0008).
	crowdedBytes      = 2 << 30
	crowdedPerNetwork = 6
	// maxUnclaimedBytes leaves disk space for paid registrations.
	maxUnclaimedBytes = 4 << 30
)

// InDatabase marks a picture store in the database itself, where a picture and its row are committed together.
type InDatabase interface{ InDatabase() }

// Setup holds what a Receiver needs.
type Setup struct {
	Pictures *picture.Processor
	Blobs    blob.Store
	Sealer   *blob.Sealer
	Store    Store
	Content  *domain.Content
	Clock    domain.Clock
	// Limited turns on the quotas for each network (off in rehearsals and measurements).
	Limited bool
}

// Receiver receives pictures.
type Receiver struct {
	Setup
	*picture.Arrivals
}

// NewReceiver returns a receiver with its own memory budget for incoming files.
func NewReceiver(s Setup) *Receiver { return &Receiver{s, picture.NewArrivals()} }

// Arrival is a picture and its sender: keyed hashes of the address and of the session ("" for none).
type Arrival struct {
	Kind                      string
	Data                      []byte
	UploaderHash, SessionHash string
}

// Rule returns the content's rule for a kind of picture, and false if that kind is not collected.
func (u *Receiver) Rule(kind string) (schema.Upload, bool) {
	rules := u.Content.Registration.Uploads
	at := slices.IndexFunc(rules, func(rule schema.Upload) bool { return rule.Kind == kind })
	if at < 0 || kind == IDDocument && !u.Content.CollectsDocuments() {
		return schema.Upload{}, false
	}
	return rules[at], true
}

// LargestBytes returns the maximum size of any kind of picture.
func (u *Receiver) LargestBytes() int {
	largest := 0
	for _, rule := range u.Content.Registration.Uploads {
		largest = max(largest, rule.MaxMB<<20)
	}
	return largest
}

// Save never stores a row before its file, so that no row points to a missing file.
func (u *Receiver) Save(ctx context.Context, a Arrival, rule schema.Upload) (id string, err error) {
	head, err := picture.Inspect(a.Data)
	if err != nil {
		return "", err
	}
	if !accepts(rule, head.Format) {
		return "", picture.ErrNotPicture
	}
	clean, err := u.Pictures.Clean(ctx, a.Data, rule.LongestSide)
	if err != nil {
		return "", err
	}
	stored := clean.JPEG
	if a.Kind == IDDocument {
		if stored, err = u.Sealer.Seal(stored); err != nil {
			return "", err
		}
	}
	sum := sha256.Sum256(stored)
	asset := domain.Asset{
		ID: domain.NewAssetID(), Kind: a.Kind, CreatedAt: u.Clock.Now(),
		UploaderHash: a.UploaderHash, SessionHash: a.SessionHash, SizeBytes: len(stored),
		Width: clean.Width, Height: clean.Height, SHA256: hex.EncodeToString(sum[:]),
	}
	if _, inDatabase := u.Blobs.(InDatabase); inDatabase {
		return asset.ID, u.Store.Write(ctx, func(tx Tx) error {
			return errors.Join(tx.PutBlob(ctx, BlobName(asset.Kind, asset.ID), stored), u.insertAsset(ctx, tx, asset))
		})
	}
	if err := u.Blobs.Put(ctx, BlobName(asset.Kind, asset.ID), stored); err != nil {
		return "", err
	}
	if err := u.Store.Write(ctx, func(tx Tx) error { return u.insertAsset(ctx, tx, asset) }); err != nil {
		// If the file, which has no row, cannot be deleted now, the cleaner deletes it later.
		_ = u.Blobs.Delete(context.WithoutCancel(ctx), BlobName(asset.Kind, asset.ID))
		return "", err
	}
	return asset.ID, nil
}

func (u *Receiver) insertAsset(ctx context.Context, tx Tx, a domain.Asset) error {
	if u.Limited {
		waiting, bytes, err := tx.CountUnclaimedAssets(ctx, a.UploaderHash, a.CreatedAt.Add(-domain.UnclaimedAssetLifetime))
		if err != nil {
			return err
		}
		if err := refuseWaiting(waiting, bytes); err != nil {
			return err
		}
	}
	if err := tx.InsertAsset(ctx, a); err != nil {
		return err
	}
	if a.SessionHash == "" {
		return nil
	}
	return tx.ReleaseOldestOfSession(ctx, a.UploaderHash, a.SessionHash, maxUnclaimedPerSession, a.CreatedAt)
}

func refuseWaiting(ofNetwork int, bytes int64) error {
	allowed := maxUnclaimedPerNetwork
	if bytes >= crowdedBytes {
		allowed = crowdedPerNetwork
	}
	switch {
	case bytes >= maxUnclaimedBytes:
		return &domain.Error{Code: domain.CodeUnavailable, RetryAfterSeconds: 3600,
			Message: texts.TooManyWaitingPictures}
	case ofNetwork >= allowed:
		return &domain.Error{Code: domain.CodeTooManyRequests, RetryAfterSeconds: 3600, Message: texts.TooManyOfNetwork}
	}
	return nil
}

func accepts(rule schema.Upload, format string) bool {
	return slices.Contains(rule.Accept, format) || format == "jpeg" && slices.Contains(rule.Accept, "jpg")
}

// Encrypted reads an identity document's encrypted bytes, or returns domain.ErrNotFound if it was destroyed.
func Encrypted(blobs blob.Store) func(ctx context.Context, asset string) ([]byte, error) {
	return func(ctx context.Context, asset string) ([]byte, error) {
		data, err := blobs.Get(ctx, BlobName(IDDocument, asset))
		if errors.Is(err, blob.ErrNotFound) {
			err = domain.ErrNotFound
		}
		return data, err
	}
}

// BlobName returns the name under which an asset is stored.
func BlobName(kind, id string) string {
	if kind == IDDocument {
		return kind + "/" + id + ".jpg.age"
	}
	return kind + "/" + id + ".jpg"
}

// Store's methods are documented in store/.
type Store interface {
	Write(ctx context.Context, f func(Tx) error) error
	EraseAnswers(ctx context.Context, d domain.DueAnswers, dryRun bool) (n int, err error)
	EraseEverybody(ctx context.Context, before, now time.Time) (erased int, err error)
	Mailboxes(ctx context.Context, before time.Time) ([]string, error)
	DuePictures(ctx context.Context, c domain.Cutoffs, limit int) ([]domain.DuePicture, error)
	ReleaseDue(ctx context.Context, due []domain.DuePicture, now time.Time) error
	ReleasedAssets(ctx context.Context, limit int) ([]domain.Asset, error)
	CountExpired(ctx context.Context, before time.Time) (int64, error)
	DeleteExpired(ctx context.Context, before time.Time) (n int64, err error)
	StaleAssets(ctx context.Context, unclaimedBefore time.Time, limit int) ([]domain.Asset, error)
	HasLiveAsset(ctx context.Context, id string) (bool, error)
}

// Tx is the part of a transaction that is used for uploads.
type Tx interface {
	PutBlob(ctx context.Context, name string, data []byte) error
	InsertAsset(ctx context.Context, a domain.Asset) error
	CountUnclaimedAssets(ctx context.Context, uploaderHash string, since time.Time) (ofNetwork int, bytesOfAll int64,
		err error)
	ReleaseOldestOfSession(ctx context.Context, uploaderHash, sessionHash string, keep int, now time.Time) error
	ReleaseUnclaimed(ctx context.Context, id string, now time.Time) (bool, error)
	GiveUpAsset(ctx context.Context, id string, now time.Time) (bool, error)
}
