// Package payment sends bookings to a payment gateway, fetches the results and records payments. It must not know any
// gateway's wire format.
//
// Our server sets the price. Only what we fetch from the gateway ourselves counts as paid, and only if the amount, the
// currency and the reference match the attempt (verify, decision 0016).
//
// An attempt is one payment link: CREATING -> OPEN -> PAID or CLOSED, and CLOSED -> PAID, because a bank may answer
// late. A booking is SUCCESS once its price is paid; FAILED if its attempt is CLOSED and nothing is paid; otherwise
// INITIATED.
//
// The payment, the paid booking, the ticket, the invoice and the email are written in one transaction (settle). The
// payments applied to a booking never exceed its price; every other payment is refunded once (package refund). The
// program may stop after any step: the reconciler checks every attempt until it is settled.
package payment

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"
	"unicode"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/invoice"
	"transom/api/refund"
)

// FetchInterval is the minimum time between two requests to the gateway about one attempt.
const FetchInterval = 5 * time.Second

// gatewayPatience is the time limit for one gateway call, so that we answer every request within ten seconds.
const gatewayPatience = 9 * time.Second

// ErrMismatch means that a person must check the payment.
var ErrMismatch = errors.New("the gateway's response does not match the attempt")

// verify compares a gateway's response with the attempt. Source: payments reference, section 5.
func verify(a booking.Attempt, s State) (booking.PaymentStatus, error) {
	switch {
	case s.AttemptRef != a.Ref:
		return booking.Initiated, fmt.Errorf("%w: the answer is about %q", ErrMismatch, s.AttemptRef)
	case s.AmountPaise < 0 || s.AmountPaidPaise < 0:
		return booking.Initiated, fmt.Errorf("%w: status %s of a link with an unreadable amount", ErrMismatch, s.Status)
	case s.Status != booking.Success && s.AmountPaidPaise != 0:
		return booking.Initiated, fmt.Errorf("%w: status %s of a link on which %d paise were paid", ErrMismatch,
			s.Status, s.AmountPaidPaise)
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

// Service sends bookings to the gateway and learns the results.
type Service struct {
	Setup
	Refunds   *refund.Refunds
	Invoices  invoice.Issuer
	refPrefix string
	// `name` identifies this instance of the program (lease.go).
	name  string
	locks keyedLock
	// `auditing` is held while a day is compared for the desk.
	auditing sync.Mutex
	// `fresh` holds the attempts that this instance created and has not sent to the gateway. Nobody else can have changed
	// them, so their links and rows need not be looked up.
	fresh memory[freshAttempt]
	// `asked` holds the time of the last request to the gateway about each attempt, even if the gateway did not answer.
	asked memory[time.Time]
	// `listed` holds what the gateway's list last said about each attempt.
	listed   memory[listedMoney]
	wake     chan struct{}
	forged   forgeries
	Counters Counters
}

// Setup holds the dependencies of Service.
type Setup struct {
	Store    Store
	Provider Provider
	Clock    domain.Clock
	Tickets  TicketIssuer
	Content  *domain.Content
	SiteURL  string // without a slash at the end
	Log      *slog.Logger
	// Rehearsal keeps the sale open even if the content has closed it.
	Rehearsal bool
	// NoRealMoney is true if documents get rehearsal numbers.
	NoRealMoney bool
}

// Counters count events since the process started.
type Counters struct {
	Fetches, FetchErrors, Mismatches, Duplicates, BadSignatures, UnknownEvents, Events atomic.Int64
}

// New returns the payment service for an event.
func New(setup Setup) *Service {
	p := &Service{Setup: setup, refPrefix: refPrefix(setup.Content), name: domain.NewID(64), wake: make(chan struct{}, 1)}
	p.Invoices = invoice.Issuer{Content: setup.Content, Rehearsal: setup.NoRealMoney}
	p.Refunds = &refund.Refunds{Setup: refund.Setup{
		Store: refundStore{setup.Store}, Gateway: setup.Provider, Payments: p, Clock: setup.Clock, Content: setup.Content,
		Invoices: p.Invoices, Log: setup.Log, Patience: gatewayPatience,
	}}
	return p
}

// refPrefix returns the prefix of all our references at the gateway. It is made from the edition's id, which stays the
// same if the event is renamed or postponed: "natcon-2025" becomes "NATCON2025". Gateways allow 40 characters.
func refPrefix(c *domain.Content) string {
	prefix := strings.ToUpper(strings.ReplaceAll(string(c.Event.Edition), "-", ""))
	if len(prefix) > 12 {
		prefix = prefix[:8] + prefix[len(prefix)-4:]
	}
	return prefix
}

// formerPrefix returns the references' prefix before November 2026: initials and year of the event ("TN25").
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

// NewAttempt returns a booking's n-th attempt, in state CREATING; the caller stores it.
func (p *Service) NewAttempt(b booking.Booking, n int, now time.Time) booking.Attempt {
	return p.newAttempt(b, n, now, p.linkLifetime())
}

// NewMailedAttempt is NewAttempt for a link that is sent by email and is valid for PaymentLinkHours.
func (p *Service) NewMailedAttempt(b booking.Booking, n int, now time.Time) booking.Attempt {
	return p.newAttempt(b, n, now, p.mailedLifetime())
}

// MailedUntil returns the expiry time of a link that is emailed now.
func (p *Service) MailedUntil(now time.Time) time.Time { return now.Add(p.mailedLifetime()) }

func (p *Service) mailedLifetime() time.Duration {
	return time.Duration(p.Content.Desk.PaymentLinkHours) * time.Hour
}

func (p *Service) newAttempt(b booking.Booking, n int, now time.Time, lifetime time.Duration) booking.Attempt {
	a := booking.Attempt{
		Ref:       p.attemptRef(b, n),
		BookingID: b.ID, N: n,
		Provider:    p.Provider.Name(),
		AmountPaise: b.AmountPaise, Currency: b.Currency,
		State:     booking.AttemptCreating,
		CreatedAt: now, ExpiresAt: now.Add(lifetime),
		HeldBy: p.name, HeldUntil: now.Add(leaseTime), // the instance that creates an attempt sends it to the gateway
	}
	a.NextCheckAt = nextCheck(a, now)
	p.fresh.set(a.Ref, freshAttempt{a, b})
	return a
}

func (p *Service) attemptRef(b booking.Booking, n int) string {
	return p.refPrefix + "-" + b.ID + "-" + strconv.Itoa(n)
}

func (p *Service) linkLifetime() time.Duration {
	return time.Duration(p.Content.Tickets.LinkLifetimeMinutes) * time.Minute
}

// TicketIssuer does no I/O, because it is called in the transaction that marks the booking as paid.
type TicketIssuer interface {
	Issue(b booking.Booking, now time.Time) (booking.Ticket, error)
}

// Store's methods are documented in store/.
type Store interface {
	reader
	leaser
	Write(ctx context.Context, f func(Tx) error) error
}

// leaser keeps two instances from contacting the gateway about one attempt at once. Each method is one SQL statement.
type leaser interface {
	HoldAttempt(ctx context.Context, ref, holder string, now, until time.Time) (bool, error)
	ReleaseAttempt(ctx context.Context, ref, holder string) error
	OpenAttempt(ctx context.Context, a booking.Attempt) (bool, error)
}

type reader interface {
	FindBooking(ctx context.Context, id string) (booking.Booking, error)         // ErrNotFound
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error)        // ErrNotFound
	FindPaymentView(ctx context.Context, id string) (booking.PaymentView, error) // ErrNotFound; DerivedState is not set
	PaymentsOfBooking(ctx context.Context, bookingID string) ([]booking.Payment, error)
	FindAttemptOfEvent(ctx context.Context, e booking.PaymentEvent) (booking.Attempt, error) // ErrNotFound
	DueAttempts(ctx context.Context, now time.Time, limit int) ([]booking.Attempt, error)
	WaitingEvents(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.PaymentEvent,
		error)
	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	DueRefunds(ctx context.Context, now time.Time, limit int, longestWait time.Duration) ([]booking.Payment, error)
	AppliedPayments(ctx context.Context) ([]booking.Payment, error)
	RefundDuePayments(ctx context.Context) ([]booking.Payment, error)
	AuditRows(ctx context.Context) ([]booking.AuditRow, error)
	SumDocuments(ctx context.Context) (booking.DocumentSums, error)
	PaymentsWithoutDocument(ctx context.Context) ([]booking.Payment, error)
	TasksOfKind(ctx context.Context, kind string) (map[string]bool, error)
	PaymentTasks(ctx context.Context) ([]booking.Task, error)
}

// Tx is the part of a transaction that is used for payments.
type Tx interface {
	refund.Tx
	FindAttempt(ctx context.Context, ref string) (booking.Attempt, error) // ErrNotFound
	InsertAttempt(ctx context.Context, a booking.Attempt) error
	SaveAttempt(ctx context.Context, a booking.Attempt) error
	CountSeats(ctx context.Context, categoryType string) (int, error)
	CountAttempts(ctx context.Context, bookingID string) (int, error)
	FindPayment(ctx context.Context, provider, providerPaymentID string) (booking.Payment, error) // ErrNotFound
	References(ctx context.Context, provider string) ([]string, error)
	InsertPayment(ctx context.Context, p booking.Payment) error
	InsertEvent(ctx context.Context, e booking.PaymentEvent) (isNew bool, err error)
	FinishEvent(ctx context.Context, e booking.PaymentEvent, now time.Time) error
	PostponeEvent(ctx context.Context, e booking.PaymentEvent) error
	InsertTicket(ctx context.Context, t booking.Ticket) error
	FindTicketOfBooking(ctx context.Context, bookingID string) (booking.Ticket, error) // ErrNotFound
	CarryGateEntries(ctx context.Context, ticketID string) error
	MostAdmitted(ctx context.Context, bookingID string) (int, error)
	SaveBookingPerson(ctx context.Context, b booking.Booking) error
	SaveBookingTicket(ctx context.Context, b booking.Booking) error
	HasMailBetween(ctx context.Context, emailKey, template string, after, until time.Time) (bool, error)
	FinishTasks(ctx context.Context, kind string, now time.Time, keep ...string) error
}

type refundStore struct{ Store }

func (s refundStore) Write(ctx context.Context, f func(refund.Tx) error) error {
	return s.Store.Write(ctx, func(tx Tx) error { return f(tx) })
}
