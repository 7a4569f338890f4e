package domain

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"
)

// Payments, told once.
//
// What people are told is derived in one place (booking_state.go).
//
// Who decides. Our server sets the price and writes it on an attempt before the gateway hears anything. The gateway
// decides whether money came: only what we fetch from it ourselves counts, and only when amount, currency and
// reference are those of the attempt (judge, below). The browser's return, the webhook and the reconciler are three
// reasons to fetch; none of them is believed.
//
// An attempt is one payment link: CREATING -> OPEN -> PAID or CLOSED, and CLOSED -> PAID, because a bank may answer
// late. A booking is SUCCESS once an attempt is PAID for it, and never leaves SUCCESS; it is FAILED when its attempt is
// CLOSED; it is INITIATED otherwise. Silence, errors and words that we do not know change nothing.
//
// What happens twice. The attempt's reference is also the gateway's, so asking again finds the link that is there
// (Start). A webhook's event is one row. A captured payment is one row; the row, the paid booking, its ticket and its
// mail are written in one transaction or not at all (settle). One booking has at most one payment that was applied;
// whatever else is captured is refunded under a key made from the payment's id, so it is refunded once (refund).
// The organiser may cancel a paid booking (payment_cancel.go): it stays SUCCESS, without seat and with a void ticket. The
// gateway's dashboard may refund too, in whole or in part, and a bank may take money back after a dispute: a message or the
// nightly walk tells, the gateway is asked under the payment's own id, and the booking stands as if we had done it.
//
// What happens late. A link that may still be paid holds its seat; the seat is free only after the gateway has said
// that the link is expired or cancelled. Money that comes after that takes a seat when one is free, otherwise it goes
// back with a mail and a task. A booking that has failed is not opened again: whoever wants to try once more registers
// again and gets a new booking, while the old one may still turn out to be paid.
//
// What breaks. Each step can be the last one before the power fails: nothing is kept in memory that the database or
// the gateway does not know. The reconciler (reconcile.go) looks at every attempt until nothing can happen to it. A message
// is done only when the gateway has answered after it came (payment_events.go). What our rows have lost with a disk is in
// the gateway's own list, which is walked every night (payment_walk.go); money there that no row knows is a task.

// FetchInterval is the least time between two questions to the gateway about one attempt.
const FetchInterval = 5 * time.Second

// gatewayPatience is how long one visit to the gateway may take, so that every answer is out within ten seconds.
const gatewayPatience = 9 * time.Second

// Payment is captured money. Its row is written when we learn of it and never removed.
type Payment struct {
	Provider, ProviderPaymentID string
	AttemptRef, BookingID       string
	AmountPaise                 int64
	CapturedAt                  time.Time
	Disposition                 Disposition
	RefundKey                   string // "" unless it is owed back
	RefundedPaise               int64  // what has gone back, as far as we know: by refunds and by lost disputes
	LostPaise                   int64  // the part of it that a bank took back after a dispute
	RefundedAt, NextRefundAt    time.Time
	RefundTries                 int
}

// Owed reports whether the payment is to be given back and was not yet.
func (p Payment) Owed() bool {
	return p.Disposition == DuplicateRefundDue || p.Disposition == NoSeatRefundDue || p.Disposition == OrganiserRefundDue
}

// RestPaise is what has not gone back of the payment.
func (p Payment) RestPaise() int64 { return p.AmountPaise - p.RefundedPaise }

// Disposition is what became of captured money.
type Disposition string

// What becomes of captured money: it pays a booking, or it is owed back and then refunded.
const (
	Applied            Disposition = "applied"
	DuplicateRefundDue Disposition = "duplicate_refund_due"
	NoSeatRefundDue    Disposition = "no_seat_refund_due"
	OrganiserRefundDue Disposition = "organiser_refund_due" // it paid a booking that the organiser has called off
	Refunded           Disposition = "refunded"
)

// ErrMismatch is a gateway's answer about money that does not fit the attempt. A person must look at it.
var ErrMismatch = errors.New("what the gateway says does not fit the attempt")

