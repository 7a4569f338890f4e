package payment

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"transom/api/booking"
	"transom/api/domain"
)

// One caller at a time goes to the gateway about an attempt: within this process by a lock, among several copies of the
// program by a lease in the attempt's row, so that the gateway is asked once and a link is made once. A copy that dies
// keeps its lease until the time is over, which is a little more than a visit may take. A copy that sleeps longer and
// wakes up runs beside the next one; then the gateway's own reference is the guard, as it always is.
const leaseTime = gatewayPatience + time.Second

// Whoever finds an attempt held asks again after so long.
const (
	firstLook = 10 * time.Millisecond
	lateLook  = 200 * time.Millisecond
)

// hold waits until nobody else is at the gateway about an attempt. Whoever has just made the attempt holds it already.
func (p *Service) hold(ctx context.Context, ref string) (release func(), err error) {
	unlock, err := p.locks.lock(ctx, ref)
	if err != nil {
		return nil, err
	}
	if made, fresh := p.fresh.Load(ref); fresh && p.Clock.Now().Before(made.attempt.HeldUntil) {
		return unlock, nil // create lets go
	}
	if err := p.lease(ctx, ref); err != nil {
		unlock()
		return nil, err
	}
	return func() { p.letGo(ctx, ref); unlock() }, nil
}

func (p *Service) lease(ctx context.Context, ref string) error {
	for pause := firstLook; ; pause = min(2*pause, lateLook) {
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
				Code:              domain.CodeUnavailable,
				Message:           "The payment service is being asked already. Please try again in a few seconds.",
				RetryAfterSeconds: int(leaseTime / time.Second), Cause: ctx.Err(),
			}
		case <-time.After(pause):
		}
	}
}

// letGo ends a lease early. One that cannot be ended ends by itself.
func (p *Service) letGo(ctx context.Context, ref string) {
	p.report(ctx, "let go of an attempt", p.Store.ReleaseAttempt(context.WithoutCancel(ctx), ref, p.name))
}

// freshAttempts are those that this process has made and not yet taken to the gateway: nobody else can have done so,
// which saves looking for a link, and nobody has changed them or their booking, which saves reading those again.
type freshAttempts struct {
	all   sync.Map
	swept atomic.Int64 // when, in milliseconds
}

type freshAttempt struct {
	attempt booking.Attempt
	booking booking.Booking
}

func (f *freshAttempts) Store(a booking.Attempt, b booking.Booking, now time.Time) {
	f.sweep(now)
	f.all.Store(a.Ref, freshAttempt{a, b})
}

// sweep forgets those whose lease is over: what was only to be shown, or was refused after all, nobody takes to the
// gateway.
func (f *freshAttempts) sweep(now time.Time) {
	last := f.swept.Load()
	age := time.Duration(now.UnixMilli()-last) * time.Millisecond
	if age >= 0 && age < leaseTime || !f.swept.CompareAndSwap(last, now.UnixMilli()) {
		return
	}
	f.all.Range(func(ref, made any) bool {
		if !now.Before(made.(freshAttempt).attempt.HeldUntil) {
			f.all.Delete(ref)
		}
		return true
	})
}

func (f *freshAttempts) Load(ref string) (freshAttempt, bool) {
	made, is := f.all.Load(ref)
	if !is {
		return freshAttempt{}, false
	}
	return made.(freshAttempt), true
}

func (f *freshAttempts) LoadAndDelete(ref string) (freshAttempt, bool) {
	made, is := f.all.LoadAndDelete(ref)
	if !is {
		return freshAttempt{}, false
	}
	return made.(freshAttempt), true
}
