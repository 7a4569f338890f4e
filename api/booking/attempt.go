package booking

import "time"

// AttemptState is the state of one payment attempt: CREATING -> OPEN -> PAID or CLOSED; CLOSED -> PAID is allowed.
type AttemptState string

// The states of an attempt.
const (
	AttemptCreating AttemptState = "CREATING"
	AttemptOpen     AttemptState = "OPEN"
	AttemptClosed   AttemptState = "CLOSED"
	AttemptPaid     AttemptState = "PAID"
)

// ShownAttempt is an attempt as far as a page that waits for its payment needs it.
type ShownAttempt struct {
	Ref, ProviderID, URL                            string
	State                                           AttemptState
	ExpiresAt, ClosedAt, LastCheckedAt, NextCheckAt time.Time // zero when not
}

// Attempt is one payment link of a booking.
type Attempt struct {
	Ref, BookingID                       string
	N                                    int
	Provider, ProviderID                 string
	URL                                  string
	AmountPaise                          int64
	Currency                             string
	State                                AttemptState
	CreatedAt, ExpiresAt                 time.Time
	ClosedAt, LastCheckedAt, NextCheckAt time.Time // zero when not
	Checks                               int
	// AnsweredAt is when the gateway was asked that last answered, LastCheckedAt when it was last asked.
	AnsweredAt time.Time
	// HeldBy is the copy of the program that takes a new attempt to the gateway, until HeldUntil; written with it, never
	// read.
	HeldBy    string
	HeldUntil time.Time
}
