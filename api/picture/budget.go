package picture

import "context"

// budget hands out units of memory and slots for work. Who asks first is served first, so that a large picture is not
// overtaken by small ones for ever.
type budget struct {
	turn  chan struct{}
	units chan struct{}
	slots chan struct{}
}

func newBudget(units, slots int) *budget {
	return &budget{turn: make(chan struct{}, 1), units: make(chan struct{}, units), slots: make(chan struct{}, slots)}
}

// take waits for a slot and n units, at most until the context ends.
func (b *budget) take(ctx context.Context, n int) error {
	if err := acquire(ctx, b.turn); err != nil {
		return err
	}
	defer func() { <-b.turn }()
	if err := acquire(ctx, b.slots); err != nil {
		return err
	}
	for got := range min(n, cap(b.units)) {
		if err := acquire(ctx, b.units); err != nil {
			b.give(got)
			return err
		}
	}
	return nil
}

// give returns a slot and n units.
func (b *budget) give(n int) {
	for range min(n, cap(b.units)) {
		<-b.units
	}
	<-b.slots
}

func acquire(ctx context.Context, c chan struct{}) error {
	select {
	case c <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
