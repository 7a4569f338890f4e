package payment

import (
	"context"
	"sync"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// One caller at a time goes to the gateway about an attempt: within this process by a lock, among several instances by
// a lease in the attempt's row, so that the gateway is asked once and a link is made once. An instance that dies keeps
// its lease until its time is over, which is a little more than a call may take. One that sleeps longer and wakes up
// runs beside the next one; then the gateway's own reference is the guard, as it always is.
const leaseTime = gatewayPatience + time.Second

// The pauses of whoever finds an attempt held.
const (
	firstPoll   = 10 * time.Millisecond
	slowestPoll = 200 * time.Millisecond
)

// hold waits until nobody else is at the gateway about an attempt. Whoever has just made the attempt holds it already.
func (p *Service) hold(ctx context.Context, ref string) (release func(), err error) {
	unlock, err := p.locks.lock(ctx, ref)
	if err != nil {
		return nil, err
	}
	if _, fresh := p.findFresh(ref); fresh {
		return unlock, nil // create releases it
	}
	if err := p.lease(ctx, ref); err != nil {
		unlock()
		return nil, err
	}
	return func() { p.release(ctx, ref); unlock() }, nil
}

func (p *Service) lease(ctx context.Context, ref string) error {
	for pause := firstPoll; ; pause = min(2*pause, slowestPoll) {
		now := p.Clock.Now()
		held, err := p.Store.HoldAttempt(ctx, ref, p.name, now, now.Add(leaseTime))
		if err != nil || held {
			return err
		}
		if _, err := p.Store.FindAttempt(ctx, ref); err != nil {
			return err // there is none
		}
		select {
		case <-ctx.Done():
			return &domain.Error{
				Code: domain.CodeUnavailable, Message: texts.PaymentBusy,
				RetryAfterSeconds: int(leaseTime / time.Second), Cause: ctx.Err(),
			}
		case <-time.After(pause):
		}
	}
}

// release ends a lease early. If that fails, the lease ends by itself.
func (p *Service) release(ctx context.Context, ref string) {
	p.report(ctx, "release an attempt", p.Store.ReleaseAttempt(context.WithoutCancel(ctx), ref, p.name))
}

// freshAttempt is an attempt with its booking, as this instance has made it.
type freshAttempt struct {
	attempt booking.Attempt
	booking booking.Booking
}

// findFresh returns an attempt that this instance has made and not yet taken to the gateway, while its lease lasts.
func (p *Service) findFresh(ref string) (freshAttempt, bool) {
	made, is := p.fresh.get(ref)
	return made, is && p.Clock.Now().Before(made.attempt.HeldUntil)
}

// keyedLock lets one caller at a time work on one key.
type keyedLock struct {
	mu   sync.Mutex
	held map[string]*heldLock
}

type heldLock struct {
	free  chan struct{} // holds one token while nobody has the lock
	users int
}

// lock waits until the key is free or the context ends.
func (l *keyedLock) lock(ctx context.Context, key string) (unlock func(), err error) {
	l.mu.Lock()
	if l.held == nil {
		l.held = map[string]*heldLock{}
	}
	h := l.held[key]
	if h == nil {
		h = &heldLock{free: make(chan struct{}, 1)}
		h.free <- struct{}{}
		l.held[key] = h
	}
	h.users++
	l.mu.Unlock()
	select {
	case <-h.free:
		return func() { h.free <- struct{}{}; l.leave(key, h) }, nil
	case <-ctx.Done():
		l.leave(key, h)
		return nil, ctx.Err()
	}
}

func (l *keyedLock) leave(key string, h *heldLock) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if h.users--; h.users == 0 {
		delete(l.held, key)
	}
}

// maxRemembered is how many attempts a memory holds; when there are more, it begins anew.
const maxRemembered = 4096

// memory remembers something about attempts, in this instance only. What is forgotten is asked again.
type memory[T any] struct {
	mu   sync.Mutex
	last map[string]T
}

func (m *memory[T]) get(ref string) (value T, known bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	value, known = m.last[ref]
	return value, known
}

func (m *memory[T]) set(ref string, value T) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.last == nil || len(m.last) >= maxRemembered {
		m.last = map[string]T{}
	}
	m.last[ref] = value
}

func (m *memory[T]) remove(ref string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.last, ref)
}
