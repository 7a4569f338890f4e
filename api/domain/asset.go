package domain

import (
	"strings"
	"time"

	"transom/api/texts"
)

const (
	assetPrefix   = "asset:"
	assetIDLength = 26 // 128 bits in base32
)

// UnclaimedAssetLifetime is how long an uploaded picture waits for its registration.
const UnclaimedAssetLifetime = 24 * time.Hour

// AssetGone does not say whether the picture was never there, belongs to somebody else, is of the other kind, was used
// or is too old: none of it is anybody's business.
const AssetGone = texts.UploadGone

// Asset is one stored picture. The file has no more to do with what was sent than the look of it.
type Asset struct {
	ID, Kind      string // photo or aadhar
	CreatedAt     time.Time
	UploaderHash  string // keyed hash of the address, for the quota only
	SessionHash   string // keyed hash of the browser's upload session, "" for none
	SizeBytes     int
	Width, Height int
	SHA256        string
}

// NewAssetID returns a name that nobody can guess.
func NewAssetID() string { return NewID(128) }

// AssetHandle is what the browser gets for an asset: opaque, and no address.
func AssetHandle(id string) string { return assetPrefix + id }

// ParseAssetHandle returns the id of a handle. Addresses, paths and everything else are no handles.
func ParseAssetHandle(handle string) (id string, ok bool) {
	id, found := strings.CutPrefix(handle, assetPrefix)
	if !found || len(id) != assetIDLength {
		return "", false
	}
	for _, c := range []byte(id) {
		if (c < 'a' || c > 'z') && (c < '2' || c > '7') {
			return "", false
		}
	}
	return id, true
}

// Slot is one of the two pictures of a registration.
type Slot struct{ Kind, Field string }

var (
	PhotoSlot = Slot{"photo", "profile_url"}
	IDSlot    = Slot{"aadhar", "aadharUrl"}
)

// Cutoffs are the moments up to which things are destroyed; a zero time destroys nothing.
type Cutoffs struct {
	VerifiedBefore  time.Time // identity documents that the desk has checked
	UnpaidBefore    time.Time // identity documents of registrations that stay unpaid
	WithdrawnBefore time.Time // identity documents and photos of people who withdrew consent
	EventOver       bool      // the hard limit has come for every identity document and photo
	CodesBefore     time.Time // sign-in codes and sessions that expired
	PeopleBefore    time.Time // people who registered before it; zero while their data may be kept
}

// DuePicture is a picture that is to be destroyed.
type DuePicture struct {
	BookingID string `json:"booking_id,omitempty"`
	AssetID   string `json:"asset_id"`
	Kind      string `json:"kind"`
	Why       string `json:"why"`
}
