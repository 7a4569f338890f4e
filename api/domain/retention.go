package domain

import "time"

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
