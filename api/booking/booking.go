// Package booking holds a registration's data: the booking, its payments and refunds, its stored state, its ticket and
// its booking code. The package must not know how its types are stored or sent.
package booking

import (
	"slices"
	"strings"
	"time"
)

// PaymentStatus is the status of a booking's payment, as /verify-payment reports it.
type PaymentStatus string

// SUCCESS is final unless staff withdraw a payment; FAILED can become SUCCESS if the bank's answer is late.
const (
	Initiated PaymentStatus = "INITIATED"
	Success   PaymentStatus = "SUCCESS"
	Failed    PaymentStatus = "FAILED"
)

// Booking is one registration: the person, the ticket category and the price. Amounts are in paise, times in UTC.
type Booking struct {
	ID        string // 100 random bits in lower-case base32
	Code      string // the booking code (code.go), or "" once the personal data is erased
	CreatedAt time.Time

	Person
	EmailKey                        string // the normalised address that is used for comparison
	Spouse                          bool
	SpouseName                      string
	CategoryType                    string
	Seats                           int
	NetPaise, GSTPaise, AmountPaise int64
	// TicketPaise is a changed ticket's price, PriceUnknown if that was not stored, or 0 if the ticket was not changed.
	TicketPaise int64
	// WaivedPaise is how much of TicketPaise was waived or, if negative, how much more was paid and not refunded.
	WaivedPaise         int64
	Currency            string
	PhotoAsset, IDAsset string // asset ids; IDAsset is empty when identity documents are not collected
	// CheckedAt is when staff checked the identity document and the membership number; RejectedAt is when they rejected a
	// document that the person has not replaced yet.
	CheckedAt, RejectedAt time.Time

	Status    PaymentStatus
	HoldsSeat bool      // whether the booking counts towards the category's capacity
	PaidAt    time.Time // zero while unpaid
	// For a manual payment, staff record PaidReference and PaidOn, a date (2025-03-31). FreeReason is one of the content's
	// reasons why a booking is free.
	PaidBy, PaidReference, PaidOn, FreeReason string
	// Version increases by one with each change.
	Version   int
	PersonKey string // the same in all bookings for one person (domain.PersonKey)
	// NetworkHash is a keyed hash of the network that an unpaid booking came from; "" if networks are not limited.
	NetworkHash string
}

const (
	PaidOnline   = "online"
	PaidByBank   = "bank"
	PaidByCheque = "cheque"
	PaidInCash   = "cash"
	PaidFree     = "free"
)

// ManualMethods are also the provider names of manual payments.
var ManualMethods = []string{PaidByBank, PaidByCheque, PaidInCash}

// IsManual reports whether a provider name is a manual payment method instead of a gateway.
func IsManual(provider string) bool { return slices.Contains(ManualMethods, provider) }

// StoredReference puts a reference in capitals without spaces, so that it is found however it is typed.
func StoredReference(reference string) string {
	return strings.ToUpper(strings.Join(strings.Fields(reference), ""))
}

// NameOf returns a payment's reference as people see it: for the latest manual payment as staff typed it, for an
// earlier manual payment as it is stored, and for any other payment the gateway's id.
func (b Booking) NameOf(p Payment) string {
	id, _, _ := strings.Cut(p.ProviderPaymentID, " ")
	if IsManual(p.Provider) && id == StoredReference(b.PaidReference) {
		return b.PaidReference
	}
	return id
}

// Consent records that a person accepted the notice about identity documents.
type Consent struct {
	BookingID, NoticeVersion, Language, AddressHash, Ticked string
	GivenAt                                                 time.Time
}

// Proof is what the caller's token proves about the caller; the zero value proves nothing.
type Proof struct {
	BookingID string // the token was issued for this booking
	EmailKey  string // the caller has verified this mailbox with a code
}

// Covers reports whether the proof allows the caller to change an unpaid booking.
func (p Proof) Covers(b Booking) bool {
	return p.BookingID != "" && p.BookingID == b.ID || p.EmailKey != "" && p.EmailKey == b.EmailKey
}

// RuleQuestion is the input to the query that collects RuleFacts.
type RuleQuestion struct {
	Booking Booking // the booking as it would be stored
	KeyHash string  // hash of the idempotency key, "" if there is none
	Now     time.Time
}

// RuleFacts are the facts from the database that the registration rules need.
type RuleFacts struct {
	// KeyBody and KeyBooking are the idempotency key's hashed request and booking, or "" if the key is new.
	KeyBody, KeyBooking string
	// PhotoUsable and IDUsable are true if the picture is unused or belongs to one of this person's bookings.
	PhotoUsable, IDUsable bool
	// UnderWay and OtherPaid: the person has an unpaid booking in this category; the person or member has a paid one.
	UnderWay, OtherPaid bool
	// SeatsHeld counts the category's seats sold or reserved; SeatsHeldUnpaid, those reserved from this network.
	SeatsHeld, SeatsHeldUnpaid int
}