// judge compares a gateway's answer with the attempt that it is about. It is the only way to SUCCESS.
// Source: payments reference, section 5.
func judge(a Attempt, s PaymentState) (PaymentStatus, error) {
	switch {
	case s.AttemptRef != a.Ref:
		return Initiated, fmt.Errorf("%w: the answer is about %q", ErrMismatch, s.AttemptRef)
	case s.Status != Success && s.AmountPaidPaise != 0:
		return Initiated, fmt.Errorf("%w: %s is said of a link on which %d paise were paid", ErrMismatch, s.Status, s.AmountPaidPaise)
	case s.Unexpected != "":
		return Initiated, fmt.Errorf("%w: unknown status %q", ErrMismatch, s.Unexpected)
	case s.Status != Success:
		return s.Status, nil
	case s.Currency != a.Currency:
		return Initiated, fmt.Errorf("%w: currency %q instead of %s", ErrMismatch, s.Currency, a.Currency)
	case s.AmountPaise != a.AmountPaise || s.AmountPaidPaise != a.AmountPaise:
		return Initiated, fmt.Errorf("%w: %d of %d paise paid instead of %d", ErrMismatch, s.AmountPaidPaise, s.AmountPaise, a.AmountPaise)
	}
	return Success, nil
}

// Payments takes bookings to the gateway and learns what became of them.
type Payments struct {
	PaymentSetup
	refPrefix string
	locks     keyedLock
	// fresh holds the references that this process has made and not yet taken to the gateway: nobody else can have
	// done so, which saves looking them up first.
	fresh sync.Map
	tried askedAt
	wake  chan struct{}
	// forged counts what is not the gateway's, for the alarm.
	forged forgeries
	// Counters for the metrics.
	Counters PaymentCounters
}

// PaymentSetup is what Payments works with.
type PaymentSetup struct {
	Store    PaymentStore
	Provider Provider
	Clock    Clock
	Tickets  TicketIssuer
	Content  *Content
	SiteURL  string // without a slash at the end
	Log      *slog.Logger
	// Rehearsal sells what the content has closed.
	Rehearsal bool
}

// PaymentCounters are counted since the process began.
type PaymentCounters struct {
	Fetches, FetchErrors, Mismatches, Duplicates, BadSignatures, UnknownEvents, Events atomic.Int64
}

// NewPayments returns the payments of an event.
func NewPayments(setup PaymentSetup) *Payments {
	return &Payments{PaymentSetup: setup, refPrefix: refPrefix(setup.Content), wake: make(chan struct{}, 1)}
}

// refPrefix makes a gateway's list of references readable: the initials of the event's name and its year ("TN25").
func refPrefix(c *Content) string {
	prefix := ""
	for _, word := range strings.Fields(c.Event.Name) {
		first := unicode.ToUpper([]rune(word)[0])
		if first >= 'A' && first <= 'Z' && len(prefix) < 4 {
			prefix += string(first)
		}
	}
	if date := string(c.Event.StartDate); len(date) >= 4 {
		prefix += date[2:4]
	}
	return prefix
}

// NewAttempt makes the first attempt of a booking, in state CREATING; no I/O.
func (p *Payments) NewAttempt(b Booking, now time.Time) Attempt { return p.newAttempt(b, 1, now) }

func (p *Payments) newAttempt(b Booking, n int, now time.Time) Attempt {
	a := Attempt{
		Ref:       p.refPrefix + "-" + b.ID + "-" + strconv.Itoa(n),
		BookingID: b.ID, N: n,
		Provider:    p.Provider.Name(),
		AmountPaise: b.AmountPaise, Currency: b.Currency,
		State:     AttemptCreating,
		CreatedAt: now, ExpiresAt: now.Add(p.linkLifetime()),
	}
	a.NextCheckAt = nextCheck(a, now)
	p.fresh.Store(a.Ref, true)
	return a
}

func (p *Payments) linkLifetime() time.Duration {
	return time.Duration(p.Content.Tickets.LinkLifetimeMinutes) * time.Minute
}
