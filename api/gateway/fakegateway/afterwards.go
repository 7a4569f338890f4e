package fakegateway

import (
	"maps"
	"slices"
	"strings"
	"time"
)

// Dispute is a payer's objection. Its words are the front ends'.
type Dispute struct {
	ID, PaymentID string
	Amount        int64
	RespondBy     time.Time
	State         string // open, won, lost
}

// RefundByHand is what somebody does in the gateway's dashboard: the money is refunded, and a webhook tells of it.
func (e *Engine) RefundByHand(paymentID string, amount int64) bool {
	defer e.lock()()
	found, fault := e.giveBack(paymentID, amount, e.number("by-hand-"))
	if !found || fault != "" {
		return false
	}
	p := e.payments[paymentID]
	e.announce(e.byID[p.LinkID], p, "refunded")
	return true
}

// RefuseRefunds makes the gateway refuse what it is asked to refund, or do it again. In its dashboard it can be done
// all the same.
func (e *Engine) RefuseRefunds(refusing bool) {
	defer e.lock()()
	e.refusing = refusing
}

// FailRefund lets the latest refund of a payment fail after it was taken: the bank does not take the money. A webhook
// tells of it.
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

// HasFailed reports whether a refund was taken under a key and failed.
func (e *Engine) HasFailed(paymentID, key string) bool {
	defer e.lock()()
	_, failed := e.payments[paymentID].failed[key]
	return failed
}

// FailedRefunds are the amounts of the refunds of a payment that were taken and failed, by key.
func (e *Engine) FailedRefunds(paymentID string) map[string]int64 {
	defer e.lock()()
	return maps.Clone(e.payments[paymentID].failed)
}

// Dispute opens a dispute about a payment, or changes the state of the one that is there.
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

// AllPayments are copies of all tries to pay in a span, newest first.
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

// LinkOf returns a copy of the link that a payment paid.
func (e *Engine) LinkOf(paymentID string) (Link, bool) {
	defer e.lock()()
	p := e.payments[paymentID]
	if p == nil {
		return Link{}, false
	}
	return e.byID[p.LinkID].copy(), true
}

// CaptureAgain takes money for a link that is paid, as a late bank does.
func (e *Engine) CaptureAgain(reference string) bool {
	defer e.lock()()
	l := e.byRef[reference]
	if l == nil || l.Status != Paid {
		return false
	}
	e.announce(l, e.try(l, Captured), Captured)
	return true
}

// CaptureUnsaid takes money for a link that stays as it is and never says so: the bank was late, or the link's page is
// behind.
func (e *Engine) CaptureUnsaid(reference string, amount int64) bool {
	defer e.lock()()
	l := e.byRef[reference]
	if l == nil {
		return false
	}
	e.refresh(l)
	p := e.try(l, Captured)
	p.Amount, p.Unsaid = amount, true
	e.announce(l, p, Captured)
	return true
}

// PayAmount pays a link with another amount than it asks for, also one on which money came before.
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
