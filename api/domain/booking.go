package domain

import (
	"crypto/rand"
	"encoding/base32"
	"time"
)

// PaymentStatus is what /verify-payment tells about a booking.
type PaymentStatus string

// The states of a booking's payment. SUCCESS never goes back; FAILED may become SUCCESS by a late bank answer.
const (
	Initiated PaymentStatus = "INITIATED"
	Success   PaymentStatus = "SUCCESS"
	Failed    PaymentStatus = "FAILED"
)

// Booking is one registration: who comes, with which ticket, at which price. Amounts are paise, times UTC.
type Booking struct {
	ID        string // 100 random bits in lower-case base32
	CreatedAt time.Time

	Person
	EmailKey                        string // the address in the form for comparing
	Spouse                          bool
	SpouseName                      string
	CategoryType                    string
	Seats                           int
	NetPaise, GSTPaise, AmountPaise int64
	Currency                        string
	PhotoAsset, IDAsset             string // asset ids; IDAsset is empty when identity documents are off

	Status    PaymentStatus
	HoldsSeat bool      // counts towards the category's capacity
	PaidAt    time.Time // zero while unpaid
	// PersonKey is equal for two bookings of the same person (identity.go).
	PersonKey string
	// NetworkHash is a keyed hash of the network that an unpaid booking came from, "" when nobody limits it.
	NetworkHash string
}

var lowerBase32 = base32.NewEncoding("abcdefghijklmnopqrstuvwxyz234567").WithPadding(base32.NoPadding)

// NewID returns a random identifier of at least the given number of bits in lower-case base32.
func NewID(bits int) string {
	raw := make([]byte, (bits+7)/8)
	rand.Read(raw) // never fails: crypto/rand ends the program instead
	return lowerBase32.EncodeToString(raw)
}

// Consent records that a person accepted the notice about identity documents.
type Consent struct {
	BookingID, NoticeVersion, Language, AddressHash, Ticked string
	GivenAt                                                 time.Time
}
