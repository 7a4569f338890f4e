package domain

import "time"

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
}

// RefundDue reports whether the payment is to be refunded and was not yet.
func (p Payment) RefundDue() bool {
	return p.Disposition == DuplicateRefundDue || p.Disposition == NoSeatRefundDue || p.Disposition == OrganiserRefundDue
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
	OrganiserRefundDue Disposition = "organiser_refund_due" // it paid a booking that the organiser has cancelled
	Refunded           Disposition = "refunded"
)

// PaymentView is what can be said about the payment of a booking.
type PaymentView struct {
	BookingID, EmailKey string
	Status              PaymentStatus
	AmountPaise         int64
	PaidAt              time.Time
	TicketID            string  // "" while there is none
	Attempt             Attempt // the latest
	Standing            Standing
}

// PaymentURL is where the booking can be paid now, "" when it cannot.
func (v PaymentView) PaymentURL(now time.Time) string {
	if v.Status == Initiated && v.Attempt.State == AttemptOpen && now.Before(v.Attempt.ExpiresAt) {
		return v.Attempt.URL
	}
	return ""
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
	Tickets int           // valid ones of the booking
	Payment Payment       // the zero Payment when nothing was captured
}

// KeptPaise is what our rows say the gateway keeps of an attempt.
func (r AuditRow) KeptPaise() int64 {
	if r.Payment.AttemptRef == "" || r.Payment.Disposition == Refunded {
		return 0
	}
	return r.Payment.RestPaise()
}
