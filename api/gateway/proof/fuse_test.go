package proof_test

import (
	"context"
	"errors"
	"sync"

	"transom/api/booking"
	"transom/api/payment"
	"transom/api/store"
)

// fuse stops the program between two of its steps. There is a step before and after every call to the database or the
// gateway; once the fuse has blown, every call fails until the program is restarted.
type fuse struct {
	mu    sync.Mutex
	armed bool
	left  int
	dead  bool
	steps int
}

var errCrashed = errors.New("the power is gone")

func (f *fuse) burnAfter(steps int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.armed, f.left = true, steps
}

func (f *fuse) replace() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.armed, f.dead, f.left = false, false, 0
}

func (f *fuse) step() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.dead {
		return errCrashed
	}
	f.steps++
	if f.armed {
		if f.left == 0 {
			f.dead = true
			return errCrashed
		}
		f.left--
	}
	return nil
}

func (f *fuse) burnt() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.dead
}

// If the fuse blows after the action, the action was done, but `around` returns an error.
func (f *fuse) around(action func() error) error {
	if err := f.step(); err != nil {
		return err
	}
	if err := action(); err != nil {
		return err
	}
	return f.step()
}

type guardedStore[T any] struct {
	*store.Store
	fuse *fuse
}

func (s guardedStore[T]) Write(ctx context.Context, f func(T) error) error {
	return s.fuse.around(func() error { return store.For[T](s.Store).Write(ctx, f) })
}

func (s guardedStore[T]) OpenAttempt(ctx context.Context, a booking.Attempt) (opened bool, err error) {
	err = s.fuse.around(func() error { opened, err = s.Store.OpenAttempt(ctx, a); return err })
	return opened, err
}

func (s guardedStore[T]) FindAttempt(ctx context.Context, ref string) (a booking.Attempt, err error) {
	if s.fuse.burnt() {
		return a, errCrashed
	}
	return s.Store.FindAttempt(ctx, ref)
}

type guardedProvider struct {
	payment.Provider
	fuse *fuse
}

func (p guardedProvider) CreateCheckout(ctx context.Context, r payment.CheckoutRequest) (out payment.Checkout,
	err error) {
	err = p.fuse.around(func() error { out, err = p.Provider.CreateCheckout(ctx, r); return err })
	return out, err
}

func (p guardedProvider) Fetch(ctx context.Context, providerID, attemptRef string) (out payment.State, err error) {
	err = p.fuse.around(func() error { out, err = p.Provider.Fetch(ctx, providerID, attemptRef); return err })
	return out, err
}

func (p guardedProvider) Cancel(ctx context.Context, providerID string) (out payment.State, err error) {
	err = p.fuse.around(func() error { out, err = p.Provider.Cancel(ctx, providerID); return err })
	return out, err
}

func (p guardedProvider) Refund(ctx context.Context, id string, amount int64, key string) error {
	return p.fuse.around(func() error { return p.Provider.Refund(ctx, id, amount, key) })
}
