package payment

import (
	"context"
	"sync"
	"time"
)

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

// askedAt remembers when the gateway was last asked about an attempt, also when it did not answer.
type askedAt struct {
	mu   sync.Mutex
	last map[string]time.Time
}

// mayAsk reports whether a question may be asked now, and takes note of it.
func (t *askedAt) mayAsk(ref string, stored, now time.Time) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.last[ref]
	if stored.After(last) {
		last = stored
	}
	// A clock that was set back must not silence us.
	if age := now.Sub(last); age >= 0 && age < FetchInterval {
		return false
	}
	if t.last == nil || len(t.last) > 4096 {
		t.last = map[string]time.Time{} // forgotten ones are in the database
	}
	t.last[ref] = now
	return true
}
