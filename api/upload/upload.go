// Package upload is the story of a picture from its arrival to its end. It is read in a room of limited size (Read),
// judged and drawn anew, an identity document is sealed, the file is made durable, and then its row is written within
// the quotas (Save). Who registers claims it (registration). What nobody claims, and what a crash left behind, the
// Cleaner removes; what the content's rules of retention say, the Keeper destroys. It knows nothing of HTTP.
package upload

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io"

	"transom/api/blob"
	"transom/api/domain"
	"transom/api/picture"
	"transom/api/texts"
	"transom/generator/schema"
)

// The kinds of pictures, by their names on the wire and on the disk.
const (
	Photo      = "photo"
	IDDocument = "aadhar"
)

// Kinds are all of them, each with a folder of its own.
func Kinds() []string { return []string{Photo, IDDocument} }

const (
	// maxUnclaimedPerSession are the pictures that one browser may have waiting; older ones are given up.
	maxUnclaimedPerSession = 6
	// maxUnclaimedPerNetwork bounds the space that one network (an IPv4 address or a /48) can take with pictures nobody
	// registers with.
	maxUnclaimedPerNetwork = 200
	// crowdedBytes is the size of all waiting pictures from which on a network may have only crowdedPerNetwork: seven
	// networks reach it with the largest pictures. The rest up to maxUnclaimedBytes is for people who register meanwhile:
	// nobody has it for himself.
	crowdedBytes      = 2 << 30
	crowdedPerNetwork = 6
	// maxUnclaimedBytes is what waiting pictures take of the disk at most, which paid registrations need.
	maxUnclaimedBytes = 4 << 30
)

// Setup is what a Receiver works with.
type Setup struct {
	Pictures *picture.Processor
	Blobs    blob.Store
	Sealer   *blob.Sealer
	Store    Store
	Content  *domain.Content
	Clock    domain.Clock
	// Limited counts the pictures of each network (not in rehearsals and measurements).
	Limited bool
}

// Receiver receives pictures. Photos are stored as they come out of the processor; identity documents are sealed first.
type Receiver struct {
	Setup
	arrivals *picture.Arrivals
}

// NewReceiver returns a receiver with an empty room for what is arriving.
func NewReceiver(s Setup) *Receiver { return &Receiver{Setup: s, arrivals: picture.NewArrivals()} }

// Arrival is a picture that was sent, and by whom: keyed hashes of the address and of the browser's session, "" for
// none.
type Arrival struct {
	Kind                      string
	Data                      []byte
	UploaderHash, SessionHash string
}

// Rule is what the content says about a kind of picture that is collected.
func (u *Receiver) Rule(kind string) (schema.Upload, bool) {
	for _, rule := range u.Content.Registration.Uploads {
		if rule.Kind == kind {
			return rule, kind != IDDocument || u.Content.Registration.IDDocument.Mode != "off"
		}
	}
	return schema.Upload{}, false
}

// LargestBytes is what the largest picture of any kind may have.
func (u *Receiver) LargestBytes() int {
	largest := 0
	for _, rule := range u.Content.Registration.Uploads {
		largest = max(largest, rule.MaxMB<<20)
	}
	return largest
}

// Read reads a file as picture.Arrivals does; release must be called when the bytes are no longer needed.
func (u *Receiver) Read(ctx context.Context, r io.Reader, maxBytes int) (data []byte, release func(), err error) {
	return u.arrivals.Read(ctx, r, maxBytes)
}

// Save cleans, seals and stores. The file is durable before its row is written: a row never points at nothing.
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
	if _, inDatabase := u.Blobs.(BesideRows); inDatabase { // one commit for both
		return asset.ID, u.Store.WriteUpload(ctx, func(tx Tx) error {
			if err := tx.PutBlob(ctx, BlobName(asset.Kind, asset.ID), stored); err != nil {
				return err
			}
			return u.insertAsset(ctx, tx, asset)
		})
	}
	if err := u.Blobs.Put(ctx, BlobName(asset.Kind, asset.ID), stored); err != nil {
		return "", err
	}
	if err := u.Store.WriteUpload(ctx, func(tx Tx) error { return u.insertAsset(ctx, tx, asset) }); err != nil {
		// Nobody was told its name. A file that cannot be deleted now is found by the cleaner.
		_ = u.Blobs.Delete(context.WithoutCancel(ctx), BlobName(asset.Kind, asset.ID))
		return "", err
	}
	return asset.ID, nil
}

// insertAsset writes the row within the quotas of the network and of the browser.
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

// refuseWaiting refuses another picture when so many of its network wait for their registration, or so many bytes of
// all.
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
		return &domain.Error{Code: domain.CodeTooManyRequests, RetryAfterSeconds: 3600,
			Message: texts.TooManyOfNetwork}
	}
	return nil
}

func accepts(rule schema.Upload, format string) bool {
	for _, ending := range rule.Accept {
		if ending == format || format == "jpeg" && ending == "jpg" {
			return true
		}
	}
	return false
}

// BlobName is where an asset is kept.
func BlobName(kind, id string) string {
	if kind == IDDocument {
		return kind + "/" + id + ".jpg.age"
	}
	return kind + "/" + id + ".jpg"
}
