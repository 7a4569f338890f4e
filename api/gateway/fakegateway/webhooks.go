package fakegateway

import (
	"math/rand/v2"
	"net/http"
	"slices"
	"sync"
	"time"
)

// Happening is the event that a webhook reports; the wire format renders it.
type Happening struct {
	// one of failed, authorized, captured, paid, expired, cancelled, refunded, refund failed and disputed
	Kind    string
	Link    Link
	Payment *Payment
	Dispute *Dispute
	At      time.Time
}

// Delivery is one webhook to be delivered.
type Delivery struct {
	EventID string
	About   Happening
	Due     time.Time
	tries   int
	since   time.Time
}

// Queue holds the webhooks that have not been delivered.
type Queue struct {
	mu       sync.Mutex
	waiting  []Delivery
	disabled bool
}

func (q *Queue) lock() (unlock func()) {
	q.mu.Lock()
	return q.mu.Unlock
}

const (
	retryFor   = 24 * time.Hour // the gateway stops trying after this time
	firstRetry = time.Minute
)

// announce queues a webhook, which may be lost, delayed, repeated or shuffled at random. The engine must be locked.
func (e *Engine) announce(l *Link, p *Payment, kind string) {
	about := Happening{Kind: kind, Link: l.copy()}
	if p != nil {
		paid := *p
		about.Payment = &paid
	}
	e.send(about)
}

func (e *Engine) announceDispute(l *Link, p *Payment, d Dispute) {
	paid := *p
	e.send(Happening{Kind: "disputed", Link: l.copy(), Payment: &paid, Dispute: &d})
}

func (e *Engine) send(about Happening) {
	k := e.knobs
	if e.chance(k.Never) {
		return
	}
	now := e.clock.Now()
	about.At = now
	copies, id := 1, e.number("evt_")
	if e.chance(k.Duplicate) {
		copies += 1 + e.rng.IntN(4)
	}
	for range copies {
		e.Webhooks.add(Delivery{EventID: id, About: about, Due: now.Add(e.delay()), since: now})
	}
	if e.chance(k.Replay) {
		e.Webhooks.add(Delivery{EventID: e.number("evt_"), About: about, Due: now.Add(e.delay()), since: now})
	}
	if e.chance(k.Shuffle) {
		e.Webhooks.shuffle(e.rng)
	}
}

func (e *Engine) delay() time.Duration {
	if e.knobs.MaxDelay <= 0 {
		return 0
	}
	return time.Duration(e.rng.Int64N(int64(e.knobs.MaxDelay)))
}

func (q *Queue) add(d Delivery) {
	defer q.lock()()
	q.waiting = append(q.waiting, d)
}

func (q *Queue) shuffle(rng *rand.Rand) {
	defer q.lock()()
	// Only the last 16 webhooks are shuffled, because shuffling a growing queue would take longer and longer.
	last := q.waiting[max(0, len(q.waiting)-16):]
	rng.Shuffle(len(last), func(i, j int) { last[i], last[j] = last[j], last[i] })
}

// Send passes every due webhook to the receiver. A webhook that is not accepted is sent again later.
func (q *Queue) Send(now time.Time, receive func(Delivery) (status int)) {
	for _, d := range q.take(now) {
		if status := receive(d); status/100 == 2 {
			continue
		}
		d.tries++
		d.Due = now.Add(firstRetry << min(d.tries-1, 10))
		q.mu.Lock()
		if now.Sub(d.since) > retryFor {
			q.disabled = true
		}
		q.waiting = append(q.waiting, d)
		q.mu.Unlock()
	}
}

func (q *Queue) take(now time.Time) []Delivery {
	defer q.lock()()
	if q.disabled {
		return nil
	}
	var due []Delivery
	q.waiting = slices.DeleteFunc(q.waiting, func(d Delivery) bool {
		if d.Due.After(now) {
			return false
		}
		due = append(due, d)
		return true
	})
	return due
}

// Drop discards every undelivered webhook.
func (q *Queue) Drop() {
	defer q.lock()()
	q.waiting = nil
}

// Header returns an HTTP header with the given names and values.
func Header(pairs ...string) http.Header {
	h := http.Header{}
	for i := 0; i+1 < len(pairs); i += 2 {
		h.Set(pairs[i], pairs[i+1])
	}
	return h
}
