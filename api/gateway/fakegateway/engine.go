// Package fakegateway is the engine behind the fake gateways: links, payments, a ledger of captured money, and random
// faults. The wire formats are in fakerazorpay and fakecashfree. Tests check money against the ledger and never against
// our own database.
package fakegateway

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"transom/api/domain"
)

const (
	Created   = "created"
	Paid      = "paid"
	Expired   = "expired"
	Cancelled = "cancelled"
)

// Link is one payment link. Amounts are in paise.
type Link struct {
	ID, Reference, URL   string
	Status               string
	Amount, AmountPaid   int64
	Currency             string
	CreatedAt, ExpiresAt time.Time
	ExpiredAt            time.Time
	CancelledAt          time.Time
	CallbackURL          string
	Notes                map[string]string
	OrderID              string // set by the first attempt to pay
	Payments             []*Payment
}

// Captured is the state of a successful payment.
const Captured = "captured"

// Payment is one attempt to pay a link.
type Payment struct {
	ID, LinkID, Reference string
	Amount                int64
	Status                string // failed, authorized, captured
	CreatedAt             time.Time
	Refunded              int64
	Unsaid                bool             // the link does not list the payment
	refunds               map[string]int64 // by key
	failed                map[string]int64 // refunds that were accepted and then failed, by key
	lastRefund            string
}

// Money is a line in the ledger: a captured payment and how much of it was refunded.
type Money struct {
	PaymentID, LinkID, Reference string
	Captured, Refunded           int64
	At                           time.Time
}

// Engine is a gateway without a wire format.
type Engine struct {
	mu       sync.Mutex
	rng      *rand.Rand
	clock    domain.Clock
	mux      http.ServeMux
	wire     Wire
	knobs    Knobs
	pageURL  string
	byID     map[string]*Link
	byRef    map[string]*Link
	payments map[string]*Payment
	disputes map[string]*Dispute // by payment
	numbers  int
	Webhooks Queue
	fetches  map[string][]time.Time // times of the requests for each link, by link id
	down     bool
	refusing bool
}

// New returns a gateway whose faults are determined by the seed.
func New(clock domain.Clock, seed uint64, knobs Knobs, pageURL string) *Engine {
	return &Engine{
		rng: rand.New(rand.NewPCG(seed, 0x7472616e736f6d)), clock: clock, knobs: knobs, pageURL: pageURL,
		byID: map[string]*Link{}, byRef: map[string]*Link{}, payments: map[string]*Payment{}, disputes: map[string]*Dispute{},
		fetches: map[string][]time.Time{},
	}
}

func (e *Engine) lock() (unlock func()) {
	e.mu.Lock()
	return e.mu.Unlock
}

// SetKnobs changes the faults for all later requests.
func (e *Engine) SetKnobs(k Knobs) {
	defer e.lock()()
	e.knobs = k
}

// SetDown makes the gateway answer no requests, or work again.
func (e *Engine) SetDown(down bool) {
	defer e.lock()()
	e.down = down
}

// chance returns true with the given probability. The engine must be locked.
func (e *Engine) chance(p float64) bool { return p > 0 && e.rng.Float64() < p }

func (e *Engine) number(prefix string) string {
	e.numbers++
	return fmt.Sprintf("%s%014d", prefix, e.numbers)
}

// Create creates a link; it returns false if the reference is taken.
func (e *Engine) Create(l Link) (Link, bool) {
	defer e.lock()()
	if e.byRef[l.Reference] != nil {
		return Link{}, false
	}
	l.ID, l.Status, l.CreatedAt = e.number("plink_"), Created, e.clock.Now()
	l.URL = e.pageURL + l.ID
	kept := l
	e.byID[l.ID], e.byRef[l.Reference] = &kept, &kept
	return l, true
}

// refresh marks a link as expired once its time has passed. The engine must be locked.
func (e *Engine) refresh(l *Link) {
	if l.Status == Created && !e.clock.Now().Before(l.ExpiresAt) {
		l.Status, l.ExpiredAt = Expired, e.clock.Now()
		e.announce(l, nil, "expired")
	}
}

// Find returns a copy of a link by id or reference.
func (e *Engine) Find(id, reference string) (Link, bool) {
	defer e.lock()()
	l := e.byID[id]
	if id == "" {
		l = e.byRef[reference]
	}
	if l == nil {
		return Link{}, false
	}
	e.fetches[l.ID] = append(e.fetches[l.ID], e.clock.Now())
	e.refresh(l)
	return l.copy(), true
}

func (l *Link) copy() Link {
	out := *l
	out.Payments = make([]*Payment, len(l.Payments))
	for i, p := range l.Payments {
		paid := *p
		out.Payments[i] = &paid
	}
	return out
}

// Cancel cancels a link; `cancelled` is false if that is no longer possible.
func (e *Engine) Cancel(id string) (l Link, found, cancelled bool) {
	defer e.lock()()
	kept := e.byID[id]
	if kept == nil {
		return Link{}, false, false
	}
	e.refresh(kept)
	if kept.Status != Created {
		return kept.copy(), true, false
	}
	kept.Status, kept.CancelledAt = Cancelled, e.clock.Now()
	e.announce(kept, nil, Cancelled)
	return kept.copy(), true, true
}

// Refund refunds a payment. A second call with the same key returns the first refund, even a failed one.
func (e *Engine) Refund(paymentID string, amount int64, key string) (found bool, fault string) {
	defer e.lock()()
	if e.refusing {
		return true, "the account's balance is too low"
	}
	return e.giveBack(paymentID, amount, key)
}

// giveBack makes the refund. The engine must be locked.
func (e *Engine) giveBack(paymentID string, amount int64, key string) (found bool, fault string) {
	p := e.payments[paymentID]
	if p == nil || p.Status != Captured {
		return false, "no such captured payment"
	}
	if before, used := p.refunds[key]; used {
		if before != amount {
			return true, "different request with the same key"
		}
		return true, ""
	}
	if _, used := p.failed[key]; used {
		return true, ""
	}
	if amount <= 0 || p.Refunded+amount > p.Amount {
		return true, "the refund is more than what is left"
	}
	p.refunds[key], p.lastRefund = amount, key
	p.Refunded += amount
	return true, ""
}

// FindPayment returns a copy of a payment.
func (e *Engine) FindPayment(id string) (Payment, bool) {
	defer e.lock()()
	p := e.payments[id]
	if p == nil {
		return Payment{}, false
	}
	return *p, true
}

// Ledger returns all captured payments in order of capture.
func (e *Engine) Ledger() []Money {
	defer e.lock()()
	var ledger []Money
	for _, p := range e.payments {
		if p.Status == Captured {
			ledger = append(ledger, Money{PaymentID: p.ID, LinkID: p.LinkID, Reference: p.Reference, Captured: p.Amount,
				Refunded: p.Refunded, At: p.CreatedAt})
		}
	}
	slices.SortFunc(ledger, func(a, b Money) int { return strings.Compare(a.PaymentID, b.PaymentID) })
	return ledger
}

// Links returns copies of all links.
func (e *Engine) Links() []Link {
	defer e.lock()()
	links := make([]Link, 0, len(e.byID))
	for _, l := range e.byID {
		e.refresh(l)
		links = append(links, l.copy())
	}
	slices.SortFunc(links, func(a, b Link) int { return strings.Compare(a.ID, b.ID) })
	return links
}

// FetchTimes returns the times at which a link was fetched.
func (e *Engine) FetchTimes(linkID string) []time.Time {
	defer e.lock()()
	return slices.Clone(e.fetches[linkID])
}
