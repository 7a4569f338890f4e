package payment

import (
	"context"
	"sync"
	"time"

	"transom/api/booking"
	"transom/api/domain"
	"transom/api/texts"
)

// Only one caller at a time contacts the gateway about an attempt, so that a link is created only once: a lock ensures
// this within the process, and a lease in the attempt's row among several instances (decision 0017).
const leaseTime = gatewayPatience + time.Second

const (
	firstPoll   = 10 * time.Millisecond
	slowestPoll = 200 * time.Millisecond
)

// hold waits until nobody else is contacting the gateway about an attempt.
func (p *Service) hold(ctx context.Context, ref string) (release func(), err error) {
	unlock, err := p.locks.lock(ctx, ref)
	if err != nil {
		return nil, err
	}
	if _, fresh := p.findFresh(ref); fresh {
		return unlock, nil // leased since the attempt was stored; `create` releases the lease
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
			return err // there is no such attempt
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

func (p *Service) release(ctx context.Context, ref string) {
	p.report(ctx, "release an attempt", p.Store.ReleaseAttempt(context.WithoutCancel(ctx), ref, p.name))
}

type freshAttempt struct {
	attempt booking.Attempt
	booking booking.Booking
}

// findFresh returns an attempt that this instance created and has not sent to the gateway, while its lease is valid.
func (p *Service) findFresh(ref string) (freshAttempt, bool) {
	made, is := p.fresh.get(ref)
	return made, is && p.Clock.Now().Before(made.attempt.HeldUntil)
}

type keyedLock struct {
	mu   sync.Mutex
	held map[string]*heldLock
}

type heldLock struct {
	free  chan struct{} // the channel holds one token while the lock is free
	users int
}

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

// maxRemembered is the maximum number of attempts in a memory, which is cleared when it is full.
const maxRemembered = 4096

// memory caches values by attempt in this instance; any value may be missing.
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
