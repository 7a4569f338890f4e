package store

import "context"

// WithoutLocks takes the locks of PostgreSQL away, for controls: what they protect must then go wrong.
func (s *Store) WithoutLocks() { s.d = careless{s.d} }

type careless struct{ dialect }

func (careless) shared() bool                     { return false }
func (careless) begin(context.Context, *Tx) error { return nil }

// WithoutMargin lets registrations share the lock of a category to its last seat, for a control.
func (s *Store) WithoutMargin() { s.seats.mostSeats = 0 }

// IsCrowded reports whether this copy takes the lock of a category alone.
func (s *Store) IsCrowded(category string) bool {
	_, crowded := s.seats.crowded.Load(category)
	return crowded
}
