// Package payment takes bookings to a gateway, learns what became of them and books the money. It must not know HTTP or
// how a gateway writes. docs/decisions has the reasons.
//
// Our server sets the price. The gateway decides whether money came: only what we fetch from it ourselves counts, and
// only when amount, currency and reference are those of the attempt (verify). The browser's return, the webhook and the
// reconciler are three reasons to fetch; none of them is believed.
//
// An attempt is one payment link: CREATING -> OPEN -> PAID or CLOSED, and CLOSED -> PAID, because a bank may answer
// late. A booking is SUCCESS once an attempt is PAID, and stays so; FAILED when its attempt is CLOSED; else INITIATED.
//
// A captured payment, the paid booking, its ticket and its email are written in one transaction (settle). A booking has
// at most one payment that was applied; whatever else is captured is refunded once (package refund). The program may
// stop after any step: the reconciler checks every attempt until it is settled, and the walk reads the gateway's list.
package payment

import (
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/refund"
)

// FetchInterval is the least time between two questions to the gateway about one attempt.
const FetchInterval = 5 * time.Second

// gatewayPatience is how long one call of the gateway may take, so that every answer is out within ten seconds.
const gatewayPatience = 9 * time.Second

// ErrMismatch is a gateway's answer about money that does not fit the attempt. A person must check it.
var ErrMismatch = errors.New("what the gateway says does not fit the attempt")

// verify compares a gateway's answer with the attempt that it is about. It is the only way to SUCCESS.
// Source: payments reference, section 5.
func verify(a booking.Attempt, s State) (booking.PaymentStatus, error) {
	switch {
	case s.AttemptRef != a.Ref:
		return booking.Initiated, fmt.Errorf("%w: the answer is about %q", ErrMismatch, s.AttemptRef)
	case s.AmountPaise < 0 || s.AmountPaidPaise < 0:
		return booking.Initiated, fmt.Errorf("%w: %s is said of a link with an amount that cannot be read", ErrMismatch,
			s.Status)
	case s.Status != booking.Success && s.AmountPaidPaise != 0:
		return booking.Initiated, fmt.Errorf("%w: %s is said of a link on which %d paise were paid", ErrMismatch, s.Status,
			s.AmountPaidPaise)
	case s.Unexpected != "":
		return booking.Initiated, fmt.Errorf("%w: unknown status %q", ErrMismatch, s.Unexpected)
	case s.Status != booking.Success:
		return s.Status, nil
	case s.Currency != a.Currency:
		return booking.Initiated, fmt.Errorf("%w: currency %q instead of %s", ErrMismatch, s.Currency, a.Currency)
	case s.AmountPaise != a.AmountPaise || s.AmountPaidPaise != a.AmountPaise:
		return booking.Initiated, fmt.Errorf("%w: %d of %d paise paid instead of %d", ErrMismatch, s.AmountPaidPaise,
			s.AmountPaise, a.AmountPaise)
	}
	return booking.Success, nil
}

// Service takes bookings to the gateway and learns what became of them.
type Service struct {
	Setup
	// Refunds refunds money.
	Refunds   *refund.Refunds
	refPrefix string
	// name distinguishes this instance of the program from the others (lease.go).
	name  string
	locks keyedLock
	// fresh are the attempts that this instance has made and not yet taken to the gateway: nobody else can have done so,
	// which saves looking for a link, and nobody has changed them or their booking, which saves reading those again.
	fresh memory[freshAttempt]
	// asked is when the gateway was last asked about an attempt, also when it did not answer.
	asked memory[time.Time]
	// listed is what the gateway's list said last of an attempt.
	listed memory[listedMoney]
	wake   chan struct{}
	// forged counts what is not the gateway's, for the alarm.
	forged forgeries
	// Counters for the metrics.
	Counters Counters
}

// Setup is what Service works with.
type Setup struct {
	Store    Store
	Provider Provider
	Clock    domain.Clock
	Tickets  TicketIssuer
	Content  *domain.Content
	SiteURL  string // without a slash at the end
	Log      *slog.Logger
	// Rehearsal sells what the content has closed.
	Rehearsal bool
}

// Counters are counted since the process began.
type Counters struct {
	Fetches, FetchErrors, Mismatches, Duplicates, BadSignatures, UnknownEvents, Events atomic.Int64
}

// New returns the payments of an event.
func New(setup Setup) *Service {
	p := &Service{Setup: setup, refPrefix: refPrefix(setup.Content), name: domain.NewID(64), wake: make(chan struct{}, 1)}
	p.Refunds = &refund.Refunds{Setup: refund.Setup{
		Store: refundStore{setup.Store}, Gateway: setup.Provider, Payments: p, Clock: setup.Clock, Content: setup.Content,
		Log: setup.Log, Patience: gatewayPatience,
	}}
	return p
}

// refPrefix begins every reference at the gateway. It comes from the edition's id, which never changes, so that money
// is recognised after the event was renamed or postponed: "natcon-2025" becomes "NATCON2025". Gateways allow 40
// characters.
func refPrefix(c *domain.Content) string {
	prefix := strings.ToUpper(strings.ReplaceAll(string(c.Event.Edition), "-", ""))
	if len(prefix) > 12 {
		prefix = prefix[:8] + prefix[len(prefix)-4:]
	}
	return prefix
}

// formerPrefix is what references began with until November 2026: the initials of the event's name and its year
// ("TN25").
func formerPrefix(c *domain.Content) string {
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

// NewAttempt makes the n-th attempt of a booking, in state CREATING; no I/O.
func (p *Service) NewAttempt(b booking.Booking, n int, now time.Time) booking.Attempt {
	return p.newAttempt(b, n, now, p.linkLifetime())
}

// NewMailedAttempt makes the first attempt of a booking for a link that is sent by email, and can be paid for longer.
func (p *Service) NewMailedAttempt(b booking.Booking, now time.Time) booking.Attempt {
	return p.newAttempt(b, 1, now, p.mailedLifetime())
}

// MailedUntil is until when a link that is made now and sent by email can be paid.
func (p *Service) MailedUntil(now time.Time) time.Time { return now.Add(p.mailedLifetime()) }

func (p *Service) mailedLifetime() time.Duration {
	return time.Duration(p.Content.Desk.PaymentLinkHours) * time.Hour
}

func (p *Service) newAttempt(b booking.Booking, n int, now time.Time, lifetime time.Duration) booking.Attempt {
	a := booking.Attempt{
		Ref:       p.refPrefix + "-" + b.ID + "-" + strconv.Itoa(n),
		BookingID: b.ID, N: n,
		Provider:    p.Provider.Name(),
		AmountPaise: b.AmountPaise, Currency: b.Currency,
		State:     booking.AttemptCreating,
		CreatedAt: now, ExpiresAt: now.Add(lifetime),
		HeldBy: p.name, HeldUntil: now.Add(leaseTime), // who makes it takes it to the gateway
	}
	a.NextCheckAt = nextCheck(a, now)
	p.fresh.set(a.Ref, freshAttempt{a, b})
	return a
}

func (p *Service) linkLifetime() time.Duration {
	return time.Duration(p.Content.Tickets.LinkLifetimeMinutes) * time.Minute
}

// TicketIssuer makes the ticket of a booking: identifier and signature, no I/O. So the ticket is written in the
// transaction that makes the booking paid.
type TicketIssuer interface {
	Issue(b booking.Booking, now time.Time) (booking.Ticket, error)
}
