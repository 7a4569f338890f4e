package booking

import (
	"strings"
	"time"
)

// Payment is a captured payment. Payments are never deleted from the database.
type Payment struct {
	Provider, ProviderPaymentID string
	AttemptRef, BookingID       string
	AmountPaise                 int64
	CapturedAt                  time.Time
	Disposition                 Disposition
	RefundKey                   string // "" unless a refund is due
	RefundedPaise               int64  // the known total that was refunded or lost in disputes
	LostPaise                   int64  // the part of RefundedPaise that a bank took back after a dispute
	RefundedAt, NextRefundAt    time.Time
	RefundTries                 int
	RefundPaise                 int64 // the total to be refunded, if a refund is due; 0 means the whole payment
	// TDSPaise is the part of AmountPaise that the payer has deducted as tax and pays to the government on our behalf.
	TDSPaise int64
	// Joint is true if several payments pay for the booking, and this is one of them.
	Joint bool
}

// Reference is the reference of a payment or refund that staff made.
type Reference struct{ BookingID, Text string }

// RecordedRefund is a refund that staff have made themselves: the registration's code and the bank's reference.
type RecordedRefund struct{ Code, Reference string }

// surplusMark is at the end of the id for a manual payment's surplus: the part that exceeds the price. withdrawnMark is
// in a withdrawn payment's id, so that its reference can be recorded again. References contain no spaces.
const (
	surplusMark   = " surplus"
	withdrawnMark = " withdrawn "
)

// Surplus returns a manual payment's surplus as a payment whose refund is due.
func (p Payment) Surplus(attemptRef string, paise int64) Payment {
	return Payment{Provider: p.Provider, ProviderPaymentID: p.ProviderPaymentID + surplusMark, AttemptRef: attemptRef,
		BookingID: p.BookingID, AmountPaise: paise, CapturedAt: p.CapturedAt, Disposition: DuplicateRefundDue}
}

// IsSurplusOf reports whether this is the other payment's surplus.
func (p Payment) IsSurplusOf(other Payment) bool {
	return p.Provider == other.Provider && p.ProviderPaymentID == other.ProviderPaymentID+surplusMark
}

// SurplusPaise returns the overpayment received with a manual payment that still exceeds the price.
func (p Payment) SurplusPaise(captured []Payment) (paise int64) {
	for _, other := range captured {
		if other.IsSurplusOf(p) && !other.Joint {
			paise += other.AmountPaise
		}
	}
	return paise
}

// IsSurplus reports whether this is a manual payment's surplus.
func (p Payment) IsSurplus() bool { return strings.HasSuffix(p.ProviderPaymentID, surplusMark) }

// WithdrawnID returns the id that a manual payment gets when it is withdrawn.
func (p Payment) WithdrawnID() string { return p.ProviderPaymentID + withdrawnMark + p.AttemptRef }

// ReceivedPaise adds up the payments that pay for a booking, less what was refunded.
func ReceivedPaise(captured []Payment) (paise int64) {
	for _, pay := range captured {
		if pay.Disposition == Applied {
			paise += pay.RestPaise()
		}
	}
	return paise
}

// TDSPaise adds up the tax that payers deducted from the payments that pay for a booking.
func TDSPaise(captured []Payment) (paise int64) {
	for _, pay := range captured {
		if pay.Disposition == Applied {
			paise += pay.TDSPaise
		}
	}
	return paise
}

// Unnamed is the prefix of a payment's temporary id, which is replaced once the gateway reports the real one.
const Unnamed = "link:"

// IsUnnamed reports whether the gateway has not reported the payment's own id yet.
func (p Payment) IsUnnamed() bool { return strings.HasPrefix(p.ProviderPaymentID, Unnamed) }

// RefundDue reports whether a refund of the payment is due and has not been made yet.
func (p Payment) RefundDue() bool {
	return p.Disposition == DuplicateRefundDue || p.Disposition == NoSeatRefundDue || p.Disposition == CancelledRefundDue
}

// TargetPaise returns the total amount refunded once the due refund has been made.
func (p Payment) TargetPaise() int64 {
	if p.RefundPaise > 0 {
		return p.RefundPaise
	}
	return p.AmountPaise
}

// RestPaise returns how much of the payment has not been refunded; 0 if it was withdrawn.
func (p Payment) RestPaise() int64 {
	if p.Disposition == Withdrawn {
		return 0
	}
	return p.AmountPaise - p.RefundedPaise
}

// NeverReceivedPaise returns how much of a further refund was never received, because the payer deducted it as tax.
func (p Payment) NeverReceivedPaise(refundPaise int64) int64 {
	return min(max(0, refundPaise-max(0, p.AmountPaise-p.TDSPaise-p.RefundedPaise)), p.TDSPaise)
}

// Disposition says how captured money is used.
type Disposition string

const (
	Applied            Disposition = "applied"
	DuplicateRefundDue Disposition = "duplicate_refund_due"
	NoSeatRefundDue    Disposition = "no_seat_refund_due"
	// the organiser refunds the payment, or part of it if the booking keeps its seat
	CancelledRefundDue Disposition = "organiser_refund_due"
	Refunded           Disposition = "refunded"
	// staff recorded the payment by mistake, so it does not count
	Withdrawn Disposition = "withdrawn"
)

