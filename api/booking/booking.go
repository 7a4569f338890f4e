// Package booking holds a person's registration: the booking that is paid, its payments and refunds, its stored state,
// its ticket and its booking code. It must not know how these are stored or sent.
package booking

import (
	"slices"
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
	ID string // 100 random bits in lower-case base32
	// Code is six letters that can be spelled out on the telephone (code.go); "" once the person is erased.
	Code      string
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
	// PaidBy is how it is paid: PaidOnline, or one of those that staff write down with reference and day (2025-03-31).
	// FreeReason is the word of the content for which a free one is free.
	PaidBy, PaidReference, PaidOn, FreeReason string
	// Version is how often it was changed.
	Version int
	// PersonKey is equal for two bookings of the same person (identity.go).
	PersonKey string
	// NetworkHash is a keyed hash of the network that an unpaid booking came from, "" when nobody limits it.
	NetworkHash string
}

// How a booking is paid.
const (
	PaidOnline   = "online"
	PaidByBank   = "bank"
	PaidByCheque = "cheque"
	PaidInCash   = "cash"
	PaidFree     = "free"
)

// ByHand are the ways in which money comes that no gateway knows. They are the providers of such payments.
var ByHand = []string{PaidByBank, PaidByCheque, PaidInCash}

// IsByHand reports whether a provider of payments is none of the gateways.
func IsByHand(provider string) bool { return slices.Contains(ByHand, provider) }

// NameOf is what people call a payment of this booking: the reference as it was typed, or the gateway's id.
func (b Booking) NameOf(p Payment) string {
	if IsByHand(p.Provider) && b.PaidReference != "" {
		return b.PaidReference
	}
	return p.ProviderPaymentID
}

// Consent records that a person accepted the notice about identity documents.
type Consent struct {
	BookingID, NoticeVersion, Language, AddressHash, Ticked string
	GivenAt                                                 time.Time
}

// Proof is what the caller's token proves; the zero value proves nothing.
type Proof struct {
	BookingID string // it was given for this booking
	EmailKey  string // this mailbox was proved with a code
}

// Covers reports whether the proof lets somebody change an unpaid booking.
func (p Proof) Covers(b Booking) bool {
	return p.BookingID != "" && p.BookingID == b.ID || p.EmailKey != "" && p.EmailKey == b.EmailKey
}

// RuleQuestion asks what the rules of a registration rely on.
type RuleQuestion struct {
	Booking Booking // as it would be written
	KeyHash string  // of the idempotency key, "" for none
	Now     time.Time
}

// RuleFacts are what the rules of a registration rely on.
type RuleFacts struct {
	// KeyBody and KeyBooking are what the idempotency key was used for, "" when it is new.
	KeyBody, KeyBooking string
	// PhotoUsable and IDUsable: the picture is free, or belongs to a booking of this person.
	PhotoUsable, IDUsable bool
	// UnderWay: the person has an unpaid booking of this ticket; OtherPaid: the person, or the member, has a paid one.
	UnderWay, OtherPaid bool
	// SeatsHeld are those of the ticket that are sold or wait for their payment; SeatsHeldUnpaid are those that wait in
	// this network.
	SeatsHeld, SeatsHeldUnpaid int
}
