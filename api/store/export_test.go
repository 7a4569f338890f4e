package store

import "context"

// WithoutLocks takes the lock of PostgreSQL away, for controls: what it protects must then go wrong.
func (s *Store) WithoutLocks() { s.d = careless{s.d} }

type careless struct{ dialect }

func (careless) begin(context.Context, *Tx) error { return nil }
