package fakegateway

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// on calls `do` for a link whose state is one of these, or any if there are none. It returns false for other links.
func (e *Engine) on(reference string, do func(*Link), states ...string) bool {
	defer e.lock()()
	l := e.byRef[reference]
	if l == nil {
		return false
	}
	e.refresh(l)
	if len(states) > 0 && !slices.Contains(states, l.Status) {
		return false
	}
	do(l)
	return true
}

// Fail makes a payment attempt that the bank refuses; the link does not change.
func (e *Engine) Fail(reference string) bool {
	return e.on(reference, func(l *Link) { e.announce(l, e.try(l, "failed"), "failed") }, Created)
}

// Pay makes the payment for a link, or returns false if that is not possible. Sometimes the first attempt is refused.
func (e *Engine) Pay(reference string) bool {
	return e.on(reference, func(l *Link) {
		if e.chance(e.knobs.FailedThenPaid) {
			e.announce(l, e.try(l, "failed"), "failed")
		}
		e.capture(l)
	}, Created)
}

// PayLate captures a payment after its link has expired, because the bank was late.
func (e *Engine) PayLate(reference string) bool {
	return e.on(reference, func(l *Link) {
		e.announce(l, e.try(l, "failed"), "failed")
		e.capture(l)
	}, Expired, Cancelled)
}

// MaybePayLate calls PayLate with the configured probability.
func (e *Engine) MaybePayLate(reference string) bool {
	return e.Chance(e.currentKnobs().LatePayment) && e.PayLate(reference)
}

// Chance draws from the gateway's random numbers, so that one seed determines a whole test.
func (e *Engine) Chance(p float64) bool {
	defer e.lock()()
	return e.chance(p)
}

func (e *Engine) try(l *Link, status string) *Payment {
	if l.OrderID == "" {
		l.OrderID = e.number("order_")
	}
	p := &Payment{ID: e.number("pay_"), LinkID: l.ID, Reference: l.Reference, Amount: l.Amount, Status: status,
		CreatedAt: e.clock.Now(), refunds: map[string]int64{}, failed: map[string]int64{}}
	e.payments[p.ID] = p
	l.Payments = append(l.Payments, p)
	return p
}

// capture adds a captured payment to a link and queues every webhook that gateways send about it.
func (e *Engine) capture(l *Link) {
	p := e.try(l, Captured)
	l.Status, l.AmountPaid = Paid, l.Amount
	e.announce(l, p, "authorized")
	e.announce(l, p, Captured)
	e.announce(l, p, Paid)
}

// Dispute is a payer's objection.
type Dispute struct {
	ID, PaymentID string
	Amount        int64
	RespondBy     time.Time
	State         string // open, won, lost
}

// RefundInDashboard makes a refund as the gateway's dashboard does; a webhook reports it.
func (e *Engine) RefundInDashboard(paymentID string, amount int64) bool {
	defer e.lock()()
	found, fault := e.giveBack(paymentID, amount, e.number("by-hand-"))
	if !found || fault != "" {
		return false
	}
	p := e.payments[paymentID]
	e.announce(e.byID[p.LinkID], p, "refunded")
	return true
}

// RefuseRefunds makes the gateway refuse refunds, except those from its dashboard, or accept refunds again.
func (e *Engine) RefuseRefunds(refusing bool) {
	defer e.lock()()
	e.refusing = refusing
}

// FailRefund makes a payment's latest refund fail after it was accepted, as if the bank had refused it.
func (e *Engine) FailRefund(paymentID string) bool {
	defer e.lock()()
	p := e.payments[paymentID]
	amount, made := p.refunds[p.lastRefund]
	if !made {
		return false
	}
	p.failed[p.lastRefund] = amount
	delete(p.refunds, p.lastRefund)
	p.Refunded -= amount
	e.announce(e.byID[p.LinkID], p, "refund failed")
	return true
}

// HasFailed reports whether the refund with this key was accepted and then failed.
func (e *Engine) HasFailed(paymentID, key string) bool {
	defer e.lock()()
	_, failed := e.payments[paymentID].failed[key]
	return failed
}

// FailedRefunds returns, by key, the amounts of a payment's refunds that were accepted and then failed.
func (e *Engine) FailedRefunds(paymentID string) map[string]int64 {
	defer e.lock()()
	return maps.Clone(e.payments[paymentID].failed)
}

// Dispute opens a dispute about a payment, or changes the state of an existing one.
func (e *Engine) Dispute(paymentID, state string, respondBy time.Time) Dispute {
	defer e.lock()()
	p := e.payments[paymentID]
	d := e.disputes[paymentID]
	if d == nil {
		d = &Dispute{ID: e.number("433"), PaymentID: paymentID, Amount: p.Amount}
		e.disputes[paymentID] = d
	}
	d.State, d.RespondBy = state, respondBy
	e.announceDispute(e.byID[p.LinkID], p, *d)
	return *d
}

// FindDispute returns a dispute by its id.
func (e *Engine) FindDispute(id string) (Dispute, bool) {
	defer e.lock()()
	for _, d := range e.disputes {
		if d.ID == id {
			return *d, true
		}
	}
	return Dispute{}, false
}

// AllPayments returns copies of all payment attempts in a time span, newest first.
func (e *Engine) AllPayments(from, to time.Time) []Payment {
	defer e.lock()()
	var all []Payment
	for _, p := range e.payments {
		if !p.CreatedAt.Before(from) && !p.CreatedAt.After(to) {
			all = append(all, *p)
		}
	}
	slices.SortFunc(all, func(a, b Payment) int { return strings.Compare(b.ID, a.ID) })
	return all
}

// LinkOf returns a copy of the link that a payment was made for.
func (e *Engine) LinkOf(paymentID string) (Link, bool) {
	defer e.lock()()
	p := e.payments[paymentID]
	if p == nil {
		return Link{}, false
	}
	return e.byID[p.LinkID].copy(), true
}

// CaptureAgain captures a second payment for a paid link, which can happen if a bank is late.
func (e *Engine) CaptureAgain(reference string) bool {
	return e.on(reference, func(l *Link) { e.announce(l, e.try(l, Captured), Captured) }, Paid)
}

// CaptureUnsaid captures a payment that its link never shows, because the bank was late or the page is outdated.
func (e *Engine) CaptureUnsaid(reference string, amount int64) bool {
	return e.on(reference, func(l *Link) {
		p := e.try(l, Captured)
		p.Amount, p.Unsaid = amount, true
		e.announce(l, p, Captured)
	})
}

// PayAmount makes a payment of any amount for a link, even if the link is already paid.
func (e *Engine) PayAmount(reference string, amount int64) bool {
	defer e.lock()()
	l := e.byRef[reference]
	if l == nil || l.Status != Created && l.Status != Paid {
		return false
	}
	p := e.try(l, Captured)
	p.Amount = amount
	l.Status, l.AmountPaid = Paid, l.AmountPaid+amount
	e.announce(l, p, Paid)
	return true
}
