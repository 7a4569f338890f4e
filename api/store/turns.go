package store

import "context"

// The gate has its own budget: connections for reading that nobody else uses, and the next turn to write. Whoever wants to
// write takes one of few turns first and only then waits for the connection, so that a crowd of visitors waits for turns
// and not in front of the gate, which takes none.
const (
	gateReaders      = 2
	visitorsAtSQLite = 2 // one writes while the next is ready
)

type priority struct{}

// withPriority makes a write take no turn.
func withPriority(ctx context.Context) context.Context {
	return context.WithValue(ctx, priority{}, true)
}

// turn takes a turn and returns what gives it back.
func (s *Store) turn(ctx context.Context) (leave func(), err error) {
	if ctx.Value(priority{}) != nil {
		return func() {}, nil
	}
	select {
	case s.turns <- struct{}{}:
		return func() { <-s.turns }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