// PaymentView holds what may be shown about a booking's payment.
type PaymentView struct {
	BookingID, EmailKey string
	Code                string
	Status              PaymentStatus
	HoldsSeat           bool
	AmountPaise         int64
	ReceivedPaise       int64 // the part of AmountPaise that was received, including TDSPaise
	TDSPaise            int64 // the part that the payer deducted as tax
	// SurplusPaise is how much more than the price was paid; ManualRefund is true if staff must make a refund manually.
	SurplusPaise int64
	ManualRefund bool
	// ForChange is true if the booking is paid and its latest attempt is to pay for a change of ticket.
	ForChange       bool
	ChangePaidPaise int64 // paid with the latest attempt, if that was for a ticket change
	PaidAt          time.Time
	PaidOn          string       // the day of a payment that staff recorded (2025-03-31)
	TransferredAt   time.Time    // when a colleague last took over the ticket
	PayerKey        string       // the payer's mailbox, once the ticket has been transferred
	TicketID        string       // "" if no ticket has been issued yet
	Attempt         ShownAttempt // the latest attempt, or the zero ShownAttempt
	// Refunds is false if the booking is unpaid, or if all its payments pay for it and nothing was refunded.
	Refunds bool
	// MayLackAddress is false if Document.LacksAddress is false for all of the booking's invoices.
	MayLackAddress bool
	DerivedState   DerivedState
}

// Payer paid for a booking that a colleague took over. Code is its former code; Email is "" after an erasure.
type Payer struct{ EmailKey, Email, Name, Code string }

// AwaitsPayment reports whether the booking, or a change to its ticket, is still to be paid for.
func (v PaymentView) AwaitsPayment() bool { return v.Status == Initiated || v.ChangeOpen() }

// ChangeOpen reports whether a change of ticket is still to be paid for.
func (v PaymentView) ChangeOpen() bool {
	return v.ForChange && (v.Attempt.State == AttemptCreating || v.Attempt.State == AttemptOpen)
}

// ChangeUnpaid reports whether the link for a change of ticket was closed before it was paid.
func (v PaymentView) ChangeUnpaid() bool { return v.ForChange && v.Attempt.State == AttemptClosed }

// DuePaise returns what is still to be paid for the booking, or for a change to its ticket.
func (v PaymentView) DuePaise() int64 {
	switch {
	case v.ChangeOpen():
		return v.Attempt.AmountPaise
	case v.Status == Initiated:
		return v.AmountPaise - v.ReceivedPaise
	}
	return 0
}

// PaymentURL returns the address where the booking can be paid for now, or "" if there is none.
func (v PaymentView) PaymentURL(now time.Time) string {
	if v.AwaitsPayment() && v.Attempt.State == AttemptOpen && now.Before(v.Attempt.ExpiresAt) {
		return v.Attempt.URL
	}
	return ""
}

// awaitedFor is how long after closing a link we tell people that a payment may still arrive. Banks answer within
// minutes; a payment that arrives within three days is still recorded.
const awaitedFor = 15 * time.Minute

// Awaited reports whether a failed booking may still be paid: its link was closed recently, without a final answer.
func (v PaymentView) Awaited(now time.Time) bool {
	a := v.Attempt
	return v.DerivedState.State == Expired && a.State == AttemptClosed && !a.NextCheckAt.IsZero() &&
		now.Before(a.ClosedAt.Add(awaitedFor))
}

// PaymentEvent is a webhook message, as stored.
type PaymentEvent struct {
	Provider, EventID, Kind, ProviderID, AttemptRef string
	ProviderPaymentID, DisputeID                    string
	ReceivedAt, NextTryAt                           time.Time
	Tries                                           int // how many times handling the event has failed
	BodySHA256                                      string
	BodyRedacted                                    []byte
}

// AuditRow is an attempt with its payment.
type AuditRow struct {
	Attempt Attempt
	Status  PaymentStatus // the booking's status
	Erased  bool          // the person's data and the ticket are erased
	Tickets int           // how many valid tickets the booking has
	Unpaid  bool          // the booking has a seat that must be paid for, and no payment covers it now
	Voided  bool          // no ticket is valid, because staff withdrew it or the booking is cancelled
	Payment Payment       // the zero Payment if nothing was captured
}

// KeptPaise returns how much the gateway should hold for an attempt, according to our records.
func (r AuditRow) KeptPaise() int64 {
	if r.Payment.AttemptRef == "" || r.Payment.Disposition == Refunded {
		return 0
	}
	return r.Payment.RestPaise()
}

// AttemptState is the state of one payment attempt: CREATING -> OPEN -> PAID or CLOSED; CLOSED -> PAID is allowed.
type AttemptState string

const (
	AttemptCreating AttemptState = "CREATING"
	AttemptOpen     AttemptState = "OPEN"
	AttemptClosed   AttemptState = "CLOSED"
	AttemptPaid     AttemptState = "PAID"
)

// ShownAttempt holds what the payment page needs to know about an attempt.
type ShownAttempt struct {
	Ref, ProviderID, URL                            string
	AmountPaise                                     int64
	State                                           AttemptState
	ExpiresAt, ClosedAt, LastCheckedAt, NextCheckAt time.Time
}

// Attempt is one payment link for a booking.
type Attempt struct {
	Ref, BookingID                       string
	N                                    int
	Provider, ProviderID                 string
	URL                                  string
	AmountPaise                          int64
	Currency                             string
	State                                AttemptState
	CreatedAt, ExpiresAt                 time.Time
	ClosedAt, LastCheckedAt, NextCheckAt time.Time
	Checks                               int
	// AnsweredAt is when the gateway last answered; LastCheckedAt is when it was last asked.
	AnsweredAt time.Time
	// HeldBy is the instance that may ask the gateway until HeldUntil. Queries do not read these two fields.
	HeldBy    string
	HeldUntil time.Time
	// Change is made to a paid booking once the attempt has been paid; nil if the attempt pays for the booking itself.
	Change *TicketChange
}
