package booking

import (
	"strings"
	"time"
)

// Payment is captured money. Its row is written when we learn of it and never removed.
type Payment struct {
	Provider, ProviderPaymentID string
	AttemptRef, BookingID       string
	AmountPaise                 int64
	CapturedAt                  time.Time
	Disposition                 Disposition
	RefundKey                   string // "" unless its refund is due
	RefundedPaise               int64  // what has gone back, as far as we know: by refunds and by lost disputes
	LostPaise                   int64  // the part of it that a bank took back after a dispute
	RefundedAt, NextRefundAt    time.Time
	RefundTries                 int
	RefundPaise                 int64 // what is to go back in all once its refund is due; 0 for all of it
}

// Unnamed begins the id of a payment whose own id the gateway has not told yet; it is named at the next fetch.
const Unnamed = "link:"

// IsUnnamed reports whether the gateway has not told the payment's own id yet.
func (p Payment) IsUnnamed() bool { return strings.HasPrefix(p.ProviderPaymentID, Unnamed) }

// RefundDue reports whether the payment is to be refunded and was not yet.
func (p Payment) RefundDue() bool {
	return p.Disposition == DuplicateRefundDue || p.Disposition == NoSeatRefundDue || p.Disposition == CancelledRefundDue
}

// TargetPaise is what has gone back once its refund is made.
func (p Payment) TargetPaise() int64 {
	if p.RefundPaise > 0 {
		return p.RefundPaise
	}
	return p.AmountPaise
}

// RestPaise is what has not gone back of the payment.
func (p Payment) RestPaise() int64 { return p.AmountPaise - p.RefundedPaise }

// Disposition is what became of captured money.
type Disposition string

// What becomes of captured money: it pays a booking, or its refund is due and then made.
const (
	Applied            Disposition = "applied"
	DuplicateRefundDue Disposition = "duplicate_refund_due"
	NoSeatRefundDue    Disposition = "no_seat_refund_due"
	// the organiser gives it back, or a part of it when the booking keeps its seat
	CancelledRefundDue Disposition = "organiser_refund_due"
	Refunded           Disposition = "refunded"
)

// PaymentView is what can be said about the payment of a booking.
type PaymentView struct {
	BookingID, EmailKey string
	Code                string // the booking code
	Status              PaymentStatus
	HoldsSeat           bool
	AmountPaise         int64
	PaidAt              time.Time
	TransferredAt       time.Time    // when a colleague took the ticket over, the last time
	PayerKey            string       // the mailbox of whoever paid, once that is transferred; "" before
	TicketID            string       // "" while there is none
	Attempt             ShownAttempt // the latest, the zero ShownAttempt when there is none
	Standing            Standing
}

// Payer is who paid a booking that a colleague has taken over, with the booking code of that time; Email is "" once
// that person is erased.
type Payer struct{ EmailKey, Email, Name, Code string }

// PaymentURL is where the booking can be paid now, "" when it cannot.
func (v PaymentView) PaymentURL(now time.Time) string {
	if v.Status == Initiated && v.Attempt.State == AttemptOpen && now.Before(v.Attempt.ExpiresAt) {
		return v.Attempt.URL
	}
	return ""
}

// awaitedFor is how long after a link was closed the money of a payer who was at his bank is still expected. Banks
// answer within minutes; what comes later, up to three days, is written down all the same.
const awaitedFor = 15 * time.Minute

// Awaited reports whether a failed booking may well turn out to be paid: its link was closed a moment ago without a
// payment, and nobody has said that none will come.
func (v PaymentView) Awaited(now time.Time) bool {
	a := v.Attempt
	return v.Standing.State == Expired && a.State == AttemptClosed && !a.NextCheckAt.IsZero() &&
		now.Before(a.ClosedAt.Add(awaitedFor))
}

// PaymentEvent is a webhook's message as it is stored.
type PaymentEvent struct {
	Provider, EventID, Kind, ProviderID, AttemptRef string
	ProviderPaymentID, DisputeID                    string
	ReceivedAt, NextTryAt                           time.Time
	Tries                                           int // that got no answer
	BodySHA256                                      string
	BodyRedacted                                    []byte
}

// AuditRow is an attempt with what we know of its money.
type AuditRow struct {
	Attempt Attempt
	Status  PaymentStatus // of the booking
	Erased  bool          // the person is; the ticket went along
	Tickets int           // good ones of the booking
	Unpaid  bool          // the booking has a seat that is not free, and nothing pays for it any more
	Voided  bool          // staff have taken the ticket out of use, or the booking is cancelled: it has none that is good
	Payment Payment       // the zero Payment when nothing was captured
}

// KeptPaise is what our rows say the gateway keeps of an attempt.
func (r AuditRow) KeptPaise() int64 {
	if r.Payment.AttemptRef == "" || r.Payment.Disposition == Refunded {
		return 0
	}
	return r.Payment.RestPaise()
}

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
