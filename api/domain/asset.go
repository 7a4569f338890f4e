package domain

import (
	"strings"
	"time"
)

const (
	assetPrefix   = "asset:"
	assetIDLength = 26 // 128 bits in base32
)

// UnclaimedAssetLifetime is how long an uploaded picture that no registration uses is kept.
const UnclaimedAssetLifetime = 24 * time.Hour

// Asset is one stored picture. Uploads are decoded and encoded again, so that nothing but the image is stored.
type Asset struct {
	ID, Kind      string // photo or aadhar
	CreatedAt     time.Time
	UploaderHash  string // keyed hash of the network address, used only for the quota
	SessionHash   string // keyed hash of the browser's upload session, "" if there is none
	SizeBytes     int
	Width, Height int
	SHA256        string
}

// NewAssetID returns a random id, which cannot be guessed.
func NewAssetID() string { return NewID(128) }

// AssetHandle returns the opaque name by which the browser knows an asset.
func AssetHandle(id string) string { return assetPrefix + id }

// ParseAssetHandle returns the id in a handle. ok is false for URLs, paths and anything else.
func ParseAssetHandle(handle string) (id string, ok bool) {
	id, found := strings.CutPrefix(handle, assetPrefix)
	if !found || len(id) != assetIDLength || !IsBase32(id) {
		return "", false
	}
	return id, true
}

// IsBase32 reports whether a string contains only characters that NewID uses.
func IsBase32(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !('a' <= r && r <= 'z' || '2' <= r && r <= '7') })
}

// Slot is one of a registration's two pictures.
type Slot struct{ Kind, Field string }

var (
	PhotoSlot = Slot{"photo", "profile_url"}
	IDSlot    = Slot{"aadhar", "aadharUrl"}
)

// Cutoffs says which data must be destroyed: each kind from before its time, or nothing if that is zero.
type Cutoffs struct {
	VerifiedBefore  time.Time // identity documents that the desk has checked
	UnpaidBefore    time.Time // identity documents for bookings that were never paid
	WithdrawnBefore time.Time // identity documents and photos of people who withdrew their consent
	EventOver       bool      // the final date for all identity documents and photos has passed
	CodesBefore     time.Time // expired sign-in codes and sessions
	PeopleBefore    time.Time // the data of people who registered before this time
	Answers         DueAnswers
}

// DuePicture is a picture that is due to be destroyed.
type DuePicture struct {
	BookingID string `json:"booking_id,omitempty"`
	AssetID   string `json:"asset_id"`
	Kind      string `json:"kind"`
	Why       string `json:"why"`
}
