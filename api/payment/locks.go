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

// mostRemembered is how many attempts are kept in mind; others are as if they had never been asked about.
const mostRemembered = 4096

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
	if t.last == nil || len(t.last) > mostRemembered {
		t.last = map[string]time.Time{} // forgotten ones are in the database
	}
	t.last[ref] = now
	return true
}

// listLook is what a look through the gateway's list has found about an attempt: how much of what was paid had gone
// back.
type listLook struct {
	at          time.Time
	paid, given int64
}

// listLooks remembers the last look for each attempt, in this copy of the program: several copies look as often as they
// are.
type listLooks struct {
	mu   sync.Mutex
	last map[string]listLook
}

// recall returns what was found not longer ago than that, unless something else is paid since.
func (l *listLooks) recall(ref string, paid int64, now time.Time, old time.Duration) (given int64, known bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	last, known := l.last[ref]
	age := now.Sub(last.at)
	return last.given, known && last.paid == paid && age >= 0 && age < old
}

func (l *listLooks) keep(ref string, found listLook) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.last == nil || len(l.last) > mostRemembered {
		l.last = map[string]listLook{}
	}
	l.last[ref] = found
}
